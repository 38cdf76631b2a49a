"""The schemas of the seam and of the operations: valid, closed, and with the codes of their system."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.specs import load
from specproof.specs.operations import Operations, of_room

ROOM = resources.room("conformance")
OPERATIONS = of_room(ROOM)
FILES = sorted((ROOM / "protocol").rglob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_schemas_are_json_schema_2020_12(file):
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    assert schema["title"]


@pytest.mark.parametrize("one", OPERATIONS.all, ids=lambda one: f"{one.system}/{one.name}")
def test_an_operation_says_what_is_given_asked_and_gained(one):
    schema = OPERATIONS._schemas[f"{one.system}/{one.name}.schema.json"]
    assert {"given", "when", "value"} <= set(schema["$defs"])
    assert schema["$defs"]["when"]["properties"]["op"] == {"const": one.name}
    for part in ("when", "value"):
        said = schema["$defs"][part]
        if "$ref" in said:  # an operation may give what another one gives
            other, _, place = said["$ref"].partition("#/$defs/")
            said = OPERATIONS._schemas[f"{one.system}/{other}"]["$defs"][place]
        assert said["additionalProperties"] is False
    file, _, pointer = one.codes.partition("#/")
    said = load.read(resources.path("specs", one.system, file))
    for step in pointer.split("/"):
        said = said[step]
    assert said


def test_operations_are_those_of_their_folder():
    names = [one.name for one in OPERATIONS.all if one.system == "qbd"]
    assert names == ["canonical", "id", "parse", "read-token", "replay"]
    assert set(OPERATIONS.of("flight-state")) == {"admit", "execute", "process", "translate"}
    assert OPERATIONS.of("nothing") == {}
    assert OPERATIONS.of("answer-delivery")["transition"].needs_given


def test_a_room_without_a_protocol_has_no_operation(tmp_path):
    assert Operations(tmp_path).all == ()


CELLS = [
    ({"null": True}, True),
    ({"null": False}, False),
    ({"text": ""}, True),
    ({"text": None}, False),
    ({"number": "1.50"}, True),
    ({"number": "01"}, False),
    ({"number": "1e3"}, False),
    ({"number": 1}, False),
    ({"bytes": "00ff"}, True),
    ({"bytes": "0"}, False),
    ({"bytes": "FF"}, False),
    ({"timestamp": "2026-03-01T08:00:00.123Z", "precision": 3}, True),
    ({"timestamp": "2026-03-01T08:00:00"}, False),
    ({"timestamp": "2026-03-01", "precision": 0}, False),
    ({"text": "x", "precision": 0}, False),
    ({"text": "x", "null": True}, False),
    ({"timestamp": "2026-03-01T08:00:00Z", "precision": 0, "text": "x"}, False),
    ({}, False),
]


@pytest.mark.parametrize(("cell", "valid"), CELLS, ids=[json.dumps(one[0]) for one in CELLS])
def test_cells(cell, valid):
    assert (list(OPERATIONS.seam_errors("cell", cell)) == []) == valid


def test_an_environment_and_a_request_as_the_runner_sends_them():
    engine = {"name": "postgresql", "version": "16.4", "url": "postgresql://u:p@127.0.0.1:5432/x"}
    for one in (None, engine):
        environment = {"system": "flight-state", "profile": "target", "engine": one}
        assert list(OPERATIONS.seam_errors("environment", environment)) == []
    request = {"case": "fs.a.b", "op": "translate", "given": {}, "input": {}}
    assert list(OPERATIONS.seam_errors("request", request)) == []
    assert list(OPERATIONS.seam_errors("request", {**request, "expect": {}})) != []
