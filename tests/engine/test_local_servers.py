"""Servers of our own on this machine, from an empty cache to the death of their owner."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pymysql
import pytest

from specproof import engines
from specproof.engines import artifact, cache, copying, facts, launch, libraries, local, mysql_local, privileges
from specproof.engines.base import Options, Secret, Server
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

pytestmark = pytest.mark.engine

MYSQL = facts.load("mysql-5.7")
NAMES = ["mysql-5.7", "postgresql"]


@pytest.fixture
def empty_cache(mysql57: Server) -> Iterator[Path]:
    """A new cache folder that the server's account can reach. Asks for the shared server, to be skipped with it."""
    folder = Path(tempfile.mkdtemp(prefix="specproof-test-"))
    folder.chmod(0o755)
    yield folder
    launch.sweep(folder)
    shutil.rmtree(folder)


def options(folder: Path | None = None, **changes: str) -> Options:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SPECPROOF_")}
    if folder is not None:
        changes["SPECPROOF_CACHE"] = str(folder)
    elif "SPECPROOF_CACHE" in os.environ:
        changes["SPECPROOF_CACHE"] = os.environ["SPECPROOF_CACHE"]
    return Options(environment={**environment, **changes}, say=lambda _: None)


def provider(name: str, given: Options) -> local.LocalProvider:
    (found,) = [one for one in engines.find(name).providers(None, given) if one.kind is ProviderKind.LOCAL]
    assert isinstance(found, local.LocalProvider)
    return found


