"""Sessions on a PostgreSQL server over psycopg.

The only module that sees this driver. It refuses to let a password into a message; PostgreSQL has no error numbers,
so `errno` is 0 and the SQLSTATE tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

from specproof.engines import messages
from specproof.engines.base import Address, Result, Row, ServerWarning, SqlError
from specproof.engines.facts import EngineFacts

T = TypeVar("T")

CONNECT_SECONDS = 10
_DENIED = ("28000", "28P01")
_NO_DATABASE = "3D000"


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


def connect(facts: EngineFacts, address: Address, *, seconds: float = CONNECT_SECONDS) -> PostgreSqlSession:
    """Opens a session on a server of this engine.

    Raises EnvironmentProblem `engine.unreachable`, `engine.access-denied`, `engine.no-database`,
    `engine.version-mismatch`.
    """
    options: dict[str, Any] = {name.replace("-", ""): value for name, value in address.options}
    try:
        connection = psycopg.connect(
            host=address.socket or address.host,
            port=address.port,
            user=address.user,
            password=address.password.reveal(),
            dbname=address.database or "postgres",
            client_encoding="utf8",
            application_name="specproof",
            connect_timeout=max(int(seconds), 2),  # the library's smallest
            autocommit=True,
            **options,
        )
    except (psycopg.Error, UnicodeError) as error:
        raise _refused(facts, address, error) from None
    session = PostgreSqlSession(connection, address)
    said = str(session.query("SELECT version()")[0][0])
    product, _, rest = said.partition(" ")
    version = rest.split(" ")[0]
    if product != facts.product or not facts.accepts(version):
        session.close()
        raise messages.mismatch(facts, address, product, version)
    return session


def server_version(session: PostgreSqlSession) -> str:
    """`18.6`, without the packager's remark."""
    return str(session.query("SHOW server_version")[0][0]).split(" ")[0]


def _refused(facts: EngineFacts, address: Address, error: Exception) -> Exception:
    text = messages.scrubbed(" ".join(str(error).split()), address.password)
    state = getattr(error, "sqlstate", None)
    # libpq gives no SQLSTATE for a refused login, only the server's sentence.
    if state in _DENIED or "password authentication failed" in text or "no password supplied" in text:
        return messages.denied(facts, address, text)
    if state == _NO_DATABASE or (f'database "{address.database}" does not exist' in text):
        return messages.no_database(facts, address, text)
    return messages.unreachable(facts, address, text)
