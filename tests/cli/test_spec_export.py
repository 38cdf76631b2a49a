"""`specproof spec export`: to stdout, to a file, and the check of a file."""

from __future__ import annotations

import json

import jsonschema
import pytest

from specproof.cli.main import main


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    monkeypatch.setenv("SPECPROOF_CACHE", str(tmp_path / "cache"))


def run(capsys, *arguments):
    code = main(["--isolated", "--lang", "en", "spec", "export", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_stdout_and_file_hold_the_same_bytes(capsysbinary, small_law, tmp_path):
    root, file = ("--root", str(small_law.root)), tmp_path / "law.json"
    code, out, err = run(capsysbinary, *root)
    assert (code, err) == (0, b"")
    code, nothing, err = run(capsysbinary, *root, "--output", str(file))
    assert (code, nothing) == (0, b"")
    assert file.read_bytes() == out
    digest = json.loads(out)["sha256"]
    assert err.decode() == f"{file} written: 13 parts, sha256 {digest}\n"
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_the_output_keeps_to_its_schema(capsys, small_law):
    schema = json.loads(run(capsys, "--schema")[1])
    jsonschema.validate(json.loads(run(capsys, "--root", str(small_law.root))[1]), schema)


def test_a_bundle_is_checked(capsys, small_law, tmp_path):
    file = tmp_path / "law.json"
    run(capsys, "--root", str(small_law.root), "--output", str(file))
    code, out, err = run(capsys, "--check", str(file))
    assert (code, err) == (0, "")
    assert out.startswith("sound: 13 parts, sha256 ")
    file.write_text(
        file.read_text(encoding="utf-8").replace("Writing overwrites", "Writing replaces"), encoding="utf-8"
    )
    assert run(capsys, "--check", str(file)) == (
        1,
        "specs/demo/rules/writing.yaml: the digest is another one\nthe whole file: the digest is another one\n",
        "",
    )
    file.write_text("{}", encoding="utf-8")
    code, out, err = run(capsys, "--check", str(file))
    assert (code, out) == (2, "")
    assert "[spec.bundle]" in err


def test_a_law_with_problems_is_not_exported(capsys, small_law, tmp_path):
    small_law.edit("specs/demo/rules/writing.yaml", "[fs.q.blank]", "[fs.q.gone]")
    file = tmp_path / "law.json"
    code, _, err = run(capsys, "--root", str(small_law.root), "--output", str(file))
    assert code == 2
    assert "[spec.invalid]" in err
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_told(capsys, small_law, tmp_path):
    code, out, err = run(capsys, "--root", str(small_law.root), "--output", str(tmp_path / "none" / "law.json"))
    assert (code, out) == (3, "")
    assert "[law.unwritable]" in err


def test_check_goes_with_nothing_else(capsys, small_law, tmp_path):
    file = tmp_path / "law.json"
    file.write_text("{}", encoding="utf-8")
    assert run(capsys, "--check", str(file), "--root", str(small_law.root))[0] == 2
    assert "  specproof spec export --check law.json" in run(capsys, "--help")[1]
