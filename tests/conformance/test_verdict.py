import pytest

from specproof.conformance.cases import Expected, Reject
from specproof.conformance.compare import Difference
from specproof.conformance.observation import Crashed, NotAsked, Rejected, Unsupported, Value
from specproof.conformance.verdict import Verdict, judge
from specproof.text import Text

EMPTY = {"commands": {}, "warnings": []}
OTHER = {"commands": {"FLNO": {"command": "clear"}}, "warnings": []}


def verdict(case, observation, claimed=("translate",)):
    judgement = judge(case, observation, claimed)
    return judgement.verdict, judgement.red


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        (Value(EMPTY), (Verdict.PASS, False)),
        (Value(OTHER), (Verdict.FAIL, True)),
        (Rejected("json-invalid"), (Verdict.FAIL, True)),
        (Crashed("boom"), (Verdict.CRASH, True)),
        (NotAsked(Text(zh="没有", en="none")), (Verdict.NOT_RUN, True)),
    ],
)
def test_where_a_value_is_expected(made, observation, expected):
    assert verdict(made.case(), observation) == expected


@pytest.mark.parametrize(
    ("observation", "expected"),
    [
        (Rejected("zero-entry-mixed", "/GTDT"), (Verdict.PASS, False)),
        (Rejected("zero-entry-mixed", "/CKDT"), (Verdict.WRONG_CODE, True)),
        (Rejected("json-invalid", "/GTDT"), (Verdict.WRONG_CODE, True)),
        (Value(EMPTY), (Verdict.FAIL, True)),
        (Crashed("boom"), (Verdict.CRASH, True)),
    ],
)
def test_where_a_refusal_is_expected(made, observation, expected):
    assert verdict(made.rejecting(), observation) == expected


def test_a_path_counts_only_where_the_case_names_one(made):
    case = made.rejecting(path=None)
    assert verdict(case, Rejected("zero-entry-mixed", "/anywhere")) == (Verdict.PASS, False)


@pytest.mark.parametrize(
    ("level", "claimed", "expected"),
    [
        ("core", (), (Verdict.FAIL, True)),
        ("core", ("translate",), (Verdict.FAIL, True)),
        ("extended", ("translate",), (Verdict.FAIL, True)),
        ("extended", (), (Verdict.UNSUPPORTED, False)),
        ("provisional", ("translate",), (Verdict.FAIL, False)),
        ("provisional", (), (Verdict.UNSUPPORTED, False)),
    ],
)
def test_unsupported_is_a_failure_of_what_is_core_or_claimed(made, level, claimed, expected):
    assert verdict(made.case(level=level), Unsupported("translate"), claimed) == expected


def test_a_provisional_case_is_never_red_except_that_it_was_not_run(made):
    case = made.case(level="provisional")
    assert verdict(case, Value(OTHER)) == (Verdict.FAIL, False)
    assert verdict(case, Crashed("boom")) == (Verdict.CRASH, False)
    assert verdict(case, NotAsked(Text(zh="没有", en="none"))) == (Verdict.NOT_RUN, True)


def test_any_of_several_results_will_do_and_the_nearest_is_told(made):
    case = made.case(expect=(Reject("value-empty", "/FLNO"), Reject("value-not-text", "/SRVT"), Expected(EMPTY)))
    assert verdict(case, Rejected("value-not-text", "/SRVT")) == (Verdict.PASS, False)
    assert verdict(case, Value(EMPTY)) == (Verdict.PASS, False)
    wrong = judge(case, Rejected("value-not-text", "/FLNO"), ())
    assert wrong.verdict is Verdict.WRONG_CODE
    assert wrong.differences == (Difference("/code", "value-empty", "value-not-text"),)
    value = judge(case, Value(OTHER), ())
    assert value.verdict is Verdict.FAIL
    assert value.differences[0].path == "/commands/FLNO"


def test_differences_between_a_value_and_a_refusal_show_both(made):
    (found,) = judge(made.case(), Rejected("json-invalid"), ()).differences
    assert found == Difference("", {"value": EMPTY}, {"reject": {"code": "json-invalid", "path": ""}})
    (found,) = judge(made.rejecting(path=None), Value(EMPTY), ()).differences
    assert found == Difference("", {"reject": {"code": "zero-entry-mixed"}}, {"value": EMPTY})
