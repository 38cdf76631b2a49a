"""The looks of cells, as far as they mean something: which fill, whether the font strikes, whether a number is a date.

Fills are told by identity, as `profile.yaml` has it. It refuses an index that leads nowhere, and ignores every detail
of a font or fill that has no say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from specproof.reference.qbd.law import Law
from specproof.reference.qbd.workbook import rich_text
from specproof.reference.qbd.workbook.package import Package
from specproof.reference.qbd.workbook.xml_part import Element
from specproof.reference.rejection import Rejected

THEME, FIXTURE = "theme", "fixture_argb"
_INDEX = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Look:
    """`orange` is how the fill is orange: `theme`, `fixture_argb`, or None."""

    orange: str | None
    struck: bool
    date: bool


def read(package: Package, law: Law) -> tuple[Look, ...]:
    """The look of every cell format, by its index."""
    part = package.part("styles")
    if part is None:
        raise Rejected("missing-part")
    found: dict[str, list[Any]] = {"fonts": [], "fills": [], "cellXfs": []}
    formats: dict[int, str] = {}
    # Whole lists: a format of conditional formatting has a font, a fill and a number format of its own.
    for element in package.elements(part, "styleSheet", "numFmts", *found):
        name = element.tag.rpartition("}")[2]
        if name in found:
            found[name] = list(element)
        else:
            formats |= {_index(one.get("numFmtId")): one.get("formatCode") or "" for one in element}
    struck = [_struck(font) for font in found["fonts"]]
    orange = [_orange(fill, law) for fill in found["fills"]]
    is_date = _dates(law, formats)
    return tuple(
        Look(
            orange=_at(orange, xf.get("fillId")),
            struck=_at(struck, xf.get("fontId")),
            date=is_date(_index(xf.get("numFmtId"))),
        )
        for xf in found["cellXfs"]
    )


def accent_differs(package: Package, law: Law) -> bool:
    """Whether the workbook has a theme and its accent is another colour than the one that looks orange."""
    said = law.profile["selection"]["orange"]["theme_part"]
    part = package.part("theme")
    if part is None:
        return False
    for element in package.themes(part, said["accent"]):
        colours = [one.get("val") or one.get("lastClr") or "" for one in element]
        return bool(colours) and colours[0].upper() != said["expected"]
    return False


def _struck(font: Element) -> bool:
    strikes = [one for one in font if one.tag.rpartition("}")[2] == "strike"]
    if len(strikes) > 1:
        raise Rejected("wrong-flag")
    return rich_text.flag(strikes[0] if strikes else None)


def _orange(fill: Element, law: Law) -> str | None:
    said = law.profile["selection"]
    pattern = next((one for one in fill if one.tag.rpartition("}")[2] == "patternFill"), None)
    if pattern is None or pattern.get("patternType") != said["orange"]["fill"]:
        return None
    colour = next((one for one in pattern if one.tag.rpartition("}")[2] == "fgColor"), None)
    if colour is None or colour.get("indexed") is not None:
        return None
    if colour.get("theme") is not None:
        tint = _decimal(colour.get("tint") or "0")
        wanted = Decimal(said["orange"]["tint"])
        near = tint is not None and abs(tint - wanted) <= Decimal(said["orange"]["tolerance"])
        return THEME if colour.get("theme") == str(said["orange"]["theme"]) and near else None
    argb = (colour.get("rgb") or "").upper()
    return FIXTURE if len(argb) in (6, 8) and argb[-6:] in said["fixture_argb"]["colours"] else None


def _dates(law: Law, formats: Mapping[int, str]) -> Callable[[int], bool]:
    said = law.profile["workbook"]["dates"]
    spans = [tuple(map(int, str(one).split(".."))) for one in said["builtin_formats"]]
    custom = said["custom_formats"]
    strip, grammar = law.expression(custom["strip"]), law.expression(custom["pattern"])

    def is_date(number: int) -> bool:
        code = formats.get(number)
        if code is None:
            return any(first <= number <= last for first, last in spans)
        if law.compared(code) in custom["never"]:
            return False
        first = strip.sub("", code).split(";")[0]
        return grammar.fullmatch(first) is not None

    return is_date


def _at(values: Sequence[Any], spelt: str | None) -> Any:
    index = _index(spelt)
    if index >= len(values):
        raise Rejected("wrong-index")
    return values[index]


def _index(spelt: str | None) -> int:
    if spelt is None or not spelt:
        return 0
    if not _INDEX.fullmatch(spelt):
        raise Rejected("wrong-index")
    return int(spelt)


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text) if text.isascii() and "_" not in text else None
    except InvalidOperation:
        return None
