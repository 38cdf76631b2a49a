"""The commands of `specproof migrate` against a real 5.7, from the words typed to the exit code."""

import json
import os
import pty
import signal
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.cli.main import main

pytestmark = pytest.mark.engine

SCRIPT = "ALTER TABLE answer ADD COLUMN z INT;\nCREATE TABLE zz (id INT NOT NULL);\n"


class Office:
    """Types commands for one desk; the password comes from the environment alone."""

    def __init__(self, desk, capsys, monkeypatch):
        self.desk, self.capsys = desk, capsys
        self.heard = ""
        address = desk.address
        self.password = address.password.reveal()
        monkeypatch.setenv("SPECPROOF_MYSQL57_PASSWORD", self.password)
        monkeypatch.delenv("SPECPROOF_MYSQL57_URL", raising=False)
        monkeypatch.chdir(desk.work)
        self.url = f"mysql://{address.user}@{address.host}:{address.port}/{address.database}"
        self.script = desk.script(SCRIPT)

    def run(self, command, *options, script=None, url=None, lang="en"):
        words = [command, str(script or self.script), "--server", url or self.url, *options]
        code = main(["--isolated", "--lang", lang, "migrate", *words])
        said = self.capsys.readouterr()
        self.heard += said.out + said.err
        return int(code), said.out, said.err

    def json(self, command, *options, **more):
        code, out, err = self.run(command, *options, "--format", "json", **more)
        name = "apply" if command == "resume" else command
        schema = resources.path("specs", "metaschema", "report", f"migrate-{name}.schema.json")
        document = json.loads(out)
        Draft202012Validator(json.loads(schema.read_text(encoding="utf-8"))).validate(document)
        return code, document, err


@pytest.fixture
def office(desk, capsys, monkeypatch):
    made = Office(desk, capsys, monkeypatch)
    yield made
    files = [p.read_text(encoding="utf-8", errors="replace") for p in desk.work.rglob("*") if p.is_file()]
    assert made.password
    assert made.password not in made.heard + "".join(files), "a password came out"


def test_from_check_to_verify_in_json(office):
    office.desk.baseline(rows=4)
    code, checked, _ = office.json("check", "--policy", "none")
    assert code == 0
    assert checked["plan"]["statements"][0]["online"] == {"how": "rebuild", "lock": "none"}
    assert checked["ddl"]["files"][0]["assumptions"] == []
    code, looked, _ = office.json("preflight")
    assert (code, looked["summary"]["error"]) == (0, 0)
    code, rehearsed, _ = office.json("rehearse", "--scratch", "same-server", "--rows", "10")
    assert (code, rehearsed["outcome"], rehearsed["engine"]["evidence"]) == (0, "ok", "engine")
    assert [s["work"] for s in rehearsed["statements"]] == ["rebuild", None]
    code, applied, err = office.json("apply", "--yes")
    assert (code, applied["outcome"], [s["by"] for s in applied["statements"]]) == (0, "done", ["run", "run"])
    for word in ("about to change", "about 4 rows", "rebuilds the table", office.desk.database.schema):
        assert word in err
    code, verified, _ = office.json("verify")
    assert (code, verified["outcome"], verified["summary"]["ok"]) == (0, "ok", 1)
    code, told, _ = office.json("status")
    assert (code, told["migrations"][0]["state"]) == (0, "done")
    assert "rehearsed after statement 2" in told["migrations"][0]["live"]["en"]
    code, again, _ = office.json("resume")
    assert (code, again["outcome"], again["resumed"]) == (0, "done", True)


def test_the_same_in_words_of_both_languages(office):
    office.desk.baseline()
    for command, zh, en in [
        ("check", "没有", "statement"),
        ("plan", "要执行 2 句", "2 statements to run"),
        ("preflight", "未检查", "not checked"),
    ]:
        options = ["--policy", "none"] if command == "check" else []
        assert zh in office.run(command, *options, lang="zh")[1]
        assert en in office.run(command, *options, lang="en")[1]
    assert "演练通过：2 句" in office.run("rehearse", "--scratch", "same-server", lang="zh")[1]
    code, out, err = office.run("apply", "--yes", lang="zh")
    assert code == 0
    assert "将要改动" in err
    assert "已执行" in out
    assert "相符 1" in office.run("verify", lang="zh")[1]
    assert "迁移已完成" in office.run("status", lang="zh")[1]


def test_the_live_server_is_not_rehearsed_on_unasked(office):
    office.desk.baseline()
    server = office.desk.server.address
    url = f"mysql://{server.user}@{server.host}:{server.port}/"
    code, _, err = office.run("rehearse", "--scratch", url)
    assert code == 4
    assert "[rehearse.same-server]" in err
    assert "SPECPROOF_MYSQL57_URL" in err


