"""A character set without a collation beside it: of a table, a column, or CONVERT TO."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import AlterTable, ConvertCharset, Place, Word


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        table = walk.table_of(judged)
        for charset, place in _bare(judged):
            # These sets have one collation that anybody means.
            if charset.value.lower() not in ("binary", "default"):
                yield Hit(place, judged.statement.number, str(table), {"charset": charset.value})


def _bare(judged: Judged) -> Iterator[tuple[Word, Place]]:
    options = {option.name: option for option in walk.options(judged)}
    if "charset" in options and "collate" not in options:
        yield options["charset"].value, options["charset"].place
    for column in walk.columns(judged):
        if column.type.charset and not column.type.collation and not column.type.binary:
            yield column.type.charset, column.type.charset.place
    read = judged.reading.structure
    for clause in read.clauses if isinstance(read, AlterTable) else ():
        if isinstance(clause, ConvertCharset) and not clause.collation:
            yield clause.charset, clause.place
