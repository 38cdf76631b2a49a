"""The elements of a table as drafts: columns with their inline keys, indexes, foreign keys, CHECK.

Part of the simulator, shared by CREATE TABLE and ALTER TABLE. Does what the server's parser does before it opens any
table, in the order of the text; what 5.7 reads and drops becomes a note.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from specproof.ddl.simulator import columns, foreign, key_drafts
from specproof.ddl.simulator.columns import Draft
from specproof.ddl.simulator.key_drafts import KeyDraft, KeyPartDraft
from specproof.ddl.simulator.names import check_identifier
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import (
    CheckDefinition,
    ColumnDefinition,
    ForeignKeyDefinition,
    KeyDefinition,
    TableElement,
)


@dataclass
class Elements:
    """What a statement adds: columns in order, keys in the order of naming, foreign keys."""

    columns: list[Draft] = field(default_factory=list)
    keys: list[KeyDraft] = field(default_factory=list)
    foreign_keys: list[ForeignKeyDefinition] = field(default_factory=list)

    def add(self, trial: Trial, element: TableElement) -> None:
        match element:
            case ColumnDefinition():
                self.column(trial, element)
            case KeyDefinition():
                key_drafts.check_definition(trial, element)
                self.keys.append(key_drafts.draft(element))
            case ForeignKeyDefinition():
                foreign.check_definition(trial, element)
                self.foreign_keys.append(element)
                self.keys.append(foreign.supporting_key(element))
            case CheckDefinition():
                if element.name:
                    check_identifier(trial, element.name, "constraint")
                trial.note("check-ignored", element.place)

    def column(self, trial: Trial, written: ColumnDefinition) -> Draft | None:
        """One column and the keys that it says of itself. None when its type is refused."""
        draft = columns.draft(trial, written)
        if draft is None:
            return None
        self.columns.append(draft)
        part = (KeyPartDraft(draft.name, None, written.key_place or written.name.place),)
        place = written.key_place or written.name.place
        if written.key in {"primary", "key"}:
            self.keys.append(KeyDraft("primary", part, place))
        if written.key == "unique" or written.also_unique or written.type.serial:
            self.keys.append(KeyDraft("unique", part, place))
        if written.reference is not None:
            trial.note(
                "inline-reference-ignored",
                written.reference.place,
                object=f"{trial.object}.{draft.name}",
                column=draft.name,
                parent=str(written.reference.table),
            )
        if written.check is not None:
            trial.note("check-ignored", written.check, object=f"{trial.object}.{draft.name}")
        return draft
