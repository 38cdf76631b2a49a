"""IF NOT EXISTS of a CREATE or ALTER; `IF NOT EXISTS (` in a routine's body asks a query and is left alone."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        if not walk.changes_schema(judged.statement):
            continue
        tokens, table = judged.statement.tokens, walk.table_of(judged)
        for index in walk.sequences(tokens, "IF", "NOT", "EXISTS"):
            if index + 3 >= len(tokens) or not walk.is_word(tokens[index + 3], "("):
                place = (tokens[index].start, tokens[index + 2].end)
                yield Hit(place, judged.statement.number, str(table) if table else None)
