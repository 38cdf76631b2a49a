"""`specproof spec`: exit codes, both formats, both languages."""

from __future__ import annotations

import json
import shutil

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main

BAD = """\
edition: 2026.1
title: {zh: 规范, en: The law}
system: []
"""


@pytest.fixture
def broken(tmp_path):
    """Content rooms with nothing in them but a manifest that has three problems."""
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "manifest.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def sound(tmp_path):
    """Content rooms with nothing in them but two engines."""
    shutil.copytree(resources.path("specs", "engines"), tmp_path / "specs" / "engines")
    return tmp_path


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def schema_of(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--schema")
    assert code == 0
    return json.loads(out)


def test_validate_lists_each_problem_with_place_path_and_next_step(capsys, broken):
    code, out, err = run(capsys, "--lang", "en", "spec", "validate", str(broken))
    file = broken / "specs" / "manifest.yaml"
    assert code == 2
    assert err == ""
    assert out.splitlines() == [
        f"{file}:1:1: The key 'systems' is missing. [spec.missing-key]",
        "    next step: Add it; a file of the same kind shows how.",
        f"{file}:1:10: 2026.1 is a number, not text. [spec.wrong-type]",
        "    at: /edition",
        "    next step: Put the value in quotes if it is meant as text.",
        f"{file}:3:1: The key 'system' is not known here. Did you mean 'systems'? [spec.unknown-key]",
        "    at: /system",
        "    next step: Use one of: edition, title, systems.",
        "",
        "manifest     1",
        "1 files, 3 problems",
    ]


def test_validate_says_how_many_files_were_looked_at(capsys, sound):
    assert run(capsys, "--lang", "en", "spec", "validate", str(sound)) == (
        0,
        "engine     2\n2 files of 1 kinds, no problem\n",
        "",
    )
    assert run(capsys, "--lang", "zh", "spec", "validate", str(sound))[1].endswith("2 个文件，1 类，没有问题\n")


@pytest.mark.parametrize(("content", "code", "problems"), [("broken", 2, 3), ("sound", 0, 0)])
def test_validate_as_json_keeps_to_its_schema(capsys, request, content, code, problems):
    folder = request.getfixturevalue(content)
    outcome, out, _ = run(capsys, "spec", "validate", str(folder), "--format", "json")
    data = json.loads(out)
    jsonschema.validate(data, schema_of(capsys, "validate"))
    assert outcome == code
    assert data["valid"] is (problems == 0)
    assert len(data["problems"]) == problems


def test_validate_refuses_a_folder_without_content(capsys, tmp_path):
    code, out, err = run(capsys, "spec", "validate", str(tmp_path))
    assert code == 2
    assert out == ""
    assert "[spec.no-rooms]" in err


def test_show_gives_a_column_in_the_readers_language(capsys):
    code, out, _ = run(capsys, "--lang", "en", "spec", "show", "answer_delivery.state")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("answer_delivery.state  (schema-spec, ")
    assert "  type: varchar(16)" in lines
    assert "  default: PENDING" in lines
    assert any(line.startswith("  comment: ") and "State of the delivery" in line for line in lines)
    assert "投递状态" in run(capsys, "--lang", "zh", "spec", "show", "answer_delivery.state")[1]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("answer-delivery", "manifest"),
        ("submission_context", "schema-spec"),
        ("submission_context.uk_ctx_intent", "schema-spec"),
        ("0001-answer-delivery", "change"),
        ("mysql-5.7", "engine"),
        ("physical-deletion", "schema-spec"),
        ("yaml.tab", "errors"),
    ],
)
def test_show_finds_every_kind_of_thing(capsys, name, kind):
    code, out, _ = run(capsys, "spec", "show", name, "--format", "json")
    assert code == 0
    data = json.loads(out)
    jsonschema.validate(data, schema_of(capsys, "show"))
    assert kind in [entry["kind"] for entry in data["entries"]]


def test_show_answers_a_typo_with_the_nearest_name(capsys):
    code, out, err = run(capsys, "spec", "show", "answer_delivery.sate")
    assert code == 2
    assert out == ""
    assert "Did you mean 'answer_delivery.state'" in err
    assert "[spec.unknown-id]" in err


@pytest.mark.parametrize("verb", ["validate", "show"])
def test_help_has_examples(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--help")
    assert code == 0
    assert f"  specproof spec {verb}" in out
