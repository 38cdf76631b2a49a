"""The database that a migration is about: where it is, how to open it, and who the server says it is.

Lowest module of this room. A `Database` opens as many sessions as its callers need; a `Target` is the identity that
records and journals keep. It refuses to carry a password into anything that is written.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import asdict, dataclass
from typing import Any

from specproof.engines.base import Address, Engine, Session, SqlError
from specproof.engines.mysql_schema import read_schema
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.schema import Schema


@dataclass(frozen=True, slots=True)
class Database:
    """One schema on one server; `schema` is the name that every session has selected.

    `lock_wait_timeout` (seconds) keeps every session from queueing for a metadata lock, and so from holding up others.
    """

    engine: Engine
    address: Address
    lock_wait_timeout: int = 5

    @property
    def schema(self) -> str:
        if not self.address.database:
            raise UsageProblem(
                "target.no-schema",
                "The address of the server names no schema.",
                where=self.address.display(),
                next_step="Give it as mysql://user@host:port/schema.",
            )
        return self.address.database

    def open(self) -> Session:
        """A new session. Raises EnvironmentProblem `engine.unreachable` or `engine.access-denied`."""
        session = self.engine.connect(self.address.at(self.schema))
        try:
            session.run(f"SET SESSION lock_wait_timeout = {self.lock_wait_timeout:d}")
        except SqlError:
            session.close()
            raise
        return session

    def structure(self, session: Session) -> Schema:
        """The present structure of the schema, as the server's information_schema tells it."""
        return read_schema(session, self.schema)


@dataclass(frozen=True, slots=True)
class Target:
    """Who the server is: `server_uuid` and `schema` identify it, `version` is compared, `address` is for people."""

    server_uuid: str
    schema: str
    version: str
    address: str

    @property
    def key(self) -> str:
        """A folder name that is unique per server and schema, on file systems that ignore case as well."""
        words = re.sub(r"[^A-Za-z0-9_-]", "_", self.schema)[:40]
        exact = hashlib.sha256(f"{self.server_uuid}\n{self.schema}".encode()).hexdigest()[:10]
        return f"{words}-{exact}"

    def same_place(self, other: Target) -> bool:
        return (self.server_uuid, self.schema) == (other.server_uuid, other.schema)

    def to_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Target:
        return cls(**{name: str(data[name]) for name in ("server_uuid", "schema", "version", "address")})


def identify(session: Session, database: Database) -> Target:
    """Asks the server for its identity. Raises EnvironmentProblem `target.unknown-schema`."""
    uuid, version, selected = session.query("SELECT @@server_uuid, @@version, DATABASE()")[0]
    if selected is None:
        raise EnvironmentProblem(
            "target.unknown-schema",
            f"The server has no schema '{database.schema}', or this account may not see it.",
            where=database.address.display(),
            next_step="Correct the name at the end of the address, or grant a privilege on the schema.",
        )
    return Target(str(uuid), str(selected), str(version), database.address.display())
