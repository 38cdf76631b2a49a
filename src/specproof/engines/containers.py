"""The provider that starts a server in a container, through testcontainers.

Ports are published on loopback only; what was started is removed, and containers of killed runs are removed at the
next start. It refuses to count as usable unless the daemon answers and the image is there or can be pulled. The heavy
packages are imported only when a daemon is to be asked.
"""

from __future__ import annotations

import json
import os
import resource
import secrets
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from specproof.engines import driver, launch, machine, messages, supervisor
from specproof.engines.base import Address, Availability, Options, Secret, Server
from specproof.engines.driver import Driver
from specproof.engines.facts import EngineFacts
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

_LABEL = "io.specproof.owner"
_LOOK_SECONDS = 2
_START_SECONDS = 180.0
_OPEN_FILES = 65536
# Read by testcontainers when it is imported. No reaper: its image would have to be pulled, and we remove what we start.
_TESTCONTAINERS = {"TESTCONTAINERS_RYUK_DISABLED": "true", "TC_POOLING_INTERVAL": "0.1", "TC_MAX_TRIES": "1200"}


class ContainerProvider:
    """A server in a container of the image that `specs/engines` or the user's settings name."""

    kind = ProviderKind.CONTAINER

    def __init__(self, facts: EngineFacts, connector: Driver, options: Options) -> None:
        self._facts = facts
        self._driver = connector
        self._options = options
        self.image = options.images.get(facts.name) or facts.image

    def availability(self) -> Availability:
        host = docker_host(self._options.environment)
        if host is None:
            return self._not("there is no Docker socket", "Install and start Docker.")
        try:
            client = self._client(host, _LOOK_SECONDS)
        except Exception as error:  # noqa: BLE001 - docker-py wraps some transport errors and passes others through
            return self._not(f"no Docker daemon answers at {host}: {_first_line(error)}", "Start the Docker daemon.")
        try:
            return self._image_at_hand(client)
        finally:
            client.close()

    @contextmanager
    def open(self) -> Iterator[Server]:
        """Raises EnvironmentProblem `engine.container-failed`."""
        password = Secret(secrets.token_urlsafe(18))
        container = self._prepared(password)
        try:
            with self._narrated("The container could not be started"):
                container.start()
            yield self._ready(container, password)
        finally:
            with suppress(Exception):  # the daemon may be gone; what is left is found at the next start
                container.stop()

    def _image_at_hand(self, client: Any) -> Availability:
        import docker.errors  # noqa: PLC0415 - see the module's docstring

        try:
            client.images.get(self.image)
        except docker.errors.ImageNotFound:
            pass
        else:
            return Availability(self.kind, usable=True, why=f"the image {self.image} is there")
        try:
            client.images.get_registry_data(self.image)
        except Exception as error:  # noqa: BLE001 - a registry out of reach shows in many ways
            return self._not(
                f"the image {self.image} is not there and cannot be pulled: {_first_line(error)}",
                f"docker pull {self.image}, or name an image that you have under [image] in specproof.toml.",
            )
        return Availability(self.kind, usable=True, why=f"the image {self.image} can be pulled")

    def _prepared(self, password: Secret) -> Any:
        host = docker_host(self._options.environment)
        for name, value in {**_TESTCONTAINERS, **({"DOCKER_HOST": host} if host else {})}.items():
            os.environ.setdefault(name, value)
        with self._narrated("Docker cannot be used"):
            from docker.types import Ulimit  # noqa: PLC0415 - see the module's docstring
            from testcontainers.core.container import DockerContainer  # noqa: PLC0415 - see there

            container = DockerContainer(
                self.image,
                docker_client_kw={
                    "environment": {**self._options.environment, **({"DOCKER_HOST": host} if host else {})}
                },
                labels={_LABEL: json.dumps(_owner())},
                ulimits=[Ulimit(name="nofile", soft=_open_files(), hard=_open_files())],
            )
            client = container.get_docker_client().client
            self._remove_leftovers(client)
            self._pull(client)
        for name, value in self._facts.container_environment.items():
            container.with_env(name, value)
        container.with_env(self._facts.container_password, password.reveal())
        # A pair binds to one address of the host; testcontainers hands it to the daemon's client as it is.
        ports: dict[str, Any] = {f"{self._facts.port}/tcp": ("127.0.0.1", None) if _is_local(host) else None}
        container.ports.update(ports)
        return container

    def _pull(self, client: Any) -> None:
        import docker.errors  # noqa: PLC0415 - see the module's docstring

        try:
            client.images.get(self.image)
        except docker.errors.ImageNotFound:
            self._options.say(f"pulling the image {self.image}")
            client.images.pull(self.image, platform=self._facts.container_platform)

    def _ready(self, container: Any, password: Secret) -> Server:
        wrapped = container.get_wrapped_container()
        deadline = time.monotonic() + _START_SECONDS
        while True:
            wrapped.reload()
            reason = f"Its state is '{wrapped.status}'."
            places = list(_places(container, wrapped, self._facts.port))
            if wrapped.status == "running" and places:
                try:
                    return self._reached([self._address(*one, password) for one in places])
                except EnvironmentProblem as problem:
                    if problem.code == "engine.version-mismatch":
                        raise
                    reason = problem.cause or problem.what
            if wrapped.status in ("exited", "dead") or time.monotonic() > deadline:
                log = messages.scrubbed(wrapped.logs(tail=12).decode("utf-8", "replace"), password)
                raise self._failed("The server in the container did not come up", f"{reason} Its last lines:\n{log}")
            time.sleep(0.1)

    def _address(self, host: str, port: int, password: Secret) -> Address:
        return Address(host, port, self._facts.container_user, password, self._facts.container_database)

    def _reached(self, addresses: list[Address]) -> Server:
        """By the published port, which comes first, else by the container's own address."""
        published, *own = addresses
        try:
            return self._greet(published)
        except EnvironmentProblem:
            for address in own:
                with suppress(EnvironmentProblem):
                    server = self._greet(address)
                    with suppress(EnvironmentProblem):
                        return self._greet(published)  # it came up between the two looks
                    return server
            raise

    def _greet(self, address: Address) -> Server:
        return driver.greet(self._driver, self._facts, address, self.kind)

    def _remove_leftovers(self, client: Any) -> None:
        for container in client.containers.list(all=True, filters={"label": _LABEL}):
            if _abandoned(container.labels.get(_LABEL, "")):
                with suppress(Exception):  # another process may be removing it as well
                    container.remove(force=True, v=True)

    def _client(self, host: str, seconds: float) -> Any:
        _knock(host, seconds)
        import docker  # noqa: PLC0415 - see the module's docstring

        client = docker.from_env(timeout=seconds, environment={**self._options.environment, "DOCKER_HOST": host})
        try:
            client.ping()
        except BaseException:
            client.close()
            raise
        return client

    @contextmanager
    def _narrated(self, what: str) -> Iterator[None]:
        try:
            yield
        except EnvironmentProblem:
            raise
        except Exception as error:  # noqa: BLE001 - three libraries' worth of errors, all for the user to see
            raise self._failed(what, _first_line(error)) from None

    def _failed(self, what: str, cause: str) -> EnvironmentProblem:
        return EnvironmentProblem(
            "engine.container-failed",
            f"{what}.",
            where=self.image,
            cause=cause,
            next_step="Look at 'docker logs' and 'docker info', or use another provider.",
        )

    def _not(self, why: str, how: str) -> Availability:
        return Availability(self.kind, usable=False, why=why, how=how)


