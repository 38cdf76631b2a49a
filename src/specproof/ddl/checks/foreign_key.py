"""Physical foreign keys, seen by the strict reader, among the tokens where it gave up, or by the second reader."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import Place


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        yield from _in(judged)


def _in(judged: Judged) -> Iterator[Hit]:
    number, table = judged.statement.number, str(walk.table_of(judged) or "")
    # An inline REFERENCES makes no foreign key on 5.7; another check speaks about it.
    seen = [c.reference.place for c in walk.columns(judged) if c.reference]
    for key in walk.foreign_keys(judged):
        seen.append(key.place)
        values = {
            "table": table,
            "columns": [name.value for name in key.columns],
            "target": str(key.reference.table),
        }
        name = key.constraint or key.index_name
        yield Hit(key.place, number, f"{table}.{name.value}" if name else table, values)
    for place in _words(judged):
        if not walk.covered(place, seen):
            seen.append(place)
            yield Hit(place, number, table or None, variant="unread")
    for place in judged.second.foreign_keys if judged.second else ():
        if not walk.covered(place, seen):
            yield Hit(place, number, table or None, variant="second-reader")


def _words(judged: Judged) -> Iterator[Place]:
    tokens = judged.statement.tokens
    for index in walk.sequences(tokens, "FOREIGN", "KEY"):
        if index == 0 or tokens[index - 1].upper != "DROP":
            yield (tokens[index].start, tokens[index + 1].end)
