"""The reader of workbooks: files of another writer, and every kind of input that has to be turned down."""

from __future__ import annotations

import datetime as dt
import io
import struct
import tracemalloc
import zipfile

import pytest
import xlsxwriter
from xlsxwriter.color import Color

from specproof.conformance import workbooks
from specproof.reference.qbd import template
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.workbook import rich_text
from specproof.reference.qbd.workbook.container import Container
from specproof.reference.qbd.workbook.rich_text import RichText
from specproof.reference.qbd.workbook.sheet import Sheet, column_number
from specproof.reference.rejection import Rejected

LAW = Law()
LIMITS = LAW.profile["limits"]
SHEET = LAW.profile["samples"]["workbooks"][0]["sheet"]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ROW = {"row": 4, "cells": {"C": "QBD-1", "E": "5-7【A1.2】2", "H": "CANCEL", "J": {"date": "2026-08-05"}}}


def refusal(data):
    with pytest.raises(Rejected) as caught:
        template.read(LAW, data)
    return caught.value.rejection.code


def built(**recipe):
    return workbooks.build(recipe)


def with_sheet(xml, head='<?xml version="1.0" encoding="UTF-8"?>'):
    return built(parts={"xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{MAIN}">{xml}</worksheet>'})


# --- another writer ---------------------------------------------------------------------------------------------------


def test_a_workbook_of_another_writer():
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet(SHEET)
    orange = {"bg_color": Color.theme(9, 1), "pattern": 1}
    fill = book.add_format(orange)
    date = book.add_format({**orange, "num_format": 'yyyy"年"m"月"d"日"'})
    strike = book.add_format({"font_strikeout": True})
    sheet.merge_range("A1:L1", "QBD AUGUST 2026 WYNDHAM JOMTIEN PATTAYA")
    for column, label in zip("CEHJ", ("Tour Code", "Raw Hotel Detail", "操作备注", "GROUP IN"), strict=True):
        sheet.write(f"{column}2", label)
    sheet.write("C3", "QBD-1", fill)
    sheet.write_rich_string("E3", strike, "5-7【A1.2】2", book.add_format(), "\n5-8【A1.2】2", fill)
    sheet.write("H3", "2026/8/3 AMD BOOKING", fill)
    sheet.write_datetime("J3", dt.datetime.fromisoformat("2026-08-05T13:30:00"), date)
    book.close()
    found = template.read(LAW, stream.getvalue())
    (row,) = found.rows
    assert (found.sheet_name, found.header_row, row.number, row.fill, found.accent_differs) == (
        SHEET,
        2,
        3,
        "theme",
        False,
    )
    assert row.cells["E"].text == RichText("5-7【A1.2】2\n5-8【A1.2】2", ((0, 10),))
    assert row.cells["J"].date == dt.date(2026, 8, 5)
    assert row.cells["J"].kind == "date"


def test_the_same_recipe_gives_the_same_bytes_and_another_writer_reads_them():
    recipe = {"sheets": [{"rows": [ROW], "merges": ["A1:L1"]}]}
    assert workbooks.build(recipe) == workbooks.build(recipe)
    assert zipfile.ZipFile(io.BytesIO(workbooks.build(recipe))).testzip() is None


# --- rich text --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "struck", "text"),
    [
        ([("ab", None)], False, RichText("ab")),
        ([("ab", None)], True, RichText("ab", ((0, 2),))),
        ([("a", True), ("b", True)], False, RichText("ab", ((0, 2),))),
        ([("a", True), ("b", False), ("c", True)], True, RichText("abc", ((0, 1), (2, 3)))),
        ([("a\n", True), ("b", True)], False, RichText("a\nb", ((0, 1), (2, 3)))),
        ([("a\r", True), ("\nb", True)], False, RichText("a\nb", ((0, 1), (2, 3)))),
        ([("_xD83D_", True), ("_xDE00_x", True)], False, RichText("😀x", ((0, 2),))),
        ([("_x005F_x000D_", False)], False, RichText("_x000D_")),
        ([("a_x000A_b_x000d_c", False)], False, RichText("a\nb\nc")),
        ([("", True), ("", None)], False, RichText("")),
        ([("_x00", False), ("41_", False)], False, RichText("_x0041_")),
        ([("_x00", True), ("41_", False)], False, RichText("_x0041_", ((0, 4),))),
    ],
)
def test_runs_become_one_text(parts, struck, text):
    assert rich_text.joined(parts, cell_struck=struck, longest=12) == text


def test_a_part_of_a_text_counts_from_its_own_start():
    text = RichText("0123456789", ((1, 3), (5, 8)))
    assert text.part(2, 6) == RichText("2345", ((0, 1), (3, 4)))
    assert text.part(3, 5) == RichText("34")


# --- the zip ----------------------------------------------------------------------------------------------------------

GOOD = workbooks.build({"sheets": [{"rows": [ROW]}]})


def patched(offset, text, start=GOOD):
    return start[:offset] + text + start[offset + len(text) :]


def test_a_good_one_is_read():
    assert [row.number for row in template.read(LAW, GOOD).rows] == [4]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-zip"),
        (b"junk" + GOOD, "bytes-around-zip"),
        (GOOD + b"junk", "bytes-around-zip"),
        (GOOD[:-30], "damaged-zip"),
        (GOOD[: len(GOOD) // 2], "damaged-zip"),
        (patched(GOOD.index(b"CANCEL"), b"Cancel"), "damaged-zip"),
    ],
    ids=["empty", "before", "behind", "no end", "half", "another byte"],
)
def test_bytes_that_are_no_whole_zip(data, code):
    assert refusal(data) == code


def central(field, value, size="<H"):
    """The good one with another value in the first entry of its directory."""
    at = GOOD.index(b"PK\x01\x02")
    return patched(at + field, struct.pack(size, value))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (central(8, 1), "encrypted-member"),
        (central(10, 12), "damaged-zip"),
        (central(24, 10, "<I"), "part-too-large"),
        (central(24, LIMITS["small_part_bytes"] + 1, "<I"), "part-too-large"),
        (central(24, LIMITS["all_parts_bytes"] + 1, "<I"), "parts-too-large"),
        (central(16, 7, "<I"), "damaged-zip"),
        (central(42, 5, "<I"), "damaged-zip"),
    ],
    ids=["encrypted", "another method", "says less", "says too much", "all too much", "wrong sum", "wrong place"],
)
def test_what_the_directory_says(data, code):
    assert refusal(data) == code


