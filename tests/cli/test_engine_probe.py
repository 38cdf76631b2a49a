"""`specproof engine probe`: what it prints of each verdict, in both formats and languages, and the exit codes."""

from __future__ import annotations

import json
from contextlib import contextmanager

import jsonschema
import pytest

from specproof import engines, resources
from specproof.cli.main import main
from specproof.engines import laws, probe
from specproof.engines.base import Address, Secret, Server
from specproof.engines.probe import Observation, Verdict
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

SCHEMA = json.loads(resources.path("specs", "metaschema", "report", "engine-probe.schema.json").read_text("utf-8"))
LINES = laws.load("mysql-5.7")

GOOD = Observation(LINES["zero-date"], Verdict.OK, "refused")
WRONG = Observation(LINES["overflow"], Verdict.WRONG, "cut")
BROKEN = Observation(
    LINES["locking-read"], Verdict.BROKEN, detail="Lost \x1b[31mconnection. (2013) At: SELECT v FROM t"
)
GONE = Observation(LINES["overflow"], Verdict.BROKEN, detail="Nobody listens.", unreachable=True)


@pytest.fixture
def call(capsys, monkeypatch):
    """`call(observations, *arguments)`: the exit code and what was printed, with a server that never was."""

    @contextmanager
    def opened(name, url, options):
        assert (name, url) == ("mysql-5.7", None)
        identity = EngineIdentity(name, "MySQL", "5.7.22", ProviderKind.LOCAL, Evidence.ENGINE)
        yield Server(identity, Address("127.0.0.1", 1, "root", Secret("hush")))

    monkeypatch.setattr(engines, "open", opened)

    def run(found, *arguments):
        monkeypatch.setattr(probe, "run", lambda _engine, _server, _only: found)
        code = main(["--isolated", *arguments])
        return code, capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    ("found", "code"),
    [((GOOD,), 0), ((GOOD, WRONG), 1), ((GOOD, BROKEN), 1), ((GOOD, WRONG, GONE), 3)],
    ids=["all as the law says", "one otherwise", "one without an answer", "the server went away"],
)
def test_the_exit_code(call, found, code):
    assert call(found, "engine", "probe", "mysql-5.7")[0] == code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_text(call, golden, language):
    _, out = call((WRONG, GOOD, BROKEN), "--lang", language, "engine", "probe", "mysql-5.7")
    golden(f"engine-probe.{language}.txt", out)


def test_the_json_keeps_its_schema(call, golden):
    _, out = call((WRONG, GOOD, BROKEN), "engine", "probe", "mysql-5.7", "--format", "json")
    jsonschema.validate(json.loads(out), SCHEMA)
    golden("engine-probe.json", out)


def test_a_law_that_does_not_exist_is_told_with_those_that_do(monkeypatch, capsys):
    @contextmanager
    def opened(*_arguments, **_options):
        yield Server(
            EngineIdentity("mysql-5.7", "MySQL", "5.7.22", ProviderKind.LOCAL, Evidence.ENGINE),
            Address("127.0.0.1", 1, "root", Secret("hush")),
        )

    monkeypatch.setattr(engines, "open", opened)
    code = main(["--isolated", "engine", "probe", "mysql-5.7", "--law", "zero-dat"])
    err = capsys.readouterr().err
    assert code == 2
    assert "no law 'zero-dat'" in err
    assert "zero-date" in err


def test_an_engine_that_nothing_emulates(capsys):
    code = main(["--isolated", "engine", "probe", "postgresql", "--emulated"])
    err = capsys.readouterr().err
    assert (code, "engine.no-emulation" in err, "it is for: oracle." in err) == (2, True, True)
