"""Running mutants: killed by a case, alive, hanging, broken; and a reference that is wrong by itself."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

import pytest

from specproof.conformance import cases, kill, mutant
from specproof.errors import EnvironmentProblem, InternalProblem

CASES = {case.id: case.rules for case in cases.compile_suite(("flight-state",)).cases}
BY_SLUG = {one.slug: one for one in mutant.find("flight-state")}
CODE, DATA = BY_SLUG["ordinal-from-zero"], BY_SLUG["null-clears-collection"]


def run(*mutants, seconds=kill.SECONDS):
    return kill.run(mutants, no_engine, lambda _: None, seconds=seconds)


@contextmanager
def no_engine(name):
    raise EnvironmentProblem("engine.none", f"No {name} server can be had here.", cause="None.", next_step="Start one.")
    yield


def test_code_and_data_are_killed_by_a_case_of_their_rules():
    code, data = run(CODE, DATA)
    assert (code.mutant, code.survived, code.verdict) == (CODE, False, "fail")
    assert code.case in {case for case in CASES if f"{CODE.rules[0]}@1" in CASES[case]}
    assert (data.survived, data.case.startswith("fs.collection-is-array.")) == (False, True)


@pytest.fixture(autouse=True)
def sound(request, monkeypatch):
    """The reference was seen to pass its cases elsewhere; asked once more for each test it would take minutes."""
    if "red_by_itself" not in request.node.name:
        monkeypatch.setattr(kill, "_self_check", lambda *_: None)


def test_what_changes_nothing_that_anybody_sees_survives():
    (alive,) = run(replace(CODE, old=CODE.old, new=f"{CODE.old}  # the same"))
    assert alive.survived
    assert alive.asked > 400


def test_a_mutant_that_never_ends_is_ended():
    (hung,) = run(replace(CODE, new="__import__('time').sleep(600)"), seconds=8.0)
    assert (hung.hung, hung.survived, hung.case) == (True, False, None)


def test_a_mutant_that_cannot_be_loaded_is_no_kill():
    with pytest.raises(InternalProblem) as caught:
        run(replace(CODE, new="this is no Python"))
    assert caught.value.code == "mutants.broken"
    assert "The subject does not say who it is" in caught.value.cause


def test_a_reference_that_is_red_by_itself_ends_the_run(monkeypatch):
    monkeypatch.setattr(kill, "_asked", lambda *_: {"case": "fs.a.b"})
    with pytest.raises(InternalProblem) as caught:
        run(CODE)
    assert caught.value.code == "mutants.self-check"


def test_a_mutant_whose_engine_is_missing_is_not_run_and_the_others_are():
    far = replace(CODE, slug="far", engine="postgresql")
    near, other = run(CODE, far)
    assert (near.mutant, near.survived) == (CODE, False)
    assert (other.mutant, other.survived, other.not_run) == (far, False, "No postgresql server can be had here. None.")
