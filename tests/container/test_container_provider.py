"""The container provider on a real Docker engine, through testcontainers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Options
from specproof.errors import EnvironmentProblem
from specproof.evidence import Evidence, ProviderKind

pytestmark = pytest.mark.container

NAMES = ["mysql-5.7", "postgresql"]


@pytest.mark.parametrize("name", NAMES)
def test_a_server_in_a_container(name: str, options: Options, docker_client):
    with engines.open(name, options=options) as server:
        assert server.identity.provider is ProviderKind.CONTAINER
        assert server.identity.evidence is Evidence.ENGINE
        assert engines.find(name).facts.accepts(server.identity.version)
        assert server.address.host == "127.0.0.1"
        (running,) = docker_client.containers.list()
        (published,) = [one for ports in running.attrs["NetworkSettings"]["Ports"].values() for one in ports or ()]
        assert published == {"HostIp": "127.0.0.1", "HostPort": str(server.address.port)}
        engine = engines.find(name)
        with scratch.database(engine, server) as address:
            session = engine.connect(address)
            session.run("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(10))")
            assert session.load("INSERT INTO t VALUES (%s, %s)", [(1, "a"), (2, "")]) == 2
            assert session.query("SELECT v FROM t ORDER BY id") == (("a",), ("",))
            session.close()
    assert docker_client.containers.list(all=True) == []
    assert docker_client.volumes.list() == []


def test_an_error_inside_the_block_leaves_nothing(options: Options, docker_client):
    with pytest.raises(ZeroDivisionError), engines.open("mysql-5.7", options=options):
        raise ZeroDivisionError
    assert docker_client.containers.list(all=True) == []


def test_an_image_that_ends_at_once(options: Options, docker_client):
    swapped = replace(options, images={"mysql-5.7": options.images["postgresql"]})
    with (
        pytest.raises(EnvironmentProblem) as caught,
        engines.open("mysql-5.7", kinds=[ProviderKind.CONTAINER], options=swapped),
    ):
        raise AssertionError("no server may be given")
    assert caught.value.code == "engine.none"
    assert "POSTGRES_PASSWORD is not set" in (caught.value.cause or "")
    assert docker_client.containers.list(all=True) == []


def test_an_image_that_is_neither_there_nor_to_be_had(options: Options):
    absent = replace(options, images={"mysql-5.7": "registry.invalid/nothing:1"})
    (provider,) = [
        one for one in engines.find("mysql-5.7").providers(None, absent) if one.kind is ProviderKind.CONTAINER
    ]
    seen = provider.availability()
    assert not seen.usable
    assert seen.why.startswith("the image registry.invalid/nothing:1 is not there and cannot be pulled: ")
    assert "[image] in specproof.toml" in seen.how


OWNER = """
import json, sys, time
from specproof import engines
from specproof.engines.base import Options
with engines.open("mysql-5.7", options=Options(images=json.loads(sys.argv[1]))) as server:
    print(server.address.port, flush=True)
    time.sleep(600)
"""


def test_the_container_of_a_killed_run_is_removed_at_the_next_start(options: Options, docker_client):
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, json.dumps(options.images)],
        env=dict(options.environment),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert int(process.stdout.readline()) > 0
    running = docker_client.containers.list()
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    (orphan,) = running
    with engines.open("mysql-5.7", options=options):
        (running,) = docker_client.containers.list(all=True)
        assert running.id != orphan.id
    assert docker_client.containers.list(all=True) == []
