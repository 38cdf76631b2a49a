"""REFERENCES inside a column definition."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        table = walk.table_of(judged)
        for column in walk.columns(judged):
            if column.reference:
                name, target = column.name.value, str(column.reference.table)
                values = {"column": name, "target": target}
                yield Hit(column.reference.place, judged.statement.number, f"{table}.{name}", values)
