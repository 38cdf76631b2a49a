"""Engines of SQLAlchemy: made without a connection, and without a password in anything that shows."""

from __future__ import annotations

import pytest

from specproof.engines.base import Address, Secret
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.persistence import connecting

NOBODY = Address("127.0.0.1", 1, "u", Secret("pa55word"))


@pytest.mark.parametrize("name", ["mysql-5.7", "postgresql"])
def test_the_address_is_looked_at_when_a_connection_is_needed(name):
    engine = connecting.engine(name, NOBODY, isolation="READ COMMITTED")
    assert "pa55word" not in f"{engine!r} {engine.url}"
    with pytest.raises(EnvironmentProblem) as caught:
        engine.connect()
    assert caught.value.code == "engine.unreachable"


def test_an_engine_that_there_is_not():
    with pytest.raises(UsageProblem) as caught:
        connecting.engine("mariadb", NOBODY, isolation="READ COMMITTED")
    assert caught.value.code == "engine.unknown"
