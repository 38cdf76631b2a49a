"""Local servers that stay up after the command that started them, until they are stopped.

Their record is their run folder in the cache; the file `url` in it, readable by its owner alone, holds the URL with
the password. It refuses to keep two of one engine: a second start gives the first again.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from specproof.engines import cache, facts, launch
from specproof.engines.base import Address, Engine, Options
from specproof.engines.local import LocalProvider
from specproof.errors import EnvironmentProblem, UsageProblem

_URL = "url"
_NOTE = "kept.json"
_STOP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A server that was left running. `url_file` holds the URL with its password, mode 0600."""

    engine: str
    version: str
    address: str  # user@host:port
    folder: Path

    @property
    def url_file(self) -> Path:
        return self.folder / _URL

    def url(self) -> str:
        """The URL with the password: only for a user who asked to see it."""
        return self.url_file.read_text(encoding="utf-8").strip()


def running(options: Options) -> tuple[Kept, ...]:
    """The servers that are being kept, by engine."""
    return tuple(sorted(_kept(cache.folder(options.environment)), key=lambda one: (one.engine, one.address)))


def start(engine: Engine, options: Options) -> tuple[Kept, bool]:
    """A kept server of that engine, and whether it was started just now.

    Raises what starting raises, UsageProblem `engine.not-local`.
    """
    folder = cache.folder(options.environment)
    with cache.locked(folder / "run" / f"{engine.name}.lock"):
        for one in _kept(folder):
            if one.engine == engine.name:
                return one, False
        server, process = _provider(engine, options).start(detached=True)
        try:
            kept = _noted(engine, server.identity.version, server.address, process.folder)
        except BaseException:
            process.stop()
            raise
        process.leave()
    return kept, True


def stop(kept: Kept) -> None:
    """Stops a kept server and removes its folder. Raises EnvironmentProblem `engine.stop-failed`."""
    record = launch.read(kept.folder)
    if record is None:
        return
    if not launch.end(record.supervisor, kept.folder, signal.SIGTERM, seconds=_STOP_SECONDS):
        raise EnvironmentProblem(
            "engine.stop-failed",
            f"The server {kept.engine} at {kept.address} did not stop.",
            where=str(kept.folder),
            next_step=f"End the process {record.supervisor['pid']} and run 'specproof engine list' again.",
        )


def _provider(engine: Engine, options: Options) -> LocalProvider:
    """The provider of local servers, whatever URL the environment names."""
    unnamed = {name: value for name, value in options.environment.items() if not name.endswith("_URL")}
    for provider in engine.providers(None, replace(options, environment=unnamed)):
        if isinstance(provider, LocalProvider):
            return provider
    raise UsageProblem(
        "engine.not-local", f"{engine.name} cannot be started on this machine.", next_step="Give the URL of a server."
    )


def _noted(engine: Engine, version: str, address: Address, folder: Path) -> Kept:
    scheme = facts.load(engine.name).schemes[0]
    password = quote(address.password.reveal(), safe="")
    url = f"{scheme}://{quote(address.user, safe='')}:{password}@{address.host}:{address.port}/"
    descriptor = os.open(folder / _URL, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(url + "\n")
    note = {"engine": engine.name, "version": version, "address": address.display()}
    (folder / _NOTE).write_text(json.dumps(note), encoding="utf-8")
    return Kept(folder=folder, **note)


def _kept(folder: Path) -> Iterator[Kept]:
    for record in launch.records(folder):
        if record.alive and record.detached:
            try:
                note = json.loads((record.folder / _NOTE).read_text(encoding="utf-8"))
                yield Kept(folder=record.folder, **note)
            except (OSError, ValueError, TypeError):
                continue  # being started or stopped by another process, or not ours to read
