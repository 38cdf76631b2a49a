"""Our reader beside another one on every ordinary workbook of the cases: equal text, equal strikes, equal dates."""

from __future__ import annotations

import io

import openpyxl
import pytest

from specproof import resources
from specproof.conformance import workbooks
from specproof.reference.qbd import template
from specproof.reference.qbd.law import Law
from specproof.reference.rejection import Rejected
from specproof.specs import load

LAW = Law()
# What the other reader is known to take otherwise: it reads Strict as no sheets at all, and raw strings its own way.
_NOT_ORDINARY = ("parts", "without", "strict", "content_type")
# And it gives up the whole workbook over a cell that we never look at.
_GIVEN_UP = "qbd.column-f-ignored.broken-index-in-f"


def recipes():
    folder = resources.path("conformance", "cases", "qbd")
    for file in sorted(folder.rglob("*.yaml")):
        case = load.read(file)
        if case["when"]["op"] == "parse" and case["id"] != _GIVEN_UP:
            for number, one in enumerate(case["when"]["attachments"]):
                if "workbook" in one and not any(word in one["workbook"] for word in _NOT_ORDINARY):
                    yield pytest.param(one["workbook"], id=f"{case['id']}-{number}")


def strikes(value, cell):
    """The text of a cell of the other reader, and for each character whether it is struck."""
    whole = bool(cell.font.strike)
    if not isinstance(value, list):
        return str(value), [whole] * len(str(value))
    found = [(part, whole) if isinstance(part, str) else (part.text, bool(part.font.strike)) for part in value]
    return "".join(text for text, _ in found), [struck for text, struck in found for _ in text]


@pytest.mark.filterwarnings("ignore:Workbook contains no default style")
@pytest.mark.parametrize("recipe", list(recipes()))
def test_both_readers_agree(recipe):
    data = workbooks.build(recipe)
    try:
        found = template.read(LAW, data, fixture=True)
    except Rejected:
        return  # told by the case itself
    sheet = openpyxl.load_workbook(io.BytesIO(data), rich_text=True)[found.sheet_name]
    for row in found.rows:
        for column, ours in row.cells.items():
            cell = sheet[f"{column}{row.number}"]
            if ours.kind == "date" and cell.is_date:
                assert cell.value.date() == ours.date
            elif ours.kind == "text" and "xml" not in str(recipe):
                text, bits = strikes(cell.value, cell)
                assert text == ours.text.text
                assert [bit for bit, one in zip(bits, text, strict=True) if one != "\n"] == [
                    bit for bit, one in zip(ours.text.strikes(), text, strict=True) if one != "\n"
                ]
