from __future__ import annotations

import re

import pytest

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Server, SqlError

pytestmark = pytest.mark.engine


@pytest.fixture(params=["mysql-5.7", "postgresql"])
def server(request) -> Server:
    return request.getfixturevalue({"mysql-5.7": "mysql57", "postgresql": "postgresql"}[request.param])


def databases(server: Server) -> set[str]:
    engine = engines.find(server.identity.name)
    session = engine.connect(server.address)
    asked = {"mysql-5.7": "SHOW DATABASES", "postgresql": "SELECT datname FROM pg_database"}[server.identity.name]
    found = {row[0] for row in session.query(asked)}
    session.close()
    return found


def test_a_scratch_database_is_new_empty_and_dropped(server: Server):
    engine = engines.find(server.identity.name)
    before = databases(server)
    with scratch.database(engine, server) as one, scratch.database(engine, server) as other:
        assert {one.database, other.database} == databases(server) - before
        assert re.fullmatch("specproof_[0-9a-f]{12}", one.database)
        session = engine.connect(one)
        session.run("CREATE TABLE t (id INT)")
        session.close()
    assert databases(server) == before


def test_it_is_dropped_after_an_error_too(server: Server):
    before = databases(server)
    with pytest.raises(ZeroDivisionError), scratch.database(engines.find(server.identity.name), server):
        raise ZeroDivisionError
    assert databases(server) == before


def test_defaults_are_taken_and_a_wrong_one_leaves_nothing(mysql57: Server):
    engine = engines.find("mysql-5.7")
    with scratch.database(engine, mysql57, defaults="CHARACTER SET utf8 COLLATE utf8_bin") as address:
        session = engine.connect(address)
        assert session.query("SELECT @@collation_database") == (("utf8_bin",),)
        session.close()
    before = databases(mysql57)
    with pytest.raises(SqlError), scratch.database(engine, mysql57, defaults="CHARACTER SET nonsense"):
        raise AssertionError("no database may be given")
    assert databases(mysql57) == before
