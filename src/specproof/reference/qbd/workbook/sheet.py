"""The rows of one sheet, streamed: each with its cells as they are stored, checked for order and bounds, values unread.

Merged ranges stand behind the rows in the part and are known when these have ended. It refuses rows and cells that are
doubled, out of order or out of range, and never asks the sheet how large it says it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from specproof.reference.qbd.workbook.package import Package
from specproof.reference.qbd.workbook.xml_part import Element
from specproof.reference.rejection import Rejected

_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW = re.compile(r"[0-9]{1,7}")
_INDEX = re.compile(r"[0-9]{1,9}")
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384


@dataclass(frozen=True, slots=True)
class Raw:
    """One cell as stored: the index of its format, and its element, which is looked into when the cell is read."""

    style: int
    element: Element

    @property
    def type(self) -> str:
        """The letter or word of its kind."""
        return self.element.get("t") or "n"

    def child(self, name: str) -> Element | None:
        """The first child of that local name."""
        return next((one for one in self.element if one.tag.rpartition("}")[2] == name), None)


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    cells: Mapping[str, Raw]  # by letters of the column


@dataclass(slots=True)
class Sheet:
    """Rows once, by iterating; `covered` after that."""

    package: Package
    part: str
    limits: Mapping[str, Any]
    _merges: dict[str, list[tuple[int, int, bool]]] = field(default_factory=dict)

    def rows(self, columns: frozenset[str], whole: int = 0) -> Iterator[Row]:
        """Every row with the cells of these columns, the first rows up to `whole` with all of them.

        The other cells are checked and dropped.
        """
        number, seen, merged = 0, 0, 0
        places: dict[str, int] = {}
        for element in self.package.streamed(self.part, "worksheet", "row", "mergeCell"):
            name = element.tag.rpartition("}")[2]
            if name == "row":
                number = _row_number(element.get("r"), number)
                seen += 1
                if seen > self.limits["rows"]:
                    raise Rejected("too-many-rows")
                yield Row(number, _cells(element, number, None if number <= whole else columns, places))
            else:
                merged += 1
                if merged > self.limits["merged_ranges"]:
                    raise Rejected("too-many-merged-ranges")
                self._merge(element.get("ref") or "", columns)

    def covered(self, column: str, row: int) -> bool:
        """Whether a cell lies in a merged range without being its first cell."""
        ranges = self._merges.get(column, [])
        at = bisect_right(ranges, (row, _LAST_ROW + 1, True)) - 1
        if at < 0:
            return False
        start, end, first = ranges[at]
        return start <= row <= end and not (first and row == start)

    def _merge(self, reference: str, columns: frozenset[str]) -> None:
        start, _, end = reference.partition(":")
        (left, top), (right, bottom) = _split(start), _split(end or start)
        if column_number(right) < column_number(left) or bottom < top:
            raise Rejected("wrong-reference")
        for one in columns:
            if column_number(left) <= column_number(one) <= column_number(right):
                self._merges.setdefault(one, []).append((top, bottom, one == left))

    def sealed(self) -> None:
        """To be called once the rows have ended and before `covered` is asked."""
        for ranges in self._merges.values():
            ranges.sort()


def column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _row_number(spelt: str | None, before: int) -> int:
    if spelt is None:
        number = before + 1
    elif _ROW.fullmatch(spelt):
        number = int(spelt)
    else:
        raise Rejected("wrong-reference")
    if not before < number <= _LAST_ROW:
        raise Rejected("wrong-reference")
    return number


def _cells(row: Element, number: int, wanted: frozenset[str] | None, places: dict[str, int]) -> dict[str, Raw]:
    """`places` are the numbers of columns that were met before."""
    found: dict[str, Raw] = {}
    digits, last = str(number), 0
    for cell in row:
        if cell.tag.rpartition("}")[2] != "c":
            continue
        spelt = cell.get("r")
        if spelt is None:
            letters = _letters(last + 1)
        else:
            parts = _REFERENCE.fullmatch(spelt)
            if parts is None or parts[2] != digits:
                raise Rejected("wrong-reference")
            letters = parts[1]
        column = places.get(letters)
        if column is None:
            column = places[letters] = column_number(letters)
        if not last < column <= _LAST_COLUMN:
            raise Rejected("wrong-reference")
        last = column
        if wanted is None or letters in wanted:
            found[letters] = _raw(cell)
    return found


def _raw(cell: Element) -> Raw:
    style = cell.get("s") or "0"
    if not _INDEX.fullmatch(style):
        raise Rejected("wrong-index")
    return Raw(int(style), cell)


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _split(reference: str) -> tuple[str, int]:
    found = _REFERENCE.fullmatch(reference.replace("$", ""))
    if found is None or int(found[2]) > _LAST_ROW or column_number(found[1]) > _LAST_COLUMN:
        raise Rejected("wrong-reference")
    return found[1], int(found[2])
