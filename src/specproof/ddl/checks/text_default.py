"""Defaults of TEXT, BLOB, JSON and GEOMETRY in a statement that is refused for another reason.

Of a statement that was understood the simulator tells; of a refused one it tries nothing.
"""

from __future__ import annotations

from specproof.ddl import types, walk
from specproof.ddl.subject import Hit, Hits, Subject

_WITHOUT = {*types.TEXTS, *types.BLOBS, *types.GEOMETRIES, "json"}


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        if judged.reading.statement is None:
            table = walk.table_of(judged)
            for column in walk.columns(judged):
                default = column.default
                if default and default.kind != "null" and column.type.name in _WITHOUT:
                    name = column.name.value
                    values = {"column": name, "type": column.type.name}
                    yield Hit(default.place, judged.statement.number, f"{table}.{name}", values)
