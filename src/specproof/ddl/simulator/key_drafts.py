"""Indexes on their way: as a definition says them, as they stood before, and as foreign keys need them.

Part of the simulator; `keys` makes indexes out of them. It refuses to know columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from specproof.ddl.simulator.names import check_identifier, stored_text
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import KeyDefinition, Place, Word
from specproof.schema import Index

PRIMARY = "PRIMARY"


@dataclass(frozen=True, slots=True)
class KeyPartDraft:
    column: str
    prefix: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class KeyDraft:
    """One index in the making. `kind`: primary, unique, key, fulltext, spatial.

    `generated` = made for a foreign key.
    """

    kind: str
    parts: tuple[KeyPartDraft, ...]
    place: Place
    name: str | None = None
    algorithm: str | None = None
    comment: str = ""
    parser: Word | None = None
    generated: bool = False
    kept: bool = False


def draft(written: KeyDefinition) -> KeyDraft:
    """An index as a definition says it. A CONSTRAINT's name is the index's unless it has one of its own."""
    name = written.name or (written.constraint if written.kind == "unique" else None)
    return KeyDraft(
        kind=written.kind,
        parts=tuple(KeyPartDraft(stored_text(p.column.value), p.prefix, p.place) for p in written.parts),
        place=written.place,
        name=stored_text(name.value) if name and written.kind != "primary" else None,
        algorithm=written.algorithm,
        comment=stored_text(written.comment.value) if written.comment else "",
        parser=written.parser,
    )


def keep(index: Index, place: Place, *, generated: bool = False) -> KeyDraft:
    """An index that a statement leaves as it is."""
    kind = "primary" if index.name == PRIMARY else "unique" if index.unique else "key"
    kind = {"FULLTEXT": "fulltext", "SPATIAL": "spatial"}.get(index.kind, kind)
    algorithm = index.kind.lower() if index.kind in {"HASH", "BTREE"} else None
    return KeyDraft(
        kind=kind,
        parts=tuple(KeyPartDraft(p.column, p.prefix, place) for p in index.parts),
        place=place,
        name=None if kind == "primary" else index.name,
        algorithm=algorithm,
        comment=index.comment,
        generated=generated,
        kept=True,
    )


def check_definition(trial: Trial, written: KeyDefinition) -> None:
    """What can be said of an index without its table: ignored directions, a prefix of zero, a long name."""
    for part in written.parts:
        if part.direction is not None and part.direction.value.upper() == "DESC":
            trial.note("index-direction-ignored", part.direction.place, column=part.column.value)
        if part.prefix == 0:
            trial.refuse("key-prefix-zero", part.place, 1391, column=part.column.value)
        check_identifier(trial, part.column, "column")


def without_redundant(keys: Sequence[KeyDraft]) -> list[KeyDraft]:
    """The keys without those made for foreign keys that another key covers."""
    result: list[KeyDraft | None] = list(keys)
    for i, key in enumerate(keys):
        for j in range(i):
            earlier = result[j]
            if earlier is None or not _covers(key, earlier):
                continue
            if not earlier.generated or (key.generated and len(key.parts) < len(earlier.parts)):
                result[i] = None
            else:
                result[j] = None
            break
    return [key for key in result if key is not None]


def _covers(a: KeyDraft, b: KeyDraft) -> bool:
    """Whether one of the two was made for a foreign key and begins like the other."""
    if a.generated and b.generated:
        a, b = (a, b) if len(a.parts) <= len(b.parts) else (b, a)
    elif b.generated:
        a, b = b, a
    elif not a.generated:
        return False
    if len(a.parts) > len(b.parts) or b.kind in {"fulltext", "spatial"}:
        return False
    # A key that takes only a prefix of a column serves no foreign key.
    return all(
        mine.column.lower() == theirs.column.lower() and theirs.prefix is None
        for mine, theirs in zip(a.parts, b.parts, strict=False)
    )
