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
    """Content rooms with nothing in them but two catalogues."""
    root = tmp_path / "sound"
    (root / "specs").mkdir(parents=True)
    for name in ("errors.yaml", "exits.yaml"):
        shutil.copy(resources.path("specs", name), root / "specs" / name)
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
        "errors     1\nexits      1\n2 files of 2 kinds, no problem\n",
        "",
    )
    out = run(capsys, "--lang", "zh", "spec", "validate", "--no-cache", str(sound))[1]
    assert out.endswith("2 个文件，2 类，没有问题\n")


def test_validate_says_when_the_answer_comes_from_the_cache(capsys, sound, cache):
    fresh = run(capsys, "--lang", "en", "spec", "validate", str(sound))[1]
    again = run(capsys, "--lang", "en", "spec", "validate", str(sound))[1]
    assert again == (
        fresh + "from the cache: these very bytes were validated before (--no-cache validates them again)\n"
    )
    assert run(capsys, "--lang", "en", "spec", "validate", "--no-cache", str(sound))[1] == fresh
    (sound / "specs" / "exits.yaml").write_text("exit: 3\n", encoding="utf-8")
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


@pytest.mark.parametrize("verb", ["validate", "list", "show", "questions", "coverage"])
def test_help_has_examples(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--help")
    assert code == 0
    assert f"  specproof spec {verb}" in out
