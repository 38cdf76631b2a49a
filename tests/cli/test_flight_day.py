"""`specproof flight day`: its numbers in text and JSON, the files it writes, and where it refuses to."""

from __future__ import annotations

import hashlib
import json

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_numbers_in_text(capsys, golden, language):
    code, out, _ = run(capsys, "--lang", language, "flight", "day", "--flights", "20")
    assert code == 0
    golden(f"flight-day.{language}.txt", out)


def test_the_files_and_their_digests(capsys, tmp_path):
    folder = tmp_path / "a" / "day"
    for _ in range(2):  # a second run replaces the first
        code, out, _ = run(capsys, "flight", "day", "--flights", "20", "--output", str(folder), "--format", "json")
    assert code == 0
    schema = resources.path("specs", "metaschema", "report", "flight-day.schema.json").read_text("utf-8")
    jsonschema.validate(json.loads(out), json.loads(schema))
    assert json.loads((folder / "digest.json").read_text("utf-8")) == json.loads(out)
    said = json.loads(out)
    messages = (folder / "messages.jsonl").read_bytes()
    assert hashlib.sha256(messages).hexdigest() == said["messages"]["sha256"]
    assert messages.count(b"\n") == said["messages"]["number"]
    assert len((folder / "wire.jsonl").read_bytes().splitlines()) == said["wire"]["number"]
    state = json.loads((folder / "state.json").read_text("utf-8"))
    assert len(state["flights"]) == said["state"]["number"]


def test_a_folder_of_something_else_is_left_alone(capsys, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    code, out, err = run(capsys, "flight", "day", "--flights", "1", "--output", str(tmp_path))
    assert (code, out) == (2, "")
    assert "holds something else: thesis.txt" in err
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_that_is_a_file(capsys, tmp_path):
    (tmp_path / "f").write_text("")
    code, _, err = run(capsys, "flight", "day", "--flights", "1", "--output", str(tmp_path / "f"))
    assert code == 2
    assert "flight.unwritable" in err


def test_a_day_without_flights_is_none(capsys):
    assert run(capsys, "flight", "day", "--flights", "0")[0] == 2
