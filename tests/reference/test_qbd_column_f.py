"""Column F has no say: whatever stands in it or in its header, observations, facts and issues stay the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from specproof.conformance import workbooks
from specproof.reference.qbd import parse
from specproof.reference.qbd.law import Law

LAW = Law()
SENDER = LAW.profile["senders"]["registry"][0]["sender"]
IGNORED = next(name for name, one in LAW.profile["columns"].items() if one["role"] == "ignored")
LABELS = [label for labels in LAW.profile["header"]["labels"].values() for label in labels]
ROWS = [
    {"C": "QBD-1", "E": [{"struck": "5-7【A1.2】2"}, "\n5-8【A BF(Q10)8.5】3"], "H": "2026/8/3 AMD BOOKING"},
    {"C": "QBD-2", "E": "5-7【B】", "H": "HOLD"},
]
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=20) | st.sampled_from(LABELS)
VALUES = st.one_of(
    st.none(),
    TEXT,
    st.just([{"struck": "9.9"}, "\n", {"bare": "8.5"}]),
    st.just({"date": "2026-08-09"}),
    st.integers().map(lambda number: {"number": str(number)}),
    TEXT.map(lambda text: {"formula": text}),
    st.just({"formula": None}),
    st.sampled_from(["#N/A", "#REF!", "nonsense"]).map(lambda text: {"stored": ["e", text]}),
    st.just({"stored": ["b", "1"]}),
    st.just({"stored": ["s", "4711"]}),  # a shared string that does not exist
    st.just({"stored": ["d", "tomorrow"]}),
    st.just({"xml": "<t>_xD800_</t>"}),  # half of a surrogate pair
)


def without_hashes(value):
    """The bytes of the file differ, and with them what is a hash over them."""
    if isinstance(value, dict):
        plain = (name for name in value if not name.endswith(("_id", "_ids", "_hash", "_sha256")))
        return {name: without_hashes(value[name]) for name in plain}
    return [without_hashes(one) for one in value] if isinstance(value, list) else value


def document(values, header):
    rows = []
    for number, (cells, value) in enumerate(zip(ROWS, values, strict=True), 4):
        row = {"row": number, "cells": {**cells, "J": {"date": "2026-08-05"}}}
        if value is not ABSENT:
            row["cells"][IGNORED] = value
        rows.append(row)
    sheet = {"rows": rows} if header is ABSENT else {"rows": rows, "cells": {f"{IGNORED}3": header}}
    data = workbooks.build({"sheets": [sheet]})
    return parse.parse(LAW, parse.Mail(SENDER, "m", "1", (parse.Attachment("a", "Q.xlsx", data),)))


ABSENT = object()
PLAIN = without_hashes(document([ABSENT, ABSENT], ABSENT))


def test_the_plain_one_has_rows_and_facts():
    assert [one["source_scope"]["row_number"] for one in PLAIN["parser_observations"]["row_units"]] == [4, 5]
    assert [one["group_code"] for one in PLAIN["facts"]] == ["QBD-1", "QBD-2"]


@settings(max_examples=150, deadline=None)
@given(st.lists(VALUES | st.just(ABSENT), min_size=2, max_size=2), VALUES | st.just(ABSENT))
def test_whatever_stands_in_it(values, header):
    assert without_hashes(document(values, header)) == PLAIN
