from __future__ import annotations

import copy
import json
import pickle
from dataclasses import asdict

import pytest

from specproof.engines.base import Address, Options, Secret, Server
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

HIDDEN = "hush, it's \\ 100%"
ADDRESS = Address("h", 3306, "u", Secret(HIDDEN), database="d")
SERVER = Server(EngineIdentity("mysql-5.7", "MySQL", "5.7.22", ProviderKind.URL, Evidence.ENGINE), ADDRESS)


@pytest.mark.parametrize("thing", [ADDRESS.password, ADDRESS, SERVER, [ADDRESS], {"a": SERVER}])
def test_a_password_never_shows(thing):
    assert "hush" not in repr(thing)
    assert "hush" not in str(thing)
    assert "hush" not in f"{thing}"


def test_a_password_does_not_leave_by_serialisation():
    assert "hush" not in repr(asdict(SERVER))
    with pytest.raises(TypeError):
        json.dumps(asdict(ADDRESS))
    with pytest.raises(TypeError):
        pickle.dumps(ADDRESS)
    assert "hush" not in repr(Options(environment={"SPECPROOF_MYSQL57_PASSWORD": HIDDEN}))


def test_a_password_stays_usable():
    assert ADDRESS.password.reveal() == HIDDEN
    assert copy.deepcopy(ADDRESS) == ADDRESS
    assert Secret("a") == Secret("a") != Secret("b")
    assert len({Secret("a"), Secret("a"), Secret("b")}) == 2
    assert not Secret("")


def test_an_address_shows_everything_else():
    assert ADDRESS.display() == "u@h:3306/d"
    assert ADDRESS.at(None).display() == "u@h:3306"
    assert ADDRESS.at("e").password == ADDRESS.password
