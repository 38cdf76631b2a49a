"""A driver's own connection as one open transaction, for whoever has to see two sessions get into each other's way.

Statements go in as text, until COMMIT or ROLLBACK begins the next transaction. It refuses to end one by itself, and
to let a driver's exception out.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from specproof.engines import messages
from specproof.engines.base import Address, Engine, Result, SqlError


class Transaction:
    """One connection of `Engine.dbapi`. Raises what that raises when it is made."""

    def __init__(self, engine: Engine, address: Address) -> None:
        self._connection = engine.dbapi(address)
        self._address = address

    def run(self, sql: str) -> Result:
        """One statement, sent as it is. Raises SqlError."""
        try:
            cursor = self._connection.cursor()
            try:
                cursor.execute(sql)
                columns = tuple(column[0] for column in cursor.description or ())
                rows = tuple(map(tuple, cursor.fetchall())) if columns else ()
                return Result(columns, rows, 0 if columns else max(cursor.rowcount, 0))
            finally:
                cursor.close()
        except Exception as error:  # noqa: BLE001 - the drivers have no common base, and PEP 249 names no attribute
            raise self._told(error) from None

    def close(self) -> None:
        """Gives up what is open."""
        with suppress(Exception):
            self._connection.close()

    def _told(self, error: Exception) -> SqlError:
        """PyMySQL gives (number, text), python-oracledb an object with `code`, psycopg a SQLSTATE."""
        first: Any = error.args[0] if error.args else 0
        number = getattr(first, "code", first)
        text = messages.scrubbed(str(error).strip(), self._address.password)
        return SqlError(number if isinstance(number, int) else 0, getattr(error, "sqlstate", None) or "HY000", text)