def eventually(condition: Callable[[], bool], seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize("name", NAMES)
def test_a_server_of_our_own_is_private_and_leaves_nothing(name):
    given = options()
    folder = cache.folder(given.environment)
    with provider(name, given).open() as server:
        assert server.identity.provider is ProviderKind.LOCAL
        assert server.address.host == "127.0.0.1"
        (record,) = [one for one in launch.records(folder) if one.owner["pid"] == os.getpid() and _is(one, server)]
        pid = record.server["pid"]
        assert Path(f"/proc/{pid}").stat().st_uid != 0
        assert server.address.password.reveal() not in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
        assert _listening(pid) == {("127.0.0.1", server.address.port)}
        for file in record.folder.rglob("*"):
            if file.is_file() and file.stat().st_size < 1 << 20:
                assert server.address.password.reveal().encode() not in file.read_bytes(), file
        other = engines.find(name)
        with pytest.raises(EnvironmentProblem) as caught:
            other.connect(_with_password(server.address, "wrong"))
        assert caught.value.code == "engine.access-denied"
        assert "wrong" not in (caught.value.cause or "")
    assert not record.folder.exists()
    assert not launch.is_running(record.server)
    assert not launch.is_running(record.supervisor)


def _is(record: launch.Record, server: Server) -> bool:
    command = Path(f"/proc/{record.server['pid']}/cmdline").read_bytes().decode()
    return str(server.address.port) in command


def _with_password(address, text: str):
    return replace(address, password=Secret(text))


def _listening(pid: int) -> set[tuple[str, int]]:
    """TCP sockets on which a process listens, out of proc(5)."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        target = str(descriptor.readlink())
        if target.startswith("socket:["):
            inodes.add(target[8:-1])
    found = set()
    for table, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and fields[9] in inodes:
                host, port = fields[1].split(":")
                raw = b"".join(bytes.fromhex(host[i : i + 8])[::-1] for i in range(0, len(host), 8))
                found.add((socket.inet_ntop(family, raw), int(port, 16)))
    return found


OWNER = """
import sys, time
from specproof import engines
from specproof.evidence import ProviderKind
with engines.open(sys.argv[1], kinds=[ProviderKind.LOCAL]) as server:
    print(server.address.port, flush=True)
    time.sleep(float(sys.argv[2]))
"""


def other_specproof(name: str, given: Options, seconds: float = 600) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OWNER, name, str(seconds)],
        env=dict(given.environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("victim", ["owner", "supervisor"])
def test_kill_9_leaves_no_server(name, victim, empty_cache):
    given = options(empty_cache, **_share(empty_cache))
    process = other_specproof(name, given)
    assert process.stdout is not None
    port = int(process.stdout.readline())
    (record,) = launch.records(empty_cache)
    with socket.create_connection(("127.0.0.1", port), 5):
        pass
    os.kill(process.pid if victim == "owner" else record.supervisor["pid"], signal.SIGKILL)
    assert eventually(lambda: not launch.is_running(record.server))
    process.kill()
    process.communicate()
    assert eventually(lambda: bool(launch.sweep(empty_cache)) or not record.folder.exists())
    assert list((empty_cache / "run").glob("*/")) == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), 5)


def _share(folder: Path) -> dict[str, str]:
    """Gives a new cache the servers, libraries and templates of the usual one, to save their preparation."""
    usual = cache.folder(options().environment)
    for name in ("servers", "libraries", "templates"):
        if (usual / name).is_dir():
            shutil.copytree(usual / name, folder / name, copy_function=os.link)
    return {}


def test_two_starts_at_once_in_an_empty_cache(empty_cache):
    given = options(empty_cache)
    processes = [other_specproof("mysql-5.7", given, seconds=1) for _ in range(2)]
    done = [process.communicate(timeout=300) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], done
    ports = {out.strip() for out, _ in done}
    assert len(ports) == 2
    assert sum("preparing mysql-5.7 once" in err for _, err in done) == 1
    assert list((empty_cache / "run").glob("*/")) == []
    assert [p.name for p in empty_cache.rglob("*.half-*")] == []


def test_a_damaged_cache_heals(empty_cache):
    given = options(empty_cache)
    with provider("mysql-5.7", given).open():
        pass
    assert MYSQL.artifact is not None
    server = artifact.place(MYSQL.artifact, empty_cache)
    (server / "bin" / "mysqld").write_bytes(b"")
    (template,) = (p for p in (empty_cache / "templates").iterdir() if p.is_dir())
    (template / "ibdata1").unlink()
    (empty_cache / "run" / "mysql-5.7-dead").mkdir()
    with provider("mysql-5.7", given).open() as again:
        assert again.identity.version == MYSQL.artifact.server_version
    assert not (empty_cache / "run" / "mysql-5.7-dead").exists()


def test_the_log_is_shown_when_the_server_does_not_come_up(empty_cache, monkeypatch):
    given = options(empty_cache, **_share(empty_cache))
    monkeypatch.setattr(mysql_local, "_SETTINGS", ("--no-such-setting=1",))
    with pytest.raises(EnvironmentProblem) as caught, provider("mysql-5.7", given).open():
        raise AssertionError("it cannot start")
    assert caught.value.code == "engine.start-failed"
    assert "unknown variable 'no-such-setting=1'" in (caught.value.cause or "")
    assert list((empty_cache / "run").glob("*/")) == []


def test_a_taken_port_is_replaced_by_another(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = iter([taken.getsockname()[1], local.free_port()])
        monkeypatch.setattr(local, "free_port", lambda: next(ports))
        with provider("mysql-5.7", options()).open() as server:
            assert server.address.port != taken.getsockname()[1]


def test_a_server_of_the_users_own_is_preferred(empty_cache):
    given = options()
    usual = cache.folder(given.environment)
    assert MYSQL.artifact is not None
    home = artifact.place(MYSQL.artifact, usual)
    if not home.is_dir():
        pytest.skip("this run has another server than the pinned one")
    _share(empty_cache)
    named = options(empty_cache, SPECPROOF_MYSQL57_HOME=str(home))
    assert provider("mysql-5.7", named).availability().why == "SPECPROOF_MYSQL57_HOME is set"
    with provider("mysql-5.7", named).open() as server:
        assert server.identity.version == MYSQL.artifact.server_version
    on_path = options(empty_cache, PATH=f"{home / 'bin'}:{os.environ['PATH']}")
    assert provider("mysql-5.7", on_path).availability().why == f"MySQL 5.7.22 at {home / 'bin' / 'mysqld'}"


@pytest.mark.parametrize(
    ("script", "code", "told"),
    [
        ("echo 'mysqld  Ver 8.0.36 for Linux on x86_64'", "engine.version-mismatch", "version 8.0.36"),
        ("echo 'mysqld  Ver 10.11.19-MariaDB for debian'", "engine.version-mismatch", "no MySQL server"),
        ("exit 127", "engine.version-mismatch", "no MySQL server"),
        (None, "engine.no-program", "names no MySQL server program"),
    ],
)
def test_a_wrong_server_of_the_users_own_is_refused(empty_cache, script, code, told):
    home = empty_cache / "home"
    (home / "bin").mkdir(parents=True)
    if script:
        (home / "bin" / "mysqld").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (home / "bin" / "mysqld").chmod(0o755)
    given = options(empty_cache, SPECPROOF_MYSQL57_HOME=str(home))
    with pytest.raises(EnvironmentProblem) as caught, provider("mysql-5.7", given).open():
        raise AssertionError("it cannot start")
    assert caught.value.code == code
    assert told in caught.value.what


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops its privileges")
def test_a_server_out_of_reach_of_its_account_is_explained(empty_cache):
    home = empty_cache / "closed"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "mysqld").write_text("#!/bin/sh\n", encoding="utf-8")
    (home / "bin" / "mysqld").chmod(0o755)
    home.chmod(0o700)
    given = options(empty_cache, SPECPROOF_MYSQL57_HOME=str(home))
    with pytest.raises(EnvironmentProblem) as caught, provider("mysql-5.7", given).open():
        raise AssertionError("it cannot start")
    assert caught.value.code == "engine.no-program"
    assert "may not enter" in caught.value.what
    assert home.stat().st_mode & 0o777 == 0o700


def test_missing_libraries_are_fetched_for_the_server_alone(empty_cache, monkeypatch):
    if not libraries.can_fetch(os.environ):
        pytest.skip("this system has no apt-get")
    monkeypatch.setattr(libraries.provide, "__defaults__", (lambda _file: False,))
    given = options(empty_cache)
    with provider("mysql-5.7", given).open():
        (record,) = launch.records(empty_cache)
        maps = Path(f"/proc/{record.server['pid']}/maps").read_text(encoding="utf-8")
    for library in MYSQL.libraries:
        assert str(empty_cache / "libraries" / library.file / library.file) in maps
    assert str(empty_cache) not in os.environ.get("LD_LIBRARY_PATH", "")


@pytest.mark.skipif(privileges.server_account() is None, reason="this process has no privileges to drop")
def test_an_unprivileged_user_can_do_all_of_it(empty_cache):
    """The same start by an account that is not root, from an empty cache."""
    account = privileges.server_account()
    assert account is not None
    home = empty_cache / "home"
    home.mkdir()
    privileges.hand_over(empty_cache, account)
    for name in ("servers", "libraries"):
        shutil.copytree(cache.folder(options().environment) / name, home / "cache" / name)
    privileges.hand_over(home, account)
    interpreter = _reachable_interpreter(account)
    paths = [path for path in sys.path if path and privileges.can_reach(account, Path(path))]
    given = options(home / "cache", HOME=str(home), PYTHONPATH=os.pathsep.join(paths))
    done = subprocess.run(
        [interpreter, "-c", OWNER, "mysql-5.7", "0"],
        env=dict(given.environment),
        cwd=home,
        user=account.uid,
        group=account.gid,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def _reachable_interpreter(account: privileges.Account) -> str:
    """A Python of this version that another account can run with this run's packages."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/python{here}", f"/usr/local/bin/python{here}"):
        packages = Path(privileges.__file__).parents[2], Path(pymysql.__file__).parent
        places = (Path(candidate).resolve(), *packages)
        if Path(candidate).exists() and all(privileges.can_reach(account, place) for place in places):
            return candidate
    pytest.skip("the account can reach no interpreter of this version, or not the packages")


def test_holes_are_kept_when_a_folder_is_copied(tmp_path):
    source = tmp_path / "a"
    source.mkdir()
    with (source / "log").open("wb") as log:
        log.write(b"head")
        log.truncate(64 << 20)
        log.seek(40 << 20)
        log.write(b"middle")
    (source / "empty").touch()
    (source / "zeros").write_bytes(bytes(3 << 20))
    (source / ".specproof-files.json").write_text("{}", encoding="utf-8")
    copying.sparse_tree(source, tmp_path / "b")
    assert sorted(p.name for p in (tmp_path / "b").iterdir()) == ["empty", "log", "zeros"]
    for name in ("empty", "log", "zeros"):
        assert (tmp_path / "b" / name).read_bytes() == (source / name).read_bytes()
    assert (tmp_path / "b" / "zeros").stat().st_blocks == 0
    assert (tmp_path / "b" / "log").stat().st_blocks * 512 < 8 << 20
