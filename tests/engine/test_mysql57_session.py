from __future__ import annotations

import pytest

from specproof import engines
from specproof.engines.base import Address, Server, SqlError
from specproof.evidence import Evidence

pytestmark = pytest.mark.engine


@pytest.fixture
def session(mysql57_database: Address):
    session = engines.find("mysql-5.7").connect(mysql57_database)
    yield session
    session.close()


def test_the_server_is_what_the_rule_names(mysql57: Server):
    assert mysql57.identity.name == "mysql-5.7"
    assert mysql57.identity.product == "MySQL"
    assert mysql57.identity.version.startswith("5.7.")
    assert mysql57.identity.evidence is Evidence.ENGINE


def test_each_test_gets_an_empty_database(session, mysql57_database: Address):
    assert session.query("SELECT DATABASE()") == ((mysql57_database.database,),)
    assert session.query("SHOW TABLES") == ()


def test_run_gives_rows_columns_affected_and_warnings(session):
    created = session.run("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(3))")
    assert (created.columns, created.rows, created.affected, created.warnings) == ((), (), 0, ())
    assert session.run("INSERT INTO t VALUES (1, 'a'), (2, 'b')").affected == 2
    read = session.run("SELECT id, v FROM t ORDER BY id")
    assert (read.columns, read.rows, read.affected) == (("id", "v"), ((1, "a"), (2, "b")), 0)
    (note,) = session.run("DROP TABLE IF EXISTS nothing").warnings
    assert (note.level, note.code) == ("Note", 1051)


def test_bytes_are_sent_as_they_are(session):
    assert session.run("SELECT '航班 😀 %s'".encode()).rows == (("航班 😀 %s",),)
    assert session.run(b"SELECT HEX('\xf0\x9f\x98\x80')").rows == (("F09F9880",),)


def test_parameters_are_bound_and_text_without_them_is_not_touched(session):
    assert session.query("SELECT %s, '%%'", ["it's \\ 100%"]) == (("it's \\ 100%", "%"),)
    assert session.query("SELECT '%s %%'") == (("%s %%",),)


def test_one_statement_only(session):
    with pytest.raises(SqlError) as caught:
        session.run("SELECT 1; SELECT 2")
    assert (caught.value.errno, caught.value.sqlstate, caught.value.lost) == (1064, "42000", False)


def test_load_is_one_transaction(session):
    session.run("CREATE TABLE t (id INT PRIMARY KEY)")
    assert session.load("INSERT INTO t VALUES (%s)", [(n,) for n in range(5000)]) == 5000
    with pytest.raises(SqlError) as caught:
        session.load("INSERT INTO t VALUES (%s)", [(9000,), (9001,), (1,)])
    assert caught.value.errno == 1062
    assert session.query("SELECT COUNT(*) FROM t") == ((5000,),)
    assert session.load("INSERT INTO t VALUES (%s)", []) == 0


def test_a_killed_connection_is_told_as_lost(session, mysql57_database: Address):
    other = engines.find("mysql-5.7").connect(mysql57_database)
    other.run(f"KILL {session.connection_id}")
    other.close()
    with pytest.raises(SqlError) as caught:
        session.query("SELECT 1")
    assert caught.value.lost
    with pytest.raises(SqlError) as again:
        session.query("SELECT 1")
    assert again.value.lost
