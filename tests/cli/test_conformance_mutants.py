"""`specproof conformance mutants`: the table, its JSON, survivors and wrong names."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main
from specproof.conformance import kill, mutant

SLUGS = ("ordinal-from-zero", "log-forgotten")


@pytest.fixture
def run(capsys, monkeypatch):
    """With the processes left out: the first mutant survives, the second is killed."""
    alive = kill.Kill(None, None, None, None, 9)
    dead = kill.Kill(None, "fs.replay-and-duplicates.identity-key-seen", "target", "fail", 3)

    def fake(mutants, _lend, seen):
        kills = tuple(replace(one, mutant=of) for one, of in zip((dead, alive), mutants, strict=False))
        for one in kills:
            seen(one)
        return kills

    monkeypatch.setattr(kill, "run", fake)

    def call(*arguments):
        code = main(["--isolated", *arguments[:0], "conformance", "mutants", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def chosen(*slugs):
    return [part for slug in slugs for part in ("--mutant", slug)]


def test_a_survivor_is_told_and_ends_with_1(run, golden):
    code, out, _ = run("--system", "flight-state", *chosen(*SLUGS))
    assert code == 1
    golden("conformance-mutants.txt", out)


def test_all_killed_ends_with_0(run):
    code, out, _ = run("--system", "flight-state", *chosen(SLUGS[1]))
    assert code == 0
    assert out.splitlines()[-1] == "1 mutants, 1 killed, 0 survive"


def test_the_document_keeps_to_its_schema(run):
    code, out, _ = run("--system", "flight-state", "--format", "json", *chosen(*SLUGS))
    name = "conformance-mutants.schema.json"
    jsonschema.validate(
        json.loads(out), json.loads(resources.path("specs", "metaschema", "report", name).read_text("utf-8"))
    )
    assert code == 1
    assert [one["killed"] for one in json.loads(out)["mutants"]] == [True, False]


@pytest.mark.parametrize("arguments", [["--system", "nope"], ["--system", "flight-state", "--mutant", "nope"]])
def test_a_name_that_nothing_has_is_told(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert "[mutants.none]" in err


def test_every_slug_is_offered():
    assert set(SLUGS) <= {one.slug for one in mutant.find("flight-state")}


def test_one_that_was_not_run_ends_with_3(run, monkeypatch):
    def fake(mutants, _lend, _seen):
        return tuple(kill.Kill(one, None, None, None, 0, not_run="No server.\x1b[0m") for one in mutants)

    monkeypatch.setattr(kill, "run", fake)
    code, out, _ = run("--system", "flight-state", *chosen(SLUGS[1]))
    assert code == 3
    assert "not run: No server.␛[0m" in out
    assert out.splitlines()[-1] == "1 mutants, 0 killed, 0 survive, 1 not run"
