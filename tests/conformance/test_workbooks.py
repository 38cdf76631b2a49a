"""Recipes of workbooks: the same bytes every time, what they hold by the account of another reader, and raw parts."""

from __future__ import annotations

import hashlib
import io
import zipfile

import openpyxl
import pytest

from specproof.conformance import workbooks

RECIPE = {
    "sheets": [
        {
            "rows": [{"row": 4, "cells": {"C": "QBD-1", "E": [{"struck": "a"}, "\nb"], "J": {"date": "2026-08-05"}}}],
            "cells": {"K9": {"number": "1.5"}},
            "merges": ["A1:B1"],
        }
    ]
}


def test_a_recipe_has_one_outcome():
    """The hashes of cases rest on these bytes: another digest here means that all of them change."""
    assert hashlib.sha256(workbooks.build(RECIPE)).hexdigest() == hashlib.sha256(workbooks.build(RECIPE)).hexdigest()
    digest = hashlib.sha256(workbooks.build({})).hexdigest()
    assert digest == "a8d85686486a8b873722b689c370f94a1dd7d297d8bb9196e16d627f126754e8"


@pytest.mark.filterwarnings("ignore:Workbook contains no default style")
def test_another_reader_finds_what_was_written():
    parts = {"xl/theme/theme1.xml": "<x/>"}
    book = openpyxl.load_workbook(io.BytesIO(workbooks.build({**RECIPE, "parts": parts})), rich_text=True)
    sheet = book["2026年8月\uff5cAUGUST_26"]
    assert sheet["A1"].value == "QBD 2026年8月 WYNDHAM JOMTIEN PATTAYA"
    assert [sheet[f"{column}3"].value for column in "CEHJ"] == ["Tour Code", "Raw Hotel Detail", "操作备注", "GROUP IN"]
    assert sheet["C4"].fill.fgColor.theme == 9
    assert str(sheet["E4"].value) == "a\nb"
    assert sheet["E4"].value[0].font.strike
    assert sheet["J4"].value.date().isoformat() == "2026-08-05"
    assert sheet["K9"].value == 1.5


def test_parts_are_replaced_and_left_out():
    made = workbooks.build({"parts": {"a.txt": "x"}, "without": ["xl/styles.xml"]})
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert "a.txt" in names
    assert "xl/styles.xml" not in names
