"""The Docker engine that the container tests run on, and the images they use."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docker
import pytest

from specproof.engines.base import Options

sys.path.insert(0, str(Path(__file__).parent))

import docker_engine
import images


@pytest.fixture(scope="session")
def docker_client() -> Iterator[Any]:
    """A client of a Docker engine that answers. Nothing that these tests started may be left on it."""
    host = docker_engine.answers()
    if host is None:
        reason = "not run: no Docker engine answers; 'nox -s container' as root starts one of its own"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    client = docker.from_env(environment={**os.environ, "DOCKER_HOST": host})
    before = {container.id for container in client.containers.list(all=True)}
    yield client
    left = [container.name for container in client.containers.list(all=True) if container.id not in before]
    client.close()
    assert left == []


@pytest.fixture(scope="session")
def local_images(docker_client) -> Iterator[dict[str, str]]:
    """Image names by engine: built from this machine's programs, removed at the end."""
    packed = json.loads(Path(os.environ.get(docker_engine.IMAGES, os.devnull)).read_text(encoding="utf-8") or "[]")
    if not packed:
        pytest.skip("not run: no images were packed; 'nox -s container' does it (it needs busybox-static)")
    loaded = [images.load(docker_client, images.Image(**{**one, "archive": Path(one["archive"])})) for one in packed]
    yield dict(zip(("mysql-5.7", "postgresql"), loaded, strict=True))
    for name in loaded:
        docker_client.images.remove(name, force=True)


@pytest.fixture
def options(docker_client, local_images) -> Options:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    return Options(environment=environment, images=local_images, say=lambda _: None)
