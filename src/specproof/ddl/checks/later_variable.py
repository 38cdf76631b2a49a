"""System variables that a later MySQL brought, set by SET or read as @@name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specproof.ddl import words
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.subject import Hit, Hits, Subject


def check(subject: Subject) -> Hits:
    later = words.table("later")["variables_added_later"]
    for judged in subject.statements:
        for token, name in _variables(judged.statement.tokens):
            if name in later:
                values = {"variable": name, "since": later[name]}
                yield Hit((token.start, token.end), judged.statement.number, values=values)


def _variables(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    setting = bool(tokens) and tokens[0].upper == "SET"
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.VARIABLE and token.text.startswith("@@"):
            yield token, token.text.lstrip("@").rpartition(".")[2].lower()
        elif setting and token.upper and index + 1 < len(tokens) and tokens[index + 1].text in ("=", ":="):
            yield token, token.text.lower()
