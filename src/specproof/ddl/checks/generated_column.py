"""Generated columns, by structure, or by the words GENERATED ALWAYS where the reader gave up."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        number, table = judged.statement.number, walk.table_of(judged)
        seen = []
        for column in walk.columns(judged):
            if column.generated:
                seen.append(column.place)
                name = column.name.value
                yield Hit(column.generated.place, number, f"{table}.{name}", {"column": name})
        tokens = judged.statement.tokens
        for index in walk.sequences(tokens, "GENERATED", "ALWAYS"):
            place = (tokens[index].start, tokens[index + 1].end)
            if not walk.covered(place, seen):
                yield Hit(place, number, str(table) if table else None, variant="unread")
