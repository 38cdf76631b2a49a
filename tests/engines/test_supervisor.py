from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from specproof.engines import supervisor


def job(run: Path, command: list[str], number: signal.Signals = signal.SIGTERM) -> subprocess.Popen[bytes]:
    data = {
        "command": command,
        "environment": {"MARK": "from the job"},
        "folder": str(run),
        "user": None,
        "group": None,
        "stop_signal": int(number),
        "detached": False,
        "record": {"owner": {"pid": 1, "started": 1}},
    }
    (run / "job.json").write_text(json.dumps(data), encoding="utf-8")
    script = [sys.executable, "-I", "-S", supervisor.__file__, str(run)]
    return subprocess.Popen(script, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


def wait_for(file: Path) -> str:
    deadline = time.monotonic() + 60
    while not (file.exists() and file.read_text(encoding="utf-8")):
        assert time.monotonic() < deadline, f"no {file.name}"
        time.sleep(0.02)
    return file.read_text(encoding="utf-8")


def test_a_process_is_known_by_number_and_start():
    own = supervisor.identity(os.getpid())
    assert own == supervisor.identity(os.getpid())
    assert isinstance(own["started"], int)
    assert supervisor.identity(2**22 + 1) == {"pid": 2**22 + 1, "started": None}


def test_the_server_gets_its_environment_folder_and_log(run):
    process = job(run, ["/bin/sh", "-c", 'echo "$MARK in $PWD"; exec sleep 600'])
    assert wait_for(run / "server.log") == f"from the job in {run}\n"
    record = json.loads(wait_for(run / "record.json"))
    assert record["supervisor"]["pid"] == process.pid
    assert record["server"]["pid"] not in (process.pid, os.getpid())
    assert record["owner"] == {"pid": 1, "started": 1}
    process.communicate()
    assert process.returncode == 0
    assert not run.exists()


def test_the_signals_of_a_terminal_do_not_reach_the_server(run):
    process = job(run, ["/bin/sh", "-c", "echo up; exec sleep 600"])
    wait_for(run / "server.log")
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        process.send_signal(number)
    time.sleep(0.2)
    assert process.poll() is None
    assert not (run / "exit").exists()
    process.terminate()
    process.wait(60)
    assert not run.exists()
    process.communicate()


def test_a_server_that_ignores_its_signal_is_killed(run, monkeypatch):
    monkeypatch.setattr(supervisor, "_GRACE", 0.2)
    stubborn = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(600)",
        ],
        stdout=subprocess.PIPE,
    )
    assert stubborn.stdout is not None
    stubborn.stdout.readline()
    supervisor._stop(stubborn, signal.SIGTERM)
    assert stubborn.returncode == -signal.SIGKILL
    stubborn.communicate()
