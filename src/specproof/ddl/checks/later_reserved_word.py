"""Names without quotes that a later MySQL reserves."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk, words
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import Name


def check(subject: Subject) -> Hits:
    later = words.reserved_later()
    for judged in subject.statements:
        table = walk.table_of(judged)
        for name in _names(judged):
            since = None if name.quoted else later.get(name.value.upper())
            if since:
                values = {"word": name.value, "since": since}
                yield Hit(name.place, judged.statement.number, str(table), values)


def _names(judged: Judged) -> Iterator[Name]:
    table = walk.table_of(judged)
    if table:
        yield table.name
    yield from (column.name for column in walk.columns(judged))
    yield from (key.name for key in walk.keys(judged) if key.name)
