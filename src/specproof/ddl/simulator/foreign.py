"""Foreign keys of InnoDB: names, supporting indexes, and the mistakes that 5.7 answers with 1215.

Part of the simulator. `ref_table` is the key of the parent in the simulated world. It refuses to look at rows.
Source: 5.7 manual, "FOREIGN KEY Constraints"; the numbers were run on 5.7.22.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from specproof.ddl import types
from specproof.ddl.simulator.generated import dependents
from specproof.ddl.simulator.key_drafts import KeyDraft, KeyPartDraft
from specproof.ddl.simulator.names import check_identifier
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import ForeignKeyDefinition, Place
from specproof.schema import Column, ForeignKey, Index, Table

_RULES = {
    None: "RESTRICT",
    "restrict": "RESTRICT",
    "no action": "NO ACTION",
    "cascade": "CASCADE",
    "set null": "SET NULL",
}


def supporting_key(written: ForeignKeyDefinition) -> KeyDraft:
    """The index that the server makes for a foreign key unless another one serves."""
    name = written.constraint or written.index_name
    return KeyDraft(
        kind="key",
        parts=tuple(KeyPartDraft(c.value, None, c.place) for c in written.columns),
        place=written.place,
        name=name.value if name else None,
        generated=True,
    )


def check_definition(trial: Trial, written: ForeignKeyDefinition) -> None:
    """What a definition says by itself: name length and the number of columns on both sides."""
    if written.constraint:
        check_identifier(trial, written.constraint, "constraint")
    count, other = len(written.columns), len(written.reference.columns)
    if other and count != other:
        trial.refuse("foreign-key-columns", written.reference.place, 1239, count=count, other=other)


def named(
    written: Sequence[ForeignKeyDefinition], table_name: str, existing: Sequence[ForeignKey], world: World
) -> tuple[ForeignKey, ...]:
    """The foreign keys with the names that InnoDB gives: `<table>_ibfk_<n>`, n above all that the table has."""
    prefix = f"{table_name}_ibfk_"
    numbers = [int(m[1]) for fk in existing if (m := re.fullmatch(re.escape(prefix) + r"(\d+)", fk.name))]
    next_number = max(numbers, default=0) + 1
    result = list[ForeignKey]()
    for fk in written:
        if fk.constraint:
            name = fk.constraint.value
        else:
            name, next_number = f"{prefix}{next_number}", next_number + 1
        reference = fk.reference
        without_actions = reference.match is not None  # any MATCH clause makes the server drop the actions
        result.append(
            ForeignKey(
                name=name,
                columns=tuple(c.value for c in fk.columns),
                ref_table=world.key(reference.table),
                ref_columns=tuple(c.value for c in reference.columns),
                on_delete="RESTRICT" if without_actions else _RULES.get(reference.on_delete, "SET DEFAULT"),
                on_update="RESTRICT" if without_actions else _RULES.get(reference.on_update, "SET DEFAULT"),
            )
        )
    return tuple(result)


def check(
    trial: Trial,
    world: World,
    key: str,
    table: Table,
    added: Sequence[tuple[ForeignKey, Place]],
    *,
    in_place: bool = False,
) -> None:
    """Each new foreign key against its parent; `table` is the child as it will be."""
    if not added:
        return
    for fk, place in added:
        if _cascades_to_generated(table, fk):
            trial.refuse("foreign-key-generated", place, 3104, name=fk.name)
            continue
        under_stored = _cascades_under_stored(table, fk)
        problem = "base-of-stored" if under_stored else _problem(trial, world, key, table, fk)
        if problem:
            errno = {"no-index": 1822, "base-of-stored": 3192}.get(problem, 1215) if in_place else 1215
            trial.refuse("foreign-key", place, errno, name=fk.name, reason=problem, parent=fk.ref_table)
    used = {fk.name.lower() for name, t in world.tables.items() if name != key for fk in t.foreign_keys}
    mine = [fk.name.lower() for fk in table.foreign_keys]
    for fk, place in added:
        if fk.name.lower() in used or mine.count(fk.name.lower()) > 1:
            trial.refuse("foreign-key-name", place, 1823 if in_place else 1022, name=fk.name)


def _cascades_to_generated(table: Table, fk: ForeignKey) -> bool:
    """A generated column takes its value from its expression, so nothing may be written into it."""
    writes = fk.on_update in {"CASCADE", "SET NULL"} or fk.on_delete == "SET NULL"
    columns = [table.column(c) for c in fk.columns]
    return writes and any(c is not None and c.extra == "STORED GENERATED" for c in columns)


def _cascades_under_stored(table: Table, fk: ForeignKey) -> bool:
    """InnoDB writes the column without computing again what is stored from it."""
    if not {fk.on_update, fk.on_delete} & {"CASCADE", "SET NULL"}:
        return False
    columns = [table.column(c) for c in fk.columns]
    return any(d.extra == "STORED GENERATED" for c in columns if c is not None for d in dependents(table, c))


def _problem(trial: Trial, world: World, key: str, table: Table, fk: ForeignKey) -> str | None:
    """Why InnoDB refuses a foreign key; None when it does not, or when the parent is not known well enough."""
    problem = _child_problem(table, fk)
    if problem:
        return problem
    itself = fk.ref_table == key
    if itself and {c.lower() for c in fk.columns} & {c.lower() for c in fk.ref_columns}:
        return "refers-to-itself"
    parent = table if itself else world.get(fk.ref_table)
    if parent is None or fk.ref_table in world.temporary:
        missing = world.surely_missing(fk.ref_table) or fk.ref_table in world.temporary
        return "missing-parent" if missing and trial.session.on("foreign_key_checks") else None
    if not itself and not world.known(fk.ref_table):
        return None
    return _parent_problem(table, parent, fk)


def _child_problem(table: Table, fk: ForeignKey) -> str | None:
    if "SET DEFAULT" in {fk.on_delete, fk.on_update}:
        return "set-default"
    if not fk.ref_columns:
        return "no-parent-columns"
    columns = [c for name in fk.columns if (c := table.column(name)) is not None]
    if any(c.extra == "VIRTUAL GENERATED" for c in columns):
        return "virtual-column"
    if "SET NULL" in {fk.on_delete, fk.on_update} and any(not c.nullable for c in columns):
        return "set-null-on-not-null"
    return None


def _parent_problem(table: Table, parent: Table, fk: ForeignKey) -> str | None:
    if parent.engine != "InnoDB":
        return "parent-engine"
    if parent.partitions:
        return "parent-partitioned"
    if not serves(parent, fk.ref_columns, parent_side=True):
        return "no-index"
    for child_name, name in zip(fk.columns, fk.ref_columns, strict=False):
        child, other = table.column(child_name), parent.column(name)
        if child is not None and other is not None and not comparable(child, other):
            return "type-mismatch"
    return None


def serves(table: Table, columns: Sequence[str], *, parent_side: bool = False, without: Iterable[str] = ()) -> bool:
    """Whether an index of the table begins with these columns, whole and in this order."""
    skipped = {name.lower() for name in without}
    wanted = [c.lower() for c in columns]
    for index in table.indexes:
        if index.name.lower() in skipped or index.kind != "BTREE":
            continue
        parts = _parts(table, index) if parent_side else [(p.column.lower(), p.prefix) for p in index.parts]
        if [name for name, _ in parts[: len(wanted)]] == wanted and all(p is None for _, p in parts[: len(wanted)]):
            return True
    return False


def _parts(table: Table, index: Index) -> list[tuple[str, int | None]]:
    """The parts of an index with the primary key's columns behind them, which InnoDB adds to every index."""
    parts = [(p.column.lower(), p.prefix) for p in index.parts]
    primary = table.index("PRIMARY")
    if primary is not None and index is not primary:
        parts += [(p.column.lower(), p.prefix) for p in primary.parts if p.column.lower() not in {n for n, _ in parts}]
    return parts


def comparable(a: Column, b: Column) -> bool:
    """Whether InnoDB lets one column refer to the other: same kind, sign and size; strings need the same collation."""
    left, right = types.parse(a.type), types.parse(b.type)
    if left.text or right.text:
        return left.text == right.text and _family(left.name) == _family(right.name) and a.collation == b.collation
    if left.name in {"varbinary", "binary"} and right.name in {"varbinary", "binary"}:
        return left.name == right.name
    return left.name == right.name and left.unsigned == right.unsigned and (left.integer or left.args == right.args)


def _family(name: str) -> str:
    return "text" if name in types.TEXTS else name


def referring(world: World, key: str) -> Mapping[str, list[ForeignKey]]:
    """Foreign keys of other tables that point here, by the name of their table."""
    return {t.name: [fk for fk in t.foreign_keys if fk.ref_table == key] for t in world.referrers(key)}
