"""A driver's connection as one transaction: what it gives, and how the exceptions of three drivers are told."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from specproof.engines.base import Address, Secret, SqlError
from specproof.engines.transaction import Transaction

ADDRESS = Address("127.0.0.1", 1, "app", Secret("hush"))


class Cursor:
    def __init__(self, connection) -> None:
        self._connection = connection
        self.description = None
        self.rowcount = -1

    def execute(self, sql):
        self._connection.sent.append(sql)
        said = self._connection.said
        if isinstance(said, Exception):
            raise said
        self.description, self._rows, self.rowcount = said

    def fetchall(self):
        return self._rows

    def close(self):
        self._connection.closed_cursors += 1


class Connection:
    def __init__(self, said) -> None:
        self.said, self.sent, self.closed_cursors, self.closed = said, [], 0, False

    def cursor(self):
        return Cursor(self)

    def close(self):
        self.closed = True
        raise OSError("gone")


def opened(said):
    connection = Connection(said)
    return connection, Transaction(SimpleNamespace(dbapi=lambda _address: connection), ADDRESS)


def test_rows_and_columns():
    connection, transaction = opened(([("id", None), ("v", None)], [[1, "a"]], 1))
    found = transaction.run("SELECT 100 % 3")
    assert (found.columns, found.rows, found.affected) == (("id", "v"), ((1, "a"),), 0)
    assert connection.sent == ["SELECT 100 % 3"]
    assert connection.closed_cursors == 1


def test_affected_rows():
    assert opened((None, [], 3))[1].run("UPDATE t SET v = 1").affected == 3
    assert opened((None, [], -1))[1].run("CREATE TABLE t (v INT)").affected == 0


class PsycopgError(Exception):
    sqlstate = "55P03"


@pytest.mark.parametrize(
    ("error", "errno", "sqlstate"),
    [
        (Exception(1205, "Lock wait timeout, hush"), 1205, "HY000"),
        (PsycopgError("canceling statement, hush"), 0, "55P03"),
        (Exception(SimpleNamespace(code=30006, message="busy hush")), 30006, "HY000"),
        (Exception(), 0, "HY000"),
        (OSError("broken pipe"), 0, "HY000"),
    ],
    ids=["PyMySQL", "psycopg", "python-oracledb", "nothing said", "no driver's"],
)
def test_the_exceptions_of_the_drivers(error, errno, sqlstate):
    connection, transaction = opened(error)
    with pytest.raises(SqlError) as caught:
        transaction.run("SELECT 1")
    assert (caught.value.errno, caught.value.sqlstate) == (errno, sqlstate)
    assert "hush" not in caught.value.what
    assert connection.closed_cursors == 1


def test_closing_what_is_gone_is_quiet():
    connection, transaction = opened((None, [], 0))
    transaction.close()
    assert connection.closed
