"""Literals whose value no server can hold: `DATE '2020-02-31'`, `1e400`. They are refused while a statement is parsed.

Part of the strict reader, used on statements that are otherwise right. It refuses to judge what depends on sql_mode, so
zero dates pass here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from specproof.ddl.script import Token, TokenKind
from specproof.ddl.simulator import moments
from specproof.ddl.simulator.moments import DateRules, Unfit
from specproof.ddl.syntax import SyntaxProblem

_TOO_LARGE = 1367
_NO_SUCH_MOMENT = 1525
_TYPED = ("DATE", "TIME", "TIMESTAMP")
_MICROSECONDS = 6
_LENIENT = DateRules(zero_date=True, zero_in_date=True, strict=True)


def impossible_literals(tokens: Sequence[Token]) -> Iterator[SyntaxProblem]:
    """The problems of such literals, in the order of the statement."""
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.NUMBER:
            if _is_endless(token.text):
                message = f"`{token.text}` is larger than a DOUBLE."
                yield SyntaxProblem(message, (token.start, token.end), _TOO_LARGE, construct="number-too-large")
        elif token.kind is TokenKind.STRING and index and tokens[index - 1].upper in _TYPED:
            before = tokens[index - 1]
            named = index > 1 and tokens[index - 2].text == "."  # t.date 'alias'
            if not named and not _exists(before.upper, token.value):
                message = f"`{before.text} {token.text}` is no {before.upper}."
                place = (before.start, token.end)
                yield SyntaxProblem(message, place, _NO_SUCH_MOMENT, construct="typed-literal")


def _is_endless(text: str) -> bool:
    return ("e" in text or "E" in text) and text[1:2] not in {"x", "b"} and math.isinf(float(text))


def _exists(kind: str, text: str) -> bool:
    """Whether the literal is a moment of just this kind: a DATE without a time of day, a TIMESTAMP with one."""
    try:
        if kind == "TIME":
            moments.time(text, _MICROSECONDS, _LENIENT)
            return not re.match(r"\s*[0-9]+-", text)
        moments.date_time(text, _MICROSECONDS, _LENIENT)
    except Unfit:
        return False
    return moments.has_clock(text) is (kind == "TIMESTAMP")
