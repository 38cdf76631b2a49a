"""The commands of `specproof migrate` that need no server."""

import json

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.cli.main import main
from specproof.ddl.splitter import read_script
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Target

SCRIPT = "CREATE TABLE t (id INT NOT NULL PRIMARY KEY) CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;\n"
COMMANDS = ["check", "plan", "preflight", "rehearse", "apply", "verify", "status", "resume"]


@pytest.fixture
def script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "up.sql"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def run(capsys, *arguments):
    code = main(["--isolated", "--lang", "en", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def valid(name, text):
    """The document, once it fits the schema of the command."""
    schema = resources.path("specs", "metaschema", "report", f"migrate-{name}.schema.json")
    document = json.loads(text)
    Draft202012Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(document)
    return document


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_is_read_written_and_locked_and_how_to_stop(capsys, command):
    code, out, _ = run(capsys, "migrate", command, "--help")
    assert code == 0
    for word in ("Reads ", "Writes ", "Locks ", "To stop ", f"specproof migrate {command} ".rstrip()):
        assert word in out


def test_the_commands_are_listed_in_the_order_of_work(capsys):
    _, out, _ = run(capsys, "migrate", "--help")
    listed = [line.split()[0] for line in out.partition("Commands:")[2].splitlines() if line.strip()]
    assert [w for w in listed if w in COMMANDS] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_schema_of_the_output_is_printed(capsys, command):
    code, out, _ = run(capsys, "migrate", command, "--schema")
    assert code == 0
    Draft202012Validator.check_schema(json.loads(out))


def test_a_plan_as_text_and_as_json(capsys, script):
    code, out, _ = run(capsys, "migrate", "plan", script)
    assert code == 0
    assert "1  create table t  (line 1)" in out
    code, out, _ = run(capsys, "migrate", "plan", script, "--format", "json")
    plan = valid("plan", out)
    assert code == 0
    assert plan["statements"][0]["predicted"] == {"outcome": "accepted", "errno": None}
    assert plan["statements"][0]["postcondition"][0]["en"] == "table t exists"
    assert plan["problems"] == []


def test_the_statements_can_be_run_by_hand(capsys, script):
    body = "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT '//'; END"
    script.write_text(
        f"{SCRIPT}DELIMITER //\n{body.replace('//', '/')}//\nDELIMITER ;\nSELECT 1 -- x\n", encoding="utf-8"
    )
    code, out, _ = run(capsys, "migrate", "plan", script, "--print-sql")
    assert code == 0
    again = read_script(out.encode(), "printed")
    before = read_script(script.read_bytes(), "script")
    assert [again.sql(s) for s in again.statements if not s.client] == [
        before.sql(s) for s in before.statements if not s.client
    ]


def test_what_specproof_does_not_run_is_a_finding_of_the_plan(capsys, script):
    script.write_text("START TRANSACTION;\nsource other.sql\n", encoding="utf-8")
    code, out, _ = run(capsys, "migrate", "plan", script)
    assert code == 1
    assert "plan.transaction" in out
    assert "plan.client-command" in out
    code, _, err = run(capsys, "migrate", "plan", script, "--print-sql")
    assert code == 4
    assert "plan.not-runnable" in err


def test_check_tells_findings_and_plan_together(capsys, script):
    code, out, _ = run(capsys, "migrate", "check", script, "--format", "json")
    document = valid("check", out)
    assert code == 0
    assert document["ddl"]["summary"]["violation"] == 0
    script.write_text(SCRIPT + "ALTER TABLE t ADD CHECK (id > 0);", encoding="utf-8")
    code, out, _ = run(capsys, "migrate", "check", script)
    assert code == 1
    assert "CHECK" in out


def test_check_against_a_dump(capsys, script, tmp_path):
    (tmp_path / "dump.sql").write_text(SCRIPT, encoding="utf-8")
    code, out, _ = run(capsys, "migrate", "check", script, "--baseline", tmp_path / "dump.sql")
    assert code == 1
    assert "1050" in out


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "script.missing"), (b"", "script.empty"), ("SELECT '答';".encode("gbk"), "script.not-utf8")],
)
def test_a_script_that_cannot_be_read(capsys, script, content, code):
    script.unlink()
    if content is not None:
        script.write_bytes(content)
    exit_code, _, err = run(capsys, "migrate", "plan", script)
    assert exit_code == 2
    assert f"[{code}]" in err


