"""Sessions on Oracle against a driver that answers on purpose: who is recognised, what is told, what is bound."""

from __future__ import annotations

import datetime as dt
import sys
from types import SimpleNamespace

import oracledb
import pytest

from specproof.engines import facts, oracle_session
from specproof.engines.base import Address, Secret, SqlError
from specproof.errors import EnvironmentProblem

FACTS = facts.load("oracle")
ADDRESS = Address("db.example", 1521, "app", Secret("hush/hush"), "SHOP")
BANNER = "Oracle Database 23ai Free Release 23.0.0.0.0 - Develop, Learn, and Run for Free"


def error(number, text, kind=oracledb.DatabaseError, code="ORA"):
    full = f"{code}-{number:05d}" if code == "ORA" else f"{code}-{number}"
    return kind(SimpleNamespace(code=number if code == "ORA" else 0, full_code=full, message=f"{full}: {text}"))


class Cursor:
    def __init__(self, driver) -> None:
        self._driver = driver
        self.description, self.rowcount = None, 0

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        pass

    def execute(self, sql, values=None):
        self._driver.sent.append((sql, values))
        said = self._driver.answers.get(sql, 1)
        if isinstance(said, Exception):
            raise said
        rows = said if isinstance(said, list) else None
        self._rows, self.rowcount = rows or [], said if rows is None else 0
        self.description = None if rows is None else [("A",), ("B",)][: len(rows[0]) if rows else 1]

    def executemany(self, sql, many):
        self._driver.sent.append((sql, many))
        self.rowcount = len(many)

    def fetchall(self):
        return self._rows

    def var(self, kind, arraysize):
        return kind, arraysize


class Driver:
    """Stands in for one connection and for `oracledb.connect`."""

    session_id = 77

    def __init__(self) -> None:
        self.sent, self.closed, self.asked = [], 0, {}
        self.refuses = None
        self.answers = {
            "SELECT banner FROM v$version": [(BANNER,)],
            "SELECT version FROM product_component_version WHERE product LIKE 'Oracle%Database%'": [("23.4.0.24.5",)],
        }

    def __call__(self, **asked):
        self.asked = asked
        if self.refuses:
            raise self.refuses
        return self

    def cursor(self):
        return Cursor(self)

    def close(self):
        self.closed += 1


@pytest.fixture
def driver(monkeypatch):
    made = Driver()
    monkeypatch.setattr(oracledb, "connect", made)
    return made


def test_who_is_reached_and_how(driver):
    session = oracle_session.connect(FACTS, ADDRESS)
    assert session.connection_id == 77
    assert driver.autocommit
    assert {name: driver.asked[name] for name in ("user", "password", "host", "port", "service_name")} == {
        "user": "app", "password": "hush/hush", "host": "db.example", "port": 1521, "service_name": "SHOP",
    }  # fmt: skip
    oracle_session.connect(FACTS, ADDRESS.at(None))
    assert driver.asked["service_name"] == "FREEPDB1"


@pytest.mark.parametrize(
    ("banner", "version", "accepted"),
    [
        (BANNER, "23.4.0.24.5", True),
        ("Oracle AI Database 26ai Free Release 26.0.0.0.0", "26.1.0.0.0", True),
        ("Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production", "19.0.0.0.0", True),
        ("Oracle Database 11g Express Edition Release 11.2.0.2.0", "11.2.0.2.0", False),
        ("Oracle Database 12c Release 12.1.0.2.0", "12.1.0.2.0", False),
        ("TimesTen Release 22.1", "22.1", False),
    ],
)
def test_only_a_database_of_an_accepted_version(driver, banner, version, accepted):
    rows = list(driver.answers)
    driver.answers[rows[0]], driver.answers[rows[1]] = [(banner,)], [(version,)]
    if accepted:
        assert oracle_session.describe(oracle_session.connect(FACTS, ADDRESS)).version == version
        return
    with pytest.raises(EnvironmentProblem) as caught:
        oracle_session.connect(FACTS, ADDRESS)
    assert caught.value.code == "engine.version-mismatch"
    assert driver.closed == 1


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (error(1017, "invalid credential hush/hush"), "engine.access-denied"),
        (error(28000, "the account is locked"), "engine.access-denied"),
        (error(6001, "service SHOP is not registered", code="DPY"), "engine.no-database"),
        (error(6005, "cannot connect", code="DPY"), "engine.unreachable"),
        (OSError("Name or service not known"), "engine.unreachable"),
    ],
)
def test_a_refusal_is_told_without_the_password(driver, refusal, code):
    driver.refuses = refusal
    with pytest.raises(EnvironmentProblem) as caught:
        oracle_session.connect(FACTS, ADDRESS)
    assert caught.value.code == code
    assert "hush" not in str(caught.value.cause)


