"""Sessions on a PostgreSQL server over psycopg.

The only module that sees this driver. It refuses to let a password into a message; PostgreSQL has no error numbers,
so `errno` is 0 and the SQLSTATE tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

import psycopg

from specproof.engines import driver, messages
from specproof.engines.base import Address, Result, Row, Scratch, ServerWarning, Session, SqlError
from specproof.engines.driver import Greeting, limit
from specproof.engines.facts import EngineFacts

T = TypeVar("T")

_DENIED = ("28000", "28P01")
_NO_DATABASE = "3D000"
# Our spelling of URL options and libpq's.
_LIBPQ = {"ssl-mode": "sslmode", "ssl-ca": "sslrootcert", "ssl-cert": "sslcert", "ssl-key": "sslkey"}


class PostgreSqlSession:
    """One connection; UTF-8, autocommit."""

    def __init__(self, connection: psycopg.Connection[Row], address: Address) -> None:
        self._connection = connection
        self._address = address
        self._notices: list[ServerWarning] = []
        connection.add_notice_handler(self._notice)

    @property
    def connection_id(self) -> int:
        return self._connection.info.backend_pid

    def query(self, sql: str, params: Sequence[object] = ()) -> tuple[Row, ...]:
        def ask(cursor: psycopg.Cursor[Row]) -> tuple[Row, ...]:
            cursor.execute(sql.encode(), tuple(params) or None)
            return tuple(cursor.fetchall()) if cursor.description else ()

        return self._guarded(ask)

    def run(self, sql: str | bytes) -> Result:
        def send(cursor: psycopg.Cursor[Row]) -> Result:
            self._notices.clear()
            cursor.execute(sql.encode() if isinstance(sql, str) else sql)
            columns = tuple(column.name for column in cursor.description or ())
            rows = tuple(cursor.fetchall()) if columns else ()
            return Result(columns, rows, 0 if columns else max(cursor.rowcount, 0), tuple(self._notices))

        return self._guarded(send)

    def load(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        def insert(cursor: psycopg.Cursor[Row]) -> int:
            with self._connection.transaction():
                cursor.executemany(sql.encode(), [tuple(row) for row in rows])
            return max(cursor.rowcount, 0)

        return self._guarded(insert) if rows else 0

    def close(self) -> None:
        with suppress(psycopg.Error):
            self._connection.close()

    def _notice(self, notice: psycopg.errors.Diagnostic) -> None:
        text = messages.scrubbed(notice.message_primary or "", self._address.password)
        self._notices.append(ServerWarning(notice.severity or "NOTICE", 0, text))

    def _guarded(self, action: Callable[[psycopg.Cursor[Row]], T]) -> T:
        try:
            with self._connection.cursor() as cursor:
                return action(cursor)
        except psycopg.Error as error:
            message = messages.scrubbed(str(error).strip(), self._address.password)
            raise SqlError(0, error.sqlstate or "HY000", message, lost=self._connection.closed) from None


def describe(session: Session) -> Greeting:
    """The first two words of version(): `PostgreSQL 18.6 on x86_64-...`; relatives put their own name first."""
    product, _, rest = str(session.query("SELECT version()")[0][0]).partition(" ")
    return Greeting(product, rest.split(" ")[0].rstrip(","))


def connect(facts: EngineFacts, address: Address, *, seconds: float | None = None) -> PostgreSqlSession:
    """Opens a session on a server of this engine.

    Raises EnvironmentProblem `engine.unreachable`, `engine.access-denied`, `engine.no-database`,
    `engine.version-mismatch`.
    """
    options = {_LIBPQ[name]: value for name, value in address.options if name in _LIBPQ}
    try:
        connection = psycopg.connect(
            host=address.socket or address.host,
            port=address.port,
            user=address.user,
            password=address.password.reveal() or None,  # None lets libpq look into its own password file
            dbname=address.database or "postgres",
            client_encoding="utf8",
            application_name="specproof",
            connect_timeout=max(int(limit(address, seconds)), 2),  # the library's smallest
            autocommit=True,
            **options,  # type: ignore[arg-type]  # - libpq's own names
        )
    except (psycopg.Error, UnicodeError) as error:
        raise _refused(facts, address, error) from None
    session = PostgreSqlSession(connection, address)
    found = describe(session)
    if not found.accepted_by(facts):
        session.close()
        raise messages.mismatch(facts, address, found.product, found.version)
    return session


def scratch(address: Address, name: str, defaults: str) -> Scratch:
    return driver.database(address, name, defaults)


def dbapi(facts: EngineFacts, address: Address) -> psycopg.Connection[Row]:
    """A connection of the driver itself, autocommit off. Raises what `connect` raises."""
    connection = connect(facts, address)._connection  # noqa: SLF001 - the session is given up
    connection.autocommit = False
    return connection


def _refused(facts: EngineFacts, address: Address, error: Exception) -> Exception:
    text = messages.scrubbed(" ".join(str(error).split()), address.password)
    state = getattr(error, "sqlstate", None)
    # libpq gives no SQLSTATE for a refused login, only the server's sentence.
    if state in _DENIED or "password authentication failed" in text or "no password supplied" in text:
        return messages.denied(facts, address, text)
    if state == _NO_DATABASE or (f'database "{address.database}" does not exist' in text):
        return messages.no_database(facts, address, text)
    return messages.unreachable(facts, address, text)