@pytest.mark.parametrize("command", ["preflight", "rehearse", "apply", "verify", "resume"])
def test_an_unreachable_server_is_an_environment_problem(capsys, script, command):
    extra = ["--yes"] if command == "apply" else []
    code, out, err = run(capsys, "migrate", command, script, "--server", "mysql://me:s3cret@127.0.0.1:1/shop", *extra)
    assert code == 3
    assert "[engine.unreachable]" in err
    assert "s3cret" not in out + err


def test_an_address_without_schema_is_refused(capsys, script):
    code, _, err = run(capsys, "migrate", "preflight", script, "--server", "mysql://me@127.0.0.1:1/")
    assert code == 2
    assert "[target.no-schema]" in err


def test_status_without_any_journal(capsys, script):
    code, out, _ = run(capsys, "migrate", "status")
    assert code == 0
    assert ".specproof holds no journal" in out
    code, out, _ = run(capsys, "migrate", "status", "--format", "json")
    assert valid("status", out)["migrations"] == []


def test_status_of_a_journal_without_its_server(capsys, script, tmp_path):
    target = Target("uuid", "shop", "5.7.44", "me@127.0.0.1:1/shop")
    header = {
        "plan": "a" * 64,
        "script": str(script),
        "statements": ["b" * 64, "c" * 64],
        "titles": ["create table t", "create table u"],
        "fingerprints": ["1", "2", "3"],
        "target": target.to_data(),
        "connection": 7,
        "user": "dba",
        "host": "desk",
    }
    with StateFolder(tmp_path / ".specproof").start_journal(target, "a" * 64, header) as journal:
        journal.append("intent", statement=1, connection=7)
    code, out, err = run(capsys, "migrate", "status", script, "--server", "mysql://me@127.0.0.1:1/shop")
    assert code == 0
    assert "[engine.unreachable]" in err
    assert "stopped at statement 1 (create table t)" in out
    code, out, _ = run(capsys, "migrate", "status", "--format", "json")
    found = valid("status", out)["migrations"][0]
    assert (found["state"], found["open"], found["live"]) == ("uncertain", 1, None)
    code = main(["--isolated", "--lang", "zh", "migrate", "status"])
    assert "发出之后没有得到结果" in capsys.readouterr().out
    code, out, _ = run(capsys, "migrate", "status", "other.sql")
    assert code == 0
    assert out.startswith(".specproof holds no journal of other.sql: it was not applied from here.")
    assert "Journals of other scripts: 1;" in out


def test_the_example_configuration_is_read_as_it_stands(capsys, script, tmp_path):
    example = resources.path("migrator", "config.example.toml")
    (tmp_path / "specproof.toml").write_bytes(example.read_bytes())
    assert main(["--lang", "en", "migrate", "status"]) == 0
    assert ".specproof holds no journal" in capsys.readouterr().out


def test_a_password_in_the_configuration_is_refused_before_anything_is_started(capsys, script, tmp_path):
    (tmp_path / "specproof.toml").write_text('[engine]\n"mysql-5.7" = "mysql://me:s3cret@127.0.0.1:1/"\n', "utf-8")
    for arguments in (["migrate", "rehearse", str(script), "--server", "mysql://me@127.0.0.1:2/shop"], ["prove"]):
        assert main(["--lang", "en", *arguments]) == 2
        said = capsys.readouterr()
        assert "[config.secret]" in said.err
        assert "s3cret" not in said.out + said.err
    assert not (tmp_path / "build").exists()
