"""The verdict on one case: a pure function of what the case allows, what was observed and what the subject claims.

Nothing else has a say, neither time nor earlier cases. It refuses to call an absent answer a good one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from specproof.conformance.cases import Alternative, Case, Reject
from specproof.conformance.compare import Difference, differences
from specproof.conformance.observation import Crashed, NotAsked, Observation, Rejected, Unsupported, Value
from specproof.text import Text


class Verdict(StrEnum):
    PASS = "pass"  # noqa: S105 - a verdict, no password
    FAIL = "fail"
    WRONG_CODE = "wrong_code"
    CRASH = "crash"
    UNSUPPORTED = "unsupported"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Judgement:
    """`red`: the run cannot be clean. `why` is for people, empty on a pass; `differences` tell the places."""

    verdict: Verdict
    red: bool
    why: Text | None = None
    differences: tuple[Difference, ...] = ()


_PROVISIONAL = "provisional"
_CORE = "core"


def judge(case: Case, observation: Observation, claimed: Collection[str]) -> Judgement:
    """`claimed` are the features that the subject claims for the system of the case."""
    match observation:
        case NotAsked(why):
            return Judgement(Verdict.NOT_RUN, red=True, why=why)
        case Crashed(what):
            return _told(case, Verdict.CRASH, Text(zh=f"被测实现出错：{what}", en=f"The subject failed: {what}"))
        case Unsupported(feature):
            return _unsupported(case, feature, claimed)
    found = [_against(one, observation, case) for one in case.expect]
    if any(not one for one in found):
        return Judgement(Verdict.PASS, red=False)
    rejected = isinstance(observation, Rejected)
    pairs = zip(case.expect, found, strict=True)
    # A reader compares with the alternative that is of the same kind as the observation, then with the nearest.
    nearest, places = min(pairs, key=lambda pair: (isinstance(pair[0], Reject) != rejected, len(pair[1])))
    wrong_code = rejected and isinstance(nearest, Reject)
    return _told(case, Verdict.WRONG_CODE if wrong_code else Verdict.FAIL, None, places)


def _unsupported(case: Case, feature: str, claimed: Collection[str]) -> Judgement:
    if feature in claimed:
        text = Text(zh=f"声称支持 {feature}，却答不支持", en=f"It claims {feature} and answers that it lacks it")
    elif case.level == _CORE:
        text = Text(zh=f"核心案例要用 {feature}，却答不支持", en=f"A core case needs {feature}, which it lacks")
    else:
        text = Text(zh=f"不支持 {feature}", en=f"It lacks {feature}")
        return Judgement(Verdict.UNSUPPORTED, red=False, why=text)
    return _told(case, Verdict.FAIL, text)


def _told(case: Case, verdict: Verdict, why: Text | None, found: tuple[Difference, ...] = ()) -> Judgement:
    return Judgement(verdict, red=case.level != _PROVISIONAL, why=why, differences=found)


def _against(expected: Alternative, seen: Value | Rejected, case: Case) -> tuple[Difference, ...]:
    """Where an observation is not what one alternative says."""
    if isinstance(expected, Reject):
        if isinstance(seen, Value):
            return (Difference("", _rejection(expected.code, expected.path), {"value": seen.observed}),)
        found = [Difference("/code", expected.code, seen.code)] if expected.code != seen.code else []
        if expected.path is not None and expected.path != seen.path:
            found.append(Difference("/path", expected.path, seen.path))
        return tuple(found)
    if isinstance(seen, Rejected):
        return (Difference("", {"value": expected.value}, _rejection(seen.code, seen.path)),)
    return differences(expected.value, seen.observed, case.compare)


def _rejection(code: str, path: str | None) -> dict[str, object]:
    return {"reject": {"code": code} if path is None else {"code": code, "path": path}}
