"""Where today's code deviates from what is to be accepted: pairs of rules, and the values that differ between the two.

A deviation is a pair of rules that name each other, a datum written `{current: …, target: …}`, or a part of a table
that only one profile has. Data join the pair of rules that points to them; nothing is left out for want of a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from specproof.errors import UsageProblem
from specproof.specs.model import PROFILES, Rule
from specproof.specs.pointers import covers
from specproof.specs.problem import pointer_text
from specproof.specs.register import Law

ABSENT = "—"


@dataclass(frozen=True, slots=True)
class Datum:
    """One value that differs: `pointer` is `file#/path` below the system; a side that lacks it is ABSENT."""

    pointer: str
    current: Any
    target: Any
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deviation:
    """One way in which the profiles differ; a rule that has no other half stands alone.

    Where both halves are the same rule, the source tells of today's code what the target keeps.
    """

    system: str
    current: Rule | None
    target: Rule | None
    data: tuple[Datum, ...]

    @property
    def statements(self) -> tuple[str, ...]:
        named = [*(self.current.statements if self.current else ()), *(self.target.statements if self.target else ())]
        return tuple(dict.fromkeys(named or [name for one in self.data for name in one.statements]))


def deviations(law: Law, system: str | None = None) -> tuple[Deviation, ...]:
    """All deviations, by system. Raises UsageProblem `spec.unknown-system`, `spec.invalid`."""
    names = [one.id for one in law.systems]
    if system and system not in names:
        raise UsageProblem(
            "spec.unknown-system",
            f"There is no system '{system}'.",
            next_step=f"Use one of: {', '.join(names)}.",
        )
    return tuple(one for name in ([system] if system else names) for one in _of_system(law, name))


def _of_system(law: Law, system: str) -> Iterator[Deviation]:
    data = [one for path in law.structured(system) for one in _data(path.split("/")[2], law.value(path))]
    rules = {rule.id: rule for rule in law.rules(system)}
    left = {one.pointer: one for one in data}
    halves = [_halves(rule, rules) for rule in rules.values() if rule.profiles != PROFILES]
    # A pair takes what it points to, even where another pair points there too; a rule alone only what is left over.
    for current, target in sorted(dict.fromkeys(halves), key=lambda pair: None in pair):
        pointers = [pointer for half in (current, target) if half for pointer in rules[half].data]
        among = data if current and target else list(left.values())
        own = tuple(one for one in among if any(covers(pointer, one.pointer) for pointer in pointers))
        for one in own:
            left.pop(one.pointer, None)
        yield Deviation(system, rules[current] if current else None, rules[target] if target else None, own)
    for one in left.values():
        yield Deviation(system, None, None, (one,))
    yield from _kept(law, system, {name for half in halves for one in half if one for name in rules[one].statements})


def _kept(law: Law, system: str, told: set[str]) -> Iterator[Deviation]:
    """What the source says of today's code and the target keeps: one rule for both profiles."""
    for statement in law.statements(system).values():
        if statement.kind == "current-deviation" and statement.id not in told:
            for rule in law.rules_on(statement.id):
                told |= set(rule.statements)
                yield Deviation(system, rule, rule, ())


def _halves(rule: Rule, rules: Mapping[str, Rule]) -> tuple[str | None, str | None]:
    """The ids of the pair that a rule of one profile belongs to, today's first."""
    other = rule.differs if rule.differs in rules else None
    return (rule.id, other) if rule.profiles == (PROFILES[0],) else (other, rule.id)


def _data(file: str, value: Any) -> Iterator[Datum]:
    yield from _walk(file, value, (), ())


def _walk(file: str, value: Any, at: tuple[str | int, ...], near: tuple[str, ...]) -> Iterator[Datum]:
    pointer = f"{file}#{pointer_text(at)}"
    if isinstance(value, dict):
        near = tuple(value["statements"]) if isinstance(value.get("statements"), list) else near
        if set(value) == set(PROFILES):
            yield Datum(pointer, value["current"], value["target"], near)
            return
        if value.get("profiles") in (["current"], ["target"]):
            there = {key: item for key, item in value.items() if key not in ("profiles", "statements")}
            today = value["profiles"] == ["current"]
            yield Datum(pointer, there if today else ABSENT, ABSENT if today else there, near)
            return
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _walk(file, item, (*at, key), near)
