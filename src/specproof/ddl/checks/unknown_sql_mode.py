"""Modes written into `SET sql_mode` that no 5.7 has: those of later versions and other products, and slips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specproof.ddl.script import Token, TokenKind
from specproof.ddl.simulator.session import MODES
from specproof.ddl.subject import Hit, Hits, Subject

_NO_MODE = ("DEFAULT", "TRUE", "FALSE")  # words that stand for a value


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        for token in _values(judged.statement.tokens):
            wrong = next(
                (mode for mode in token.value.rstrip(" ").split(",") if mode and mode.upper() not in MODES), None
            )
            if wrong is not None:
                variant = "blank" if wrong.strip().upper() in MODES else None
                place = (token.start, token.end)
                yield Hit(place, judged.statement.number, values={"mode": wrong}, variant=variant)


def _values(tokens: Sequence[Token]) -> Iterator[Token]:
    """The strings and words that are given to sql_mode."""
    if not tokens or tokens[0].upper != "SET":
        return
    for index in range(1, len(tokens) - 2):
        variable, sign, value = tokens[index : index + 3]
        name = variable.text.lstrip("@").rpartition(".")[2].strip("`").lower()
        system = variable.kind is not TokenKind.VARIABLE or variable.text.startswith("@@")
        if name != "sql_mode" or not system or sign.text not in ("=", ":="):
            continue
        called = index + 3 < len(tokens) and tokens[index + 3].text == "("
        if value.kind is TokenKind.STRING or (value.upper and value.upper not in _NO_MODE and not called):
            yield value