def test_left_alone_it_rehearses_on_a_server_of_its_own(office):
    office.desk.baseline()
    code, document, err = office.json("rehearse")
    assert code == 0, err
    assert document["engine"]["provider"] in {"local", "container"}
    assert (document["notes"], document["differing"]) == ([], [])
    assert office.json("apply", "--yes")[0] == 0


def test_without_a_terminal_yes_has_to_be_said(office, monkeypatch):
    office.desk.baseline()
    office.run("rehearse", "--scratch", "same-server")
    code, out, err = office.run("apply")
    assert (code, out) == (4, "")
    assert "[apply.unconfirmed]" in err
    assert "about to change" in err
    assert "z" not in office.desk.columns("answer")


def test_print_sql_touches_nothing(office):
    office.desk.baseline()
    code, out, _ = office.run("apply", "--print-sql")
    assert code == 0
    assert SCRIPT.splitlines()[0] in out
    assert not office.desk.columns("zz")
    code, out, _ = office.run("preflight", "--print-sql")
    assert code == 0
    assert f"IS_USED_LOCK('specproof:{office.desk.database.schema}')" in out


def test_errors_are_in_the_json_as_well(office):
    office.desk.baseline()
    code, document, err = office.json("apply", "--yes")
    assert code == 4
    assert (document["outcome"], document["error"]["code"]) == ("stopped", "guard.no-rehearsal")
    assert "[guard.no-rehearsal]" in err


def test_a_refused_statement_is_a_finding_of_the_rehearsal(office):
    office.desk.baseline()
    script = office.desk.script("ALTER TABLE answer ADD COLUMN id INT;", "bad.sql")
    code, out, _ = office.run("rehearse", "--scratch", "same-server", script=script)
    assert code == 1
    assert "1060" in out
    assert "line 1" in out


def test_preflight_errors_and_verify_differences_are_findings(office):
    office.desk.baseline()
    office.desk.run("CREATE TABLE zz (id INT)")
    assert office.json("preflight")[0] == 1
    code, document, _ = office.json("verify")
    assert (code, document["outcome"]) == (1, "not_run")
    code, document, _ = office.json("verify", "--spec", "answer-delivery")
    assert (code, document["outcome"]) == (1, "failed")


def test_a_wrong_password(office, monkeypatch):
    monkeypatch.setenv("SPECPROOF_MYSQL57_PASSWORD", "wr0ng-s3cret")
    code, out, err = office.run("preflight")
    assert code == 3
    assert "[engine.access-denied]" in err
    assert "wr0ng-s3cret" not in out + err


def test_giving_up_and_a_word_without_need(office):
    office.desk.baseline()
    code, _, err = office.run("resume")
    assert code == 4
    assert "[resume.no-journal]" in err
    code, _, err = office.run("resume", "--abandon", "--because", "no")
    assert code == 4
    assert "[resume.nothing-unfinished]" in err


# --- a terminal, and Ctrl-C -------------------------------------------------------------------------------------------


def on_a_terminal(office, *words, answer=b"", when=b""):
    """Runs specproof with a pseudo-terminal; answers once `when` was shown. Gives the exit code and all it showed."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from specproof.cli.main import run; run()", "--isolated", "--lang", "en", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=office.desk.work,
    )
    os.close(slave)
    shown = b""
    try:
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            shown += part
            if when and when in shown:
                os.write(master, answer)
                when = b""
    finally:
        os.close(master)
    return process.wait(60), shown.decode()


@pytest.mark.parametrize(("answer", "code"), [(b"y\n", 0), (b"n\n", 4)])
def test_on_a_terminal_it_asks(office, answer, code):
    office.desk.baseline()
    office.run("rehearse", "--scratch", "same-server")
    got, shown = on_a_terminal(
        office, "migrate", "apply", "up.sql", "--server", office.url, answer=answer, when=b"[y/N]"
    )
    assert got == code, shown
    assert bool(office.desk.columns("zz")) == (code == 0)


def test_ctrl_c_twice_ends_the_statement_and_says_where_it_stands(office):
    office.desk.baseline()
    office.run("rehearse", "--scratch", "same-server")
    with office.desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from specproof.cli.main import run; run()",
                "--isolated",
                "--lang",
                "en",
                "migrate",
                "apply",
                "up.sql",
                "--server",
                office.url,
                "--yes",
                "--lock-wait-timeout",
                "600",
                "--format",
                "json",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=office.desk.work,
        )
        office.desk.wait_for(lambda: office.desk.waiting_statement("ALTER TABLE"), process)
        process.send_signal(signal.SIGINT)
        assert "Will stop after this statement" in next(line for line in process.stderr if "Will stop" in line)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "[apply.interrupted]" in err
    assert "Nothing was changed" in err
    assert json.loads(out)["error"]["code"] == "apply.interrupted"
    assert "z" not in office.desk.columns("answer")
    assert "No statement took effect" in office.run("status")[1]
