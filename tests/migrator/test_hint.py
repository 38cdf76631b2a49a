"""The command lines of messages: a shell and the URL reader must take them for what they are."""

import shlex
from pathlib import Path

import pytest

from specproof.engines import facts
from specproof.engines.url import parse
from specproof.migrator import hint
from specproof.migrator.target import Target


def target(address, schema="shop"):
    return Target("uuid", schema, "5.7.44", address)


def test_plain_words_stay_as_they_are():
    said = hint.command("resume", "up.sql", target("dba@db1:3306/shop"), Path(".specproof"))
    assert said == "specproof migrate resume up.sql --server mysql://dba@db1:3306/shop"


def test_another_state_folder_and_blanks_are_kept():
    said = hint.command("verify", "my up.sql", target("dba@db1:3306/shop"), Path("/var/状态 1"))
    assert shlex.split(said)[3:] == ["my up.sql", "--server", "mysql://dba@db1:3306/shop", "--state-dir", "/var/状态 1"]


@pytest.mark.parametrize(
    ("address", "schema", "user", "socket"),
    [
        ("a@b@h:1/订单 库", "订单 库", "a@b", None),
        ("u:%@h:1/a/b?c#d", "a/b?c#d", "u:%", None),
        ("me@/run/my sql.sock/shop", "shop", "me", "/run/my sql.sock"),
    ],
)
def test_the_url_leads_back_to_the_address(address, schema, user, socket):
    found = parse(facts.load("mysql-5.7"), hint.url(target(address, schema)), {})
    assert (found.user, found.database, found.socket, found.display()) == (user, schema, socket, address)
