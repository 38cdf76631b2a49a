"""Sessions on a MySQL server over PyMySQL, and what the server at the other end says it is.

The only module that sees this driver. It refuses to talk to another product or version than the one asked for, to
send anything but the bytes it was given, and to let a password into a message.
"""

from __future__ import annotations

import re
import socket
import ssl
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import pymysql
from pymysql.constants import CR, ER

from specproof.engines import driver, messages, mysql_tls
from specproof.engines.base import Address, Result, Row, Scratch, ServerWarning, Session, SqlError
from specproof.engines.driver import Greeting, limit
from specproof.engines.facts import EngineFacts
from specproof.errors import EnvironmentProblem

T = TypeVar("T")

# Client errors that end a connection (errmsg.h), ER_SERVER_SHUTDOWN, and the idle disconnect of newer servers.
_LOST = {CR.CR_SERVER_GONE_ERROR, CR.CR_SERVER_LOST, CR.CR_SERVER_LOST_EXTENDED, ER.SERVER_SHUTDOWN, 4031}
_DENIED = {ER.ACCESS_DENIED_ERROR, ER.DBACCESS_DENIED_ERROR, 1698, 1820, 1862, 3118}
# What a server that is none, or none that can be understood, makes the driver raise.
_GARBLED = (struct.error, IndexError, ValueError, AssertionError, UnicodeError, AttributeError, KeyError, TypeError)


def greeting(version: str, comment: str = "") -> Greeting:
    """Who greets so. MariaDB hides behind `5.5.5-` in its handshake, and some builds are named in the comment alone."""
    words = f"{version} {comment}".lower()
    if "mariadb" in words:
        return Greeting("MariaDB", version.removeprefix("5.5.5-"))
    return Greeting("Percona Server" if "percona" in words else "MySQL", version)


