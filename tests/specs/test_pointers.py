"""Pointers into the structured law."""

from __future__ import annotations

import pytest

from specproof.specs.pointers import MISSING, at, covers, resolve
from specproof.specs.register import Law

VALUE = {"a": [{"b": 1}], "c/d": {"~": None}}


@pytest.mark.parametrize(
    ("path", "value"),
    [("", VALUE), ("/a/0/b", 1), ("/c~1d/~0", None), ("/a/1", MISSING), ("/a/x", MISSING), ("/a/0/b/c", MISSING)],
)
def test_values_at_a_pointer(path, value):
    assert at(VALUE, path) == value


def test_a_pointer_starts_at_the_folder_of_its_system(small_law):
    law = Law(small_law.root)
    assert resolve(law, "demo", "policy.yaml#/rules/foreign-key/severity") == "error"
    assert resolve(law, "demo", "policy.yaml#/rules/other") is MISSING
    assert resolve(law, "demo", "other.yaml#/rules") is MISSING


@pytest.mark.parametrize(
    ("pointer", "place", "covered"),
    [
        ("f.yaml#/a", "f.yaml#/a/b", True),
        ("f.yaml#/a/b", "f.yaml#/a", True),
        ("f.yaml#/a", "f.yaml#/ab", False),
        ("f.yaml", "f.yaml#/a", True),
        ("f.yaml", "g.yaml#/a", False),
    ],
)
def test_a_pointer_covers_what_it_names_and_what_is_around_or_inside(pointer, place, covered):
    assert covers(pointer, place) is covered
