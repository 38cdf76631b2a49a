"""PREPARE: the statement that runs is a string, so nothing in it is checked."""

from __future__ import annotations

from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        tokens = judged.statement.tokens
        if tokens and tokens[0].upper == "PREPARE":
            yield Hit((tokens[0].start, tokens[-1].end), judged.statement.number)
