"""The answers of the reference beyond what the shipped cases show: every grammar, every cell, every message valid."""

import pytest

from specproof import resources
from specproof.conformance.answering import answer_delivery
from specproof.conformance.subjects.reference import Reference
from specproof.errors import UsageProblem
from specproof.specs.operations import of_room

OPERATIONS = of_room(resources.room("conformance"))


def ask(system, op, given=None, profile="target", **asked):
    reference = Reference()
    reference.open({"system": system, "profile": profile, "engine": None})
    answer = reference.run({"case": "x", "op": op, "given": given or {}, "input": asked})
    assert list(OPERATIONS.seam_errors("observation", answer)) == []
    if answer["outcome"] == "value":
        assert list(OPERATIONS.value_errors(OPERATIONS.of(system)[op], answer["observed"])) == []
    return answer.get("observed") or answer["error"]


def test_claims_keep_to_the_seam():
    assert list(OPERATIONS.seam_errors("claims", Reference().hello())) == []


def test_bytes_and_text_are_the_same_input():
    as_text = ask("flight-state", "translate", fields={"text": '{"REMK": "汉"}'})
    as_bytes = ask("flight-state", "translate", fields={"bytes": '{"REMK": "汉"}'.encode().hex()})
    assert as_text == as_bytes == {"commands": {"REMK": {"command": "set", "value": "汉"}}, "warnings": []}


def test_profiles_are_told_apart():
    fields = {"text": '{"SRVT": null}'}
    assert ask("flight-state", "translate", fields=fields)["commands"]["SRVT"] == {"command": "clear"}
    current = ask("flight-state", "translate", profile="current", fields=fields)
    assert current["commands"]["SRVT"] == {"command": "set", "value": "null"}


def test_every_grammar_answers():
    grammars = OPERATIONS._schemas["qbd/read-token.schema.json"]["$defs"]["when"]["properties"]["grammar"]["enum"]
    assert len(grammars) == 8
    for grammar in grammars:
        assert ask("qbd", "read-token", grammar=grammar, text="2")
    with pytest.raises(UsageProblem):
        ask("qbd", "read-token", grammar="rate", text="2")


def test_moments_without_a_zone_are_utc():
    with_zone = answer_delivery._read({"timestamp": "2026-03-01T09:00:00+01:00", "precision": 0})
    assert answer_delivery._read({"timestamp": "2026-03-01T08:00:00", "precision": 0}) == with_zone
    assert answer_delivery._cell(with_zone) == {"timestamp": "2026-03-01T08:00:00Z", "precision": 0}


@pytest.mark.parametrize("cell", [{"null": True}, {"text": ""}, {"number": "-3"}])
def test_cells_come_back_as_they_went_in(cell):
    assert answer_delivery._cell(answer_delivery._read(cell)) == cell
