"""`specproof flight`: what happens on a state, in text and JSON, and what a wrong file is told."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main

FIELDS = {"GTDT": [{"GTNO": "1", "GATE": "A1"}], "FDIV": {"APCD": "NKG"}, "FLNO": "MU1"}


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = main(["--isolated", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def flop(file, version, fields, **more):
    said = {"kind": "FLOP", "identity_key": file, "version": version, "fday": "01MAR26", "flid": "F1", "fields": fields}
    Path(file).write_text(json.dumps({**said, **more}), encoding="utf-8")
    return file


def test_the_output_in_words(run, golden):
    first, second = (
        flop("1.json", 1, FIELDS),
        flop("2.json", 2, {"GTDT": [{"GTNO": "0"}], "FDIV": None, "STOD": "soon"}),
    )
    code, out, _ = run("flight", "apply", first, second)
    assert code == 0
    golden("flight-apply.txt", out)


def test_the_output_in_chinese(run, golden):
    code, out, _ = run("--lang", "zh", "flight", "apply", flop("1.json", 1, {}), flop("3.json", 3, {"GTDT": None}))
    assert code == 1
    golden("flight-apply.zh.txt", out)


def test_the_document_keeps_to_its_schema(run, golden):
    code, out, _ = run("flight", "apply", "--format", "json", flop("1.json", 1, FIELDS), flop("3.json", 3, {"X": 1}))
    assert code == 1
    schema = json.loads(resources.path("specs", "metaschema", "report", "flight-apply.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(out), schema)
    golden("flight-apply.json", out)


def test_a_saved_state_goes_on_where_it_ended(run):
    run("flight", "apply", "--save", "s.json", flop("1.json", 1, FIELDS))
    code, out, _ = run(
        "flight", "apply", "--state", "s.json", "--format", "json", "1.json", flop("2.json", 2, {"FLNO": None})
    )
    data = json.loads(out)
    assert code == 0
    assert [one["outcome"] for one in data["messages"]] == ["DUPLICATE", "APPLIED"]
    assert data["state"]["flights"]["F1"]["fields"] == {key: FIELDS[key] for key in ("FDIV", "GTDT")}


def test_a_message_from_standard_input(run, monkeypatch):
    file = flop("1.json", 1, {"FLNO": "MU1"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(file).read_bytes())))
    code, out, _ = run("flight", "apply", "-")
    assert (code, out.splitlines()[0]) == (0, "-: APPLIED")


def test_a_declared_option_is_kept(run):
    file = flop("1.json", 1, {"GTDT": [{"GTNO": "0", "GATE": "A1"}]})
    assert run("flight", "apply", file)[0] == 0
    code, out, _ = run("flight", "apply", "--option", "strict-zero-entries", file)
    assert (code, out.splitlines()[0]) == (1, "1.json: REFUSED zero-entry-attributes /fields/GTDT/0")


def test_today_an_empty_set_stays_on_the_wire(run):
    file = flop("1.json", 1, {"GTDT": []})
    assert '"fields": {"GTDT": []}' in run("flight", "apply", "--profile", "current", file)[1]
    assert '"fields": {}' in run("flight", "apply", "--profile", "target", file)[1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[]", "the top"),
        ("{", "the top"),
        ('{"flights": {"F1": {"fday": "01MAR26", "version": 1, "fields": {"X": 1}}}}', "/flights/F1/fields/X"),
        ('{"flights": {"F1": {"fday": "01MAR26", "version": "1", "fields": {}}}}', "/flights/F1/version"),
        (
            '{"flights": {"F1": {"fday": "01MAR26", "version": 1, "generation": -1, "fields": {}}}}',
            "/flights/F1/generation",
        ),
        (
            '{"days": {"01MAR26": {"generation": 9007199254740992, "last_message_id": "m", "version": 1}}}',
            "/days/01MAR26/generation",
        ),
        ('{"days": {"01MAR26": {"generation": 1, "version": 1}}}', "/days/01MAR26"),
        ('{"days": []}', "/days"),
        ('{"seen": {"k": {"kind": "NOPE", "version": 1}}}', "/seen/k/kind"),
        ('{"more": {}}', "/more"),
        ('{"schema": "specproof/flight-state/9"}', "/schema"),
    ],
)
def test_a_state_that_the_law_does_not_know_is_refused_with_its_place(run, tmp_path, text, place):
    (tmp_path / "s.json").write_text(text, encoding="utf-8")
    code, _, err = run("flight", "apply", "--state", "s.json", flop("1.json", 1, {}))
    assert code == 2
    assert "[flight.state-invalid]" in err
    assert f"s.json, at {place}\n" in err


def test_mistakes_are_told_without_a_traceback(run):
    file = flop("1.json", 1, {})
    for arguments, code in (
        (("nothere.json",), "flight.unreadable"),
        (("--option", "nope", file), "flight.unknown-option"),
        (("--save", "no/such/s.json", file), "flight.unwritable"),
    ):
        exit_code, _, err = run("flight", "apply", *arguments)
        assert exit_code == 2
        assert f"[{code}]" in err
        assert "Traceback" not in err
    assert run("flight", "apply", "--at", "yesterday", file)[0] == 2


@pytest.mark.parametrize("text", ['{"\\ud800": 1, "\\ud800": 2}', '{"\\ud800":' + "[" * 200_000])
def test_a_key_that_no_output_can_carry_is_refused_like_any_other(run, text):
    Path("m.json").write_text(text, encoding="utf-8")
    code, out, _ = run("flight", "apply", "m.json")
    assert code == 1
    assert "m.json: REFUSED json-" in out
