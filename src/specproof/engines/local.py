"""The provider that starts a private server on this machine; what differs by product is a `Recipe`.

A data folder is prepared once as a template and copied for each start; the server listens on 127.0.0.1 only, has a
random password, runs without privileges, and is gone with its folder when the block ends or this process dies.
"""

from __future__ import annotations

import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from specproof.engines import cache, copying, driver, launch, libraries, machine, privileges, programs
from specproof.engines.base import Address, Availability, Options, Secret, Server
from specproof.engines.driver import Driver
from specproof.engines.facts import EngineFacts
from specproof.engines.privileges import Account
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

_START_SECONDS = 60.0
_GREET_SECONDS = 2.0
_PORT_TRIES = 3


@dataclass(frozen=True, slots=True)
class Program:
    """A server program: `origin` says where it came from, `key` changes when its template must be made anew."""

    path: Path
    origin: str
    key: str


@dataclass(frozen=True, slots=True)
class Site:
    """Where one server is put together: its program, its child environment, as whom it runs."""

    program: Program
    environment: Mapping[str, str]
    account: Account | None


class Recipe(Protocol):
    """What a product needs to be started."""

    @property
    def facts(self) -> EngineFacts: ...

    @property
    def stop_signal(self) -> signal.Signals:
        """How to end it at once, data to be thrown away."""
        ...

    def outlook(self, options: Options, cache_folder: Path) -> Availability:
        """Whether a program is at hand or can be obtained, without obtaining it."""
        ...

    def program(self, options: Options, cache_folder: Path, account: Account | None) -> Program:
        """The program, obtained if need be. Raises EnvironmentProblem."""
        ...

    def initialise(self, site: Site, data: Path) -> None:
        """Fills an empty data folder, which becomes the template."""
        ...

    def secure(self, site: Site, data: Path, password: Secret) -> None:
        """Makes a copied data folder accept only this password."""
        ...

    def command(self, site: Site, data: Path, port: int) -> list[str]:
        """The server's command line; it shows in the process list, so it names no password."""
        ...

    def address(self, port: int, password: Secret) -> Address: ...

    def settle(self, data: Path) -> None:
        """Clears what `secure` left, once the server answers."""
        ...


