"""Servers that stay up after the command: started, found again, used, stopped."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from specproof import engines, resources
from specproof.engines import launch, url

pytestmark = pytest.mark.engine

SCHEMA = json.loads(resources.path("specs", "metaschema", "report", "engines.schema.json").read_text("utf-8"))


@pytest.fixture
def command(warm_cache):
    """`specproof engine ...` with a cache of its own; what it left running is stopped."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from specproof.cli.main import run; run()", "--isolated", "engine", *arguments],
            env={**warm_cache.options().environment, "SPECPROOF_LANG": "en"},
            capture_output=True,
            text=True,
            check=False,
        )

    run.folder = warm_cache.folder
    yield run
    run("stop")


def answer(done: subprocess.CompletedProcess[str]) -> dict:
    assert done.returncode == 0, done.stderr
    parsed = json.loads(done.stdout)
    jsonschema.validate(parsed, SCHEMA)
    return parsed


@pytest.mark.parametrize("name", ["mysql-5.7", "postgresql"])
def test_a_server_is_left_running_and_stopped(command, name):
    (started,) = answer(command("start", name, "--format", "json"))["running"]
    file = Path(started["url_file"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "url" not in started
    engine = engines.find(name)
    address = url.parse(engine.facts, file.read_text(encoding="utf-8"), {})
    assert address.password.reveal() not in json.dumps(started)
    session = engine.connect(address)
    assert session.query("SELECT 1") == ((1,),)
    session.close()

    (again,) = answer(command("start", name, "--format", "json", "--show-password"))["running"]
    assert again["url"] == file.read_text(encoding="utf-8").strip()
    assert again["address"] == started["address"]
    assert answer(command("list", "--format", "json"))["running"] == [started]

    (record,) = launch.records(command.folder)
    (stopped,) = answer(command("stop", name, "--format", "json"))["stopped"]
    assert stopped == started
    assert not file.parent.exists()
    assert not launch.is_running(record.server)
    assert not launch.is_running(record.supervisor)
    assert answer(command("list", "--format", "json"))["running"] == []


def test_the_text_names_the_file_and_not_the_password(command):
    done = command("start", "mysql-5.7")
    first, second, third, _ = done.stdout.splitlines()
    assert first == "started mysql-5.7 5.7.22"
    assert second.startswith("root@127.0.0.1:")
    file = Path(third.rpartition(" ")[2])
    password = url.parse(engines.find("mysql-5.7").facts, file.read_text(encoding="utf-8"), {}).password.reveal()
    assert password not in done.stdout + done.stderr
    assert command("stop").stdout == f"stopped mysql-5.7 {second}\n"


def test_another_kept_server_is_not_stopped(command):
    answer(command("start", "mysql-5.7", "--format", "json"))
    assert answer(command("stop", "postgresql", "--format", "json"))["stopped"] == []
    assert len(answer(command("list", "--format", "json"))["running"]) == 1


def test_the_doctor_gives_a_real_server(command):
    (entry,) = answer(command("doctor", "mysql-5.7", "--provider", "local", "--format", "json"))["engines"]
    (trial,) = entry["tried"]
    assert (trial["outcome"], trial["product"], trial["evidence"]) == ("ok", "MySQL", "engine")
    assert trial["version"].startswith("5.7.")
    assert list(launch.records(command.folder)) == []
