"""`specproof engine`: what it prints, in both formats and languages, and the exit codes."""

from __future__ import annotations

import json
from contextlib import contextmanager
from types import SimpleNamespace

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main
from specproof.engines import keep, registry
from specproof.engines.base import Address, Availability, Secret, Server
from specproof.errors import EnvironmentProblem
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

SCHEMA = json.loads(resources.path("specs", "metaschema", "report", "engines.schema.json").read_text("utf-8"))


class FakeProvider:
    def __init__(self, kind: ProviderKind, *, usable: bool = True, fails: bool = False) -> None:
        self.kind = kind
        self._usable = usable
        self._fails = fails

    def availability(self) -> Availability:
        how = "" if self._usable else "Install Docker."
        return Availability(self.kind, self._usable, "it is there" if self._usable else "there is no socket", how)

    @contextmanager
    def open(self):
        if self._fails:
            raise EnvironmentProblem("engine.start-failed", "It fell over.", cause="Disk full.", next_step="Make room.")
        identity = EngineIdentity("fake", "MySQL", "5.7.22", self.kind, Evidence.ENGINE)
        yield Server(identity, Address("127.0.0.1", 3306, "root", Secret("hush")))


class FakeEngine:
    name = "mysql-5.7"

    def __init__(self, *providers: FakeProvider) -> None:
        self.asked: list[str | None] = []
        self._providers = providers

    def providers(self, url, _options):
        self.asked.append(url)
        return self._providers


@pytest.fixture
def engine(monkeypatch, tmp_path):
    """One engine whose container cannot be used and whose local server works."""
    monkeypatch.setenv("SPECPROOF_CACHE", str(tmp_path))
    monkeypatch.delenv("SPECPROOF_MYSQL57_URL", raising=False)
    monkeypatch.setenv("SPECPROOF_LANG", "en")

    def install(*providers: FakeProvider) -> FakeEngine:
        fake = FakeEngine(*providers)
        monkeypatch.setattr(registry, "all", lambda: (fake,))
        monkeypatch.setattr("specproof.engines.all", lambda: (fake,))
        monkeypatch.setattr("specproof.engines.find", registry.find)
        return fake

    return install


BOTH = (FakeProvider(ProviderKind.CONTAINER, usable=False), FakeProvider(ProviderKind.LOCAL))


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(["--isolated", *arguments])
    captured = capsys.readouterr()
    assert "hush" not in captured.out + captured.err
    return code, captured.out, captured.err


def data(out: str) -> dict:
    parsed = json.loads(out)
    jsonschema.validate(parsed, SCHEMA)
    return parsed


def test_list_shows_why_and_how(capsys, engine):
    engine(*BOTH)
    code, out, _ = run(capsys, "engine", "list")
    assert code == 0
    assert out == (
        "mysql-5.7\n"
        "  container    not usable    there is no socket\n"
        "                             → Install Docker.\n"
        "  local        usable        it is there\n"
    )


def test_list_in_chinese_keeps_its_columns(capsys, engine):
    engine(*BOTH)
    _, out, _ = run(capsys, "--lang", "zh", "engine", "list")
    assert "  container    不可用        there is no socket\n" in out
    assert "  local        可用          it is there\n" in out


def test_list_as_json(capsys, engine, tmp_path):
    engine(*BOTH)
    code, out, _ = run(capsys, "engine", "list", "--format", "json")
    assert code == 0
    listed = data(out)
    assert listed["running"] == []
    assert listed["engines"] == [
        {
            "name": "mysql-5.7",
            "providers": [
                {"provider": "container", "usable": False, "why": "there is no socket", "how": "Install Docker."},
                {"provider": "local", "usable": True, "why": "it is there", "how": None},
            ],
        }
    ]


def test_doctor_tries_what_is_usable(capsys, engine):
    engine(*BOTH)
    code, out, _ = run(capsys, "engine", "doctor", "--format", "json")
    assert code == 0
    (entry,) = data(out)["engines"]
    container, local = entry["tried"]
    assert (container["outcome"], container["reason"]) == ("not_run", "there is no socket")
    assert local["seconds"] >= 0
    del local["seconds"]
    assert local == {
        "provider": "local",
        "outcome": "ok",
        "reason": None,
        "next": None,
        "product": "MySQL",
        "version": "5.7.22",
        "evidence": "engine",
        "address": "root@127.0.0.1:3306",
    }


