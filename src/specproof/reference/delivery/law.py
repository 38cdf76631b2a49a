"""The law of outbox and submission contexts as the reference uses it: lifecycle, writers, and what columns may hold.

Reads lifecycle.yaml, writers.yaml and schema.yaml. It refuses to hold a state, an outcome or a figure of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specproof.reference.source import lawless, table

SYSTEM = "answer-delivery"
_LENGTH = re.compile(r"(?:var)?char\((\d+)\)")


@dataclass(frozen=True, slots=True)
class Event:
    """One event of the state table: who acts (nobody, where only time passes) and what is asked before."""

    name: str
    actor: str | None
    requires: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What an event leads to in a state; `next` is None where the state stays."""

    outcome: str
    next: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """`answer` is done, no-effect or refused; `writes` names a word for each column, `inserts` a table."""

    name: str
    answer: str
    writes: Mapping[str, str]
    inserts: str | None


class Law:
    """The three files, read once. Raises UsageProblem `spec.invalid`, `reference.unknown-word`."""

    def __init__(self, root: Path | None = None) -> None:
        self.lifecycle: Mapping[str, Any] = table(SYSTEM, "lifecycle", root)
        self._writers = table(SYSTEM, "writers", root)["tables"]
        self._tables = {one["name"]: one for one in table(SYSTEM, "schema", root)["tables"]}

    def event(self, machine: str, name: str) -> Event:
        said = self._named(self.lifecycle[machine]["events"], name, "event")
        return Event(name, said.get("actor"), tuple(said.get("requires", ())))

    def cell(self, machine: str, state: str, event: str) -> Cell:
        said = self._named(self._named(self.lifecycle[machine]["cells"], state, "state"), event, "event")
        return Cell(said["outcome"], said.get("next"))

    def outcome(self, name: str) -> Outcome:
        said = self._named(self.lifecycle["outcomes"], name, "outcome")
        return Outcome(name, said["answer"], said.get("writes", {}), said.get("inserts"))

    def condition(self, name: str) -> tuple[str, bool]:
        """The code of a condition that does not hold, and whether it needs a row."""
        said = self._named(self.lifecycle["conditions"], name, "condition")
        return said["refusal"], said["needs_row"]

    # --- columns ------------------------------------------------------------------------------------------------------

    def column(self, table_name: str, name: str) -> Mapping[str, Any]:
        """What schema.yaml says of a column."""
        for column in self._tables[table_name]["columns"]:
            if column["name"] == name:
                found: Mapping[str, Any] = column
                return found
        raise lawless(SYSTEM, f"The table {table_name} has no column {name}.")

    def length(self, table_name: str, name: str) -> int:
        """How many characters a text column holds."""
        found = _LENGTH.fullmatch(self.column(table_name, name)["type"])
        if found is None:
            raise lawless(SYSTEM, f"{table_name}.{name} is no text of a length.")
        return int(found[1])

    def immutable(self, table_name: str, name: str) -> bool:
        """Whether a column stays as it was inserted."""
        return bool(self._writers[table_name]["columns"].get(name, {}).get("immutable"))

    def may_write(self, table_name: str, name: str, actor: str | None) -> bool:
        """Whether the actor may write the column once the row is there."""
        later = self._writers[table_name]["columns"].get(name, {}).get("later", ())
        return any(one["by"] == actor for one in later)

    def _named(self, said: Mapping[str, Any], name: str, what: str) -> Any:
        if name not in said:
            raise lawless(SYSTEM, f"The lifecycle has no {what} '{name}'.")
        return said[name]
