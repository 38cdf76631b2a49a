"""`specproof qbd replay`: a stored result in words and JSON, accepted values, and what is refused."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof import resources
from specproof.conformance import workbooks


@pytest.fixture
def facts(qbd, tmp_path):
    _, out, _ = qbd("qbd", "parse", "AUGUST.xlsx", "--format", "json")
    (tmp_path / "facts.json").write_text(out, encoding="utf-8")
    return json.loads(out)["files"][0]["result"]


def test_the_report_of_parse_is_read_again(qbd, facts):
    code, out, _ = qbd("qbd", "replay", "facts.json", "--format", "json")
    assert code == 0
    said = json.loads(out)
    name = "qbd-replay.schema.json"
    jsonschema.validate(said, json.loads(resources.path("specs", "metaschema", "report", name).read_text("utf-8")))
    assert said == {"schema": "specproof/qbd-replay/1", "reader": "layer-3-artifact", "result": facts}


def test_in_words_it_is_what_parse_says(qbd, facts):
    assert facts
    parsed, replayed = qbd("qbd", "parse", "AUGUST.xlsx")[1], qbd("qbd", "replay", "facts.json")[1]
    assert replayed.partition("\n")[2] == parsed.partition("\n")[2]
    assert replayed.startswith("facts.json: APPLICABLE\n")


def test_the_copy_of_the_booking_agent(qbd, facts, tmp_path):
    (tmp_path / "one.json").write_text(json.dumps(facts), encoding="utf-8")
    code, out, _ = qbd("qbd", "replay", "one.json", "--reader", "booking-agent", "--format", "json")
    assert code == 0
    assert "parser_observations" not in json.loads(out)["result"]
    code, out, _ = qbd("qbd", "replay", "one.json", "--reader", "booking-agent")
    assert code == 0
    assert "E4" not in out


@pytest.mark.parametrize("by", ["field_id", "field_path"])
def test_accepted_values_by_id_and_by_path(qbd, tmp_path, by):
    cells = {"C": "QBD-1", "E": "5-7【A1.2】0", "H": "2026/8/3 AMD BOOKING", "J": {"number": "1"}}
    (tmp_path / "OPEN.xlsx").write_bytes(workbooks.build({"sheets": [{"rows": [{"row": 4, "cells": cells}]}]}))
    (tmp_path / "open.json").write_text(qbd("qbd", "parse", "OPEN.xlsx", "--format", "json")[1], encoding="utf-8")
    result = json.loads((tmp_path / "open.json").read_text("utf-8"))["files"][0]["result"]
    fields = {one["semantic_role"]: one[by] for one in fields_of(result["parser_observations"])}
    given = ("--accept", f"{fields['GROUP_IN']}=2026-08-05", "--accept", f"{fields['ROOM_QUANTITY']}=3")
    code, out, _ = qbd("qbd", "replay", "open.json", *given, "--format", "json")
    assert code == 0
    (fact,) = json.loads(out)["result"]["facts"]
    assert fact["stay"] == {"arrival": "2026-08-05", "departure": "2026-08-07", "nights": 2}
    assert fact["room_items"][0]["quantity"] == 3


def fields_of(value):
    if isinstance(value, dict) and "field_id" in value:
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [one for inner in value for one in fields_of(inner)] if isinstance(value, list) else []


def test_refusals_say_what_and_where(qbd, facts, tmp_path):
    facts["parser_observations"]["row_units"][0]["group_code"]["status"] = "DONE"
    (tmp_path / "bad.json").write_text(json.dumps(facts), encoding="utf-8")
    code, _, err = qbd("qbd", "replay", "bad.json")
    assert code == 2
    assert "[qbd.not-replayable]" in err
    assert "misshapen" in err
    assert "bad.json, at /parser_observations/row_units/0/group_code/status" in err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("facts.json", "--accept", "/row_units/0/group_in"), "qbd.accept-malformed"),
        (("facts.json", "--accept", "/nothing=1"), "qbd.not-replayable"),
        (("facts.json", "--reader", "everyone"), "reference.unknown-reader"),
        (("nothere.json",), "qbd.unreadable"),
        (("AUGUST.xlsx",), "qbd.not-replayable"),
        (("two.json",), "qbd.several-results"),
    ],
)
def test_mistakes_are_told(qbd, facts, tmp_path, arguments, code):
    two = {"schema": "specproof/qbd-parse/1", "files": [{"file": "a", "result": facts}] * 2}
    (tmp_path / "two.json").write_text(json.dumps(two), encoding="utf-8")
    exit_code, _, err = qbd("qbd", "replay", *arguments)
    assert exit_code == 2
    assert f"[{code}]" in err
    assert "Traceback" not in err
