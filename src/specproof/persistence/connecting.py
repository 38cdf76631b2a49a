"""SQLAlchemy engines over the connections of the engines room: same address, same recognition, same TLS.

It refuses to put a URL together: a password never stands in one.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine

from specproof import engines
from specproof.engines import laws
from specproof.engines.base import Address

_URLS = {"mysql-5.7": "mysql+pymysql://", "oracle": "oracle+oracledb://", "postgresql": "postgresql+psycopg://"}
# Positional binds, so that rows go to the driver as tuples; the driver of Oracle binds named ones by position as well.
_PARAMSTYLES = {"mysql-5.7": "format", "postgresql": "format"}


def engine(name: str, address: Address, *, isolation: str) -> Engine:
    """Connections open when they are first needed. Raises UsageProblem `engine.unknown`."""
    product = engines.find(name)
    options: dict[str, Any] = {"paramstyle": _PARAMSTYLES[name]} if name in _PARAMSTYLES else {}
    return create_engine(
        _URLS[name], creator=lambda: product.dbapi(address), isolation_level=isolation, hide_parameters=True, **options
    )


def snapshot_level(name: str) -> str:
    """The lowest level at which a transaction sees all tables as of one moment, by the engine's own law."""
    return "REPEATABLE READ" if laws.load(name)["repeatable-read"].value == "snapshot" else "SERIALIZABLE"
