"""`specproof flight ddl`: the script of an engine and a profile, and what a wrong name is told."""

from __future__ import annotations

import json

import jsonschema

from specproof import resources
from specproof.cli.main import main


def run(capsys, *arguments):
    code = main(["--isolated", "flight", "ddl", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_committed_script_is_printed(capsys):
    code, out, _ = run(capsys, "--engine", "oracle", "--profile", "current")
    assert code == 0
    assert out == resources.path("ddl", "flight-state", "oracle-current.sql").read_text("utf-8")


def test_the_statements_as_json(capsys):
    code, out, _ = run(capsys, "--engine", "mysql-5.7", "--format", "json")
    said = json.loads(out)
    schema = resources.path("specs", "metaschema", "report", "flight-ddl.schema.json").read_text("utf-8")
    jsonschema.validate(said, json.loads(schema))
    assert (code, said["engine"], said["profile"]) == (0, "mysql-5.7", "target")
    script = resources.path("ddl", "flight-state", "mysql-5.7-target.sql").read_text("utf-8")
    assert script.endswith("\n\n" + "\n\n".join(f"{one};" for one in said["statements"]) + "\n")


def test_an_engine_that_there_is_no_script_for(capsys):
    code, out, err = run(capsys, "--engine", "mariadb")
    assert (code, out) == (2, "")
    assert "'mysql-5.7', 'oracle', 'postgresql'" in err
