"""`specproof spec diff`: exit codes, forms, languages; states of git, folders and bundles; the table of deviations."""

from __future__ import annotations

import json
import shutil
import subprocess

import jsonschema
import pytest

from specproof.cli.main import main

WRITING = "specs/demo/rules/writing.yaml"


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def old(small_law, tmp_path):
    """A copy of the small law as it was."""
    return shutil.copytree(small_law.root, tmp_path / "old")


def diff(capsys, old, small_law, *arguments):
    return run(capsys, "--lang", "en", "spec", "diff", str(old), str(small_law.root), *arguments)


def test_nothing_changed(capsys, small_law, old):
    code, out, err = diff(capsys, old, small_law)
    assert (code, err) == (0, "")
    assert "nothing changed" in " ".join(out.split())


def test_a_change_that_breaks_unannounced_is_exit_code_1(capsys, golden, small_law, old, monkeypatch):
    small_law.edit(WRITING, "a blank is a value.", "a blank is nothing.")
    small_law.edit(WRITING, "Writing overwrites", "Writing replaces")
    small_law.edit("specs/demo/policy.yaml", "severity: error", "severity: warning")
    small_law.edit("specs/demo/rules/no-foreign-key.yaml", "level: must-not", "level: may")
    monkeypatch.chdir(small_law.root.parent)
    for language in ("zh", "en"):
        for form in ("text", "md"):
            code, out, _ = run(capsys, "--lang", language, "spec", "diff", "old", "law", "--format", form)
            assert code == 1
            golden(f"spec/diff.{language}.{form}", out)


def test_announced_by_the_revision_it_is_exit_code_0(capsys, small_law, old):
    small_law.edit(WRITING, "a blank is a value.", "a blank is nothing.")
    assert diff(capsys, old, small_law)[0] == 1
    small_law.edit(WRITING, "revision: 2", "revision: 3")
    code, out, _ = diff(capsys, old, small_law)
    assert code == 0
    assert "Breaking, announced by a revision" in out


def test_json_keeps_to_its_schema(capsys, small_law, old):
    schema = json.loads(run(capsys, "spec", "diff", "--schema")[1])
    small_law.edit(WRITING, "level: must", "level: may")
    data = json.loads(diff(capsys, old, small_law, "--format", "json")[1])
    jsonschema.validate(data, schema)
    assert data["summary"] == {"refused": 0, "breaking": 0, "compatible": 1, "editorial": 0}
    assert [(c["subject"], c["kind"], c["old"], c["new"]) for c in data["changes"]] == [
        ("fs.writing", "level-loosened", "must", "may")
    ]
    profiles = run(capsys, "spec", "diff", "--profile", "current", "target", "--format", "json", "--root", str(old))[1]
    jsonschema.validate(json.loads(profiles), schema)


def test_a_commit_beside_a_bundle(capsys, small_law, tmp_path, monkeypatch):
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-qm", "first", "--no-gpg-sign"),
    ):
        subprocess.run(["git", *command], cwd=small_law.root, check=True, capture_output=True)
    monkeypatch.chdir(small_law.root)
    monkeypatch.setenv("SPECPROOF_CACHE", str(tmp_path / "cache"))
    bundle = str(tmp_path / "law.json")
    assert run(capsys, "spec", "export", "--root", ".", "--output", bundle)[0] == 0
    assert run(capsys, "spec", "diff", "HEAD", bundle)[0] == 0
    small_law.edit("specs/errors.yaml", "demo.no-gate", "demo.no-door")
    code, out, _ = run(capsys, "--lang", "en", "spec", "diff", "HEAD", "--root", ".")
    assert code == 1
    assert "demo.no-gate  removed" in out


@pytest.mark.parametrize("language", ["zh", "en"])
def test_profiles(capsys, golden, small_law, language):
    small_law.edit("specs/demo/policy.yaml", "severity: error", "severity: {current: off, target: error}")
    small_law.edit("specs/demo/rules/clearing.yaml", "proof:", "data: [policy.yaml#/rules]\nproof:")
    small_law.edit("specs/demo/statements.yaml", "kind: must-not", "kind: current-deviation")
    arguments = ("spec", "diff", "--profile", "current", "target", "--root", str(small_law.root))
    code, out, err = run(capsys, "--lang", language, *arguments)
    assert (code, err) == (0, "")
    golden(f"spec/profiles.{language}.txt", out)


def test_profiles_in_the_order_asked_for(capsys, small_law):
    arguments = ("--profile", "target", "current", "--root", str(small_law.root), "--format", "json")
    data = json.loads(run(capsys, "spec", "diff", *arguments)[1])
    assert data["profiles"] == ["target", "current"]
    out = run(capsys, "--lang", "en", "spec", "diff", *arguments[:-1], "text")[1]
    assert out.index("to be accepted (target)") < out.index("today's code (current)")


def test_the_installed_law_names_the_deviations_of_the_flight_state(capsys):
    code, out, _ = run(
        capsys, "spec", "diff", "--profile", "current", "target", "--system", "flight-state", "--lang", "en"
    )
    assert code == 0
    for rule in ("fs.wire-empty-list-today", "fs.wire-empty-unified", "fs.detail-key-today", "fs.route-key"):
        assert f"    {rule}" in out.splitlines()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--profile", "current", "current"),
        ("--profile", "current", "target", "HEAD"),
        ("--profile", "current", "tomorrow"),
        ("--system", "demo", "HEAD"),
        ("--profile", "current", "target", "--system", "none"),
        ("no-such-state",),
        ("",),
        (" ", "."),
    ],
)
def test_what_makes_no_sense_is_refused(capsys, arguments):
    code, out, err = run(capsys, "--lang", "en", "spec", "diff", *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err


def test_help_has_examples(capsys):
    assert "  specproof spec diff --profile current target" in run(capsys, "spec", "diff", "--help")[1]
