"""Accepted fields and what follows from them; the registry of fields; the one projector before and after."""

from __future__ import annotations

import copy

import pytest

from specproof.conformance import workbooks
from specproof.errors import UsageProblem
from specproof.reference.qbd import dependencies, facts, parse
from specproof.reference.qbd.index import Index
from specproof.reference.qbd.law import Law

LAW = Law()
SENDER = LAW.profile["senders"]["registry"][0]["sender"]


def parsed(**cells):
    said = {"C": "QBD-1", "E": "5-7【A1.2】2", "H": "2026/8/3 AMD BOOKING", "J": {"date": "2026-08-05"}, **cells}
    data = workbooks.build({"sheets": [{"rows": [{"row": 4, "cells": said}]}]})
    mail = parse.Mail(SENDER, "m", "1", (parse.Attachment("a", "Q.xlsx", data),))
    return parse.parse(LAW, mail)["parser_observations"]


def ids(observations):
    return {one["semantic_role"]: one["field_id"] for one in Index(observations).fields()}


def stay(observations):
    found = observations["row_units"][0]["detail_segments"][0]["stay"]
    return [found[name]["normalized_value"] for name in ("arrival", "departure", "nights")]


def resolved(observations, **values):
    known = ids(observations)
    return dependencies.resolve(LAW, observations, {known[role]: value for role, value in values.items()})


def test_nothing_accepted_changes_nothing():
    observations = parsed()
    assert dependencies.resolve(LAW, observations, {}) == observations


def test_a_date_of_arrival_month_gives_the_whole_stay():
    observations = parsed(J={"number": "46239"})
    assert stay(observations) == [None, None, None]
    before = copy.deepcopy(observations)
    effective = resolved(observations, GROUP_IN="2026-08-05")
    assert stay(effective) == ["2026-08-05", "2026-08-07", 2]
    assert observations == before  # the parser's own stay as they are
    (fact,) = facts.project(LAW, effective, ())
    assert fact["stay"] == {"arrival": "2026-08-05", "departure": "2026-08-07", "nights": 2}
    assert facts.project(LAW, observations, ()) == []


def test_cxl_forces_the_kind_and_needs_the_date_of_the_operation():
    observations = parsed(J="soon", H="8/3 AMD BOOKING")
    effective = resolved(observations, GROUP_IN="CXL", OPERATION_DATE="2026-08-03")
    assert effective["row_units"][0]["operation"]["operation_kind"]["normalized_value"] == "CANCEL"
    assert stay(effective) == ["2026-08-05", "2026-08-07", 2]
    alone = resolved(observations, GROUP_IN="CXL")
    assert stay(alone) == [None, None, None]


def test_an_accepted_arrival_is_kept_and_carries_the_rest():
    observations = parsed(J="soon")
    effective = resolved(observations, STAY_ARRIVAL="2026-09-05")
    assert stay(effective) == ["2026-09-05", "2026-09-07", 2]


def test_a_date_that_contradicts_the_start_day_stays_a_conflict():
    effective = resolved(parsed(J="soon"), GROUP_IN="2026-08-06")
    found = effective["row_units"][0]["detail_segments"][0]["stay"]
    assert {one["status"] for one in found.values()} == {"CONFLICT"}


@pytest.mark.parametrize("role", ["GROUP_CODE", "SOURCE_RATE_CODE", "ROOM_SOURCE_PRICE"])
def test_what_is_locked_takes_no_value(role):
    with pytest.raises(UsageProblem) as caught:
        resolved(parsed(), **{role: "x"})
    assert caught.value.code == "reference.not-acceptable"


def test_a_field_that_does_not_exist():
    with pytest.raises(UsageProblem) as caught:
        dependencies.resolve(LAW, parsed(), {"fld_0": "x"})
    assert "no such field" in caught.value.cause


def test_the_registry_knows_owners_and_ancestry():
    observations = parsed()
    index, known = Index(observations), ids(observations)
    unit = observations["row_units"][0]
    segment = unit["detail_segments"][0]
    item = segment["room_items"][0]
    line = (unit["row_unit_id"], segment["segment_id"], item["room_item_id"])
    assert index.ancestry(known["ROOM_QUANTITY"]) == line
    assert index.ancestry(known["STAY_NIGHTS"]) == line[:2]
    assert index.owner(known["GROUP_CODE"]) == unit["row_unit_id"]
    assert index.field("fld_none") is None


def test_an_id_that_is_there_twice():
    observations = parsed()
    observations["row_units"] *= 2
    with pytest.raises(UsageProblem) as caught:
        Index(observations)
    assert caught.value.code == "reference.doubled-id"
