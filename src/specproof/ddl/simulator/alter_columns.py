"""The columns of a table after ALTER TABLE, in the server's order of work.

Part of the simulator. Existing columns come first, dropped ones left out and changed ones in place; then each new or
moved column is put where the statement says, by the names that columns have by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from specproof.ddl.simulator import columns, generated
from specproof.ddl.simulator.columns import Draft
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import AlterDefault, DropColumn, Name, Place, Position
from specproof.schema import Column, ForeignKey, Table

if TYPE_CHECKING:
    from specproof.ddl.simulator.alter import Changes


@dataclass
class Change:
    """ADD (old None), MODIFY or CHANGE of one column."""

    draft: Draft
    position: Position | None
    old: Name | None
    place: Place


def rebuild(trial: Trial, world: World, key: str, table: Table, changes: Changes, *, complete: bool) -> list[Draft]:
    """The columns of the new definition. Records 1054, 1091, 1090 and the like."""
    work = _Columns(trial, world, key, table, complete)
    result = work.existing(changes)
    work.leftover_changes(changes)
    for change in changes.columns:
        work.place(change, result)
    work.leftover_defaults()
    if complete and not result and table.columns and not trial.refused:
        trial.refuse("all-columns-dropped", changes.drop_columns[-1].place, 1090)
    work.leftover_drops()
    return result


class _Columns:
    def __init__(self, trial: Trial, world: World, key: str, table: Table, complete: bool) -> None:
        self.trial, self.world, self.key, self.table, self.complete = trial, world, key, table, complete
        self.drops: list[DropColumn] = []
        self.defaults: list[AlterDefault] = []
        self.matched: set[int] = set()

    def existing(self, changes: Changes) -> list[Draft]:
        """The columns that were there, without the dropped ones, changed ones in their new shape."""
        self.drops, self.defaults = list(changes.drop_columns), list(changes.defaults)
        result = list[Draft]()
        for column in self.table.columns:
            drop = next((d for d in self.drops if _same(d.name, column)), None)
            if drop is not None:
                self.drops.remove(drop)
                generated.check_drop(self.trial, self.table, column, drop.name.place)
                continue
            change = self._change(column, changes.columns)
            if change is not None:
                self.matched.add(id(change))
                generated.check_change(self.trial, self.table, column, change.draft)
                change.draft = replace(change.draft, old=column)
                result.append(change.draft)
                continue
            result.append(self._altered(column))
        return result

    def _change(self, column: Column, candidates: Sequence[Change]) -> Change | None:
        return next(
            (c for c in candidates if c.old is not None and id(c) not in self.matched and _same(c.old, column)), None
        )

    def _altered(self, column: Column) -> Draft:
        """A column as it is, or with what ALTER COLUMN does to its default."""
        one = columns.keep(column, (0, 0))
        clause = next((d for d in self.defaults if _same(d.name, column)), None)
        if clause is None:
            return one
        self.defaults.remove(clause)
        one = replace(one, place=clause.place)
        if one.type.blob:
            self.trial.refuse("blob-default", clause.place, 1101, column=column.name, type=column.type)
            return one
        if clause.default is None:
            bare = one.type.name == "timestamp"
            return replace(one, kept=None, fixed=None, no_default=True, bare_timestamp=bare)
        return replace(one, kept=None, fixed=None, default=clause.default)

    def leftover_changes(self, changes: Changes) -> None:
        """MODIFY and CHANGE of columns that are not there."""
        for change in changes.columns:
            if change.old is None or id(change) in self.matched:
                continue
            if self._may_exist(change.old.value):
                change.draft = replace(change.draft, old=None)
                self._mark(change.old.value, change.draft.name)
            else:
                self.trial.refuse("missing-column", change.old.place, 1054, column=change.old.value)

    def _may_exist(self, name: str) -> bool:
        """Whether a column that the table does not show may exist all the same."""
        if self.complete or (self.key, "column", name.lower()) in self.world.absent:
            return False
        return self.table.column(name) is None

    def _mark(self, gone: str, now: str) -> None:
        self.world.absent.discard((self.key, "column", now.lower()))
        if gone.lower() != now.lower():
            self.world.absent.add((self.key, "column", gone.lower()))

    def place(self, change: Change, result: list[Draft]) -> None:
        """One new or moved column at its position."""
        one = change.draft
        if change.old is None:
            self.world.absent.discard((self.key, "column", one.name.lower()))
        is_there = next((i for i, d in enumerate(result) if d is one), None)
        if change.position is None:
            if is_there is None:
                result.append(one)
            return
        if is_there is not None:
            del result[is_there]
        after = change.position.after
        if after is None:
            result.insert(0, one)
            return
        index = next((i for i, d in enumerate(result) if d.name.lower() == after.value.lower()), None)
        if index is None:
            if self.complete or (self.key, "column", after.value.lower()) in self.world.absent:
                self.trial.refuse("missing-column", after.place, 1054, column=after.value)
            result.append(one)
            return
        result.insert(index + 1, one)

    def leftover_defaults(self) -> None:
        for clause in self.defaults:
            if not self._may_exist(clause.name.value):
                self.trial.refuse("missing-column", clause.name.place, 1054, column=clause.name.value)

    def leftover_drops(self) -> None:
        for drop in self.drops:
            if self._may_exist(drop.name.value):
                self.world.absent.add((self.key, "column", drop.name.value.lower()))
            else:
                self.trial.refuse("cant-drop", drop.name.place, 1091, name=drop.name.value, what="column")


def _same(name: Name, column: Column) -> bool:
    return name.value.lower() == column.name.lower()


def renamed_in_foreign_keys(kept: Iterable[ForeignKey], changes: Changes) -> list[ForeignKey]:
    """Foreign keys of the table itself with the new names of its columns."""
    new = {c.old.value.lower(): c.draft.name for c in changes.columns if c.old is not None}
    return [replace(fk, columns=tuple(new.get(c.lower(), c) for c in fk.columns)) for fk in kept]