def test_doctor_fails_when_an_engine_cannot_be_had(capsys, engine):
    engine(FakeProvider(ProviderKind.CONTAINER, usable=False), FakeProvider(ProviderKind.LOCAL, fails=True))
    code, out, _ = run(capsys, "engine", "doctor", "mysql-5.7")
    assert code == 3
    assert "  local        failed        It fell over. Disk full.\n" in out
    assert "→ Make room.\n" in out
    code, out, _ = run(capsys, "engine", "doctor", "--format", "json")
    assert code == 3
    assert data(out)["engines"][0]["tried"][1]["code"] == "engine.start-failed"


def test_doctor_of_one_provider(capsys, engine):
    engine(FakeProvider(ProviderKind.CONTAINER), FakeProvider(ProviderKind.LOCAL))
    code, out, _ = run(capsys, "engine", "doctor", "--provider", "local", "--format", "json")
    assert code == 0
    assert [trial["provider"] for trial in data(out)["engines"][0]["tried"]] == ["local"]
    code, out, _ = run(capsys, "engine", "doctor", "--provider", "url", "--format", "json")
    assert code == 3
    assert data(out)["engines"][0]["tried"] == []


def test_a_given_url_reaches_the_engine(capsys, engine):
    fake = engine(*BOTH)
    run(capsys, "engine", "list", "--engine", "mysql-5.7=mysql://u@h/")
    assert fake.asked == ["mysql://u@h/"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("doctor", "mysql-9"), "engine.unknown"),
        (("start", "mysql-9"), "engine.unknown"),
        (("stop", "mysql-9"), "engine.unknown"),
        (("list", "--engine", "mysql://u:hush@h/"), "engine.bad-option"),
        (("list", "--engine", "mysql-9=mysql://u:hush@h/"), "engine.unknown"),
        (("list", "--engine", "mysql-5.7="), "engine.bad-option"),
    ],
)
def test_wrong_words_are_usage_errors(capsys, engine, arguments, code):
    engine(*BOTH)
    status, out, err = run(capsys, "engine", *arguments)
    assert status == 2
    assert out == ""
    assert f"[{code}]" in err
    assert "next step:" in err


@pytest.mark.parametrize("name", ["list", "doctor"])
def test_a_url_that_cannot_be_read_is_a_usage_error(capsys, monkeypatch, tmp_path, name):
    monkeypatch.setenv("SPECPROOF_CACHE", str(tmp_path))
    code, out, err = run(capsys, "engine", name, "--engine", "mysql-5.7=mysql://root:hu#hush@h/")
    assert code == 2
    assert out == ""
    assert "[engine.url]" in err


@pytest.mark.parametrize("name", ["list", "doctor", "start", "stop"])
def test_each_prints_the_schema_and_has_examples(capsys, name):
    code, out, _ = run(capsys, "engine", name, "--schema")
    assert code == 0
    assert json.loads(out) == SCHEMA
    code, out, _ = run(capsys, "engine", name, "--help")
    assert code == 0
    assert f"\n  specproof engine {name}" in out


def test_running_servers_stand_under_a_heading_of_their_own(capsys, engine, monkeypatch, tmp_path):
    engine(*BOTH)
    kept = SimpleNamespace(engine="mysql-5.7", version="5.7.22", address="root@127.0.0.1:9", url_file=tmp_path / "url")
    monkeypatch.setattr(keep, "running", lambda _options: (kept,))
    _, out, _ = run(capsys, "engine", "list")
    assert out.endswith(f"\nrunning\n  mysql-5.7    5.7.22        root@127.0.0.1:9  {tmp_path / 'url'}\n")


def test_stop_with_nothing_to_stop(capsys, engine):
    engine(*BOTH)
    code, out, _ = run(capsys, "engine", "stop")
    assert (code, out) == (0, "nothing is running\n")
    code, out, _ = run(capsys, "engine", "stop", "--format", "json")
    assert data(out)["stopped"] == []
