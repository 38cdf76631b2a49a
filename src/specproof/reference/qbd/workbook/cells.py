"""What a stored cell holds: its kind and value by the rules of `profile.yaml`, dates as days, text with its strikes.

Formulas count by their cached value. It refuses an index that leads nowhere; a value that cannot be read is a kind of
its own and no refusal.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd.law import Law
from specproof.reference.qbd.workbook import rich_text
from specproof.reference.qbd.workbook.package import Package
from specproof.reference.qbd.workbook.rich_text import Piece, RichText
from specproof.reference.qbd.workbook.sheet import Raw
from specproof.reference.qbd.workbook.styles import Look
from specproof.reference.rejection import Rejected

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
    """Reads the cells of one workbook."""

    def __init__(self, package: Package, looks: Sequence[Look], law: Law) -> None:
        self._law = law.profile["workbook"]["dates"]
        self._iso = law.grammar(self._law["iso_cells"])
        self._space = package.main
        self._looks = looks
        self._strings = tuple(_strings(package))
        system = next(one for one in self._law["systems"] if one["name"] == package.date_system)
        self._system: Mapping[str, Any] = system
        self._epoch = dt.date.fromisoformat(system["epoch"])

    def look(self, raw: Raw) -> Look:
        if raw.style >= len(self._looks):
            raise Rejected("wrong-index")
        return self._looks[raw.style]

    def read(self, raw: Raw | None) -> Cell:
        if raw is None:
            return EMPTY
        look = self.look(raw)
        if raw.type == "inlineStr":
            parts = rich_text.pieces(raw.inline, self._space) if raw.inline is not None else ()
            return Cell("text", rich_text.joined(parts, cell_struck=look.struck)) if parts else EMPTY
        if raw.value is None:
            return Cell("no-value", RichText("")) if raw.formula else EMPTY
        if raw.type == "s":
            return Cell("text", rich_text.joined(self._string(raw.value), cell_struck=look.struck))
        if raw.type == "str":
            return Cell("text", rich_text.joined(((raw.value, None),), cell_struck=look.struck))
        return self._plain(raw.type, raw.value.strip(" \t\r\n"), look)

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

    def _string(self, spelt: str) -> tuple[Piece, ...]:
        spelt = spelt.strip(" \t\r\n")
        if not _INDEX.fullmatch(spelt) or int(spelt) >= len(self._strings):
            raise Rejected("wrong-index")
        return self._strings[int(spelt)]


def _unread(value: str) -> Cell:
    return Cell("error", RichText(value))


def _strings(package: Package) -> list[tuple[Piece, ...]]:
    part = package.part("sharedStrings")
    if part is None:
        return []
    found = []
    for element in package.elements(part, "sst", "si"):
        found.append(rich_text.pieces(element, element.tag[: -len("si")]))
        element.clear()
    return found
