"""Empty databases with names nobody else has, dropped at the end.

For rehearsals and tests on a server that may hold other things. It refuses to touch a database it did not create.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
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
    name = f"{PREFIX}{secrets.token_hex(6)}"
    session = engine.connect(server.address)
    try:
        session.run(f"CREATE DATABASE {name} {defaults}".rstrip())
    finally:
        session.close()
    try:
        yield server.address.at(name)
    finally:
        # The server may be gone, or was stopped by the caller: then so is the database.
        with suppress(SpecproofError):
            _drop(engine, server.address, name)


def _drop(engine: Engine, address: Address, name: str) -> None:
    session = engine.connect(address)
    try:
        session.run(f"DROP DATABASE IF EXISTS {name}")
    finally:
        session.close()
