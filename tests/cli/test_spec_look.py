"""`specproof spec list`, `show` and `questions`: filters, forms, languages."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof.cli.main import main


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def schema_of(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--schema")
    assert code == 0
    return json.loads(out)


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
