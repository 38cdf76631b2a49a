"""Storage engines that the house does not list."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    allowed = subject.policy["engine-outside-policy"]["engines"]
    for judged in subject.statements:
        for option in walk.options(judged):
            if option.name == "engine" and option.value.value.lower() not in {name.lower() for name in allowed}:
                values = {"engine": option.value.value, "allowed": allowed}
                yield Hit(option.value.place, judged.statement.number, str(walk.table_of(judged)), values)
