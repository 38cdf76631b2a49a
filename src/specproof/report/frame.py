"""A source frame: one line of text with its number, and carets under the exact columns, whatever the characters' width.

Shared by text renderers. It refuses to let a script write to the terminal: control and format characters are shown,
never sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from specproof.finding import Span
from specproof.report.cells import cells, safe, width

__all__ = ["Source", "frame", "safe", "width"]

WIDTH = 120  # display columns of source text; the same on every terminal, so that output can be compared


@dataclass(frozen=True)
class Source:
    """A text by lines, counted from 1 as the positions of a script are: LF, CRLF and a lone CR end a line."""

    text: str

    @cached_property
    def _ends(self) -> list[tuple[int, int]]:
        return [end.span() for end in re.finditer(r"\r\n|\r|\n", self.text)]

    def line(self, number: int) -> str:
        start = self._ends[number - 2][1] if number > 1 else 0
        return self.text[start : self._ends[number - 1][0] if number <= len(self._ends) else len(self.text)]


def frame(source: Source, span: Span) -> list[str]:
    """Three lines: a bar, the source line, the carets. A long line is cut around the span, `…` marking the cuts."""
    text = source.line(span.line)
    first = min(span.column - 1, len(text))
    last = len(text) if span.end_line > span.line else min(span.end_column - 1, len(text))
    left, right = _window(text, first, max(last, first + 1))
    head, tail = "…" if left else "", "…" if right < len(text) else ""
    before = safe(text[left:first])
    marked = safe(text[first : min(last, right)])
    line = f"{head}{before}{marked}{safe(text[min(last, right) : right])}{tail}"
    carets = " " * (len(head) + width(before)) + "^" * max(width(marked), 1)
    number = str(span.line)
    gutter = " " * len(number)
    return [f"{gutter} |", f"{number} | {line}".rstrip(), f"{gutter} | {carets}"]


def _window(text: str, first: int, last: int) -> tuple[int, int]:
    """The stretch of a line that is shown: all of it if it fits, else a part that begins shortly before the span."""
    if len(text) <= WIDTH and width(text) <= WIDTH:
        return 0, len(text)
    left = first
    room = WIDTH // 3
    while left and room > 0:
        left -= 1
        room -= max(cells(text[left]), 1)
    right, room = left, WIDTH
    while right < len(text) and room > 0:
        room -= max(cells(text[right]), 1)
        right += 1
    return left, max(right, min(last, first + 1))
