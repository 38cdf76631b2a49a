"""Storage engines of 5.7 that know no transactions."""

from __future__ import annotations

from specproof.ddl import walk, words
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        for option in walk.options(judged):
            known = words.engine(option.value.value) if option.name == "engine" else None
            if known and known != "InnoDB":
                values = {"engine": option.value.value}
                yield Hit(option.value.place, judged.statement.number, str(walk.table_of(judged)), values)
