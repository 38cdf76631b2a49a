"""Runs one database server as its parent and sees to its end; started as a script, with the standard library alone.

`python -I -S supervisor.py RUN_FOLDER` reads `job.json` there. The server lives as long as the pipe on standard input
is open (or, for a detached job, until SIGTERM); then it is stopped and the run folder removed. So a specproof that is
killed with -9 takes its server along, and a supervisor that is killed does too (parent-death signal). It refuses to
speak: its words go to `server.log`.
"""

from __future__ import annotations

import ctypes
import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_GRACE = 20.0  # seconds from the stop signal to SIGKILL


def main(run: Path) -> int:
    job: dict[str, Any] = json.loads((run / "job.json").read_text(encoding="utf-8"))
    if job["detached"] and os.fork():
        return 0  # the launcher waits for this process only, and is free to end before its grandchild
    wake = _signals()
    try:
        server = _spawn(job, run / "server.log")
    except OSError as error:
        print(f"cannot run {job['command'][0]}: {error}", file=sys.stderr)  # noqa: T201 - this is server.log
        (run / "exit").write_text("127", encoding="ascii")
        return 127
    _write(run / "record.json", {**job["record"], "supervisor": identity(os.getpid()), "server": identity(server.pid)})
    if _asked_to_go(server, wake, run, detached=job["detached"]):
        _stop(server, job["stop_signal"])
        shutil.rmtree(run, ignore_errors=True)
    return 0


def _spawn(job: dict[str, Any], log_file: Path) -> subprocess.Popen[bytes]:
    with log_file.open("ab") as log:
        return subprocess.Popen(  # noqa: S603 - the command is our own launcher's
            job["command"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=job["folder"],
            env=job["environment"],
            user=job["user"],
            group=job["group"],
            extra_groups=None if job["user"] is None else [],
            preexec_fn=_die_with_parent(job["stop_signal"]),  # noqa: PLW1509 - this process has one thread
        )


def _signals() -> int:
    """Ignores the terminal's signals; SIGTERM and SIGCHLD arrive as bytes on the file descriptor that is returned."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    for ignored in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(ignored, signal.SIG_IGN)
    for heard in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(heard, lambda *_: None)
    return reader


def _die_with_parent(number: int) -> Callable[[], None]:
    """Runs in the child, after its privileges were dropped: a change of them would clear the setting (prctl(2))."""
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def prepare() -> None:
        for usual in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(usual, signal.SIG_DFL)
        libc.prctl(_PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def _asked_to_go(server: subprocess.Popen[bytes], wake: int, run: Path, *, detached: bool) -> bool:
    """Waits until the server is no longer wanted. False when a detached one ended by itself: its log is kept."""
    with selectors.DefaultSelector() as events:
        events.register(wake, selectors.EVENT_READ)
        if not detached:
            events.register(0, selectors.EVENT_READ)
        while True:
            ready = {key.fd for key, _ in events.select()}
            if 0 in ready and not os.read(0, 1024):
                return True
            if wake in ready and signal.SIGTERM in os.read(wake, 1024):
                return True
            code = server.poll()
            if code is not None and not (run / "exit").exists():
                # Kept for the owner, who wants the log; he closes the pipe when he has read it.
                (run / "exit").write_text(str(code), encoding="ascii")
                if detached:
                    return False


def _stop(server: subprocess.Popen[bytes], number: int) -> None:
    if server.poll() is None:
        server.send_signal(number)
        try:
            server.wait(_GRACE)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def identity(pid: int) -> dict[str, Any]:
    """What tells a process from a later one with the same number: start time in clock ticks since boot (proc(5))."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return {"pid": pid, "started": int(fields[19])}
    except (OSError, IndexError, ValueError):
        return {"pid": pid, "started": None}


def _write(file: Path, data: dict[str, Any]) -> None:
    half = file.with_suffix(".half")
    half.write_text(json.dumps(data), encoding="utf-8")
    half.replace(file)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
