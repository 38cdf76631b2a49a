"""All YAML files of the content rooms, loaded: what the validator looks at and what cross-checks look things up in.

Finds files by walking the rooms, so that none escapes. It refuses to judge what it loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from specproof import resources
from specproof.errors import UsageProblem
from specproof.specs import load
from specproof.specs.load import Document
from specproof.specs.problem import Problem


@dataclass(frozen=True, slots=True)
class Content:
    """The documents of every room by their path below the root (`specs/manifest.yaml`), and the rooms' folders."""

    rooms: Mapping[str, Path]
    documents: Mapping[str, Document]
    paths: tuple[str, ...]  # of all YAML files, also of those that could not be read
    problems: tuple[Problem, ...]  # of reading

    def has(self, path: str) -> bool:
        """Whether a file or folder of that path below the root exists."""
        room, _, rest = path.partition("/")
        return room in self.rooms and (self.rooms[room] / rest).exists()

    def stems(self, folder: str, suffix: str) -> list[str]:
        """The names of the files of a folder below the root, without the suffix, sorted."""
        room, _, rest = folder.partition("/")
        return sorted(file.name.removesuffix(suffix) for file in (self.rooms[room] / rest).glob("*" + suffix))


def gather(root: Path | None = None) -> Content:
    """Loads every YAML file of the installed rooms, or of those below a folder.

    Raises UsageProblem `spec.no-rooms` when the folder holds no room `specs`.
    """
    rooms = _rooms(root)
    documents: dict[str, Document] = {}
    problems: list[Problem] = []
    paths = []
    for name, folder in rooms.items():
        for file in sorted(p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml") and not p.is_dir()):
            path = f"{name}/{file.relative_to(folder).as_posix()}"
            paths.append(path)
            loaded = load.load(file, _shown(file))
            problems += loaded.problems
            if loaded.document is not None:
                documents[path] = loaded.document
    return Content(rooms, documents, tuple(paths), tuple(problems))


def _rooms(root: Path | None) -> dict[str, Path]:
    if root is None:
        return {name: resources.room(name) for name in resources.ROOMS}
    rooms = {name: root / name for name in resources.ROOMS if (root / name).is_dir()}
    if "specs" not in rooms:
        raise UsageProblem(
            "spec.no-rooms",
            "The folder holds no content: 'specs' is missing in it.",
            where=str(root),
            next_step="Give the folder that contains specs and ddl, or leave it out for the installed content.",
        )
    return rooms


def _shown(file: Path) -> str:
    """The path as one would type it here."""
    try:
        return str(file.relative_to(Path.cwd()))
    except ValueError:
        return str(file)
