"""What foreign keys forbid to ALTER TABLE: their index, columns, types and engine must stay.

Part of the simulator. In place, InnoDB misses the index (1553); while copying, the server misses the column (1828 and
1829).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from specproof.ddl.simulator import foreign
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import Place
from specproof.schema import ForeignKey, Table

if TYPE_CHECKING:
    from specproof.ddl.simulator.alter import Changes


def check(
    trial: Trial, world: World, before: Table, after: Table, changes: Changes, *, place: Place, copied: bool
) -> None:
    """One statement that makes `after` out of `before`; `copied` tells how.

    Records 1022, 1217, 1506, 1553, 1826, 1828 to 1833 and 1846.
    """
    pointing = tuple((name, fk) for name, fks in foreign.referring(world, before.name).items() for fk in fks)
    # Of a table that nobody defined neither the columns nor all the indexes are known.
    if not world.known(before.name) or not (pointing or before.foreign_keys):
        return
    if before.engine != after.engine:
        trial.refuse("foreign-key-parent", place, 1217, table=before.name)
        return
    if after.partitions and not before.partitions:
        trial.refuse("foreign-key-partitioned", place, 1506)
        return
    work = _Guard(trial, before, after, changes, place, pointing)
    work.names(copied=copied)
    if copied:
        work.renamed_while_copying()
    work.own(copied=copied)
    work.pointing_here(copied=copied)
    if trial.session.on("foreign_key_checks"):
        work.types([c for _, fk in pointing for c in fk.ref_columns], parent=True)
        work.types([c for fk in before.foreign_keys for c in fk.columns], parent=False)
        work.nulls()


@dataclass(frozen=True, slots=True)
class _Guard:
    trial: Trial
    before: Table
    after: Table
    changes: Changes
    place: Place
    pointing: Sequence[tuple[str, ForeignKey]]

    @property
    def new_names(self) -> Mapping[str, str]:
        return {c.old.value.lower(): c.draft.name for c in self.changes.columns if c.old is not None}

    def names(self, *, copied: bool) -> None:
        """A foreign key that the same statement drops still holds its name when the new one comes."""
        dropped = {drop.name.value.lower() for drop in self.changes.drop_foreign_keys}
        for new in self.changes.elements.foreign_keys:
            if new.constraint and new.constraint.value.lower() in dropped:
                errno = 1022 if copied else 1826
                name = new.constraint
                self.trial.refuse("foreign-key-name-dropped", name.place, errno, name=name.value)

    def renamed_while_copying(self) -> None:
        """Only in place do foreign keys follow a column to its new name."""
        used = {c.lower() for fk in self.before.foreign_keys for c in fk.columns}
        used |= {c.lower() for _, fk in self.pointing for c in fk.ref_columns}
        for change in self.changes.columns:
            old = change.old.value if change.old else ""
            if old.lower() in used and change.draft.name.lower() != old.lower():
                self.trial.refuse("foreign-key-rename-copy", change.place, 1846, column=old)

    def own(self, *, copied: bool) -> None:
        """The table's own foreign keys keep their columns and an index."""
        for fk in self.after.foreign_keys:
            if fk.name not in {old.name for old in self.before.foreign_keys}:
                continue
            gone = [c for c in fk.columns if self.after.column(c) is None]
            if gone and copied:
                self.trial.refuse("foreign-key-column", self.place, 1828, column=gone[0], name=fk.name)
            elif not foreign.serves(self.after, fk.columns):
                self.trial.refuse("foreign-key-index", self.place, 1553, name=fk.name, table=self.before.name)

    def pointing_here(self, *, copied: bool) -> None:
        """So do the columns to which others refer."""
        for name, fk in self.pointing:
            columns = [self.new_names.get(c.lower(), c) for c in fk.ref_columns]
            gone = [c for c in columns if self.after.column(c) is None]
            if gone and copied:
                self.trial.refuse(
                    "foreign-key-parent-column", self.place, 1829, column=gone[0], name=fk.name, table=name
                )
            elif not foreign.serves(self.after, columns, parent_side=True):
                self.trial.refuse("foreign-key-index", self.place, 1553, name=fk.name, table=name)

    def types(self, used: Sequence[str], *, parent: bool) -> None:
        """A column in use by a foreign key keeps its type."""
        wanted = {c.lower() for c in used}
        for old in self.before.columns:
            if old.name.lower() not in wanted:
                continue
            new = self.after.column(self.new_names.get(old.name.lower(), old.name))
            if new is None or (new.type, new.collation) == (old.type, old.collation):
                continue
            change = next((c for c in self.changes.columns if c.old and c.old.value.lower() == old.name.lower()), None)
            place = change.place if change else self.place
            self.trial.refuse("foreign-key-type", place, 1833 if parent else 1832, column=old.name, type=new.type)

    def nulls(self) -> None:
        """A column that a foreign key sets to NULL may be NULL."""
        for fk in self.after.foreign_keys:
            if "SET NULL" not in {fk.on_delete, fk.on_update}:
                continue
            for change in self.changes.columns:
                column = self.after.column(change.draft.name)
                if change.old is None or change.draft.name not in fk.columns or column is None or column.nullable:
                    continue
                self.trial.refuse("foreign-key-not-null", change.place, 1830, column=column.name, name=fk.name)