class MySqlSession:
    """One connection; utf8mb4, autocommit, no multi-statements, no LOCAL INFILE."""

    def __init__(self, connection: pymysql.Connection[Any], address: Address) -> None:
        self._connection = connection
        self._address = address

    @property
    def connection_id(self) -> int:
        return int(self._connection.thread_id())  # type: ignore[no-untyped-call]  # - the stubs lack it

    def query(self, sql: str, params: Sequence[object] = ()) -> tuple[Row, ...]:
        def ask(cursor: pymysql.cursors.Cursor) -> tuple[Row, ...]:
            cursor.execute(sql, tuple(params) or None)
            return tuple(cursor.fetchall())

        return self._guarded(ask)

    def run(self, sql: str | bytes) -> Result:
        def send(cursor: pymysql.cursors.Cursor) -> Result:
            cursor.execute(sql)  # type: ignore[arg-type]  # - the stubs know text only, the driver passes bytes on
            columns = tuple(column[0] for column in cursor.description or ())
            rows, affected = tuple(cursor.fetchall()), max(cursor.rowcount, 0)
            return Result(columns, rows, 0 if columns else affected, self._warnings(cursor))

        return self._guarded(send)

    def load(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        def insert(cursor: pymysql.cursors.Cursor) -> int:
            self._connection.begin()
            try:
                cursor.executemany(sql, [tuple(row) for row in rows])
                self._connection.commit()
            except BaseException:
                with suppress(pymysql.MySQLError, OSError):
                    self._connection.rollback()
                raise
            return max(cursor.rowcount, 0)

        return self._guarded(insert) if rows else 0

    def close(self) -> None:
        with suppress(pymysql.MySQLError, OSError):
            self._connection.close()

    def _warnings(self, cursor: pymysql.cursors.Cursor) -> tuple[ServerWarning, ...]:
        if not getattr(cursor, "warning_count", 0):
            return ()
        cursor.execute("SHOW WARNINGS")
        return tuple(
            ServerWarning(level, int(code), messages.scrubbed(message, self._address.password))
            for level, code, message in cursor.fetchall()
        )

    def _guarded(self, action: Callable[[pymysql.cursors.Cursor], T]) -> T:
        try:
            with self._connection.cursor() as cursor:
                return action(cursor)
        except (pymysql.MySQLError, OSError) as error:
            raise self._sql_error(error) from None
        except (UnicodeError, struct.error, IndexError) as error:
            self._connection._force_close()  # type: ignore[attr-defined] # noqa: SLF001 - the stream is out of step
            raise self._sql_error(error) from None

    def _sql_error(self, error: Exception) -> SqlError:
        errno, message = _number_and_text(error)
        lost = errno in _LOST or not self._connection.open
        sqlstate = getattr(error, "sqlstate", None) or "HY000"
        return SqlError(errno, sqlstate, messages.scrubbed(message, self._address.password), lost=lost)


def describe(session: Session) -> Greeting:
    """What VERSION() and @@version_comment say."""
    version, comment = session.query("SELECT VERSION(), @@version_comment")[0]
    return greeting(str(version), str(comment))


def connect(facts: EngineFacts, address: Address, *, seconds: float | None = None) -> MySqlSession:
    """Opens a session on a server of exactly this engine.

    Raises EnvironmentProblem `engine.unreachable`, `engine.access-denied`, `engine.version-mismatch`, and UsageProblem
    `engine.url-option`.
    """
    connection = _open(facts, address, limit(address, seconds))
    session = MySqlSession(connection, address)
    try:
        found = describe(session)
    except SqlError as error:  # an expired password lets the client in, and no further
        session.close()
        raise _told(facts, address, error.errno, error.what) from None
    if not found.accepted_by(facts):
        session.close()
        raise messages.mismatch(facts, address, found.product, found.version)
    # Only the way in has a deadline: an ALTER may take hours.
    connection._read_timeout = connection._write_timeout = None  # type: ignore[attr-defined] # noqa: SLF001 - no public way
    return session


def scratch(address: Address, name: str, defaults: str) -> Scratch:
    return driver.database(address, name, defaults)


def dbapi(facts: EngineFacts, address: Address) -> pymysql.Connection[Any]:
    """A connection of the driver itself, autocommit off. Raises what `connect` raises."""
    connection = connect(facts, address)._connection  # noqa: SLF001 - the session is given up
    connection.autocommit(False)
    return connection


def _open(facts: EngineFacts, address: Address, seconds: float) -> pymysql.Connection[Any]:
    mode = mysql_tls.mode(address)
    try:
        return _attempt(facts, address, seconds, mode)
    except ssl.SSLError as error:
        if mode != "preferred":
            raise messages.unreachable(facts, address, mysql_tls.told(address, error)) from None
    return _attempt(facts, address, seconds, "disabled")


def _attempt(facts: EngineFacts, address: Address, seconds: float, tls_mode: str) -> pymysql.Connection[Any]:
    """Raises ssl.SSLError when it is TLS that fails."""
    connection = _unconnected(address, seconds, mysql_tls.context(address, tls_mode))
    try:
        connection.connect(_dialled(address, seconds))
    except (pymysql.MySQLError, OSError, *_GARBLED) as error:
        # Another product says so in its greeting, which comes before TLS and before any password.
        if (found := _greeted(connection)) is not None and not found.accepted_by(facts):
            raise messages.mismatch(facts, address, found.product, found.version) from None
        cause = getattr(error, "original_exception", error)
        if isinstance(cause, ssl.SSLError):
            raise cause from None
        errno, text = _number_and_text(error)
        if errno == CR.CR_SSL_CONNECTION_ERROR:
            raise ssl.SSLError(text) from None
        if found is None and isinstance(error, (pymysql.InternalError, *_GARBLED)):
            text = f"What answers there does not speak the MySQL protocol ({text or type(error).__name__})."
        raise _told(facts, address, errno, text) from None
    return connection


def _unconnected(address: Address, seconds: float, tls: ssl.SSLContext | None) -> pymysql.Connection[Any]:
    return pymysql.Connection(
        host=address.host,
        port=address.port,
        user=address.user,
        # The driver would take text as latin1.
        password=address.password.reveal().encode(),
        database=address.database,
        charset="utf8mb4",
        autocommit=True,
        connect_timeout=seconds,
        read_timeout=seconds,
        write_timeout=seconds,
        defer_connect=True,
        program_name="specproof",
        ssl=tls,
        ssl_disabled=tls is None,
    )


def _dialled(address: Address, seconds: float) -> socket.socket:
    """The transport. Not left to the driver, which forgets to close a socket that it could not connect."""
    if address.socket is None:
        stream = socket.create_connection((address.host, address.port), seconds)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return stream
    stream = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        stream.settimeout(seconds)
        stream.connect(address.socket)
    except BaseException:
        stream.close()
        raise
    return stream


def _greeted(connection: pymysql.Connection[Any]) -> Greeting | None:
    """Who sent the handshake, when one was understood."""
    version = getattr(connection, "server_version", None)
    return greeting(version) if isinstance(version, str) and re.match(r"\d+\.\d+\.\d", version) else None


def _told(facts: EngineFacts, address: Address, errno: int, text: str) -> EnvironmentProblem:
    reason = messages.scrubbed(text, address.password)
    if errno in _DENIED:
        return messages.denied(facts, address, reason)
    if errno == ER.BAD_DB_ERROR:
        return messages.no_database(facts, address, reason)
    return messages.unreachable(facts, address, reason)


def _number_and_text(error: Exception) -> tuple[int, str]:
    match error.args:
        case (int(number), str(text), *_) if isinstance(error, pymysql.MySQLError):
            return number, text
        case (int(number), *_) if isinstance(error, pymysql.MySQLError):
            return number, "The connection is closed."
        case _:
            return 0, str(getattr(error, "strerror", None) or error)
