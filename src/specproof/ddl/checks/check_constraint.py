"""CHECK constraints of tables and columns; CHECK is a reserved word, so `CHECK (` is never anything else."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import Place


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        table = walk.table_of(judged)
        for place in places(judged):
            yield Hit(place, judged.statement.number, str(table) if table else None)


def places(judged: Judged) -> Iterator[Place]:
    seen = list(walk.checks(judged))
    yield from seen
    tokens = judged.statement.tokens
    for index in walk.sequences(tokens, "CHECK", "("):
        place = (tokens[index].start, tokens[walk.closing(tokens, index + 1)].end)
        if not walk.covered(place, seen):
            yield place
