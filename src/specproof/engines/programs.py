"""Finds server programs on this machine and runs their helpers as the account that the server will have.

It refuses to run anything with the user's whole environment: children get what they need.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from specproof.engines.facts import EngineFacts
from specproof.engines.privileges import Account

_VERSION_SECONDS = 10
_LOG_LINES = 8
# As MySQL, PostgreSQL and the dynamic linker mark what stopped them.
_COMPLAINT = re.compile(r"\[ERROR\]|\b(?:FATAL|PANIC|ERROR|error):|error while loading|cannot run ")


def candidates(facts: EngineFacts, environment: Mapping[str, str]) -> Iterator[Path]:
    """Server programs on PATH, then in the folders where distributions put them, the newest version first."""
    found = shutil.which(facts.program, path=environment.get("PATH"))
    if found:
        yield Path(found).resolve()
    for pattern in facts.folders:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), key=_version_order, reverse=True):
            file = folder / facts.program
            if file.is_file() and os.access(file, os.X_OK):
                yield file.resolve()


def _version_order(folder: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(folder))]


def key(program: Path, version: str, settings: str) -> str:
    """Names a template: changes with the build, or when `settings`, our own version of the template, is raised."""
    digest = hashlib.sha256(f"{program.name}\0{version}\0{program.stat().st_size}".encode()).hexdigest()
    return f"{digest[:12]}-{settings}"


def child_environment(environment: Mapping[str, str], folders: Sequence[Path]) -> dict[str, str]:
    """What a server may see: not the user's settings, and no secrets. `folders` go first on its library path."""
    child = {"PATH": environment.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C", "TZ": environment.get("TZ", "UTC")}
    search = [*map(str, folders), *filter(None, [environment.get("LD_LIBRARY_PATH")])]
    return {**child, "LD_LIBRARY_PATH": ":".join(search)} if search else child


def version_output(program: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """What a program says to a question for its version; None when it does not run here."""
    try:
        done = run([str(program), *arguments], environment, seconds=_VERSION_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def run(
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    account: Account | None = None,
    folder: Path | None = None,
    text: str = "",
    seconds: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end with `text` on standard input; output is decoded leniently."""
    return subprocess.run(  # noqa: S603 - programs found or verified by this room
        command,
        env=dict(environment),
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def complaints(log: str) -> str:
    """What a server or helper complained of, the first lines of it, else its last lines: for an error message."""
    lines = log.strip().splitlines()
    found = [line for line in lines if _COMPLAINT.search(line)]
    return "\n".join(found[:_LOG_LINES] or lines[-_LOG_LINES:])
