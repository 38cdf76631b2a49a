"""How a private PostgreSQL is found, initialised, secured and started.

Programs come from PATH, the folders of Debian's packages, or a wheel, of which only the programs are taken. It
refuses to use a wheel's own launcher, which would change modes of folders that are not ours.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import signal
from dataclasses import dataclass
from pathlib import Path

from specproof.engines import cache, messages, privileges, programs
from specproof.engines.base import Address, Availability, Options, Secret
from specproof.engines.facts import EngineFacts, Wheel
from specproof.engines.local import Program, Site
from specproof.engines.privileges import Account
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

_USER = "postgres"
# Raised when the settings of initdb below change.
_TEMPLATE = "2"
_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "shared_buffers=32MB",
    "jit=off",
    "logging_collector=off",
)


@dataclass(frozen=True, slots=True)
class PostgreSqlRecipe:
    """The recipe for `LocalProvider`."""

    facts: EngineFacts

    @property
    def stop_signal(self) -> signal.Signals:
        # Immediate shutdown: ends all children and frees shared memory, which SIGKILL would not.
        return signal.SIGQUIT

    def outlook(self, options: Options, _cache_folder: Path) -> Availability:
        program = self._installed(options) or self._in_wheel(options)
        if program is not None:
            return Availability(ProviderKind.LOCAL, usable=True, why=program.origin)
        extra = f"pip install 'specproof[{self.facts.wheel.extra}]', or " if self.facts.wheel else ""
        return Availability(
            ProviderKind.LOCAL,
            usable=False,
            why="no PostgreSQL server programs on PATH, in Debian's folders, or in a wheel",
            how=f"{extra}apt-get install postgresql.",
        )

    def program(self, options: Options, cache_folder: Path, account: Account | None) -> Program:
        program = self._installed(options) or self._in_wheel(options)
        if program is None:
            seen = self.outlook(options, cache_folder)
            raise EnvironmentProblem("engine.no-program", f"Not found: {seen.why}.", next_step=seen.how)
        if privileges.can_reach(account, program.path):
            return program
        return self._copied(program, cache_folder)

    def initialise(self, site: Site, data: Path) -> None:
        command = [
            str(site.program.path.parent / "initdb"), f"--pgdata={data}", f"--username={_USER}",
            "--auth=reject", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
        ]  # fmt: skip
        done = programs.run(command, site.environment, account=site.account, folder=data)
        if done.returncode:
            raise EnvironmentProblem(
                "engine.start-failed",
                f"initdb could not prepare a data folder (code {done.returncode}).",
                where=command[0],
                cause=programs.complaints(done.stderr),
                next_step="If the disk is full, set SPECPROOF_CACHE to a folder on another one.",
            )
        (data / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n", encoding="ascii")

    def secure(self, site: Site, data: Path, password: Secret) -> None:
        command = [str(site.program.path), "--single", "-D", str(data), "-c", "fsync=off", "postgres"]
        statement = f"ALTER ROLE {_USER} PASSWORD '{password.reveal()}'\n"
        done = programs.run(command, site.environment, account=site.account, folder=data, text=statement)
        if done.returncode or "ERROR" in done.stderr or "FATAL" in done.stderr:
            raise EnvironmentProblem(
                "engine.start-failed",
                "The password of the local PostgreSQL could not be set.",
                where=str(data),
                cause=messages.scrubbed(programs.complaints(done.stderr), password),
                next_step="Remove the folder 'templates' in the cache folder and run again.",
            )

    def command(self, site: Site, data: Path, port: int) -> list[str]:
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        return [str(site.program.path), "-D", str(data), "-p", str(port), *settings]

    def address(self, port: int, password: Secret) -> Address:
        return Address("127.0.0.1", port, _USER, password)

    def settle(self, _data: Path) -> None:
        """Nothing was left."""

    def _installed(self, options: Options) -> Program | None:
        for file in programs.candidates(self.facts, options.environment):
            if (file.parent / "initdb").is_file() and (program := self._accepted(file, options)) is not None:
                return program
        return None

    def _in_wheel(self, options: Options) -> Program | None:
        wheel = self.facts.wheel
        folder = _wheel_folder(wheel) if wheel else None
        return self._accepted(folder / "bin" / self.facts.program, options) if folder else None

    def _accepted(self, file: Path, options: Options) -> Program | None:
        child = programs.child_environment(options.environment, ())
        said = programs.version_output(file, ["--version"], child) or ""
        found = re.search(r"\(PostgreSQL\) (\d+(?:\.\d+)*)", said)
        if found is None or not self.facts.accepts(found[1]):
            return None
        return Program(file, f"PostgreSQL {found[1]} at {file}", programs.key(file, found[1], _TEMPLATE))

    def _copied(self, program: Program, cache_folder: Path) -> Program:
        """The programs at a place that the server's account can reach."""
        home = program.path.parent.parent
        wheel = self.facts.wheel
        base, parts = home, [Path()]
        if wheel is not None and home == _wheel_folder(wheel):
            # Wheels keep the libraries they bring in a folder beside the package, found by relative paths.
            base = home.parents[len(Path(wheel.folder).parts)]
            parts = [home.relative_to(base), Path(f"{wheel.package}.libs")]

        def build(folder: Path) -> None:
            for part in parts:
                if (base / part).is_dir():
                    shutil.copytree(base / part, folder / part, symlinks=True, dirs_exist_ok=True)

        place = cache.built(cache_folder / "servers" / f"{self.facts.name}-{program.key}", build)
        return Program(place / program.path.relative_to(base), program.origin, program.key)


def _wheel_folder(wheel: Wheel) -> Path | None:
    found = importlib.util.find_spec(wheel.package)
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(found.submodule_search_locations[0]) / wheel.folder
    return folder if folder.is_dir() else None
