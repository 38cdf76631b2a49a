"""One state of the law, wherever it lies: the installed content, a folder, an exported bundle or a commit in git.

All four give the same: values by path, texts by path, schemas by name. What is not law stays out: the catalogue of
facts about MySQL, runbooks, the coverage. It refuses to check a working tree out or to touch a repository.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import Any

from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.specs import content, load
from specproof.specs.build import guarded
from specproof.specs.problem import as_error

BUNDLE = "specproof/spec-bundle/1"
SCHEMAS = "specs/metaschema/"

# Which files below the root are the law; `*` here stands for any characters, folders included.
_VALUES = (
    "specs/*.yaml",
    "ddl/checks/*.yaml",
    "ddl/changes/*.yaml",
    "conformance/cases/*.yaml",
    "conformance/fixtures/*.yaml",
)
_TEXTS = ("migrator/queries/*.sql", "ddl/changes/*.sql")
_ROOMS = ("specs", "ddl", "migrator", "conformance")
_GIT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class State:
    """The law at one time. `name` is how it was asked for; `values` are those of YAML files, `texts` SQL, by path."""

    name: str
    values: Mapping[str, Any]
    texts: Mapping[str, str]
    schemas: Mapping[str, Any]

    @property
    def edition(self) -> str:
        """The edition of the manifest; empty without one."""
        manifest = self.values.get("specs/manifest.yaml")
        return str(manifest.get("edition", "")) if isinstance(manifest, dict) else ""


def resolve(name: str) -> State:
    """The state that a word on the command line means: a folder, a bundle, else a commit of the repository here.

    Raises UsageProblem `spec.unknown-state`, `spec.no-rooms`, `spec.invalid`, `spec.bundle`; EnvironmentProblem
    `law.no-git`.
    """
    if not name.strip():
        # An empty word is a variable that was not set; read as this folder it would compare the law with itself.
        raise _unknown(name, "It is empty.")
    path = Path(name)
    if path.is_dir():
        return of_folder(path, name)
    if path.is_file():
        return of_bundle(path, name)
    return of_commit(name, Path.cwd())


def of_folder(root: Path | None = None, name: str = "installed") -> State:
    """The state of a folder, or of the installed content. Raises UsageProblem `spec.no-rooms`, `spec.invalid`."""
    files = {
        f"{room}/{file.relative_to(folder).as_posix()}": file
        for room, folder in content.rooms(root).items()
        for file in sorted(folder.rglob("*"))
    }
    wanted = {path: file for path, file in files.items() if _wanted(path) and file.is_file()}
    return _of_bytes(name, {path: guarded(path, file.read_bytes) for path, file in wanted.items()})


def of_bundle(file: Path, name: str) -> State:
    """The state in an exported bundle; its digests are for `export.check`. Raises UsageProblem `spec.bundle`."""
    data = read_bundle(file)
    parts = data["parts"]
    return State(
        name=name,
        values={path: part["value"] for path, part in parts.items() if "value" in part},
        texts={path: part["text"] for path, part in parts.items() if "text" in part},
        schemas={path: part["value"] for path, part in data["schemas"].items()},
    )


def read_bundle(file: Path) -> dict[str, Any]:
    """The JSON of a bundle, built as bundles are. Raises UsageProblem `spec.bundle`."""
    try:
        data = json.loads(file.read_bytes(), object_pairs_hook=_without_duplicates)
    except (OSError, ValueError, RecursionError) as error:
        raise _no_bundle(file, f"It cannot be read as JSON: {error}.") from None
    if not isinstance(data, dict) or data.get("schema") != BUNDLE:
        raise _no_bundle(file, f"Its schema is not {BUNDLE}.")
    for key, wanted in (("parts", ("value", "text")), ("schemas", ("value",))):
        parts = data.get(key)
        if not isinstance(parts, dict) or not all(
            isinstance(one, dict) and any(name in one for name in wanted) for one in parts.values()
        ):
            raise _no_bundle(file, f"'{key}' does not hold parts.")
    return data


def of_commit(ref: str, start: Path) -> State:
    """The state of a commit of the repository around a folder.

    Raises UsageProblem `spec.unknown-state`, `spec.invalid`; EnvironmentProblem `law.no-git`.
    """
    git = shutil.which("git")
    if git is None:
        raise EnvironmentProblem(
            "law.no-git",
            "A state of the law is to be read from git, and there is no git here.",
            where=ref,
            next_step="Install git, or give a folder or an exported bundle instead.",
        )
    top = _git(git, ref, start, "rev-parse", "--show-toplevel").decode().strip()
    commit = _git(git, ref, Path(top), "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    sha = commit.decode().strip()
    tops = _git(git, ref, Path(top), "ls-tree", "--name-only", sha).decode().split("\n")
    rooms = [room for room in _ROOMS if room in tops]
    if "specs" not in rooms:
        raise _unknown(ref, "The commit has no folder 'specs'.")
    archive = _git(git, ref, Path(top), "archive", "--format=tar", sha, "--", *rooms)
    return _of_bytes(ref, dict(_unpacked(archive)))


def _git(git: str, ref: str, folder: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; the ref stands behind --end-of-options
            [git, "-C", str(folder), *arguments], capture_output=True, check=False, timeout=_GIT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise _unknown(ref, "git did not answer in time.") from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise _unknown(ref, f"git says: {said[-1]}" if said else "git knows no such commit.")
    return done.stdout


def _unpacked(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            stream = tar.extractfile(member) if member.isfile() and _wanted(member.name) else None
            if stream:
                yield member.name, stream.read()


def _wanted(path: str) -> bool:
    return _is_schema(path) or any(fnmatch(path, one) for one in (*_VALUES, *_TEXTS))


def _is_schema(path: str) -> bool:
    return path.startswith(SCHEMAS) and path.endswith(".json")


def _of_bytes(name: str, files: Mapping[str, bytes]) -> State:
    values, texts, schemas = {}, {}, {}
    for path, data in sorted(files.items()):
        if _is_schema(path):
            schemas[path.removeprefix(SCHEMAS)] = guarded(path, partial(json.loads, data))
        elif path.endswith(".sql"):
            # A checkout may have other line ends than the repository.
            texts[path] = guarded(path, data.decode).replace("\r\n", "\n")
        else:
            loaded = load.load_bytes(data, path)
            if loaded.problems or loaded.document is None:
                raise as_error(loaded.problems)
            values[path] = loaded.document.value
    return State(name, values, texts, schemas)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return made


def _no_bundle(file: Path, why: str) -> UsageProblem:
    return UsageProblem(
        "spec.bundle",
        f"The file is no bundle of the law. {why}",
        where=str(file),
        next_step="Give a file that `specproof spec export` wrote.",
    )


def _unknown(ref: str, why: str) -> UsageProblem:
    return UsageProblem(
        "spec.unknown-state",
        f"'{ref}' is no state of the law. {why}",
        next_step="Give a commit, branch or tag of the repository here, a folder that contains specs, or a bundle.",
    )
