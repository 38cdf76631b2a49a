"""The names of `ddl/facts/later.yaml` on a real MySQL 5.7: it knows none of them."""

from __future__ import annotations

import pytest

from specproof import engines
from specproof.ddl import words
from specproof.engines.base import Address, SqlError

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def errno(mysql57):
    """The error number of one statement, 0 when it is accepted."""
    session = engines.find("mysql-5.7").connect(mysql57.address)

    def ask(sql):
        try:
            session.run(sql)
        except SqlError as error:
            return error.errno
        return 0

    yield ask
    session.close()


def test_functions_do_not_exist(errno, mysql57_database: Address):
    names = words.table("later")["functions_added_later"]
    answered = {name: errno(f"SELECT `{mysql57_database.database}`.{name}(1)") for name in names}
    assert set(answered.values()) == {1305}


def test_called_plainly_they_do_not_exist_either(errno, mysql57_database: Address):
    errno(f"USE `{mysql57_database.database}`")
    answered = {name: errno(f"SELECT {name}(1)") for name in words.table("later")["functions_added_later"]}
    assert set(answered.values()) == {1305}, answered


def test_variables_do_not_exist(errno):
    names = words.table("later")["variables_added_later"]
    answered = {name: (errno(f"SET SESSION {name} = 1"), errno(f"SELECT @@{name}")) for name in names}
    assert set(answered.values()) == {(1193, 1193)}, answered
