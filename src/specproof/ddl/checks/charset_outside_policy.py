"""Character sets that the house does not list."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    allowed = subject.policy["charset-outside-policy"]["charsets"]
    for judged in subject.statements:
        for charset in walk.charsets(judged):
            if charset.value.lower() not in {"default", *(name.lower() for name in allowed)}:
                values = {"charset": charset.value, "allowed": allowed}
                yield Hit(charset.place, judged.statement.number, values=values)