class LocalProvider:
    """A server of our own on this machine."""

    kind = ProviderKind.LOCAL

    def __init__(self, recipe: Recipe, connector: Driver, options: Options) -> None:
        self._recipe = recipe
        self._driver = connector
        self._options = options

    def availability(self) -> Availability:
        here = machine.platform()
        if here not in self._recipe.facts.platforms:
            wanted = ", ".join(self._recipe.facts.platforms)
            return Availability(
                self.kind,
                usable=False,
                why=f"this machine is {here}; a local server needs {wanted}",
                how="Use Docker or give a URL.",
            )
        try:
            return self._recipe.outlook(self._options, cache.folder(self._options.environment))
        except EnvironmentProblem as problem:
            return Availability(self.kind, usable=False, why=problem.what, how=problem.next_step)

    @contextmanager
    def open(self) -> Iterator[Server]:
        """Raises EnvironmentProblem `engine.start-failed` with the end of the log, or what preparing raised."""
        server, running = self.start(detached=False)
        try:
            yield server
        finally:
            running.stop()

    def start(self, *, detached: bool) -> tuple[Server, launch.Running]:
        """Starts a server that the caller stops; a detached one lives on when this process ends.

        Raises EnvironmentProblem `engine.start-failed`, and what obtaining the program and its libraries raises.
        """
        try:
            return self._started(detached=detached)
        except OSError as error:
            raise self._unprepared(error.strerror or str(error), error.filename) from None
        except subprocess.TimeoutExpired as error:
            raise self._unprepared("A helper program gave no answer in time.", error.cmd[0]) from None

    def _started(self, *, detached: bool) -> tuple[Server, launch.Running]:
        folder = cache.folder(self._options.environment)
        launch.sweep(folder)
        site = self._site(folder)
        template = self._template(folder, site)
        for attempt in range(1, _PORT_TRIES + 1):
            run = launch.RunFolder(folder, self._recipe.facts.name)
            try:
                server, running = self._start_in(run, site, template, detached=detached)
            except _PortTaken:
                if attempt == _PORT_TRIES:
                    raise
            else:
                return server, running
        raise AssertionError("unreachable")

    def _site(self, folder: Path) -> Site:
        recipe, options = self._recipe, self._options
        account = privileges.server_account()
        program = recipe.program(options, folder, account)
        paths = libraries.provide(recipe.facts.libraries, folder, options.environment, options.say)
        environment = programs.child_environment(options.environment, paths)
        return Site(program, environment, account)

    def _template(self, folder: Path, site: Site) -> Path:
        name = f"{self._recipe.facts.name}-{site.program.key}"
        return cache.built(folder / "templates" / name, lambda place: self._initialise(site, place))

    def _initialise(self, site: Site, place: Path) -> None:
        self._options.say(f"preparing {self._recipe.facts.name} once ({site.program.origin})")
        raw = place / "raw"
        raw.mkdir(0o700)
        privileges.hand_over(raw, site.account)
        self._recipe.initialise(site, raw)
        copying.sparse_tree(raw, place)  # once without its zeros, so that every copy of the copy is quick
        shutil.rmtree(raw)

    def _start_in(
        self, run: launch.RunFolder, site: Site, template: Path, *, detached: bool
    ) -> tuple[Server, launch.Running]:
        running: launch.Running | None = None
        try:
            data = run.path / "data"
            copying.sparse_tree(template, data)
            data.chmod(0o700)
            privileges.hand_over(data, site.account)
            password = Secret(secrets.token_urlsafe(18))
            self._recipe.secure(site, data, password)
            port = free_port()
            running = launch.start(
                run,
                launch.Job(
                    command=self._recipe.command(site, data, port),
                    environment=site.environment,
                    data=data,
                    account=site.account,
                    stop_signal=self._recipe.stop_signal,
                    detached=detached,
                ),
            )
            return self._ready(running, self._recipe.address(port, password), data), running
        except BaseException:
            if running is not None:
                running.stop()
            else:
                run.remove()
            raise

    def _ready(self, running: launch.Running, address: Address, data: Path) -> Server:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            ended = running.ended()
            try:
                if not ended:
                    server = driver.greet(self._driver, self._recipe.facts, address, self.kind, seconds=_GREET_SECONDS)
                    self._recipe.settle(data)
                    return server
            except EnvironmentProblem as problem:
                reason = problem.cause or problem.what
            else:
                reason = "The server ended by itself."
            if ended or time.monotonic() > deadline:
                raise self._failed(running, reason)
            time.sleep(0.03)

    def _unprepared(self, cause: str, where: object) -> EnvironmentProblem:
        return EnvironmentProblem(
            "engine.start-failed",
            f"The local {self._recipe.facts.name} could not be prepared.",
            where=None if where is None else str(where),
            cause=cause,
            next_step="If the disk is full, make room or set SPECPROOF_CACHE to a folder on another one.",
        )

    def _failed(self, running: launch.Running, reason: str) -> EnvironmentProblem:
        log = running.log_tail()
        kind = _PortTaken if "ddress already in use" in log else EnvironmentProblem
        return kind(
            "engine.start-failed",
            f"The local {self._recipe.facts.name} did not come up: {reason}",
            where=str(running.folder),
            cause=f"The last lines of its log:\n{log}" if log else "It wrote no log.",
            next_step="If the log names no remedy, remove the folder 'templates' in the cache folder and run again; "
            "'specproof engine doctor' shows the details.",
        )


class _PortTaken(EnvironmentProblem):
    """Another process took the port between our look and the server's bind."""


def free_port() -> int:
    """A TCP port of 127.0.0.1 that is free right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
