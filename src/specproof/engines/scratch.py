"""Empty databases with names nobody else has, dropped at the end.

For rehearsals and tests on a server that may hold other things. It refuses to touch a database it did not create.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from specproof.engines.base import Address, Engine, Server
from specproof.errors import SpecproofError

PREFIX = "specproof_"


@contextmanager
def database(engine: Engine, server: Server, *, defaults: str = "") -> Iterator[Address]:
    """The address of a new, empty database on the server, dropped when the block ends.

    `defaults` is appended to CREATE DATABASE, for example `CHARACTER SET utf8mb4`. Raises SqlError when the account
    may not create databases.
    """
    made = engine.scratch(server.address, f"{PREFIX}{secrets.token_hex(6)}", defaults)
    _run(engine, server.address, made.create)
    try:
        yield made.address
    finally:
        # The server may be gone, or was stopped by the caller: then so is the database.
        with suppress(SpecproofError):
            _run(engine, server.address, made.drop)


def _run(engine: Engine, address: Address, statements: Sequence[str]) -> None:
    session = engine.connect(address)
    try:
        for statement in statements:
            session.run(statement)
    finally:
        session.close()