def zipped(members, **how):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made, pytest.warns() if how.get("warns") else _Nothing():
        for name, data in members:
            made.writestr(name, data)
    return stream.getvalue()


class _Nothing:
    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        return None


def test_doubled_members():
    assert refusal(zipped([("a.xml", "1"), ("a.xml", "2")], warns=True)) == "doubled-part"
    assert refusal(zipped([("a.xml", "1"), ("A.XML", "2")])) == "doubled-part"
    assert refusal(zipped([("a/b.xml", "1"), ("a\\b.xml", "2")])) == "doubled-part"


def test_too_many_members():
    assert refusal(zipped([(f"{n}.xml", "") for n in range(1001)])) == "too-many-members"


def test_a_file_too_large():
    assert refusal(b"PK\x03\x04" + bytes(LIMITS["file_bytes"])) == "file-too-large"


def test_a_bomb_is_not_unpacked():
    bomb = zipped([("[Content_Types].xml", b"x" * 200_000_000)])
    tracemalloc.start()
    try:
        with pytest.raises(Rejected, match="part-too-large"):
            list(Container(bomb, LIMITS).pieces("[Content_Types].xml"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


# --- the XML ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (with_sheet("<sheetData/>", "<!DOCTYPE x>"), "document-type"),
        (with_sheet("<sheetData/>", '<?xml version="1.0" encoding="GBK"?>'), "not-utf-8"),
        (with_sheet(f"<!--{'x' * 2_000_000}--><sheetData/>"), "token-too-long"),
        (with_sheet("<a>" * 300 + "</a>" * 300), "xml-too-deep"),
        (with_sheet("<sheetData><row r='1'><c r='A1' s='9999999999'/></row></sheetData>"), "wrong-index"),
        (with_sheet("<sheetData><row r='1'><c r='A1' t='s'><v>-1</v></c></row></sheetData>"), "wrong-index"),
        (with_sheet("<sheetData><row r='0'/></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1048577'/></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='2'/><row r='2'/></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='2'/><row r='1'/></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1'><c r='A2'/></row></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1'><c r='A0'/></row></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1'><c r='XFE1'/></row></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1'><c r='B1'/><c r='A1'/></row></sheetData>"), "wrong-reference"),
        (with_sheet("<sheetData><row r='1'><c r='A1'/><c r='A1'/></row></sheetData>"), "wrong-reference"),
        (with_sheet("<mergeCells><mergeCell ref='B2:A1'/></mergeCells>"), "wrong-reference"),
        (with_sheet("<mergeCells><mergeCell ref='rubbish'/></mergeCells>"), "wrong-reference"),
    ],
)
def test_parts_that_are_turned_down(data, code):
    assert refusal(data) == code


