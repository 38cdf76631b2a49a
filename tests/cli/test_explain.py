"""`specproof explain`: forms, languages, typos; the pages that readers meet first, word for word."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main

# One page of each kind that a newcomer is told to look at.
PAGES = {
    "FS-022": ["FS-022"],
    "QBD-104": ["QBD-104"],
    "DDL-101": ["DDL-101"],
    "foreign-key": ["foreign-key"],
}


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def uncased(tmp_path):
    """The installed law without its cases: whoever adds one changes no page that was approved."""
    for room in ("specs", "ddl", "migrator"):
        (tmp_path / room).symlink_to(resources.room(room))
    return tmp_path


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_read_as_they_were_approved(capsys, golden, uncased, name, language):
    code, out, err = run(capsys, "explain", *PAGES[name], "--lang", language, "--root", str(uncased))
    assert (code, err) == (0, "")
    golden(f"spec/explain.{name}.{language}.txt", out)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_exit_code_reads_as_it_was_approved(capsys, golden, small_law, language):
    code, out, err = run(capsys, "explain", "exit", "5", "--lang", language, "--root", str(small_law.root))
    assert (code, err) == (0, "")
    golden(f"spec/explain.exit-5.{language}.txt", out)


def test_markdown_and_json(capsys, small_law):
    root = ("--root", str(small_law.root))
    out = run(capsys, "--lang", "zh", "explain", "fs-4", "--format", "md", *root)[1]
    assert out.startswith("# FS-004: 写入即覆盖\n")
    data = json.loads(run(capsys, "explain", "exit", "5", "--format", "json", *root)[1])
    schema = json.loads(run(capsys, "explain", "--schema")[1])
    jsonschema.validate(data, schema)
    assert (data["name"], [page["id"] for page in data["pages"]]) == ("exit 5", ["exit 5"])


def test_every_kind_of_page_keeps_to_the_schema(capsys, small_law):
    schema = json.loads(run(capsys, "explain", "--schema")[1])
    for name in ("FS-001", "fs.writing", "fs.q.blank", "foreign-key", "no-foreign-keys", "demo.no-gate", "gate", "5"):
        out = run(capsys, "explain", name, "--format", "json", "--root", str(small_law.root))[1]
        jsonschema.validate(json.loads(out), schema)


def test_an_unknown_name_is_answered_with_the_nearest(capsys):
    code, out, err = run(capsys, "--lang", "en", "explain", "fs.clear-markr")
    assert (code, out) == (2, "")
    assert "Did you mean 'fs.clear-marker'" in err
    assert "[spec.unknown-id]" in err


def test_a_broken_law_is_no_traceback(capsys, small_law):
    small_law.edit("specs/demo/rules/writing.yaml", "why:", "wy:")
    code, out, err = run(capsys, "--lang", "en", "explain", "fs.writing", "--root", str(small_law.root))
    assert (code, out) == (2, "")
    assert "[spec.invalid]" in err
    assert "'why' is missing" in err


def test_no_name_is_a_usage_error(capsys):
    assert run(capsys, "explain")[0] == 2


def test_help_has_examples(capsys):
    assert "  specproof explain exit 5" in run(capsys, "explain", "--help")[1]
