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


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("SPECPROOF_CACHE", str(folder))
    return folder


@pytest.fixture
def broken(tmp_path):
    """Content rooms with nothing in them but a manifest that has three problems."""
    root = tmp_path / "broken"
    (root / "specs").mkdir(parents=True)
    (root / "specs" / "manifest.yaml").write_text(BAD, encoding="utf-8")
    return root


@pytest.fixture
def sound(tmp_path):
    """Content rooms with nothing in them but two engines."""
    root = tmp_path / "sound"
    shutil.copytree(resources.path("specs", "engines"), root / "specs" / "engines")
    return root


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
    out = run(capsys, "--lang", "zh", "spec", "validate", "--no-cache", str(sound))[1]
    assert out.endswith("2 个文件，1 类，没有问题\n")


def test_validate_says_when_the_answer_comes_from_the_cache(capsys, sound, cache):
    fresh = run(capsys, "--lang", "en", "spec", "validate", str(sound))[1]
    again = run(capsys, "--lang", "en", "spec", "validate", str(sound))[1]
    assert again == (
        fresh + "from the cache: these very bytes were validated before (--no-cache validates them again)\n"
    )
    assert run(capsys, "--lang", "en", "spec", "validate", "--no-cache", str(sound))[1] == fresh
    (sound / "specs" / "engines" / "postgresql.yaml").write_text("engine: 3\n", encoding="utf-8")
    assert run(capsys, "spec", "validate", str(sound))[0] == 2


def test_problems_are_never_remembered(capsys, broken, cache):
    first = run(capsys, "spec", "validate", str(broken))
    assert run(capsys, "spec", "validate", str(broken)) == first
    assert not cache.exists()


@pytest.mark.parametrize(("content", "code", "problems"), [("broken", 2, 3), ("sound", 0, 0)])
def test_validate_as_json_keeps_to_its_schema(capsys, request, content, code, problems):
    folder = request.getfixturevalue(content)
    outcome, out, _ = run(capsys, "spec", "validate", str(folder), "--format", "json")
    data = json.loads(out)
    jsonschema.validate(data, schema_of(capsys, "validate"))
    assert outcome == code
    assert data["valid"] is (problems == 0)
    assert data["cached"] is False
    if not problems:
        again = json.loads(run(capsys, "spec", "validate", str(folder), "--format", "json")[1])
        jsonschema.validate(again, schema_of(capsys, "validate"))
        assert again == {**data, "cached": True}
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


def test_show_speaks_of_rules_and_statements(capsys, small_law):
    code, out, _ = run(capsys, "--lang", "en", "spec", "show", "fs.writing", "--root", str(small_law.root))
    assert code == 0
    assert out.splitlines()[0].startswith("fs.writing  (rule, ")
    assert "  norm: The new value takes the place of the old one; a blank is a value." in out.splitlines()
    data = json.loads(run(capsys, "spec", "show", "FS-002", "--root", str(small_law.root), "--format", "json")[1])
    assert data["entries"][0]["value"]["see"] == ["FS-003"]


def test_list_prints_one_line_each(capsys, small_law):
    root = ("--root", str(small_law.root))
    code, out, err = run(capsys, "--lang", "en", "spec", "list", *root)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "fs.clearing-today  must      current         Today clearing leaves a row",
        "fs.clearing        must      target          Clearing deletes the row",
        "fs.no-foreign-key  must-not  current+target  No foreign key",
        "fs.writing         must      current+target  Writing overwrites",
        "4 rules",
    ]
    out = run(capsys, "--lang", "zh", "spec", "list", "--kind", "statement", "--check-mark", "MY", *root)[1]
    assert out == "FS-005  must-not  S+MY  不建外键。\n1 条条文\n"
    out = run(capsys, "--lang", "en", "spec", "list", "--kind", "question", *root)[1]
    assert out == "fs.q.blank  open  proposed  Whether a blank is a value\n1 questions\n"


def test_list_as_json_keeps_to_its_schema(capsys, small_law):
    arguments = ("spec", "list", "--root", str(small_law.root), "--engine", "postgresql", "--format", "json")
    data = json.loads(run(capsys, *arguments)[1])
    jsonschema.validate(data, schema_of(capsys, "list"))
    assert data["filters"] == {"engine": "postgresql"}
    assert [(one["id"], one["level"], one["holds"]) for one in data["entries"]] == [
        ("fs.writing", "must", ["current", "target"])
    ]


def test_list_refuses_a_filter_that_cannot_apply(capsys):
    code, out, err = run(capsys, "--lang", "en", "spec", "list", "--kind", "question", "--profile", "current")
    assert (code, out) == (2, "")
    assert "[spec.filter]" in err
    assert "system, level, engine, mark, status" in err


def test_questions_in_all_forms(capsys, small_law):
    root = ("--root", str(small_law.root))
    code, out, _ = run(capsys, "--lang", "en", "spec", "questions", *root)
    assert code == 0
    assert out.splitlines()[0] == "demo  A gate for example"
    assert "    Position: A blank is a value and is stored." in out.splitlines()
    out = run(capsys, "--lang", "zh", "spec", "questions", "--format", "md", *root)[1]
    assert "- **fs.q.blank** 源文没有说空白算不算值。" in out.splitlines()
    data = json.loads(run(capsys, "spec", "questions", "--format", "json", *root)[1])
    jsonschema.validate(data, schema_of(capsys, "questions"))
    assert [(one["id"], one["choice"]) for one in data["questions"]] == [("fs.q.blank", "value")]


@pytest.mark.parametrize("verb", ["validate", "list", "show", "questions"])
def test_help_has_examples(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--help")
    assert code == 0
    assert f"  specproof spec {verb}" in out
