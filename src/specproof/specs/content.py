"""All YAML files of the content rooms, loaded: what the validator looks at and what cross-checks look things up in.

Finds files by walking the rooms, so that none escapes. It refuses to judge what it loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from specproof import resources
from specproof.errors import UsageProblem
from specproof.specs import load
from specproof.specs.load import Document
from specproof.specs.problem import Problem

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Content:
    """The documents of every room by their path below the root (`specs/manifest.yaml`), and the rooms' folders."""

    rooms: Mapping[str, Path]
    documents: Mapping[str, Document]
    paths: tuple[str, ...]  # of all YAML files, also of those that could not be read
    problems: tuple[Problem, ...]  # of reading
    _made: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this content: for whatever every file of a kind looks things up in."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    def has(self, path: str) -> bool:
        """Whether a file or folder of that path below the root exists."""
        room, _, rest = path.partition("/")
        return room in self.rooms and (self.rooms[room] / rest).exists()

    def stems(self, folder: str, suffix: str) -> list[str]:
        """The names of the files of a folder below the root, without the suffix, sorted."""
        room, _, rest = folder.partition("/")
        return sorted(file.name.removesuffix(suffix) for file in (self.rooms[room] / rest).glob("*" + suffix))


def gather(root: Path | None = None, words: Iterable[str] = ()) -> Content:
    """Loads every YAML file of the installed rooms, or of those below a folder; with words only files that hold all.

    Raises UsageProblem `spec.no-rooms` when the folder holds no room `specs`.
    """
    found = rooms(root)
    wanted = [word.encode() for word in words]
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    paths = []
    for name, folder in found.items():
        for file in sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml") and not p.is_dir()):
            path = f"{name}/{file.relative_to(folder).as_posix()}"
            paths.append(path)
            if wanted and not _holds(file, wanted):
                continue
            loaded = load.load(file, _shown(file))
            problems += loaded.problems
            if loaded.document is not None:
                documents[path] = loaded.document
    return Content(found, documents, tuple(paths), tuple(problems))


def rooms(root: Path | None) -> dict[str, Path]:
    """The folder of each room: of the installed content, or of those that a folder has.

    Raises UsageProblem `spec.no-rooms` when the folder holds no room `specs`.
    """
    if root is None:
        return {name: resources.room(name) for name in resources.ROOMS}
    found = {name: root / name for name in resources.ROOMS if (root / name).is_dir()}
    if "specs" not in found:
        raise UsageProblem(
            "spec.no-rooms",
            "The folder holds no content: 'specs' is missing in it.",
            where=str(root),
            next_step="Give the folder that contains specs and ddl, or leave it out for the installed content.",
        )
    return found


def _holds(file: Path, words: Iterable[bytes]) -> bool:
    """Whether the bytes hold every word; a file that cannot be read is for the loader to report."""
    try:
        data = file.read_bytes()
    except OSError:
        return True
    return all(word in data for word in words)


def _shown(file: Path) -> str:
    """The path as one would type it here."""
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)
