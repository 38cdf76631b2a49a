"""DESC behind a key part; ASC is what 5.7 does anyway."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        table = walk.table_of(judged)
        for key in walk.keys(judged):
            for part in key.parts:
                if part.direction and part.direction.value.lower() == "desc":
                    values = {"column": part.column.value}
                    yield Hit(part.direction.place, judged.statement.number, str(table), values)
