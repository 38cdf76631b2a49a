"""Shared libraries that a server needs and the system lacks: fetched as Debian packages into the cache, without root.

Only the started server sees them (LD_LIBRARY_PATH of the child). Nothing is installed; where fetching is not possible
the message names the package to install.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from specproof.engines import cache
from specproof.engines.base import Say
from specproof.engines.facts import Library
from specproof.errors import EnvironmentProblem

_APT_SECONDS = 120


def on_system(file: str) -> bool:
    """Whether the dynamic linker finds the library by itself."""
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def provide(
    libraries: Sequence[Library],
    cache_folder: Path,
    environment: Mapping[str, str],
    say: Say,
    found: Callable[[str], bool] = on_system,
) -> tuple[Path, ...]:
    """Folders to put on the child's library path, so that every library is found.

    Raises EnvironmentProblem `engine.library-missing`.
    """
    folders = []
    for library in libraries:
        if not found(library.file):
            fetch = partial(_fetch, library, environment, say)
            folders.append(cache.built(cache_folder / "libraries" / library.file, fetch))
    return tuple(folders)


def folders(libraries: Sequence[Library], cache_folder: Path) -> list[Path]:
    """Those of the cache's folders for these libraries that exist."""
    return [place for one in libraries if (place := cache_folder / "libraries" / one.file).is_dir()]


def missing(
    libraries: Sequence[Library], cache_folder: Path, found: Callable[[str], bool] = on_system
) -> list[Library]:
    """The libraries that are neither on the system nor in the cache yet."""
    return [one for one in libraries if not found(one.file) and not (cache_folder / "libraries" / one.file).is_dir()]


def can_fetch(environment: Mapping[str, str]) -> bool:
    path = environment.get("PATH")
    return bool(shutil.which("apt-get", path=path) and shutil.which("dpkg-deb", path=path))


def _fetch(library: Library, environment: Mapping[str, str], say: Say, folder: Path) -> None:
    if not can_fetch(environment):
        raise _unavailable(library, "There is no apt-get to fetch it with.")
    say(f"getting {library.file} into the cache: Debian package {library.packages[0]}")
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        package = _download(library, Path(scratch), environment)
        tree = Path(scratch) / "tree"
        _run(["dpkg-deb", "-x", str(package), str(tree)], Path(scratch), environment)
        name = library.alias if library.alias and not list(tree.rglob(library.file)) else library.file
        # The file itself, not the chain of links that leads to it.
        source = next((file for file in tree.rglob(name) if file.exists()), None)
        if source is None:
            raise _unavailable(library, f"The package {package.name} does not contain it.")
        shutil.copyfile(source.resolve(), folder / library.file)
        (folder / library.file).chmod(0o644)


def _download(library: Library, scratch: Path, environment: Mapping[str, str]) -> Path:
    """The package file, with the system's package lists, else with lists of our own (images often ship none)."""
    own = _own_lists(scratch)
    reason = ""
    for options in ([], own):
        if options and (said := _run(["apt-get", "update", *options], scratch, environment)) is not None:
            reason = reason or said
            continue
        for package in library.packages:
            said = _run(["apt-get", "download", *options, package], scratch, environment)
            files = list(scratch.glob(f"{package}_*.deb"))
            if said is None and files:
                return files[0]
            reason = reason or said or ""
    raise _unavailable(library, reason or "apt-get gave no file.")


def _own_lists(scratch: Path) -> list[str]:
    state, archive = scratch / "lists", scratch / "archive"
    (state / "partial").mkdir(parents=True)
    (archive / "archives" / "partial").mkdir(parents=True)
    return ["-o", f"Dir::State::Lists={state}", "-o", f"Dir::Cache={archive}", "-o", "APT::Sandbox::User="]


def _run(command: list[str], folder: Path, environment: Mapping[str, str]) -> str | None:
    """None when the command succeeded, else its last words."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed programs, package names from our own data
            command,
            cwd=folder,
            env={**environment, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_APT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{command[0]} gave no answer within {_APT_SECONDS} seconds."
    except OSError as error:
        return str(error)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if line.startswith("E:")]
    return " ".join(errors)[:400] or f"{command[0]} ended with code {done.returncode}."


def _unavailable(library: Library, reason: str) -> EnvironmentProblem:
    names = " or ".join(library.packages)
    return EnvironmentProblem(
        "engine.library-missing",
        f"The server needs the shared library {library.file}, which this system lacks.",
        cause=reason,
        next_step=f"Install it: 'apt-get install {library.packages[0]}' (Debian and Ubuntu name it {names}; "
        "Red Hat systems libaio or numactl-libs), then run again.",
    )
