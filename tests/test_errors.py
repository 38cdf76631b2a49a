from specproof.errors import (
    EnvironmentProblem,
    ExitCode,
    InternalProblem,
    PartialStop,
    Refusal,
    SpecproofError,
    UsageProblem,
)


def test_each_branch_has_its_exit_code():
    branches = {UsageProblem: 2, EnvironmentProblem: 3, Refusal: 4, PartialStop: 5, InternalProblem: 70}
    assert {b: int(b.exit_code) for b in branches} == branches


def test_an_error_keeps_its_parts_and_shows_its_code():
    error = Refusal("plan.edited", "The script changed.", where="up.sql", cause="an edit", next_step="Rehearse again.")
    assert isinstance(error, SpecproofError)
    assert str(error) == "The script changed. [plan.edited]"
    assert (error.where, error.cause, error.next_step) == ("up.sql", "an edit", "Rehearse again.")


def test_exit_codes_are_those_of_the_design():
    assert {c.name: int(c) for c in ExitCode} == {
        "OK": 0,
        "FINDINGS": 1,
        "USAGE": 2,
        "ENVIRONMENT": 3,
        "REFUSED": 4,
        "PARTIAL": 5,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
    }
