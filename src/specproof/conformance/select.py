"""Which cases run, where, in which order: filters over a suite, and the plan that they leave.

A filter that names nothing is an error with the nearest name, and so is a selection without a case. It refuses to run
something else than what was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from specproof.conformance.cases import Case, Suite
from specproof.errors import UsageProblem
from specproof.specs.sentences import nearest

NO_ENGINE = "none"


@dataclass(frozen=True, slots=True)
class Selection:
    """What a user asked for; empty means no limit. `engines` may hold `none`: cases that need no engine."""

    profile: str | None = None
    cases: tuple[str, ...] = ()  # ids or patterns with * ? []
    rules: tuple[str, ...] = ()  # ids, with or without @revision
    engines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """One case in one profile, on one engine or none."""

    case: Case
    profile: str
    engine: str | None


def plan(suite: Suite, selection: Selection) -> tuple[Planned, ...]:
    """What is to run, by system, case, profile and engine.

    Raises UsageProblem `conformance.unknown-case`, `conformance.unknown-rule`, `conformance.nothing-selected`.
    """
    _check(suite.cases, selection)
    planned = tuple(
        Planned(case, profile, engine)
        for case in suite.cases
        if _wanted(case, selection)
        for profile in case.profiles
        if selection.profile in (None, profile)
        for engine in case.engines or (None,)
        if not selection.engines or (engine or NO_ENGINE) in selection.engines
    )
    if not planned:
        raise UsageProblem(
            "conformance.nothing-selected",
            "Not one case is selected, so that nothing could be proven.",
            cause=_reason(suite, selection),
            next_step="Loosen a filter; `specproof conformance list` shows the cases with their profiles and engines.",
        )
    return planned


def _wanted(case: Case, selection: Selection) -> bool:
    named = not selection.cases or any(fnmatchcase(case.id, pattern) for pattern in selection.cases)
    return named and (not selection.rules or any(_cites(case, rule) for rule in selection.rules))


def _cites(case: Case, rule: str) -> bool:
    return any(rule in (cited, cited.partition("@")[0]) for cited in case.rules)


def _check(cases: Iterable[Case], selection: Selection) -> None:
    """Every name of a filter fits at least one case of the chosen systems."""
    ids = [case.id for case in cases]
    for pattern in selection.cases:
        if not any(fnmatchcase(name, pattern) for name in ids):
            raise _unknown("conformance.unknown-case", f"No case is called '{pattern}'.", pattern, ids)
    rules = sorted({rule for case in cases for rule in case.rules})
    known = [*rules, *(rule.partition("@")[0] for rule in rules)]
    for name in selection.rules:
        if name not in known:
            raise _unknown("conformance.unknown-rule", f"No case shows the rule '{name}'.", name, known)


def _unknown(code: str, what: str, name: str, known: list[str]) -> UsageProblem:
    return UsageProblem(
        code,
        what + nearest(name, known),
        next_step="Correct the name; `specproof conformance list` shows what there is.",
    )


def _reason(suite: Suite, selection: Selection) -> str:
    if not suite.cases:
        return "The chosen systems have no cases."
    said = {
        "--case": selection.cases,
        "--rule": selection.rules,
        "--profile": (selection.profile,) if selection.profile else (),
        "--engine": selection.engines,
    }
    given = [f"{option} {value}" for option, values in said.items() for value in values]
    return f"No case fits all of: {', '.join(given)}."
