"""Servers of our own on this machine: private while they live, and gone with their owner."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pymysql
import pytest

from specproof import engines
from specproof.engines import launch, local, privileges
from specproof.engines.base import Secret, Server
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

pytestmark = pytest.mark.engine

NAMES = ["mysql-5.7", "postgresql"]


def eventually(condition: Callable[[], bool], seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_server_of_our_own_is_private_and_leaves_nothing(name, warm_cache):
    with warm_cache.provider(name).open() as server:
        assert server.identity.provider is ProviderKind.LOCAL
        assert server.address.host == "127.0.0.1"
        (record,) = launch.records(warm_cache.folder)
        pid = record.server["pid"]
        assert Path(f"/proc/{pid}").stat().st_uid != 0
        assert _listening(pid) == {("127.0.0.1", server.address.port)}
        password = server.address.password.reveal()
        assert password not in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
        for file in record.folder.rglob("*"):
            if file.is_file() and file.stat().st_size < 1 << 20:
                assert password.encode() not in file.read_bytes(), file
        with pytest.raises(EnvironmentProblem) as caught:
            engines.find(name).connect(replace(server.address, password=Secret("wrong")))
        assert caught.value.code == "engine.access-denied"
    assert warm_cache.runs() == []
    assert not launch.is_running(record.server)
    assert not launch.is_running(record.supervisor)


def _listening(pid: int) -> set[tuple[str, int]]:
    """TCP sockets on which a process listens, out of proc(5)."""
    targets = [str(descriptor.readlink()) for descriptor in Path(f"/proc/{pid}/fd").iterdir()]
    inodes = {target[8:-1] for target in targets if target.startswith("socket:[")}
    found = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                host, port = fields[1].split(":")
                raw = b"".join(bytes.fromhex(host[i : i + 8])[::-1] for i in range(0, len(host), 8))
                found.add((socket.inet_ntop(family, raw), int(port, 16)))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("victim", ["owner", "supervisor"])
def test_kill_9_leaves_no_server(name, victim, warm_cache):
    process = warm_cache.other_specproof(name)
    assert process.stdout is not None
    port = int(process.stdout.readline())
    (record,) = launch.records(warm_cache.folder)
    with socket.create_connection(("127.0.0.1", port), 5):
        pass
    os.kill(process.pid if victim == "owner" else record.supervisor["pid"], signal.SIGKILL)
    assert eventually(lambda: not launch.is_running(record.server))
    process.kill()
    process.communicate()
    assert eventually(lambda: bool(launch.sweep(warm_cache.folder)) or not record.folder.exists())
    assert warm_cache.runs() == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), 5)


def test_two_starts_at_once_in_an_empty_cache(empty_cache):
    processes = [empty_cache.other_specproof("mysql-5.7", seconds=1) for _ in range(2)]
    done = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], done
    assert len({out.strip() for out, _ in done}) == 2
    assert sum("preparing mysql-5.7 once" in err for _, err in done) == 1
    assert empty_cache.runs() == []
    assert [place.name for place in empty_cache.folder.rglob("*.half-*")] == []


def test_a_leftover_folder_does_not_stop_the_next_start(warm_cache):
    leftover = warm_cache.folder / "run" / "mysql-5.7-dead"
    leftover.mkdir(parents=True)
    with warm_cache.provider("mysql-5.7").open():
        assert not leftover.exists()


def test_a_taken_port_is_replaced_by_another(monkeypatch, warm_cache):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = iter([taken.getsockname()[1], local.free_port()])
        monkeypatch.setattr(local, "free_port", lambda: next(ports))
        with warm_cache.provider("mysql-5.7").open() as server:
            assert server.address.port != taken.getsockname()[1]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/cache/x"), "No space left on device"),
        (subprocess.TimeoutExpired(["mysqld"], 1), "no answer in time"),
    ],
)
def test_a_full_disk_and_a_helper_that_hangs_are_told_in_words(monkeypatch, warm_cache, error, told):
    def fail(*_given):
        raise error

    monkeypatch.setattr(local.copying, "sparse_tree", fail)
    with pytest.raises(EnvironmentProblem) as caught, warm_cache.provider("mysql-5.7").open():
        raise AssertionError("it cannot start")
    assert caught.value.code == "engine.start-failed"
    assert told in (caught.value.cause or "")
    assert "SPECPROOF_CACHE" in caught.value.next_step
    assert warm_cache.runs() == []


def test_a_machine_of_another_kind(monkeypatch, warm_cache):
    monkeypatch.setattr(local.machine, "platform", lambda: "plan9-mips")
    seen = warm_cache.provider("mysql-5.7").availability()
    assert (seen.usable, seen.why) == (False, "this machine is plan9-mips; a local server needs linux-x86_64")


def test_a_cache_that_cannot_be_written_is_told_before_anything_is_tried(warm_cache, tmp_path):
    (tmp_path / "file").touch()
    tmp_path.chmod(0o755)
    environment = {"SPECPROOF_CACHE": str(tmp_path / "file" / "cache")}
    if privileges.can_reach(privileges.server_account(), tmp_path):
        seen = warm_cache.provider("mysql-5.7", **environment).availability()
        assert not seen.usable
        assert "cannot be written" in seen.why
        assert "SPECPROOF_CACHE" in seen.how


@pytest.mark.skipif(privileges.server_account() is None, reason="this process has no privileges to drop")
def test_an_unprivileged_user_can_do_all_of_it(warm_cache, usual):
    """The same start by an account that is not root, with a template of its own."""
    account = privileges.server_account()
    assert account is not None
    shutil.rmtree(warm_cache.folder / "templates")
    for place in warm_cache.folder.rglob("*"):
        if place.is_file():
            shutil.copy2(place, place.with_name(f"{place.name}.own"))  # a hard link's owner is the original's as well
            place.with_name(f"{place.name}.own").replace(place)
    privileges.hand_over(warm_cache.folder, account)
    paths = [path for path in sys.path if path and privileges.can_reach(account, Path(path))]
    process = warm_cache.other_specproof(
        "mysql-5.7",
        seconds=0,
        interpreter=_reachable_interpreter(account),
        env={"HOME": str(warm_cache.folder), "PYTHONPATH": os.pathsep.join(paths)},
        cwd=warm_cache.folder,
        user=account.uid,
        group=account.gid,
        extra_groups=[],
    )
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert int(out) > 0
    assert warm_cache.runs() == []


def _reachable_interpreter(account: privileges.Account) -> str:
    """A Python of this version that another account can run with this run's packages."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    packages = (Path(privileges.__file__).parents[2], Path(pymysql.__file__).parent)
    for candidate in (sys.executable, f"/usr/bin/python{here}", f"/usr/local/bin/python{here}"):
        places = (Path(candidate).resolve(), *packages)
        if Path(candidate).exists() and all(privileges.can_reach(account, place) for place in places):
            return candidate
    pytest.skip("the account can reach no interpreter of this version, or not the packages")


def test_the_shared_server_says_who_it_is(mysql57: Server, postgresql: Server):
    assert mysql57.identity.version.startswith("5.7.")
    assert engines.find("postgresql").facts.accepts(postgresql.identity.version)
