"""Character sets that MySQL 5.7 does not know, of table, column or database."""

from __future__ import annotations

from specproof.ddl import walk, words
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        for charset in walk.charsets(judged):
            if charset.value.lower() != "default" and words.charset(charset.value) is None:
                yield Hit(charset.place, judged.statement.number, values={"charset": charset.value})
