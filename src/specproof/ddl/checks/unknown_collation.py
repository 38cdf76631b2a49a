"""Collations that MySQL 5.7 does not know, told apart by whose they are; `COLLATE` may stand in any statement."""

from __future__ import annotations

from specproof.ddl import walk, words
from specproof.ddl.subject import Hit, Hits, Subject

_USUAL = "utf8mb4_general_ci"


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        table = walk.table_of(judged)
        for collation in walk.collations(judged.statement):
            name = collation.value.lower()
            if name != "binary" and words.collation(name) is None:
                values = {"collation": collation.value, "instead": _instead(name)}
                place, number = collation.place, judged.statement.number
                yield Hit(place, number, str(table) if table else None, values, variant=_origin(name))


def _origin(name: str) -> str | None:
    if name in words.later_collations():
        return "later"
    return "mariadb" if "uca1400" in name or name.endswith("_nopad_ci") or "_nopad_" in name else None


def _instead(name: str) -> str:
    """The nearest thing that 5.7 has: of the same character set, and with the same sense of case."""
    charset = words.charset(name.split("_", maxsplit=1)[0])
    if charset is None:
        return _USUAL
    if name.endswith(("_bin", "_cs")):
        return f"{charset.name}_bin"
    return f"{_USUAL}, utf8mb4_unicode_520_ci" if charset.name == "utf8mb4" else charset.default_collation
