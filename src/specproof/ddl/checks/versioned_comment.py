"""Comments of the form /*!NNNNN ... */: code for some servers and comment for others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from specproof.ddl.lexer import TARGET_VERSION
from specproof.ddl.script import Comment
from specproof.ddl.subject import Hit, Hits, Subject

_FIRST_TARGET = 50722  # the oldest 5.7 that the facts were run on
_SIX_DIGITS = re.compile(r"/\*!0\d{5}")


def check(subject: Subject) -> Hits:
    opened: list[Hit] = []
    for comment in subject.script.comments:
        variant = _variant(comment)
        if variant:
            place = (comment.start, min(comment.end, comment.start + 60))
            number = next((s.number for s in subject.script.statements if s.start <= comment.start < s.end), None)
            hit = Hit(place, number, values={"version": _dotted(comment.version or 0)}, variant=variant)
            opened += [hit] if variant == "opened" else []
            yield from [hit] if variant != "opened" else []
    yield from _together(opened)


def _variant(comment: Comment) -> str | None:
    if comment.text.startswith("/*M!"):
        return "mariadb"
    if comment.version is None:
        return None
    if _SIX_DIGITS.match(comment.text):
        return "six-digits"
    if comment.skipped:
        return "skipped"
    return "some" if _FIRST_TARGET < comment.version <= TARGET_VERSION else "opened"


def _together(opened: list[Hit]) -> Iterator[Hit]:
    """A dump has hundreds of them that every 5.7 runs: one finding for all, at the first."""
    if opened:
        first = opened[0]
        yield Hit(first.place, first.statement, values={"count": len(opened)}, variant="opened")


def _dotted(version: int) -> str:
    return f"{version // 10000}.{version // 100 % 100}.{version % 100}"
