"""Lines of prose of a given width for a terminal, in Latin and Chinese script alike.

A Chinese text breaks between any two characters except where the punctuation forbids it; a Latin word is never cut. It
refuses to look at the terminal: the same text wraps the same everywhere.
"""

from __future__ import annotations

import re

from specproof.report.cells import width

WIDTH = 100  # display columns

# Not at the start of a line, and not at its end (rules of GB/T 15834 for punctuation).
_NOT_FIRST = frozenset("，。、；：！？）》」』】〉”’…%)]},.;:!?")
_NOT_LAST = frozenset("（《「『【〈“‘([{")
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_PIECES = re.compile(rf"\s+|[{_WIDE}]|[^\s{_WIDE}]+")


def wrap(text: str, columns: int, first: int | None = None) -> list[str]:
    """The lines of one paragraph; a piece that is wider than the columns gets a line of its own.

    `first` is the width of the first line where it differs.
    """
    lines: list[str] = []
    line = ""
    for piece in _unbreakable(text):
        room = columns if lines or first is None else first
        if line and width(line + piece.rstrip()) > room:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines or [""]


def indented(text: str, indent: str, first: str | None = None, columns: int = WIDTH) -> list[str]:
    """Wrapped lines behind an indent; `first` stands before the first line instead."""
    head = indent if first is None else first
    lines = wrap(text, columns - width(indent), columns - width(head))
    return [head + lines[0], *(indent + line for line in lines[1:])]


def _unbreakable(text: str) -> list[str]:
    """Pieces between which a line may break; blanks stay with what follows them."""
    pieces: list[str] = []
    for found in _PIECES.finditer(" ".join(text.split())):
        piece = found.group()
        glued = pieces and (piece[0] in _NOT_FIRST or pieces[-1][-1] in _NOT_LAST or pieces[-1].isspace())
        if glued:
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return pieces
