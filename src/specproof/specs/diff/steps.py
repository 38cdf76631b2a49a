"""Revision steps: which breaking changes were announced, by a rule's revision or by the edition of the law.

A rule answers for its norm and for the data that it points to or shares statements with: then its own revision has to
rise. What no rule answers for (a removed id, an error code, a schema) is announced by the edition of the manifest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from specproof.specs.pointers import covers
from specproof.specs.states import State

Values = dict[str, Any]


class Steps:
    """What was announced between two states."""

    def __init__(self, old: State, new: State) -> None:
        before, self._rules = rules(old), rules(new)
        named = {alias: one for one in self._rules.values() for alias in one.get("aliases", ())}
        self.edition = _number(new.edition) > _number(old.edition)
        self.raised = {
            name for name, one in self._rules.items() if _revision(one) > _revision(_before(name, one, before))
        }
        self.renamed = {alias: one["id"] for alias, one in named.items() if alias in before}

    def by_edition(self, _name: str) -> bool:
        """What no rule answers for."""
        return self.edition

    def by_rule(self, rule: str) -> bool:
        return self.renamed.get(rule, rule) in self.raised

    def by_statement(self, statement: str) -> bool:
        """Whether a rule that gathers the statement was raised; where none gathers it, the edition."""
        owners = [name for name, one in self._rules.items() if statement in one.get("statements", ())]
        return any(name in self.raised for name in owners) if owners else self.edition

    def by_question(self, question: str) -> bool:
        owners = [name for name, one in self._rules.items() if question in one.get("questions", ())]
        return any(name in self.raised for name in owners) if owners else self.edition

    def by_datum(self, path: str, pointer: str, statements: Iterable[str]) -> bool:
        """Whether a rule that answers for a datum of a file was raised; where none does, the edition."""
        parts = path.split("/")
        if len(parts) != 3:  # noqa: PLR2004 - specs/<system>/<file>: elsewhere no rule points to
            return self.edition
        place, near = f"{parts[2]}#{pointer}", set(statements)
        own = [one for name, one in self._rules.items() if one["system"] == parts[1]]
        owners = [one for one in own if any(covers(named, place) for named in one.get("data", ()))]
        owners = owners or [one for one in own if near & set(one.get("statements", ()))]
        return any(one["id"] in self.raised for one in owners) if owners else self.edition


def rules(state: State) -> dict[str, Values]:
    """The rules of a state by id, each with its system."""
    found = {}
    for path, value in state.values.items():
        parts = path.split("/")
        if parts[0] == "specs" and parts[2:3] == ["rules"] and isinstance(value, dict) and "id" in value:
            found[str(value["id"])] = {**value, "system": parts[1]}
    return found


def _before(name: str, rule: Values, before: dict[str, Values]) -> Values:
    for one in (name, *rule.get("aliases", ())):
        if one in before:
            return before[one]
    return {"revision": 0}


def _revision(rule: Values) -> int:
    revision = rule.get("revision", 0)
    return revision if isinstance(revision, int) else 0


def _number(edition: str) -> tuple[int, ...]:
    return tuple(int(part) for part in edition.split(".") if part.isdecimal())
