from __future__ import annotations

import pytest

from specproof import engines
from specproof.engines.base import Address, Server, SqlError
from specproof.evidence import Evidence

pytestmark = pytest.mark.engine


@pytest.fixture
def session(postgresql_database: Address):
    session = engines.find("postgresql").connect(postgresql_database)
    yield session
    session.close()


def test_the_server_says_product_and_version(postgresql: Server, session):
    assert postgresql.identity.product == "PostgreSQL"
    assert postgresql.identity.evidence is Evidence.ENGINE
    assert session.query("SHOW server_version")[0][0].startswith(postgresql.identity.version)


def test_run_gives_rows_columns_affected_and_notices(session):
    session.run("CREATE TABLE t (id INT PRIMARY KEY, v TEXT)")
    assert session.run("INSERT INTO t VALUES (1, 'a'), (2, '')").affected == 2
    read = session.run(b"SELECT id, v FROM t ORDER BY id")
    assert (read.columns, read.rows, read.affected) == (("id", "v"), ((1, "a"), (2, "")), 0)
    (note,) = session.run("DROP TABLE IF EXISTS nothing").warnings
    assert note.level == "NOTICE"
    assert "nothing" in note.message


def test_parameters_are_bound_and_text_without_them_is_not_touched(session):
    assert session.query("SELECT %s::text", ["it's 100%"]) == (("it's 100%",),)
    assert session.query("SELECT '%s 航班'") == (("%s 航班",),)


def test_load_is_one_transaction(session):
    session.run("CREATE TABLE t (id INT PRIMARY KEY)")
    assert session.load("INSERT INTO t VALUES (%s)", [(n,) for n in range(500)]) == 500
    with pytest.raises(SqlError) as caught:
        session.load("INSERT INTO t VALUES (%s)", [(9000,), (1,)])
    assert (caught.value.errno, caught.value.sqlstate, caught.value.lost) == (0, "23505", False)
    assert session.query("SELECT count(*) FROM t") == ((500,),)


def test_an_ended_connection_is_told_as_lost(session, postgresql_database: Address):
    other = engines.find("postgresql").connect(postgresql_database)
    other.query("SELECT pg_terminate_backend(%s)", [session.connection_id])
    other.close()
    with pytest.raises(SqlError) as caught:
        session.query("SELECT 1")
    assert caught.value.lost
