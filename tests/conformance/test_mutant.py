"""Mutants as data: found, complete, and refused when what they replace is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specproof.conformance import cases, mutant
from specproof.errors import UsageProblem
from specproof.specs.register import Law

FOUND = (*mutant.find("flight-state"), *mutant.find("qbd"))


def test_there_are_enough_of_them_and_every_rule_that_they_break_exists():
    known = {rule.id for rule in Law().rules()}
    assert min(len(mutant.find(system)) for system in ("flight-state", "qbd")) >= 40
    assert {rule for one in FOUND for rule in one.rules} <= known


@pytest.mark.parametrize("one", FOUND, ids=lambda one: one.slug)
def test_each_replaces_one_piece(one):
    text = one.text()
    assert one.new in text
    if one.module:
        compile(text, one.file, "exec")


def test_a_piece_that_is_gone_is_told():
    with pytest.raises(UsageProblem) as caught:
        replace(FOUND[0], old="no such text").text()
    assert caught.value.code == "mutants.vanished"
    assert f"conformance/mutants/flight-state/{FOUND[0].slug}.yaml" in caught.value.where


def test_a_system_without_mutants_has_none():
    assert mutant.find("no-system") == ()


def test_every_rule_that_a_case_can_turn_red_has_a_mutant():
    """The refusing side of a rule: an implementation that breaks it is told so."""
    red = {
        rule.partition("@")[0]
        for case in cases.compile_suite(("flight-state",)).cases
        for rule in case.rules
        if case.level != "provisional"
    }
    broken = {rule for one in mutant.find("flight-state") for rule in one.rules}
    assert red - broken == set()
