"""Every kind of bad or odd input, by name: what is turned down and as what, and what is read all the same."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest

from specproof.conformance import workbooks
from specproof.reference.qbd import template
from specproof.reference.qbd.law import Law
from specproof.reference.rejection import Rejected

LAW = Law()
LIMITS = LAW.profile["limits"]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SHEET, STYLES, BOOK = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"
RELATIONS, ROOT, TYPES = "xl/_rels/workbook.xml.rels", "_rels/.rels", "[Content_Types].xml"
ROW = {"row": 4, "cells": {"C": "QBD-1", "E": "5-7【A1.2】2", "H": "2026/8/3 AMD BOOKING", "J": {"date": "2026-08-05"}}}
RECIPE = {"sheets": [{"rows": [ROW]}]}
with zipfile.ZipFile(io.BytesIO(workbooks.build(RECIPE))) as good:
    PARTS = {name: good.read(name).decode() for name in good.namelist()}


def outcome(data):
    """The refusal, or the numbers of the rows."""
    try:
        return [row.number for row in template.read(LAW, data).rows]
    except Rejected as rejected:
        return rejected.rejection.code


def edited(part, *edits, **more):
    """The good workbook with pieces of one part replaced; each piece must be there."""
    text = PARTS[part]
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return workbooks.build({**RECIPE, **more, "parts": {**more.get("parts", {}), part: text}})


def with_bytes(part, data):
    """The good workbook with a part that is no UTF-8 text."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name, text in PARTS.items():
            made.writestr(name, data if name == part else text.encode())
    return stream.getvalue()


def packed(part, block, times):
    """A part of `times` blocks between its first and last tag, packed; never held unpacked."""
    head, tail = PARTS[part].rsplit("</", 1)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in PARTS.items():
            if name != part:
                made.writestr(name, text)
        with made.open(part, "w", force_zip64=False) as member:
            member.write(head.encode())
            for _ in range(times):
                member.write(block)
            member.write(f"</{tail}".encode())
    return stream.getvalue()


def sheet_with(xml, before="</sheetData>"):
    return edited(SHEET, (before, f"{xml}{before}"))


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
QUADRATIC = f'<!DOCTYPE l [<!ENTITY a "{"a" * 50_000}">]>'
OUTSIDE = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
CONDITIONAL = "<conditionalFormatting sqref='A1'><cfRule type='expression'/></conditionalFormatting>"

TURNED_DOWN = {
    "blank without end in the styles": (lambda: packed(STYLES, b" " * 1_000_000, 20), "part-too-large"),
    "blank without end in the sheet": (lambda: packed(SHEET, b" " * 1_000_000, 300), "part-too-large"),
    "more than all parts may have": (lambda: packed(SHEET, b" " * 1_000_000, 600), "parts-too-large"),
    "a billion laughs": (lambda: edited(SHEET, ("<worksheet", f"{LAUGHS}<worksheet")), "document-type"),
    "quadratic entities": (lambda: edited(SHEET, ("<worksheet", f"{QUADRATIC}<worksheet")), "document-type"),
    "an outside entity": (lambda: edited(BOOK, ("<workbook ", f"{OUTSIDE}<workbook ")), "document-type"),
    "a bare document type": (
        lambda: edited(STYLES, ("<styleSheet", "<!DOCTYPE styleSheet><styleSheet")),
        "document-type",
    ),
    "an attribute of 2 MB": (lambda: sheet_with(f"<row r='9' x='{'y' * 2_000_000}'/>"), "token-too-long"),
    "a comment of 2 MB": (lambda: sheet_with(f"<!--{'y' * 2_000_000}-->"), "token-too-long"),
    "200,000 nested elements": (lambda: sheet_with("<x>" * 200_000 + "</x>" * 200_000), "xml-too-deep"),
    "HTML": (lambda: b"<!doctype html><html></html>", "not-a-zip"),
    "CSV": (lambda: b"Tour Code,Raw Hotel Detail\r\nQBD-1,5-7", "not-a-zip"),
    "a zip of nothing": (lambda: b"PK\x05\x06" + bytes(18), "not-a-zip"),
    "no shared strings": (lambda: edited(SHEET, ('t="inlineStr"', 't="s"')), "wrong-index"),
    "no content types": (lambda: workbooks.build({**RECIPE, "without": [TYPES]}), "missing-part"),
    "no relations of the package": (lambda: workbooks.build({**RECIPE, "without": [ROOT]}), "missing-part"),
    "no relations of the workbook": (lambda: workbooks.build({**RECIPE, "without": [RELATIONS]}), "missing-part"),
    "no sheet part": (lambda: workbooks.build({**RECIPE, "without": [SHEET]}), "missing-part"),
    "no styles": (lambda: workbooks.build({**RECIPE, "without": [STYLES]}), "missing-part"),
    "a target above the package": (
        lambda: edited(RELATIONS, ("worksheets/sheet1.xml", "../../sheet1.xml")),
        "target-outside",
    ),
    "a target with a back-slash": (
        lambda: edited(RELATIONS, ("worksheets/sheet1.xml", "worksheets\\sheet1.xml")),
        "target-outside",
    ),
    "a target on the network": (
        lambda: edited(RELATIONS, ('Target="worksheets/sheet1.xml"', 'TargetMode="External" Target="http://h/s.xml"')),
        "target-outside",
    ),
    "a sheet name with a colon": (
        lambda: workbooks.build({"sheets": [{"name": "2026年8月:AUGUST_26", "rows": [ROW]}]}),
        "no-business-sheet",
    ),
    "a row beyond the last": (lambda: sheet_with("<row r='9999999'/>"), "wrong-reference"),
    "a column beyond the last": (lambda: sheet_with("<row r='9'><c r='XFE9'/></row>"), "wrong-reference"),
    "cell A0": (lambda: sheet_with("<row r='9'><c r='A0'/></row>"), "wrong-reference"),
    "a cell in another row": (lambda: sheet_with("<row r='9'><c r='A8'/></row>"), "wrong-reference"),
    "a doubled row": (lambda: sheet_with("<row r='4'/>"), "wrong-reference"),
    "a negative style": (lambda: sheet_with("<row r='9'><c r='C9' s='-1'/></row>"), "wrong-index"),
    "a style that is not there": (lambda: sheet_with("<row r='9'><c r='C9' s='99'/></row>"), "wrong-index"),
    "no namespace": (lambda: edited(SHEET, (f' xmlns="{MAIN}"', "")), "foreign-namespace"),
    "UTF-16": (lambda: with_bytes(SHEET, PARTS[SHEET].replace("UTF-8", "UTF-16").encode("utf-16")), "not-utf-8"),
    "UTF-16 that says nothing": (lambda: with_bytes(SHEET, PARTS[SHEET].encode("utf-16-le")), "not-utf-8"),
    "GBK": (lambda: with_bytes(SHEET, PARTS[SHEET].replace("UTF-8", "GBK").encode("gbk", "ignore")), "not-utf-8"),
    "GBK that says UTF-8": (lambda: with_bytes(SHEET, PARTS[SHEET].encode("gbk", "ignore")), "not-utf-8"),
    "a control character": (lambda: sheet_with("<row r='9'><c r='A9'><v>\x01</v></c></row>"), "not-well-formed"),
    "a surrogate as a reference": (
        lambda: sheet_with("<row r='9'><c r='A9'><v>&#xD800;</v></c></row>"),
        "not-well-formed",
    ),
    "an entity that is not declared": (
        lambda: sheet_with("<row r='9'><c r='A9'><v>&nbsp;</v></c></row>"),
        "not-well-formed",
    ),
    "two roots": (lambda: edited(SHEET, ("</worksheet>", "</worksheet><worksheet/>")), "not-well-formed"),
}

