"""What a stored cell holds: its kind and value by the rules of `profile.yaml`, dates as days, text with its strikes.

Formulas count by their cached value. It refuses an index that leads nowhere; a value that cannot be read is a kind of
its own and no refusal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd.law import Law
from specproof.reference.qbd.workbook import rich_text
from specproof.reference.qbd.workbook.package import Package
from specproof.reference.qbd.workbook.rich_text import Piece, RichText
from specproof.reference.qbd.workbook.sheet import Raw
from specproof.reference.qbd.workbook.styles import Look
from specproof.reference.rejection import Rejected

_SHARED = "s"
_BLANK = " \t\r\n"
_INDEX = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Cell:
    """`kind` is one of `evidence.cell_kinds` of observation.yaml, `text` the value as stored, text with its strikes."""

    kind: str
    text: RichText
    date: dt.date | None = None


EMPTY = Cell("empty", RichText(""))


class Cells:
    """Reads the cells of one workbook, once the strings of those that matter are known."""

    def __init__(self, package: Package, looks: Sequence[Look], law: Law) -> None:
        self._law = law.profile["workbook"]["dates"]
        self._longest: int = law.profile["limits"]["cell_characters"]
        self._iso = law.grammar(self._law["iso_cells"])
        self._space = package.main
        self._package = package
        self._looks = looks
        self._strings: dict[int, tuple[Piece, ...]] = {}
        system = next(one for one in self._law["systems"] if one["name"] == package.date_system)
        self._system: Mapping[str, Any] = system
        self._epoch = dt.date.fromisoformat(system["epoch"])

    def look(self, raw: Raw) -> Look:
        if raw.style >= len(self._looks):
            raise Rejected("wrong-index")
        return self._looks[raw.style]

    def fetch(self, raws: Iterable[Raw]) -> None:
        """Gets the shared strings of these cells, in one pass over all; what is not asked for is not kept."""
        wanted = {_index(raw) for raw in raws if raw.type == _SHARED}
        if not wanted:
            return
        part, count = self._package.part("sharedStrings"), 0
        for element in self._package.streamed(part, "sst", "si") if part else ():
            if count in wanted:
                self._strings[count] = rich_text.pieces(element, element.tag[: -len("si")])
            count += 1
        if count <= max(wanted):
            raise Rejected("wrong-index")

    def read(self, raw: Raw | None) -> Cell:
        if raw is None:
            return EMPTY
        look = self.look(raw)
        if raw.type == "inlineStr":
            inline = raw.child("is")
            parts = rich_text.pieces(inline, self._space) if inline is not None else ()
            return self._text(parts, look) if parts else EMPTY
        stored = raw.child("v")
        if stored is None:
            return EMPTY if raw.child("f") is None else Cell("no-value", RichText(""))
        value = stored.text or ""
        if raw.type == _SHARED:
            return self._text(self._strings[_index(raw)], look)
        if raw.type == "str":
            return self._text(((value, None),), look)
        return self._plain(raw.type, value.strip(_BLANK), look)

    def _text(self, parts: Sequence[Piece], look: Look) -> Cell:
        return Cell("text", rich_text.joined(parts, cell_struck=look.struck, longest=self._longest))

    def _plain(self, kind: str, value: str, look: Look) -> Cell:
        stored = RichText(value)
        if kind == "b":
            return Cell("boolean", stored)
        if kind == "d":
            return self._iso_date(value)
        if kind != "n" or not _NUMBER.fullmatch(value):
            return Cell("error", stored)
        date = self._serial(value) if look.date else None
        return Cell("date", stored, date) if date else Cell("number", stored)

    def _iso_date(self, value: str) -> Cell:
        found = self._iso.fullmatch(value)
        try:
            return Cell("date", RichText(value), dt.date.fromisoformat(found["date"])) if found else _unread(value)
        except ValueError:
            return _unread(value)

    def _serial(self, value: str) -> dt.date | None:
        days = float(value)
        if not self._system["serial_minimum"] <= days < self._system["serial_maximum"] + 1:
            return None
        return self._epoch + dt.timedelta(days=int(days))


def _unread(value: str) -> Cell:
    return Cell("error", RichText(value))


def _index(raw: Raw) -> int:
    """The number of a shared string."""
    stored = raw.child("v")
    spelt = (stored.text or "").strip(_BLANK) if stored is not None else ""
    if not _INDEX.fullmatch(spelt):
        raise Rejected("wrong-index")
    return int(spelt)
