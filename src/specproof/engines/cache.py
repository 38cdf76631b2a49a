"""The cache folder: what is obtained or prepared once and shared by all runs, built whole or not at all.

Every build happens under a lock, in a folder beside its place, and is renamed when complete; a list of its files and
their sizes tells a complete one from a damaged one, which is built again. Nothing outside the folder is touched.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from specproof import cachefolder
from specproof.engines import privileges
from specproof.errors import EnvironmentProblem

_SYSTEM_WIDE = Path("/var/cache/specproof")
_MANIFEST = ".specproof-files.json"


def folder(environment: Mapping[str, str]) -> Path:
    """Where the cache lies: SPECPROOF_CACHE, else XDG_CACHE_HOME/specproof, else ~/.cache/specproof.

    For root, a place that the account of the server cannot reach gives way to /var/cache/specproof.
    Raises EnvironmentProblem `engine.cache-unwritable`.
    """
    wanted = cachefolder.wanted(environment)
    account = privileges.server_account()
    place = wanted if privileges.can_reach(account, wanted) else _SYSTEM_WIDE
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        raise EnvironmentProblem(
            "engine.cache-unwritable",
            f"The cache folder cannot be written: {error.strerror or error}.",
            where=str(place),
            cause="The folder belongs to another user, or the file system is read-only or full.",
            next_step="Set SPECPROOF_CACHE to a folder that you may write.",
        ) from None
    return place


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds an exclusive lock on a file for the time of the block; the kernel drops it when the process dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def built(place: Path, build: Callable[[Path], None]) -> Path:
    """The folder `place`, complete: as it is, or made by `build(empty folder)` while others wait."""
    if _complete(place):
        return place
    with locked(place.with_name(f"{place.name}.lock")):
        if _complete(place):
            return place
        _sweep(place)
        half = Path(tempfile.mkdtemp(prefix=f"{place.name}.half-", dir=place.parent))
        try:
            half.chmod(0o755)  # mkdtemp makes 0700: the server's account could not pass
            build(half)
            _seal(half)
            half.rename(place)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise
    return place


def _sweep(place: Path) -> None:
    """Removes a damaged build and what a killed builder left; safe because the lock is ours."""
    for old in (place, *place.parent.glob(f"{place.name}.half-*")):
        if old.exists():
            shutil.rmtree(old)


def _complete(place: Path) -> bool:
    try:
        listed = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        return all((place / name).stat().st_size == size for name, size in listed.items())
    except (OSError, ValueError, AttributeError):
        return False


def _seal(place: Path) -> None:
    sizes = {}
    for base, _, names in os.walk(place):
        for name in names:
            file = Path(base, name)
            if not file.is_symlink():
                sizes[str(file.relative_to(place))] = file.stat().st_size
    (place / _MANIFEST).write_text(json.dumps(sizes, sort_keys=True), encoding="utf-8")
