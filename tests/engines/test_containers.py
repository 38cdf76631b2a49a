"""The container provider without a Docker engine: what it says of daemons and images that cannot be used."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from specproof import engines
from specproof.engines import containers, launch, machine, supervisor
from specproof.engines.base import Options
from specproof.engines.containers import ContainerProvider, docker_host
from specproof.evidence import ProviderKind


def provider(environment: dict[str, str], image: str = "some/image:1") -> ContainerProvider:
    options = Options(environment=environment, images={"mysql-5.7": image}, say=lambda _: None)
    found = engines.find("mysql-5.7").providers(None, options)[0]
    assert isinstance(found, ContainerProvider)
    assert found.kind is ProviderKind.CONTAINER
    return found


class Daemon(BaseHTTPRequestHandler):
    """Answers like a Docker engine that has the image `there:1`, and whose registry knows `remote:1`."""

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path.endswith("/version"):
            self._answer(200, {"ApiVersion": "1.41"})
        elif path.endswith("/_ping"):
            self._answer(200, "OK")
        elif path.endswith("/images/there:1/json"):
            self._answer(200, {"Id": "sha256:0", "RepoTags": ["there:1"]})
        elif path.endswith("/distribution/remote:1/json"):
            self._answer(200, {"Descriptor": {"digest": "sha256:1"}, "Platforms": []})
        elif path.endswith("/json") and "/images/" in path:
            self._answer(404, {"message": "no such image"})
        else:
            self._answer(500, {"message": "Get https://registry.invalid/v2/: no such host"})

    def _answer(self, status: int, body: object) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        pass


@pytest.fixture
def daemon() -> Iterator[dict[str, str]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Daemon)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield {"DOCKER_HOST": f"tcp://127.0.0.1:{server.server_port}"}
    server.shutdown()
    server.server_close()
    thread.join()


def test_no_socket_at_all(tmp_path, monkeypatch):
    monkeypatch.setattr(containers.Path, "exists", lambda _self: False)
    seen = provider({"HOME": str(tmp_path)}).availability()
    assert (seen.usable, seen.why, seen.how) == (False, "there is no Docker socket", "Install and start Docker.")


def test_the_usual_sockets_are_tried_in_order(tmp_path):
    assert docker_host({"DOCKER_HOST": "tcp://h:1"}) == "tcp://h:1"
    if docker_host({}) is not None:
        pytest.skip("this machine has a Docker socket at the usual place")
    desktop = tmp_path / ".docker" / "run"
    desktop.mkdir(parents=True)
    (desktop / "docker.sock").touch()
    assert docker_host({"HOME": str(tmp_path)}) == f"unix://{desktop}/docker.sock"
    (tmp_path / "docker.sock").touch()
    environment = {"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert docker_host(environment) == f"unix://{tmp_path}/docker.sock"


def test_a_daemon_that_does_not_answer(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        silent = provider({"DOCKER_HOST": host}).availability()
    refused = provider({"DOCKER_HOST": host}).availability()
    absent = provider({"DOCKER_HOST": f"unix://{tmp_path}/none.sock"}).availability()
    for seen in (silent, refused, absent):
        assert not seen.usable
        assert seen.why.startswith("no Docker daemon answers at ")
        assert seen.how == "Start the Docker daemon."


def test_an_image_that_is_there(daemon):
    seen = provider(daemon, "there:1").availability()
    assert (seen.usable, seen.why) == (True, "the image there:1 is there")


def test_an_image_that_can_be_pulled(daemon):
    seen = provider(daemon, "remote:1").availability()
    assert (seen.usable, seen.why) == (True, "the image remote:1 can be pulled")


def test_an_image_that_cannot_be_had(daemon):
    seen = provider(daemon, "nowhere:1").availability()
    assert not seen.usable
    assert seen.why.startswith("the image nowhere:1 is not there and cannot be pulled: ")
    assert "no such host" in seen.why
    assert "docker pull nowhere:1" in seen.how


def test_the_image_comes_from_the_facts_unless_the_user_names_one():
    facts = engines.find("mysql-5.7").facts
    assert ContainerProvider(facts, None, Options(environment={})).image == facts.image == "mysql:5.7.44"
    assert provider({}, "mine:2").image == "mine:2"


def test_only_containers_of_the_dead_of_this_boot_are_abandoned():
    here = {"namespace": launch.namespace(), "boot": machine.boot()}
    mine = {**supervisor.identity(os.getpid()), **here}
    dead = {"pid": os.getpid(), "started": 1, **here}
    assert containers._owner() == mine
    assert not containers._abandoned(json.dumps(mine))
    assert containers._abandoned(json.dumps(dead))
    assert not containers._abandoned(json.dumps({**dead, "boot": "another machine"}))
    assert not containers._abandoned(json.dumps({**dead, "namespace": "pid:[1]"}))
    for damaged in ("", "[]", "{}", "not json"):
        assert not containers._abandoned(damaged)
