"""Workbooks out of recipes: the same recipe gives the same bytes, so that the hashes of a case can be written down.

Writes the parts of an .xlsx by itself, stored and without a date, because a library of that kind stamps its files and
cannot write what a case about bad input needs. It refuses to read a workbook.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Recipe = Mapping[str, Any]
_SHEET = "2026年8月\uff5cAUGUST_26"  # with the wide bar
_TITLE = "QBD 2026年8月 WYNDHAM JOMTIEN PATTAYA"
_LABELS = {"C": "Tour Code", "E": "Raw Hotel Detail", "H": "操作备注", "J": "GROUP IN"}
_CORE = tuple(_LABELS)
_FILLS: dict[str, dict[str, str]] = {
    "orange": {"pattern": "solid", "theme": "9", "tint": "0.79998168889431442"},
    "white": {"pattern": "solid", "theme": "0"},
    "none": {},
}
_EPOCH, _EPOCH_1904 = dt.date(1899, 12, 30), dt.date(1904, 1, 1)
_STAMP = (1980, 1, 1, 0, 0, 0)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_STRICT = {
    _MAIN: "http://purl.oclc.org/ooxml/spreadsheetml/main",
    _LINKS: "http://purl.oclc.org/ooxml/officeDocument/relationships",
}
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_REFERENCE = re.compile(r"([A-Z]+)([0-9]+)")


def build(recipe: Recipe) -> bytes:
    """The bytes of the workbook that a recipe describes; its schema is that of the operation `parse` of qbd."""
    parts = _parts(recipe)
    parts |= {name: text.encode() for name, text in recipe.get("parts", {}).items()}
    for name in recipe.get("without", ()):
        del parts[name]
    return _zipped(parts)


def _parts(recipe: Recipe) -> dict[str, bytes]:
    styles = _Styles()
    sheets = [_sheet(one, styles, recipe) for one in recipe.get("sheets", [{}])]
    names = [one.get("name", _SHEET) for one in recipe.get("sheets", [{}])]
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" '
        f"ContentType={quoteattr(recipe.get('content_type', _TYPE))}/></Types>",
        "_rels/.rels": _links([("rId1", "officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}">'
        f'<workbookPr date1904="{int(recipe.get("date1904", False))}"/><sheets>'
        + "".join(
            f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
            for number, name in zip(numbers, names, strict=True)
        )
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _links(
            [
                *((f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in numbers),
                ("rIdStyles", "styles", "styles.xml"),
                ("rIdTheme", "theme", "theme/theme1.xml"),
            ]
        ),
        "xl/styles.xml": styles.xml(),
        "xl/theme/theme1.xml": '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        "<a:themeElements><a:clrScheme><a:accent6><a:srgbClr "
        f"val={quoteattr(recipe.get('accent6', 'F79646'))}/></a:accent6></a:clrScheme></a:themeElements></a:theme>",
        **{f"xl/worksheets/sheet{number}.xml": sheet for number, sheet in zip(numbers, sheets, strict=True)},
    }
    if recipe.get("strict"):
        parts = {name: _strictly(text) for name, text in parts.items()}
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return {name: (head + text).encode() for name, text in parts.items()}


def _strictly(text: str) -> str:
    for loose, strict in _STRICT.items():
        text = text.replace(loose, strict)
    return text


def _links(links: Sequence[tuple[str, str, str]]) -> str:
    lines = (f'<Relationship Id="{name}" Type="{_LINKS}/{kind}" Target="{target}"/>' for name, kind, target in links)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(lines)}</Relationships>'


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as made:
        for name, data in parts.items():
            made.writestr(zipfile.ZipInfo(name, _STAMP), data)
    return stream.getvalue()


# --- sheets -----------------------------------------------------------------------------------------------------------


def _sheet(said: Recipe, styles: _Styles, recipe: Recipe) -> str:
    cells: dict[tuple[int, str], tuple[Any, Mapping[str, Any]]] = {}
    if said.get("title", _TITLE) is not None:
        cells[1, "A"] = (said.get("title", _TITLE), {})
    header = said.get("header", 3)
    if header is not None:
        cells |= {(header, column): (label, {}) for column, label in _LABELS.items()}
    for row in said.get("rows", ()):
        cells |= _row(row)
    for reference, value in said.get("cells", {}).items():
        found = _REFERENCE.fullmatch(reference)
        assert found is not None  # its schema says so
        cells[int(found[2]), found[1]] = (value, {})
    lines = [
        f'<row r="{number}">'
        + "".join(
            _cell(f"{column}{number}", *cells[number, column], styles, recipe)
            for column in sorted((one for row, one in cells if row == number), key=lambda one: (len(one), one))
        )
        + "</row>"
        for number in sorted({row for row, _ in cells})
    ]
    merges = "".join(f"<mergeCell ref={quoteattr(one)}/>" for one in said.get("merges", ()))
    tail = f"<mergeCells>{merges}</mergeCells>" if merges else ""
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData>{tail}</worksheet>'


def _row(said: Recipe) -> dict[tuple[int, str], tuple[Any, Mapping[str, Any]]]:
    """Core cells have the fill of the row; `absent` are not written, `fills` and `struck` speak of single cells."""
    found: dict[tuple[int, str], tuple[Any, Mapping[str, Any]]] = {}
    for column, value in said.get("cells", {}).items():
        found[said["row"], column] = (value, {})
    for column in _CORE:
        if column not in said.get("absent", ()):
            fill = said.get("fills", {}).get(column, said.get("fill", "orange"))
            look = {"fill": fill, "struck": column in said.get("struck", ())}
            found[said["row"], column] = (said.get("cells", {}).get(column), look)
    return found


def _cell(reference: str, value: Any, look: Mapping[str, Any], styles: _Styles, recipe: Recipe) -> str:
    date = isinstance(value, dict) and "date" in value
    style = styles.index(look.get("fill", "none"), struck=look.get("struck", False), date=date)
    head = f'<c r="{reference}" s="{style}"'
    match value:
        case None:
            return f"{head}/>"
        case str():
            return f'{head} t="inlineStr"><is>{_text(value)}</is></c>'
        case list():
            return f'{head} t="inlineStr"><is>{"".join(map(_run, value))}</is></c>'
        case {"date": day}:
            epoch = _EPOCH_1904 if recipe.get("date1904") else _EPOCH
            return f"{head}><v>{(dt.date.fromisoformat(day) - epoch).days}</v></c>"
        case {"number": number}:
            return f"{head}><v>{escape(number)}</v></c>"
        case {"stored": stored}:
            return f"{head} t={quoteattr(stored[0])}><v>{escape(stored[1])}</v></c>"
        case {"formula": cached}:
            return f'{head} t="str"><f>1+1</f>' + ("" if cached is None else f"<v>{escape(cached)}</v>") + "</c>"
    return f'{head} t="inlineStr"><is>{value["xml"]}</is></c>'


def _run(run: Any) -> str:
    """A text, which is a run with properties and no strike; a struck one; one without properties."""
    match run:
        case str():
            return f'<r><rPr><sz val="11"/></rPr>{_text(run)}</r>'
        case {"struck": text}:
            return f"<r><rPr><strike/></rPr>{_text(text)}</r>"
    return f"<r>{_text(run['bare'])}</r>"


def _text(text: str) -> str:
    return f'<t xml:space="preserve">{escape(text)}</t>'


# --- styles -----------------------------------------------------------------------------------------------------------


class _Styles:
    """Formats of cells by what they mean; the first one is the plain one."""

    def __init__(self) -> None:
        self._fills: list[str] = [_fill({})]
        self._formats: list[tuple[int, bool, bool]] = [(0, False, False)]

    def index(self, fill: Any, *, struck: bool, date: bool) -> int:
        xml = _fill(_FILLS[fill] if isinstance(fill, str) else fill)
        if xml not in self._fills:
            self._fills.append(xml)
        made = (self._fills.index(xml), struck, date)
        if made not in self._formats:
            self._formats.append(made)
        return self._formats.index(made)

    def xml(self) -> str:
        return "".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f'<styleSheet xmlns="{_MAIN}"><fonts><font/><font><strike/></font></fonts>'
        yield f"<fills>{''.join(self._fills)}</fills><cellXfs>"
        for fill, struck, date in self._formats:
            yield f'<xf numFmtId="{14 if date else 0}" fontId="{int(struck)}" fillId="{fill}"/>'
        yield "</cellXfs></styleSheet>"


def _fill(said: Mapping[str, str]) -> str:
    if not said:
        return '<fill><patternFill patternType="none"/></fill>'
    colour = "".join(f" {name}={quoteattr(said[name])}" for name in ("theme", "tint", "rgb", "indexed") if name in said)
    pattern = f" patternType={quoteattr(said['pattern'])}" if "pattern" in said else ""
    return f"<fill><patternFill{pattern}><fgColor{colour}/></patternFill></fill>"
