import pytest

from specproof.conformance.observation import Crashed, NotAsked, Value
from specproof.conformance.result import Report, Result
from specproof.conformance.verdict import judge
from specproof.errors import ExitCode
from specproof.text import Text

GOOD = Value({"commands": {}, "warnings": []})
MISSING = NotAsked(Text(zh="没有", en="none"))


def report(made, *seen, level="core"):
    cases = [made.case(str(number), level=level) for number in range(len(seen))]
    results = tuple(Result(case, "target", None, judge(case, one, ())) for case, one in zip(cases, seen, strict=True))
    return Report("x", "1", "0", "0" * 64, ("flight-state",), (), results, None)


@pytest.mark.parametrize(
    ("seen", "code"),
    [
        ((GOOD,), ExitCode.OK),
        ((GOOD, Crashed("boom")), ExitCode.FINDINGS),
        ((GOOD, MISSING), ExitCode.ENVIRONMENT),
        ((Crashed("boom"), MISSING), ExitCode.ENVIRONMENT),
    ],
)
def test_the_highest_exit_code_wins(made, seen, code):
    assert report(made, *seen).exit_code is code


def test_provisional_cases_leave_the_exit_code_alone(made):
    assert report(made, Crashed("boom"), level="provisional").exit_code is ExitCode.OK
