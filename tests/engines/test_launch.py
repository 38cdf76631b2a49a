from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from specproof.engines import launch, supervisor

# Stands for a database server: writes, then waits to be stopped.
SERVER = "import time; print('up', flush=True); time.sleep(600)"

OWNER = """
import sys, time
from pathlib import Path
from specproof.engines import launch
import signal
run = launch.RunFolder(Path(sys.argv[1]), "fake")
data = run.path / "data"
data.mkdir()
job = launch.Job([sys.executable, "-c", {server!r}, str(data)], {{}}, data, None, signal.SIGKILL, detached={detached})
running = launch.start(run, job)
while launch.read(run.path) is None:
    time.sleep(0.01)
print(run.path, flush=True)
{then}
"""


def owner(cache: Path, *, then: str = "time.sleep(600)", detached: bool = False) -> tuple[subprocess.Popen[str], Path]:
    """Another specproof that has started a server; gives its process and the run folder."""
    script = OWNER.format(server=SERVER, then=then, detached=detached)
    process = subprocess.Popen([sys.executable, "-c", script, str(cache)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    folder = Path(process.stdout.readline().strip())
    assert folder.parent == cache / "run"
    return process, folder


def eventually(condition: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def gone(record: launch.Record) -> bool:
    return not launch.is_running(record.server) and not launch.is_running(record.supervisor)


@pytest.fixture
def cache(tmp_path):
    yield tmp_path
    for record in launch.records(tmp_path):
        launch.end(record.supervisor, record.folder, signal.SIGKILL)
        launch.end(record.server, record.folder, signal.SIGKILL)


def started(cache: Path, command: list[str], *, detached: bool = False) -> launch.Running:
    run = launch.RunFolder(cache, "fake")
    (run.path / "data").mkdir()
    job = launch.Job(command, {}, run.path / "data", None, signal.SIGKILL, detached=detached)
    return launch.start(run, job)


def record_of(running: launch.Running) -> launch.Record:
    assert eventually(lambda: launch.read(running.folder) is not None)
    record = launch.read(running.folder)
    assert record is not None
    return record


def test_a_server_is_stopped_with_its_folder(cache):
    running = started(cache, [sys.executable, "-c", SERVER, str(cache)])
    record = record_of(running)
    assert eventually(lambda: running.log_tail() == "up")
    assert record.alive
    assert launch.is_running(record.server)
    assert not running.ended()
    running.stop()
    assert gone(record)
    assert not running.folder.exists()


def test_a_server_that_ends_by_itself_is_noticed_and_its_log_kept(cache):
    running = started(cache, [sys.executable, "-c", "import sys; sys.exit('no room')"])
    assert eventually(running.ended)
    assert (running.folder / "exit").read_text(encoding="ascii") == "1"
    assert running.log_tail() == "no room"
    running.stop()
    assert not running.folder.exists()


def test_a_program_that_cannot_be_run_is_noticed(cache):
    running = started(cache, ["/nothing/there"])
    assert eventually(running.ended)
    assert "cannot run /nothing/there: [Errno 2] No such file" in running.log_tail()
    running.stop()


def test_the_server_goes_when_its_owner_is_killed(cache):
    process, folder = owner(cache)
    record = launch.read(folder)
    assert record is not None
    process.kill()
    process.wait()
    assert eventually(lambda: gone(record) and not folder.exists())
    process.stdout.close()


def test_the_server_goes_when_its_supervisor_is_killed(cache):
    process, folder = owner(cache)
    record = launch.read(folder)
    assert record is not None
    os.kill(record.supervisor["pid"], signal.SIGKILL)
    assert eventually(lambda: gone(record))
    process.kill()
    process.wait()
    assert folder.exists()
    assert launch.sweep(cache) == (folder,)
    assert not folder.exists()
    process.stdout.close()


def test_a_leftover_is_stopped_and_removed_though_nothing_ended_it(cache):
    """As after a kill of owner and supervisor on a system without the parent-death signal."""
    run = launch.RunFolder(cache, "fake")
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(run.path)], stdout=subprocess.PIPE)
    assert server.stdout.readline() == b"up\n"  # the kernel shows no command line while the program is being loaded
    nobody = {"pid": 0, "started": None}
    record = {"owner": nobody, "supervisor": nobody, "server": supervisor.identity(server.pid), "detached": False}
    (run.path / "record.json").write_text(json.dumps({**record, "namespace": launch.namespace()}), encoding="utf-8")
    run.close()
    assert launch.sweep(cache) == (run.path,)
    assert server.wait(10) == -signal.SIGKILL
    assert not run.path.exists()
    server.stdout.close()


def test_a_process_that_took_over_the_number_is_left_alone(cache):
    run = launch.RunFolder(cache, "fake")
    innocent = subprocess.Popen([sys.executable, "-c", SERVER, "something else"], stdout=subprocess.DEVNULL)
    for taken in (supervisor.identity(innocent.pid), {"pid": innocent.pid, "started": 1}):
        assert launch.end(taken, run.path, signal.SIGKILL)
        assert innocent.poll() is None
    innocent.kill()
    innocent.wait()
    run.remove()


def test_runs_of_the_living_are_not_touched(cache):
    process, folder = owner(cache)
    fresh = launch.RunFolder(cache, "fake")  # prepared by a process that has not started its server yet
    assert launch.sweep(cache) == ()
    assert folder.exists()
    assert fresh.path.exists()
    fresh.remove()
    process.kill()
    process.wait()
    process.stdout.close()


def test_an_orphan_is_asked_to_go(cache):
    """A forked child of the owner may hold the pipe open after the owner is gone."""
    then = "import os\nchild = os.fork()\nif child:\n    print(child, flush=True)\ntime.sleep(600)"
    process, folder = owner(cache, then=then)
    child = int(process.stdout.readline())
    record = launch.read(folder)
    assert record is not None
    process.kill()
    process.wait()
    assert launch.read(folder).orphaned
    launch.sweep(cache)
    os.kill(child, signal.SIGKILL)
    assert gone(record)
    assert not folder.exists()
    process.stdout.close()


def test_a_detached_server_lives_on_until_it_is_ended(cache):
    process, folder = owner(cache, then="running.leave()", detached=True)
    assert process.wait(10) == 0
    process.stdout.close()
    record = launch.read(folder)
    assert record is not None
    assert record.detached
    assert record.alive
    assert not record.orphaned
    assert launch.sweep(cache) == ()
    assert launch.end(record.supervisor, folder, signal.SIGTERM)
    assert gone(record)
    assert not folder.exists()


def test_damaged_records_are_swept_as_well(cache):
    run = launch.RunFolder(cache, "fake")
    (run.path / "record.json").write_text("[", encoding="utf-8")
    run.close()
    assert list(launch.records(cache)) == []
    assert launch.sweep(cache) == (run.path,)
