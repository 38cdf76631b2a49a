"""Rows in aligned columns for a terminal: the last column wraps, the others are as wide as their widest cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specproof.report.cells import width
from specproof.report.wrap import indented

_GAP = "  "


def aligned(rows: Sequence[Sequence[str]], indent: str = "  ", right: frozenset[int] = frozenset()) -> Iterator[str]:
    """The lines of the rows, all of which have the same number of cells; columns in `right` stand to the right."""
    if not rows:
        return
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [
            " " * (wide - width(cell)) + cell if column in right else cell + " " * (wide - width(cell))
            for column, (cell, wide) in enumerate(zip(row[:-1], widths, strict=True))
        ]
        start = indent + "".join(cell + _GAP for cell in cells)
        yield from (line.rstrip() for line in indented(row[-1], " " * width(start), start))