def _open_files() -> int:
    """With the unlimited default of some daemons a 5.7 server takes many gigabytes at its start (MySQL bug 96525).

    Not above our own limit: a daemon of the same sandbox could not grant more.
    """
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)


def docker_host(environment: Mapping[str, str]) -> str | None:
    """The daemon's address: DOCKER_HOST, else the first usual socket that exists."""
    if environment.get("DOCKER_HOST"):
        return environment["DOCKER_HOST"]
    runtime = environment.get("XDG_RUNTIME_DIR")
    places = [
        Path("/var/run/docker.sock"),
        *([Path(runtime) / "docker.sock"] if runtime else []),
        Path(environment.get("HOME") or "/nonexistent") / ".docker" / "run" / "docker.sock",
    ]
    return next((f"unix://{place}" for place in places if place.exists()), None)


def _knock(host: str, seconds: float) -> None:
    """Raises OSError when nobody listens on a socket: before the heavy imports, and without the leak of the library."""
    if host.startswith("unix://"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(seconds)
            probe.connect(host.removeprefix("unix://"))


def _is_local(host: str | None) -> bool:
    return host is None or host.startswith(("unix://", "http+unix://"))


def _places(container: Any, wrapped: Any, port: int) -> Iterator[tuple[str, int]]:
    """Where the server may be reached: the published port, and, from a sibling container, its own address."""
    published = (wrapped.attrs["NetworkSettings"]["Ports"].get(f"{port}/tcp") or [{}])[0]
    if published.get("HostPort"):
        local = published["HostIp"] == "127.0.0.1"
        yield ("127.0.0.1" if local else container.get_container_host_ip()), int(published["HostPort"])
    for network in wrapped.attrs["NetworkSettings"]["Networks"].values():
        if network.get("IPAddress") and Path("/.dockerenv").exists():
            yield network["IPAddress"], port


def _owner() -> dict[str, Any]:
    return {**supervisor.identity(os.getpid()), "namespace": launch.namespace(), "boot": machine.boot()}


def _abandoned(label: str) -> bool:
    """Whether the process that started a container ran on this boot of this machine and is gone."""
    try:
        owner = json.loads(label)
        here = (owner.pop("namespace"), owner.pop("boot")) == (launch.namespace(), machine.boot())
    except (ValueError, KeyError, AttributeError, TypeError):
        return False
    return here and not launch.is_running(owner)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:800] if str(error).strip() else type(error).__name__
