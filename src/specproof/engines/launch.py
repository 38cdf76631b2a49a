"""Starts a server under its supervisor in a run folder of its own, and finds what earlier runs left behind.

A run folder holds the server's data, log and record, and a lock file that is held as long as a supervisor lives.
Nothing is killed before its command line and start time prove that it is what the record says.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from specproof.engines import cache, programs, supervisor
from specproof.engines.privileges import Account

_SUPERVISOR = Path(supervisor.__file__)
_STOP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Job:
    """What to run. `data` is the server's working folder inside the run folder."""

    command: Sequence[str]
    environment: Mapping[str, str]
    data: Path
    account: Account | None
    stop_signal: signal.Signals
    detached: bool = False


class RunFolder:
    """A new folder under `<cache>/run`, locked from its first moment so that nobody takes it for a leftover."""

    def __init__(self, cache_folder: Path, engine: str) -> None:
        runs = cache_folder / "run"
        with cache.locked(runs / ".lock"):
            self.path = runs / f"{engine}-{secrets.token_hex(4)}"
            self.path.mkdir(mode=0o711)  # others may pass, not list: the data folder inside belongs to the server
            self._lock: IO[str] = (self.path / "lock").open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    @property
    def lock(self) -> int:
        return self._lock.fileno()

    def close(self) -> None:
        """Lets go of the lock; the supervisor holds the same one as long as it lives."""
        self._lock.close()

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self.close()


class Running:
    """A server under its supervisor."""

    def __init__(self, run: RunFolder, process: subprocess.Popen[bytes]) -> None:
        self.folder = run.path
        self._run = run
        self._supervisor = process

    def ended(self) -> bool:
        """Whether the server is gone without having been asked to go."""
        return (self.folder / "exit").exists() or self._supervisor.poll() not in (None, 0)

    def log_tail(self) -> str:
        """What the server complained of, else its last lines: for an error message."""
        try:
            text = (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return programs.complaints(text)

    def leave(self) -> None:
        """Lets a detached server run on after us."""
        self._run.close()

    def stop(self) -> None:
        """Stops the server and removes its folder; waits until both are done."""
        if self._supervisor.stdin:
            self._supervisor.stdin.close()
        elif (record := read(self.folder)) is not None:
            end(record.supervisor, self.folder, signal.SIGTERM, seconds=_STOP_SECONDS)
        try:
            self._supervisor.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._supervisor.kill()  # its server goes with it, by the parent-death signal
            self._supervisor.wait()
        self._run.remove()


def start(run: RunFolder, job: Job) -> Running:
    """Starts the supervisor of a prepared run folder. Whether the server comes up is for the caller to see."""
    data = {
        "command": list(job.command),
        "environment": dict(job.environment),
        "folder": str(job.data),
        "user": job.account.uid if job.account else None,
        "group": job.account.gid if job.account else None,
        "stop_signal": int(job.stop_signal),
        "detached": job.detached,
        "record": {
            "owner": supervisor.identity(os.getpid()),
            "namespace": namespace(),
            "detached": job.detached,
            "command": list(job.command),
        },
    }
    (run.path / "job.json").write_text(json.dumps(data), encoding="utf-8")
    with (run.path / "server.log").open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter and script
            [sys.executable, "-I", "-S", str(_SUPERVISOR), str(run.path)],
            stdin=subprocess.DEVNULL if job.detached else subprocess.PIPE,
            stdout=log,
            stderr=log,
            pass_fds=(run.lock,),
            start_new_session=True,
        )
    return Running(run, process)


@dataclass(frozen=True, slots=True)
class Record:
    """What a run folder says about itself, and whether its supervisor lives."""

    folder: Path
    alive: bool
    detached: bool
    supervisor: Mapping[str, Any]
    server: Mapping[str, Any]
    owner: Mapping[str, Any]
    namespace: str

    @property
    def orphaned(self) -> bool:
        """A living supervisor whose owner is gone, as far as this process can tell: not across pid namespaces."""
        return self.alive and not self.detached and self.namespace == namespace() and not is_running(self.owner)


def records(cache_folder: Path) -> Iterator[Record]:
    """Every run folder of the cache that has a record."""
    for folder in sorted((cache_folder / "run").glob("*/")):
        record = read(folder)
        if record is not None:
            yield record


def sweep(cache_folder: Path) -> tuple[Path, ...]:
    """Stops and removes what killed runs left; gives the folders. Runs of living processes are not touched."""
    removed = []
    with cache.locked(cache_folder / "run" / ".lock"):
        for folder in sorted((cache_folder / "run").glob("*/")):
            record = read(folder)
            if record is not None and record.orphaned:
                end(record.supervisor, folder, signal.SIGTERM)
            if _abandoned(folder):
                if record is not None:
                    end(record.server, folder, signal.SIGKILL)
                shutil.rmtree(folder, ignore_errors=True)  # what stays, the next sweep finds again
                removed += [] if folder.exists() else [folder]
    return tuple(removed)


def end(process: Mapping[str, Any], folder: Path, number: signal.Signals, *, seconds: float = 10.0) -> bool:
    """Signals a recorded process and waits; True when it is gone.

    The process must have the recorded start time and name the run folder on its command line.
    """
    pid = process.get("pid")
    if not isinstance(pid, int) or not is_running(process) or str(folder) not in _command_line(pid):
        return True
    os.kill(pid, number)
    deadline = time.monotonic() + seconds
    while is_running(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def read(folder: Path) -> Record | None:
    """The record of one run folder, or None when it has none (yet) or it is damaged."""
    try:
        data = json.loads((folder / "record.json").read_text(encoding="utf-8"))
        return Record(
            folder=folder,
            alive=not _abandoned(folder),
            detached=data["detached"],
            supervisor=data["supervisor"],
            server=data["server"],
            owner=data["owner"],
            namespace=data["namespace"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _abandoned(folder: Path) -> bool:
    """Whether nobody holds the folder's lock any more."""
    try:
        with (folder / "lock").open("r+") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except PermissionError:
        return False  # another user's
    except OSError:
        return True
    return True


def is_running(process: Mapping[str, Any]) -> bool:
    """Whether a process of recorded number and start time still runs (a zombie does not)."""
    pid = process.get("pid")
    return isinstance(pid, int) and supervisor.identity(pid) == dict(process) and not _zombie(pid)


def _zombie(pid: int) -> bool:
    """Dead with all its threads: a leader may be a zombie while others still write (proc(5), state and num_threads)."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    fields = status.rpartition(")")[2].split()
    return fields[0] in "ZX" and int(fields[17]) <= 1


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def namespace() -> str:
    """The pid namespace of this process: process numbers mean nothing outside of it."""
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""