def test_statements_and_values(driver):
    session = oracle_session.connect(FACTS, ADDRESS)
    driver.answers["SELECT a, b FROM t WHERE a = :1 AND b = :2"] = [(1, "x")]
    driver.answers["SELECT '%s' FROM dual"] = [("%s",)]
    assert session.query("SELECT a, b FROM t WHERE a = %s AND b = %s", (1, "x")) == ((1, "x"),)
    assert session.query("SELECT '%s' FROM dual") == (("%s",),)  # without values the text goes as it is
    assert driver.sent[-2][1] == [1, "x"]
    assert session.run(b"UPDATE t SET a = 1").affected == 1
    assert session.run("SELECT '%s' FROM dual").rows == (("%s",),)
    assert session.load("INSERT INTO t VALUES (%s, %s)", [(1, 2), (3, 4)]) == 2
    assert driver.sent[-1] == ("INSERT INTO t VALUES (:1, :2)", [[1, 2], [3, 4]])
    assert session.load("INSERT INTO t VALUES (%s)", []) == 0


@pytest.mark.parametrize(
    ("refusal", "errno", "lost"),
    [
        (error(1, "unique constraint hush/hush"), 1, False),
        (error(3113, "end-of-file on communication channel"), 3113, True),
        (error(4011, "the database closed the connection", code="DPY"), 4011, True),
    ],
)
def test_an_error_has_its_number(driver, refusal, errno, lost):
    session = oracle_session.connect(FACTS, ADDRESS)
    driver.answers["BANG"] = refusal
    with pytest.raises(SqlError) as caught:
        session.run("BANG")
    assert (caught.value.errno, caught.value.lost) == (errno, lost)
    assert "hush" not in caught.value.what


def test_a_moment_keeps_its_fraction(driver):
    connection = oracle_session.dbapi(FACTS, ADDRESS)
    assert not connection.autocommit
    bind = connection.inputtypehandler
    moment = dt.datetime.fromisoformat("2026-01-02T03:04:05.678")
    assert bind(Cursor(driver), moment, 7) == (oracledb.DB_TYPE_TIMESTAMP, 7)
    assert bind(Cursor(driver), "text", 1) is None


def test_a_scratch_database_is_a_user_of_its_own():
    made = oracle_session.scratch(ADDRESS, "specproof_ab", "CHARACTER SET utf8mb4")
    password = made.address.password.reveal()
    assert (made.address.user, made.address.database, made.address.host) == ("specproof_ab", "SHOP", "db.example")
    assert made.create[0] == f'CREATE USER specproof_ab IDENTIFIED BY "{password}"'
    assert made.create[1].startswith("GRANT CREATE SESSION, CREATE TABLE")
    assert made.drop == ("DROP USER specproof_ab CASCADE",)
    assert 8 <= len(password) <= 30
    assert password != oracle_session.scratch(ADDRESS, "specproof_ab", "").address.password.reveal()


def test_without_the_driver_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "oracledb", None)
    with pytest.raises(EnvironmentProblem) as caught:
        oracle_session.connect(FACTS, ADDRESS)
    assert (caught.value.code, caught.value.next_step) == ("engine.driver-missing", "pip install 'specproof[oracle]'")
