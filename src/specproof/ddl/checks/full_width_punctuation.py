"""Punctuation and blanks that are not ASCII, outside strings, comments and quoted names.

For a server they are letters of an identifier; for the one who typed them they are commas and blanks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from specproof.ddl.lexer import is_odd
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.finding import Prediction

# What NFKC does not turn into the ASCII character that was meant.
_MEANT = {"“": '"', "”": '"', "‘": "'", "’": "'", "、": ",", "。": ".", "【": "[", "】": "]", "《": "<", "》": ">"}
_RUN = re.compile(r"(.)\1*", re.DOTALL)


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        for token in judged.statement.tokens:
            if token.kind is TokenKind.ODD and not token.text.isascii():
                yield from _hits(token, judged)


def _hits(token: Token, judged: Judged) -> Iterator[Hit]:
    if token.text[0] in "'\"`":
        return  # a string that never ends: what follows was meant to be inside
    for run in _RUN.finditer(token.text):
        char = run[1]
        if is_odd(char):
            place = (token.start + run.start(), token.start + run.end())
            code, meant = f"U+{ord(char):04X}", _meant(char)
            values: dict[str, str] = {
                "char": code if unicodedata.category(char)[0] in "ZC" else f"{char} {code}",
                "name": code,
                "ascii": "blank" if meant == " " else meant,
            }
            accepted = judged.predicted is Prediction.ACCEPTED
            variant = "in-name" if accepted else None if meant else "invisible"
            values |= {"word": token.text} if accepted else {}
            yield Hit(place, judged.statement.number, None, values, None if accepted else judged.errno, variant)


def _meant(char: str) -> str:
    """The ASCII character to type instead; empty where the character only has to go."""
    folded = _MEANT.get(char) or unicodedata.normalize("NFKC", char)
    if folded.isascii():
        return folded
    return " " if unicodedata.category(char) == "Zs" else ""
