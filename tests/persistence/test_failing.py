"""Errors of the drivers as words: by number or state, whatever the driver's classes are."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from specproof.engines.base import Address, Secret
from specproof.persistence import failing

ADDRESS = Address("127.0.0.1", 3306, "u", Secret("pa55word"))


class DriverError(Exception):
    """As the drivers raise them: numbers first with MySQL, an attribute with PostgreSQL, an object with Oracle."""

    def __init__(self, *args, **attributes):
        super().__init__(*args)
        self.__dict__.update(attributes)


def error(original, kind=DBAPIError, *, lost=False):
    return kind("INSERT", {}, original, connection_invalidated=lost)


@pytest.mark.parametrize(
    ("original", "reason"),
    [
        (DriverError(1213, "Deadlock found", sqlstate="40001"), "deadlock"),
        (DriverError(1205, "Lock wait timeout", sqlstate="HY000"), "lock-timeout"),
        (DriverError(2013, "Lost connection"), "connection-lost"),
        (DriverError(1406, "Data too long"), "other"),
        (DriverError("deadlock detected", sqlstate="40P01"), "deadlock"),
        (DriverError("canceling statement due to lock timeout", sqlstate="55P03"), "lock-timeout"),
        (DriverError("could not serialize access", sqlstate="40001"), "serialization"),
        (DriverError("terminating connection", sqlstate="57P01"), "connection-lost"),
        (DriverError(SimpleNamespace(code=60)), "deadlock"),
        (DriverError(SimpleNamespace(code=3113)), "connection-lost"),
        (DriverError(), "other"),
    ],
)
def test_the_reason_is_a_word(original, reason):
    assert failing.failure(error(original), ADDRESS, committing=False).reason == reason


def test_a_broken_key_is_a_constraint():
    assert failing.failure(error(DriverError(1062, "Duplicate"), IntegrityError), ADDRESS, committing=True).reason == (
        "constraint"
    )


def test_whether_a_commit_took_place_is_open_when_the_connection_went():
    lost = error(DriverError("gone"), lost=True)
    assert failing.failure(lost, ADDRESS, committing=True).reason == "commit-in-doubt"
    assert failing.failure(lost, ADDRESS, committing=False).reason == "connection-lost"


def test_only_the_first_line_is_kept_and_no_password():
    found = failing.failure(error(DriverError("no pa55word here\nDETAIL: Key (flid)=(F1)")), ADDRESS, committing=False)
    assert found.detail == "no *** here"
    problem = failing.unreadable(error(DriverError("with pa55word")), ADDRESS)
    assert (problem.code, problem.where, problem.cause) == ("store.unreadable", "u@127.0.0.1:3306", "with ***")
