"""Runs a command with a Docker engine at hand: the one that answers, else one of its own for the time of the command.

`python tests/container/docker_engine.py COMMAND...`. The own engine needs root; it lives with the command in new
network, mount, pid and ipc namespaces, so that nothing can leave the machine, no port clashes, and nothing outlives
the command, even when it is killed. Images are packed before, while there is a network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import docker

from specproof.engines.containers import docker_host

sys.path.insert(0, str(Path(__file__).parent))

import images

IMAGES = "SPECPROOF_TEST_IMAGES"  # file with the packed images, for the tests
_INSIDE = "--inside"
_PROGRAMS = ("dockerd", "containerd", "runc", "docker-proxy", "unshare", "ip", "busybox")
_BRIDGE = "specproof0"
_UP_SECONDS = 30


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == [_INSIDE]:
        return _inside(Path(arguments[1]), arguments[2:])
    # Short: the path of a unix socket below it must stay under 108 bytes.
    with tempfile.TemporaryDirectory(prefix="spd-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        os.environ[IMAGES] = str(_packed(Path(folder)))
        if answers() is not None:
            return subprocess.run(arguments, check=False).returncode
        lacking = missing()
        if lacking:
            sys.stderr.write(f"No Docker engine answers, and none of our own can be started: {lacking}\n")
            return subprocess.run(arguments, check=False).returncode
        namespaces = ["--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"]
        own = [sys.executable, __file__, _INSIDE, folder, *arguments]
        return subprocess.run(["unshare", *namespaces, *own], check=False).returncode


def answers() -> str | None:
    """The address of a Docker engine that answers."""
    host = docker_host(os.environ)
    if host is None:
        return None
    try:
        client = docker.from_env(timeout=2, environment={**os.environ, "DOCKER_HOST": host})
        client.ping()
    except Exception:  # noqa: BLE001 - whatever it is, it does not answer
        return None
    client.close()
    return host


def missing() -> str | None:
    """What stands against an engine of our own, in words."""
    if os.geteuid() != 0:
        return "this is not root."
    lacking = [name for name in _PROGRAMS if shutil.which(name) is None]
    return f"not installed: {', '.join(lacking)}." if lacking else None


def _packed(folder: Path) -> Path:
    file = folder / "images.json"
    packed = images.pack(folder) if shutil.which("busybox") else ()
    file.write_text(
        json.dumps([{**asdict(image), "archive": str(image.archive)} for image in packed]), encoding="utf-8"
    )
    return file


def _inside(folder: Path, command: Sequence[str]) -> int:
    """In the namespaces: brings up the loopback device and the engine, runs the command, takes the engine down."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    with _engine(folder) as host:
        return subprocess.run(command, env={**os.environ, "DOCKER_HOST": host}, check=False).returncode


@contextmanager
def _engine(folder: Path) -> Iterator[str]:
    subprocess.run(["ip", "link", "add", _BRIDGE, "type", "bridge"], check=True)
    subprocess.run(["ip", "addr", "add", "172.30.254.1/24", "dev", _BRIDGE], check=True)
    subprocess.run(["ip", "link", "set", _BRIDGE, "up"], check=True)
    failures = []
    for driver in ("overlay2", "vfs"):  # overlay2 does not work on top of another overlay
        daemon = _daemon(folder / driver, driver)
        host = f"unix://{folder / driver}/s"
        if _up(daemon, host):
            try:
                yield host
            finally:
                daemon.terminate()
                daemon.wait(30)
            return
        daemon.kill()
        daemon.wait()
        failures.append((folder / driver / "log").read_text(encoding="utf-8", errors="replace")[-1500:])
    raise SystemExit("dockerd did not come up:\n" + "\n".join(failures))


def _daemon(folder: Path, driver: str) -> subprocess.Popen[bytes]:
    """dockerd with all its state in one folder, publishing on loopback, leaving every firewall rule alone."""
    folder.mkdir()
    places = ["--data-root", folder / "data", "--exec-root", folder / "exec", "--pidfile", folder / "pid"]
    network = ["--bridge", _BRIDGE, "--ip", "127.0.0.1", "--iptables=false", "--ip6tables=false"]
    alone = ["--ip-forward=false", "--ip-masq=false", "--storage-driver", driver, "--shutdown-timeout", "5"]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            ["dockerd", "--host", f"unix://{folder}/s", *map(str, places), *network, *alone],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )


def _up(daemon: subprocess.Popen[bytes], host: str) -> bool:
    deadline = time.monotonic() + _UP_SECONDS
    while daemon.poll() is None and time.monotonic() < deadline:
        try:
            client = docker.DockerClient(base_url=host, timeout=2)
            client.ping()
        except Exception:  # noqa: BLE001 - not up yet, in whatever way
            time.sleep(0.1)
        else:
            client.close()
            return True
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
