"""The indexes of a table after ALTER TABLE: kept ones over the new columns, renamed and dropped ones, then new ones.

Part of the simulator. How long a part of a changed column stays indexed follows the server's own rule. It also guards
what foreign keys need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from specproof.ddl import keybytes, types
from specproof.ddl.simulator import charsets, key_drafts
from specproof.ddl.simulator.columns import Draft
from specproof.ddl.simulator.key_drafts import KeyDraft, KeyPartDraft
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import DropKey, Place, RenameKey
from specproof.schema import Column, Index, IndexPart, Table

if TYPE_CHECKING:
    from specproof.ddl.simulator.alter import Changes

_CAPACITY = {1: 255, 2: 65535, 3: 16777215, 4: types.MAX_BLOB}


def rebuild(
    trial: Trial,
    world: World,
    key: str,
    table: Table,
    columns: Sequence[Draft],
    changes: Changes,
    *,
    place: Place,
    complete: bool,
) -> list[KeyDraft]:
    """The keys of the new definition in the order of naming: kept ones as they stood, then new ones."""
    drops, renames = list(changes.drop_keys), list(changes.rename_keys)
    result = list[KeyDraft]()
    for index in table.indexes:
        drop = next((d for d in drops if _drops(d, index)), None)
        if drop is not None:
            drops.remove(drop)
            continue
        kept = key_drafts.keep(index, place, generated=(key, index.name) in world.generated)
        rename = next(
            (r for r in renames if r.old.value.lower() == index.name.lower() and index.name != key_drafts.PRIMARY), None
        )
        if rename is not None:
            renames.remove(rename)
            kept = replace(kept, name=rename.new.value, place=rename.place)
        parts = tuple(
            found
            for part in index.parts
            if (key, "column", part.column.lower()) not in world.absent
            and (found := _part(part, index, table, columns, place)) is not None
        )
        if parts:
            result.append(replace(kept, parts=parts))
    _leftovers(trial, world, key, drops, renames, complete=complete)
    for new in changes.elements.keys:
        world.absent.discard((key, "key", (new.name or "").lower()))
    return [*result, *changes.elements.keys]


def _drops(drop: DropKey, index: Index) -> bool:
    return (drop.name.value.lower() if drop.name else key_drafts.PRIMARY.lower()) == index.name.lower()


def _leftovers(
    trial: Trial, world: World, key: str, drops: Sequence[DropKey], renames: Sequence[RenameKey], *, complete: bool
) -> None:
    """DROP and RENAME of keys that the table does not show."""
    for drop in drops:
        name = drop.name.value if drop.name else key_drafts.PRIMARY
        mark = (key, "key", name.lower())
        if complete or mark in world.absent:
            what = "primary key" if drop.name is None else "key"
            trial.refuse("cant-drop", drop.name.place if drop.name else drop.place, 1091, name=name, what=what)
        world.absent.add(mark)
    for rename in renames:
        mark = (key, "key", rename.old.value.lower())
        if complete or mark in world.absent:
            trial.refuse("missing-key", rename.old.place, 1176, key=rename.old.value)
        world.absent.add(mark)


def _part(part: IndexPart, index: Index, table: Table, columns: Sequence[Draft], place: Place) -> KeyPartDraft | None:
    """One part over the column that now stands for its old one; None when there is none."""
    wanted = part.column.lower()
    one = next((d for d in columns if (d.old.name if d.old else d.name).lower() == wanted), None)
    old = table.column(part.column)
    if old is None:  # a table that nobody defined
        return KeyPartDraft(one.name if one else part.column, part.prefix, place)
    if one is None:
        return None
    if one.old is None:  # dropped and added again: the server keeps the length and forgets the type
        return KeyPartDraft(one.name, _old_length(part, old, index), place)
    return KeyPartDraft(one.name, _prefix(part, index, old, one), place)


def _old_length(part: IndexPart, old: Column, index: Index) -> int | None:
    if index.kind == "FULLTEXT":
        return None
    if part.prefix is not None:
        return part.prefix
    kind = types.parse(old.type)
    return kind.length if kind.text else keybytes.whole(kind, 1)


def _prefix(part: IndexPart, index: Index, old: Column, one: Draft) -> int | None:
    """The prefix that stays when a column changes its type."""
    if part.prefix is None or index.kind in {"FULLTEXT", "SPATIAL"}:
        return None
    before, after = types.parse(old.type), one.type
    if not (before.prefixable and after.prefixable):
        return None
    if after.name in types.TEXTS or after.name in types.BLOBS:
        room = _CAPACITY[types.TEXTS.get(after.name) or types.BLOBS[after.name]]
    elif after.blob:
        return part.prefix
    else:
        room = after.length
    if room < part.prefix:
        return None
    size = charsets.maxlen(one.collation) or 1
    return part.prefix if size else None


def generated(key: str, table: Table, drafts: Sequence[KeyDraft]) -> set[tuple[str, str]]:
    """The indexes that still stand only for foreign keys."""
    explicit = {d.name.lower() for d in drafts if d.name and not d.generated}
    made = {d.name.lower() if d.name else d.parts[0].column.lower() for d in drafts if d.generated}
    return {(key, i.name) for i in table.indexes if i.name.lower() in made - explicit}
