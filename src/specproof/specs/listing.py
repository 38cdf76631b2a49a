"""Rules, statements and questions that pass a set of filters: what `spec list` prints.

A filter that a kind of thing cannot have is an error instead of a list that is silently empty or complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from specproof.errors import UsageProblem
from specproof.specs.model import Question, Rule, Statement
from specproof.specs.register import Law
from specproof.text import Text

KINDS = ("rule", "statement", "question")
MARK_OF = {"postgresql": "PG", "mysql-5.7": "MY", "oracle": "OR"}

Thing: TypeAlias = Rule | Statement | Question


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list. `level` is that of a rule or the kind of a statement, `holds` profiles or marks."""

    id: str
    kind: str
    system: str
    file: str
    level: str
    holds: tuple[str, ...]
    status: str
    statements: tuple[str, ...]
    title: Text


def rows(law: Law, kind: str, filters: Mapping[str, str]) -> tuple[Row, ...]:
    """The things of a kind that pass all filters: `system`, `level`, `profile`, `status`, `engine`, `mark`.

    Raises UsageProblem `spec.unknown-system`, `spec.filter`.
    """
    system = filters.get("system")
    if system and system not in [one.id for one in law.systems]:
        raise UsageProblem(
            "spec.unknown-system",
            f"There is no system '{system}'.",
            next_step=f"Use one of: {', '.join(one.id for one in law.systems)}.",
        )
    wanted = {name: value for name, value in filters.items() if name != "system"}
    tests = _TESTS[kind]
    for name in wanted:
        if name not in tests:
            raise UsageProblem(
                "spec.filter",
                f"A {kind} has no {name} to filter by.",
                next_step=f"For a {kind} use: {', '.join(['system', *tests])}.",
            )
    return tuple(
        _row(thing)
        for name in ([system] if system else [one.id for one in law.systems])
        for thing in _things(law, kind, name)
        if all(value in tests[key](law, thing) for key, value in wanted.items())
    )


def _things(law: Law, kind: str, system: str) -> Iterable[Thing]:
    if kind == "statement":
        return law.statements(system).values()
    return law.rules(system) if kind == "rule" else law.questions(system)


def _row(thing: Thing) -> Row:
    match thing:
        case Rule():
            return Row(
                thing.id,
                "rule",
                thing.system,
                thing.file,
                thing.level,
                thing.profiles,
                thing.status,
                thing.statements,
                thing.title,
            )
        case Statement():
            return Row(
                thing.id, "statement", thing.system, thing.file, thing.kind, thing.checks, "", (thing.id,), thing.text
            )
        case Question():
            level = "contradiction" if thing.contradiction else "open"
            return Row(
                thing.id, "question", thing.system, thing.file, level, (), thing.status, thing.statements, thing.title
            )


def _marks(law: Law, thing: Thing) -> Iterator[str]:
    """The check marks of a statement, or of all that a rule or question gathers."""
    for name in (thing.id,) if isinstance(thing, Statement) else thing.statements:
        found = law.statement(name)
        yield from found.checks if found else ()


def _engines(law: Law, thing: Thing) -> set[str]:
    """The engines that a rule names for its proof or in a note; by their marks for a statement."""
    if isinstance(thing, Rule):
        return {*thing.proof.engines, *thing.engine_notes}
    marks = set(_marks(law, thing))
    return {engine for engine, mark in MARK_OF.items() if mark in marks}


def _level(_law: Law, thing: Thing) -> tuple[str, ...]:
    return (_row(thing).level,)


def _status(_law: Law, thing: Thing) -> tuple[str, ...]:
    return (_row(thing).status,)


def _profiles(_law: Law, thing: Thing) -> tuple[str, ...]:
    return _row(thing).holds


_Test: TypeAlias = Callable[[Law, Thing], Iterable[str]]
_EVERY: dict[str, _Test] = {"level": _level, "engine": _engines, "mark": _marks}
_TESTS: dict[str, dict[str, _Test]] = {
    "rule": {**_EVERY, "profile": _profiles, "status": _status},
    "statement": _EVERY,
    "question": {**_EVERY, "status": _status},
}
