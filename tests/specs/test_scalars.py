"""What an unquoted scalar means."""

from __future__ import annotations

import pytest

from specproof.specs import scalars


@pytest.mark.parametrize(
    "spelling",
    [
        "yes",
        "No",
        "on",
        "OFF",
        "y",
        "12:30:45",
        "190:20",
        "2027-03-01",
        "2027-03-01T10:00:00Z",
        "1_000",
        "0b101",
        "0o8",
        "0xg",
        "5.7.22",
        "=",
        "nullable",
        "tRUE",
        "nULL",
        "1e",
        "+",
        "-",
        ".",
        "--1",
        "１２",
        "1 2",
    ],
)
def test_text(spelling):
    assert scalars.resolve(spelling) == spelling


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("false", False),
        ("False", False),
        ("null", None),
        ("Null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-0", 0),
        ("-12", -12),
        ("+3", 3),
        ("0o17", 15),
        ("0xfF", 255),
        ("1.50", 1.5),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-2.5E-1", -0.25),
        ("0.0", 0.0),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_values(spelling, value):
    resolved = scalars.resolve(spelling)
    assert resolved == value
    assert type(resolved) is type(value)


@pytest.mark.parametrize(
    ("spelling", "what"),
    [
        ("010", "octal"),
        ("-007", "octal"),
        ("00", "octal"),
        (".inf", "JSON"),
        ("-.INF", "JSON"),
        (".nan", "JSON"),
        ("1e999", "too large"),
        ("9" * 1001, "1001 characters"),
        ("1." + "0" * 1001, "1003 characters"),
    ],
)
def test_refused(spelling, what):
    refused = scalars.resolve(spelling)
    assert isinstance(refused, scalars.Ambiguous)
    assert what in refused.what
    assert refused.next_step.endswith(".")


@pytest.mark.parametrize("spelling", ["true", "~", "null", "False", "NULL", "+1", "-1", ".5", "0", "9", ".nan", "Null"])
def test_the_quick_look_at_the_first_character_misses_nothing(spelling):
    assert spelling[0] in scalars.SUSPECT
