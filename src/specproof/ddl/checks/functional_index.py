"""Key parts in parentheses of their own: what MySQL 8.0.13 calls a functional key part.

Looked for among the tokens, because the reader stops at the first one and a script may hold several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specproof.ddl import walk
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.subject import Hit, Hits, Subject
from specproof.ddl.syntax import Place

_NAMES = (TokenKind.WORD, TokenKind.QUOTED)


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        if walk.changes_schema(judged.statement):
            table = walk.table_of(judged)
            for place in _parts(judged.statement.tokens):
                yield Hit(place, judged.statement.number, str(table) if table else None)


def _parts(tokens: Sequence[Token]) -> Iterator[Place]:
    for index, token in enumerate(tokens):
        if token.upper in ("KEY", "INDEX") or (token.upper == "UNIQUE" and not _names_key(tokens, index + 1)):
            opening = _opening(tokens, index + 1)
            if opening is not None:
                yield from _parenthesised(tokens, opening)


def _names_key(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and tokens[index].upper in ("KEY", "INDEX")


def _opening(tokens: Sequence[Token], index: int) -> int | None:
    """The parenthesis that opens the list of key parts: after a name, USING, and ON table at most."""
    for position in range(index, min(index + 8, len(tokens))):
        if walk.is_word(tokens[position], "("):
            return position
        if tokens[position].kind not in _NAMES and not walk.is_word(tokens[position], "."):
            return None
    return None


def _parenthesised(tokens: Sequence[Token], opening: int) -> Iterator[Place]:
    end = walk.closing(tokens, opening)
    position = opening + 1
    while position < end:
        first = walk.is_word(tokens[position - 1], "(") and position == opening + 1
        if walk.is_word(tokens[position], "("):
            last = walk.closing(tokens, position)
            if first or walk.is_word(tokens[position - 1], ","):
                yield (tokens[position].start, tokens[last].end)
            position = last
        position += 1
