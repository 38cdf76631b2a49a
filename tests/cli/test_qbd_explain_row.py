"""`specproof qbd explain-row`: why a row was selected or not, and what cannot be explained."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof import resources
from specproof.conformance import workbooks


def schema(name):
    return json.loads(resources.path("specs", "metaschema", "report", f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "command", [["parse", "nothere.xlsx"], ["explain-row", "nothere.xlsx", "4"], ["parse", "empty"]]
)
def test_what_cannot_be_read(qbd, tmp_path, command):
    (tmp_path / "empty").mkdir()
    code, out, err = qbd("qbd", *command)
    assert (code, out, "qbd.unreadable" in err) == (2, "", True)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (4, "Row 4 is selected: every core cell is orange\n"),
        (5, "Row 5 is not selected: C, E, H, J not orange\n"),
        (1, "Row 1 is not selected: C, E, H, J not orange\n"),
    ],
)
def test_why_a_row_was_selected(qbd, row, told):
    code, out, _ = qbd("qbd", "explain-row", "AUGUST.xlsx", str(row))
    assert (code, out.startswith(told)) == (0, True)


def test_a_row_as_json(qbd):
    code, out, _ = qbd("qbd", "explain-row", "AUGUST.xlsx", "6", "--format", "json")
    found = json.loads(out)
    jsonschema.validate(found, schema("qbd-row"))
    assert (code, found["selected"], [one["orange"] for one in found["cells"]]) == (0, True, ["theme"] * 4)


def test_a_workbook_that_is_turned_down_has_no_rows_to_explain(qbd, tmp_path):
    (tmp_path / "x.xlsx").write_bytes(workbooks.build({"sheets": [{"name": "Sheet1"}]}))
    code, _, err = qbd("qbd", "explain-row", "x.xlsx", "4")
    assert code == 2
    assert "no-business-sheet" in err
