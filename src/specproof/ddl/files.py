"""The files of a check: which ones a list of paths means, and their bytes.

Used by the run and by baselines. It refuses what is no readable file, each time with the reason and the next step.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from specproof.errors import UsageProblem

STDIN = Path("-")

# kind of trouble: code for a script, code for a baseline, what is said, next step
_TROUBLE = {
    "missing": ("script.missing", "baseline.missing", "does not exist", "Check the path; it is taken from here."),
    "folder": ("script.folder", "baseline.folder", "is a folder", "Name a file in it."),
    "unreadable": ("script.unreadable", "baseline.unreadable", "cannot be read", "Check the rights of the file."),
}


def find(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The files that are meant: a folder stands for its `*.sql` files at any depth, sorted. Each file once.

    A path that does not exist stays in the list: reading it gives the error. Raises UsageProblem `script.no-files` for
    a folder without such files.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.is_dir():
            found[path] = None
            continue
        inside = sorted(p for p in path.rglob("*.sql") if p.is_file())
        if not inside:
            raise UsageProblem(
                "script.no-files",
                f"The folder {path} has no file that ends in .sql.",
                where=str(path),
                next_step="Name the files, or another folder.",
            )
        found.update(dict.fromkeys(inside))
    return tuple(found)


def read_file(path: Path, *, baseline: bool = False) -> bytes:
    """The bytes of one file; `-` is the standard input.

    Raises UsageProblem `script.missing`, `script.folder` or `script.unreadable`, and the same with `baseline`.
    """
    if path == STDIN:
        return _stdin()
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _trouble(path, "missing", baseline=baseline) from None
    except IsADirectoryError:
        raise _trouble(path, "folder", baseline=baseline) from None
    except OSError as error:
        raise _trouble(path, "unreadable", baseline=baseline, cause=error.strerror) from None


def name_of(path: Path) -> str:
    """The name under which reports show a file."""
    return "<stdin>" if path == STDIN else str(path)


@lru_cache(maxsize=1)
def _stdin() -> bytes:
    return sys.stdin.buffer.read()


def _trouble(path: Path, kind: str, *, baseline: bool, cause: str | None = None) -> UsageProblem:
    script_code, baseline_code, said, step = _TROUBLE[kind]
    what = "baseline" if baseline else "script"
    code = baseline_code if baseline else script_code
    return UsageProblem(code, f"The {what} {path} {said}.", where=str(path), cause=cause, next_step=step)
