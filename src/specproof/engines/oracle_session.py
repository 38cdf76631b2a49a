"""Sessions on an Oracle Database over python-oracledb in its thin form, which needs no client library.

The only module that sees this driver, imported when a server is to be reached, since it is an extra. A database of
one's own is a user there: scratch databases are users. It refuses to let a password into a message.
"""

from __future__ import annotations

import datetime as dt
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from specproof.engines import messages
from specproof.engines.base import Address, Result, Row, Scratch, Secret, Session, SqlError
from specproof.engines.driver import Greeting, limit
from specproof.engines.facts import EngineFacts
from specproof.errors import EnvironmentProblem

T = TypeVar("T")

_DENIED = (1005, 1017, 1045, 28000, 28001)
# No such service (12514 from the listener, 6001 and 6003 from the driver, which looks into its answer).
_NO_SERVICE = (12514, 6001, 6003)
# The session is gone: 28, 1012, 2396, 3113, 3114, 3135 from the server, 1001 and 4011 from the driver.
_LOST = (28, 1012, 2396, 3113, 3114, 3135, 1001, 4011)
_BANNER = re.compile(r"Oracle (AI )?Database\b")
_PRODUCT = "Oracle Database"
_PLACE = re.compile("%s")
# What a scratch user may: tables of its own and sessions, nothing of others.
_RIGHTS = "CREATE SESSION, CREATE TABLE, CREATE VIEW, CREATE SEQUENCE, UNLIMITED TABLESPACE"


class OracleSession:
    """One connection; autocommit."""

    def __init__(self, connection: Any, address: Address) -> None:
        connection.autocommit = True
        self._connection = connection
        self._address = address

    @property
    def connection_id(self) -> int:
        return int(self._connection.session_id)

    def query(self, sql: str, params: Sequence[object] = ()) -> tuple[Row, ...]:
        def ask(cursor: Any) -> tuple[Row, ...]:
            cursor.execute(_numbered(sql) if params else sql, list(params))
            return tuple(map(tuple, cursor.fetchall())) if cursor.description else ()

        return self._guarded(ask)

    def run(self, sql: str | bytes) -> Result:
        def send(cursor: Any) -> Result:
            cursor.execute(sql.decode() if isinstance(sql, bytes) else sql)
            columns = tuple(column[0] for column in cursor.description or ())
            rows = tuple(map(tuple, cursor.fetchall())) if columns else ()
            return Result(columns, rows, 0 if columns else max(cursor.rowcount, 0))

        return self._guarded(send)

    def load(self, sql: str, rows: Sequence[Sequence[object]]) -> int:
        def insert(cursor: Any) -> int:
            cursor.executemany(_numbered(sql), [list(row) for row in rows])
            return max(int(cursor.rowcount), 0)

        return self._guarded(insert) if rows else 0

    def close(self) -> None:
        with suppress(Exception):  # whatever the driver finds to say of a connection that is given up
            self._connection.close()

    def given_up(self) -> Any:
        """The driver's connection, for `dbapi`."""
        return self._connection

    def _guarded(self, action: Callable[[Any], T]) -> T:
        import oracledb  # noqa: PLC0415 - see the module's docstring

        try:
            with self._connection.cursor() as cursor:
                return action(cursor)
        except oracledb.Error as error:
            number, text = _told(error)
            text = messages.scrubbed(text, self._address.password)
            raise SqlError(number, "HY000", text, lost=number in _LOST) from None


def describe(session: Session) -> Greeting:
    """The banner names the product, whatever its marketing adds; the table of components has the version in full."""
    banner = str(session.query("SELECT banner FROM v$version")[0][0])
    if _BANNER.match(banner) is None:
        return Greeting(banner.partition(" ")[0], "")
    version = session.query("SELECT version FROM product_component_version WHERE product LIKE 'Oracle%Database%'")
    return Greeting(_PRODUCT, str(version[0][0]) if version else "")


def connect(facts: EngineFacts, address: Address, *, seconds: float | None = None) -> OracleSession:
    """Opens a session on a server of this engine.

    Raises EnvironmentProblem `engine.driver-missing`, `engine.unreachable`, `engine.access-denied`,
    `engine.no-database`, `engine.version-mismatch`.
    """
    oracledb = _driver(facts)
    oracledb.defaults.fetch_lobs = False  # long text comes as text
    try:
        connection = oracledb.connect(
            user=address.user,
            password=address.password.reveal(),
            host=address.host,
            port=address.port,
            service_name=address.database or facts.container_database,
            tcp_connect_timeout=limit(address, seconds),
            retry_count=0,
        )
    except (oracledb.Error, OSError, UnicodeError) as error:
        raise _refused(facts, address, error) from None
    connection.inputtypehandler = _with_fractions
    session = OracleSession(connection, address)
    found = describe(session)
    if not found.accepted_by(facts):
        session.close()
        raise messages.mismatch(facts, address, found.product, found.version)
    return session


def dbapi(facts: EngineFacts, address: Address) -> Any:
    """A connection of the driver itself, autocommit off. Raises what `connect` raises."""
    connection = connect(facts, address).given_up()
    connection.autocommit = False
    return connection


def scratch(address: Address, name: str, _defaults: str) -> Scratch:
    """A user with a password nobody knows, who owns what is made there."""
    password = secrets.token_hex(14)  # fits the 30 bytes that older password rules allow
    return Scratch(
        replace(address, user=name, password=Secret(f"P{password}")),
        (f'CREATE USER {name} IDENTIFIED BY "P{password}"', f"GRANT {_RIGHTS} TO {name}"),
        (f"DROP USER {name} CASCADE",),
    )


def _numbered(sql: str) -> str:
    """`%s` places as `:1`, `:2`: the driver's own."""
    numbers = count(1)
    return _PLACE.sub(lambda _: f":{next(numbers)}", sql)


def _with_fractions(cursor: Any, value: Any, arraysize: int) -> Any:
    """Left to itself the driver binds a datetime as DATE, which has no fraction of a second."""
    if isinstance(value, dt.datetime):
        import oracledb  # noqa: PLC0415 - see the module's docstring

        return cursor.var(oracledb.DB_TYPE_TIMESTAMP, arraysize=arraysize)
    return None


def _driver(facts: EngineFacts) -> Any:
    try:
        import oracledb  # noqa: PLC0415 - see the module's docstring
    except ImportError:
        raise EnvironmentProblem(
            "engine.driver-missing",
            f"The driver for {facts.product} is not installed.",
            cause="It is an extra of specproof.",
            next_step="pip install 'specproof[oracle]'",
        ) from None
    return oracledb


def _told(error: Exception) -> tuple[int, str]:
    """The number and the text of the driver's error object, which is the exception's only argument."""
    first: Any = error.args[0] if error.args else None
    full = str(getattr(first, "full_code", ""))
    number = getattr(first, "code", 0) or int(re.sub(r"\D", "", full) or 0)
    return number, str(getattr(first, "message", None) or error).strip()


def _refused(facts: EngineFacts, address: Address, error: Exception) -> EnvironmentProblem:
    number, text = _told(error)
    text = messages.scrubbed(" ".join(text.split()), address.password)
    if number in _DENIED:
        return messages.denied(facts, address, text)
    if number in _NO_SERVICE:
        return messages.no_database(facts, address.at(address.database or facts.container_database), text)
    return messages.unreachable(facts, address, text)