READ = {
    "a dimension that says too much": lambda: edited(
        SHEET, ("<sheetData>", "<dimension ref='A1:XFD1048576'/><sheetData>")
    ),
    "a dimension that says too little": lambda: edited(SHEET, ("<sheetData>", "<dimension ref='A1'/><sheetData>")),
    "cells at opposite corners": lambda: sheet_with("<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"),
    "a merge of the whole sheet beside": lambda: edited(
        SHEET, ("</sheetData>", "</sheetData><mergeCells><mergeCell ref='A5:XFD1048576'/></mergeCells>")
    ),
    "40,000 merged ranges": lambda: workbooks.build(
        {"sheets": [{"rows": [ROW], "merges": [f"C{n}:C{n + 1}" for n in range(10, 80_010, 2)]}]}
    ),
    "40,000 conditional formats": lambda: edited(SHEET, ("</sheetData>", f"</sheetData>{CONDITIONAL * 40_000}")),
    "50,000 shared formulas": lambda: sheet_with(
        "".join(f"<row r='{n}'><c r='A{n}'><f t='shared' si='0'/><v>1</v></c></row>" for n in range(9, 50_009))
    ),
    "a target from the root": lambda: edited(RELATIONS, ("worksheets/sheet1.xml", "/xl/worksheets/sheet1.xml")),
    "a target that goes up and down": lambda: edited(
        RELATIONS, ("worksheets/sheet1.xml", "../xl/worksheets/sheet1.xml")
    ),
    "a prefix for the namespace": lambda: edited(
        STYLES,
        ("<styleSheet", "<x:styleSheet"),
        ("</styleSheet>", "</x:styleSheet>"),
        ("xmlns=", f'xmlns:x="{MAIN}" xmlns='),
    ),
    "a byte order mark": lambda: with_bytes(SHEET, b"\xef\xbb\xbf" + PARTS[SHEET].encode()),
    "fonts with details that mean nothing": lambda: edited(
        STYLES, ("<fonts><font/>", "<fonts><font><u val='what'/><family val='99'/><vertAlign val='odd'/></font>")
    ),
    "Strict": lambda: workbooks.build({**RECIPE, "strict": True}),
}


@pytest.mark.parametrize("what", TURNED_DOWN)
def test_turned_down(what):
    make, code = TURNED_DOWN[what]
    assert outcome(make()) == code


@pytest.mark.parametrize("what", READ)
def test_read_all_the_same(what):
    assert outcome(READ[what]()) == [4]


def test_a_member_that_ends_too_early():
    data = workbooks.build(RECIPE)
    with zipfile.ZipFile(io.BytesIO(data)) as made:
        offset = made.getinfo(SHEET).header_offset
    assert outcome(data[:offset] + data[offset + 40 :]) in ("damaged-zip", "bytes-around-zip")


def test_a_packed_part_with_a_rubbish_stream():
    data = packed(SHEET, b" ", 1000)
    stream = zlib.compress(PARTS[STYLES].encode())[2:-4]
    at = data.index(stream[:20])
    assert outcome(data[:at] + b"\xff" * 20 + data[at + 20 :]) == "damaged-zip"


def test_a_format_of_conditional_formatting_is_none_of_a_cell():
    wrong = "<dxfs><dxf><numFmt numFmtId='14' formatCode='0.00'/><fill/></dxf></dxfs></styleSheet>"
    (row,) = template.read(LAW, edited(STYLES, ("</styleSheet>", wrong))).rows
    assert row.cells["J"].kind == "date"
