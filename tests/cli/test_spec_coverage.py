"""`specproof spec coverage`: forms, results of runs, and the ratchet."""

from __future__ import annotations

import json

import jsonschema

from specproof.cli.main import main


def run(capsys, *arguments):
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def schema_of(capsys, verb):
    code, out, _ = run(capsys, "spec", verb, "--schema")
    assert code == 0
    return json.loads(out)


def test_coverage_in_all_forms(capsys, small_law):
    root = ("--root", str(small_law.root))
    code, out, err = run(capsys, "--lang", "en", "spec", "coverage", *root)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "Work left: 4 of 5 statements"
    data = json.loads(run(capsys, "spec", "coverage", "--format", "json", *root)[1])
    jsonschema.validate(data, schema_of(capsys, "coverage"))
    assert '<html lang="zh-CN">' in run(capsys, "--lang", "zh", "spec", "coverage", "--format", "html", *root)[1]


def test_the_ratchet_is_written_once_and_refuses_steps_backwards(capsys, small_law, tmp_path):
    file = str(tmp_path / "snapshot.json")
    arguments = ("--lang", "en", "spec", "coverage", "--root", str(small_law.root), "--ratchet", file)
    assert run(capsys, *arguments)[0] == 2  # there is none yet
    assert run(capsys, *arguments, "--update")[::2] == (0, f"{file} written\n")
    assert run(capsys, *arguments)[::2] == (0, "")
    small_law.edit("specs/demo/rules/no-foreign-key.yaml", "{checks:", "{cases: true, checks:")
    lost = "step backwards: FS-005 lost its case (cased)\n"
    assert run(capsys, *arguments)[::2] == (1, lost)
    assert run(capsys, *arguments, "--update")[::2] == (0, f"{lost}{file} written\n")
    assert run(capsys, *arguments)[::2] == (0, "")


def test_update_without_a_file_and_other_results_are_usage_errors(capsys, small_law):
    root = ("--root", str(small_law.root))
    assert run(capsys, "spec", "coverage", *root, "--update")[0] == 2
    code, out, err = run(capsys, "spec", "coverage", *root, "--results", str(small_law.root / "specs/manifest.yaml"))
    assert (code, out) == (2, "")
    assert "[spec.results]" in err