def test_too_many_rows():
    assert refusal(with_sheet("<sheetData>" + "<row/>" * 200_001 + "</sheetData>")) == "too-many-rows"


def test_merges_without_number_cost_little():
    merges = [f"C{n}:C{n + 1}" for n in range(10, 80_010, 2)]
    found = template.read(LAW, workbooks.build({"sheets": [{"rows": [ROW], "merges": merges}]}))
    assert [row.number for row in found.rows] == [4]


def test_columns_are_numbered():
    assert [column_number(one) for one in ("A", "Z", "AA", "XFD")] == [1, 26, 27, 16_384]


def test_a_covered_cell_is_known_by_its_range():
    sheet = Sheet(None, "", LIMITS)
    sheet._merge("B2:C4", frozenset("CE"))
    sheet._merge("E7:E8", frozenset("CE"))
    sheet.sealed()
    assert [sheet.covered("C", row) for row in (1, 2, 4, 5)] == [False, True, True, False]
    assert [sheet.covered("E", row) for row in (6, 7, 8, 9)] == [False, False, True, False]


@pytest.mark.parametrize("filler", ["/" * 5000, "a/>" * 2000, "x" * 511, "&lt;" * 999])
def test_marks_in_text_do_not_stop_the_count(filler):
    """The depth is counted in blocks; text of any kind between the rows must neither hang nor mislead it."""
    text = f"<sheetData><row r='1'><c r='A1' t='str'><v>{filler}</v></c></row></sheetData>"
    assert refusal(with_sheet(text)) == "title-incomplete"


@pytest.mark.parametrize("depth", [240, 300])
def test_the_depth_is_counted_across_blocks(depth):
    nest = "<extension>" * depth + "</extension>" * depth
    assert refusal(with_sheet(nest * 3)) == ("title-incomplete" if depth < 250 else "xml-too-deep")


# --- memory -----------------------------------------------------------------------------------------------------------


RELATIONS = "xl/_rels/workbook.xml.rels"


def with_part(name, xml, sheet="<sheetData/>"):
    """Every workbook of a recipe has its texts in the cells: the part of shared strings is named here."""
    with zipfile.ZipFile(io.BytesIO(GOOD)) as good:
        relations = good.read(RELATIONS).decode()
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    named = f'<Relationship Id="s" Type="{kind}" Target="sharedStrings.xml"/></Relationships>'
    whole = f'<worksheet xmlns="{MAIN}">{sheet}</worksheet>'
    parts = {RELATIONS: relations.replace("</Relationships>", named), "xl/worksheets/sheet1.xml": whole}
    return built(parts={**parts, name: f'<?xml version="1.0"?>{xml}'})


def inline(text):
    return f"<sheetData><row r='1'><c r='A1' t='inlineStr'><is><t>{text}</t></is></c></row></sheetData>"


LARGE = {
    "a row of cells without end": (
        with_sheet("<sheetData><row>" + "<c/>" * 3_000_000 + "</row></sheetData>"),
        "item-too-large",
    ),
    "a text without end": (with_sheet(inline("a>" * 9_000_000)), "item-too-large"),
    "a text just too long": (with_sheet(inline("a" * (LIMITS["cell_characters"] + 1))), "text-too-long"),
    "formats without end": (
        with_part("xl/styles.xml", f'<styleSheet xmlns="{MAIN}"><cellXfs>{"<xf/>" * 3_000_000}</cellXfs></styleSheet>'),
        "item-too-large",
    ),
    "a large part of styles": (
        with_part("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{" " * 20_000_000}</styleSheet>'),
        "part-too-large",
    ),
    "one shared string without end": (
        with_part(
            "xl/sharedStrings.xml",
            f'<sst xmlns="{MAIN}"><si>{"<r><t>x</t></r>" * 900_000}</si></sst>',
            "<sheetData><row><c t='s'><v>0</v></c></row></sheetData>",
        ),
        "item-too-large",
    ),
    "merged ranges without end": (
        with_sheet("<mergeCells>" + "<mergeCell ref='C1:C1'/>" * 200_001 + "</mergeCells>"),
        "too-many-merged-ranges",
    ),
    "a million rows": (with_sheet("<sheetData>" + "<row/>" * 1_000_000 + "</sheetData>"), "too-many-rows"),
    "other elements without end": (with_sheet("<other><one/></other>" * 200_000), "title-incomplete"),
}


@pytest.mark.parametrize("what", LARGE)
def test_nothing_within_the_limits_of_the_file_takes_much_memory(what):
    data, code = LARGE[what]
    tracemalloc.start()
    try:
        assert refusal(data) == code
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000_000
