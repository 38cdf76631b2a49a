"""The character set `utf8` (also called `utf8mb3`), which is not what the rest of the world calls UTF-8."""

from __future__ import annotations

from specproof.ddl import walk
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        for charset in walk.charsets(judged):
            if charset.value.lower() in ("utf8", "utf8mb3"):
                yield Hit(charset.place, judged.statement.number, values={"charset": charset.value})
