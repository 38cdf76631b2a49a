"""Unique keys over text whose collation folds case, accents and trailing blanks, which counts for identities."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import KeyDefinition
from specproof.schema import Table


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        named = walk.table_of(judged)
        table = judged.after.schema.table(named.name.value) if named else None
        if table:
            for key in walk.keys(judged):
                yield from _folding(judged, table, key)


def _folding(judged: Judged, table: Table, key: KeyDefinition) -> Iterator[Hit]:
    if key.kind not in ("unique", "primary"):
        return
    found = [column for part in key.parts if (column := table.column(part.column.value))]
    folding = [column for column in found if column.collation and column.collation.endswith("_ci")]
    if folding:
        values = {
            "key": key.name.value if key.name else "PRIMARY",
            "columns": [column.name for column in folding],
            "collation": folding[0].collation,
        }
        yield Hit(key.place, judged.statement.number, f"{table.name}.{values['key']}", values)
