"""A stored parsed_fact_set: what is read again, what is refused and where; copies for readers; accepted values."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specproof.conformance import workbooks
from specproof.errors import UsageProblem
from specproof.reference.qbd import contract, graph, parse
from specproof.reference.qbd.declared import Declared
from specproof.reference.qbd.law import Law
from specproof.reference.rejection import Rejected

LAW = Law()
DECLARED = Declared(LAW)
SENDER = LAW.profile["senders"]["registry"][0]["sender"]
CELLS = {
    "C": "QBD-1",
    "E": [{"struck": "5-7【A1.2】2"}, "\n5-8【A BF1.2】2"],
    "H": "2026/8/3 AMD BOOKING",
    "J": {"number": "1"},
}


def parsed():
    data = workbooks.build({"sheets": [{"rows": [{"row": 4, "cells": CELLS}]}]})
    mail = parse.Mail(SENDER, "m", "1", (parse.Attachment("a", "Q.xlsx", data),))
    return json.loads(json.dumps(parse.parse(LAW, mail)))  # nothing shared, as in a store


GOOD = parsed()


def read(document):
    return contract.read(LAW, json.dumps(document).encode())


def refusal(document):
    with pytest.raises(Rejected) as caught:
        read(document)
    return caught.value.rejection.code, caught.value.rejection.path


def changed(path, value, *, hashed=True):
    document = copy.deepcopy(GOOD)
    at = document
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    if hashed:
        observations = document["parser_observations"]
        observations["observation_hash"] = graph.observation_hash(LAW, observations)
    return document


ROW = ("parser_observations", "row_units", 0)


def test_a_document_comes_back_as_it_was():
    assert read(GOOD) == GOOD
    assert list(read(GOOD)) == list(GOOD)


@pytest.mark.parametrize(
    ("path", "value", "code", "place"),
    [
        ((*ROW, "group_code", "status"), "DONE", "misshapen", "group_code/status"),
        ((*ROW, "group_code", "semantic_role"), "GROUP_IN", "misshapen", "group_code/semantic_role"),
        ((*ROW, "group_code", "normalized_value"), None, "misshapen", "group_code/normalized_value"),
        ((*ROW, "group_in", "normalized_value"), "2026-08-05", "misshapen", "group_in/normalized_value"),
        ((*ROW, "group_code", "field_id"), "fld_1", "misshapen", "group_code/field_id"),
        ((*ROW, "row_unit_id"), "seg_" + "0" * 32, "misshapen", "row_unit_id"),
        ((*ROW, "source_scope", "row_number"), "4", "misshapen", "source_scope/row_number"),
        ((*ROW, "source_scope", "row_number"), True, "misshapen", "source_scope/row_number"),
        ((*ROW, "source_scope", "attachment_sha256"), "X" * 64, "misshapen", "source_scope/attachment_sha256"),
        ((*ROW, "detail_segments"), {}, "misshapen", "detail_segments"),
        ((*ROW, "more"), 1, "misshapen", "more"),
    ],
)
def test_observations_are_held_to_the_tables(path, value, code, place):
    document = changed(path, value)
    assert refusal(document) == (code, f"/parser_observations/row_units/0/{place}")


@pytest.mark.parametrize("number", [1 << 53, 1.5, 1e300])
def test_a_number_beyond_canonical_json_is_no_integer(number):
    document = changed((*ROW, "source_scope", "row_number"), number, hashed=False)
    assert refusal(document)[0] == "misshapen"


def test_every_member_of_the_graph_is_needed():
    def walk(value, path):
        if isinstance(value, dict):
            for name, one in value.items():
                yield (*path, name)
                yield from walk(one, (*path, name))
        elif isinstance(value, list):
            for number, one in enumerate(value):
                yield from walk(one, (*path, number))

    paths = list(walk(GOOD["parser_observations"], ("parser_observations",)))
    assert len(paths) > 300
    for path in paths:
        document = copy.deepcopy(GOOD)
        at = document
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        code, place = refusal(document)
        wanted = "unknown-version" if path[-1] == "observation_contract_version" else "misshapen"
        assert (code, place) == (wanted, "/" + "/".join(map(str, path)))


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"7", b"\xff", b'{"a":NaN}', b"[" * 100_000, b'{"contract_version":"\\ud800"}']
)
def test_what_is_no_document(text):
    with pytest.raises(Rejected, match="not-a-fact-set"):
        contract.read(LAW, text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_damage_is_a_typed_refusal_or_a_document_that_can_be_used(data):
    document = copy.deepcopy(GOOD)
    at = document
    while True:
        step = data.draw(st.sampled_from(list(at) if isinstance(at, dict) else range(len(at))))
        if not at[step] or not isinstance(at[step], (dict, list)) or data.draw(st.integers(0, 5)) == 0:
            at[step] = data.draw(JSON)
            break
        at = at[step]
    try:
        found = read(document)
    except Rejected:
        return
    contract.effective(LAW, found, {})


# --- readers ----------------------------------------------------------------------------------------------------------


def test_a_copy_lacks_what_its_reader_may_not_have():
    assert contract.copy(LAW, GOOD, "layer-3-artifact") == GOOD
    safe = contract.copy(LAW, GOOD, "booking-agent")
    assert "parser_observations" not in safe
    assert "5-7" not in json.dumps(safe, ensure_ascii=False)  # nothing of what was struck
    assert set(contract.copy(LAW, GOOD, "fact-tables")) == {"contract_version", "applicability", "facts"}
    with pytest.raises(UsageProblem, match=r"no reader 'everyone'"):
        contract.copy(LAW, GOOD, "everyone")


# --- accepted values --------------------------------------------------------------------------------------------------


def field(path):
    at = GOOD["parser_observations"]["row_units"][0]
    for step in path.split("/"):
        at = at[step]
    return at["field_id"]


def test_an_accepted_value_brings_its_facts():
    found = contract.effective(LAW, GOOD, {field("group_in"): "2026-08-05"})
    assert [one["stay"]["departure"] for one in found["facts"]] == ["2026-08-08"]
    assert GOOD["facts"] == []
    assert {one["semantic_role"] for one in GOOD["unresolved_fields"]} > {"GROUP_IN"}
    assert found["unresolved_fields"] == []
    assert found["parser_observations"]["observation_hash"] == GOOD["parser_observations"]["observation_hash"]


@pytest.mark.parametrize("value", ["2026-02-30", "5/8", "", 5, None, "cxl", ["2026-08-05"]])
def test_a_value_that_the_field_cannot_have(value):
    with pytest.raises(Rejected, match="misshapen"):
        contract.effective(LAW, GOOD, {field("group_in"): value})


def test_without_observations_nothing_can_be_accepted():
    old = {**GOOD, "parser_observations": None}
    assert contract.effective(LAW, old, {}) == old
    with pytest.raises(Rejected, match="not-acceptable"):
        contract.effective(LAW, old, {field("group_in"): "2026-08-05"})


# --- types ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("date", ["2026-08-05"], ["2026-8-5", "20260805", "2026-W01-1", 20260805]),
        ("decimal", ["8.5", "0", "1200"], ["1E3", "8,5", "NaN", "\uff18", 8.5, "Infinity", " 1"]),
        ("integer", [0, -1, (1 << 53) - 1], [True, 1.0, "1", 1 << 53]),
        ("boolean", [True, False], [1, "true", None]),
        ("text?", [None, ""], [1]),
        ("list text", [[], ["a"]], [None, "a", [1]]),
        ("code statuses", ["RESOLVED"], ["resolved", None, []]),
        ("id row_unit", ["row_" + "a" * 32], ["row_" + "A" * 32, "seg_" + "a" * 32, "row_" + "a" * 31, 1]),
        ("id of-target-kind", ["row_" + "a" * 32, "seg_" + "a" * 32], ["abc_" + "a" * 32]),
    ],
)
def test_types_of_the_tables(kind, good, bad):
    for value in good:
        assert list(DECLARED.misfits(value, kind, ("x",))) == []
    for value in bad:
        assert next(DECLARED.misfits(value, kind, ("x",)))[0] == "x"


def test_another_type_is_a_fault_of_the_law():
    with pytest.raises(UsageProblem, match="no type of a member"):
        list(DECLARED.misfits(1, "number"))


@pytest.mark.parametrize(("role", "good", "bad"), [("ROOM_QUANTITY", 1, 0), ("STAY_NIGHTS", 1, -2)])
def test_a_number_of_rooms_or_nights_is_at_least_one(role, good, bad):
    assert DECLARED.fits_role(role, good)
    assert not DECLARED.fits_role(role, bad)
