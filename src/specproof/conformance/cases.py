"""Cases compiled from their files: checked as strictly as the law itself, then canonical JSON with a digest.

Reads only what the cases of the chosen systems cite. It collects every problem of a run and refuses to run a case
while one is left.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

import rfc8785

from specproof.conformance import workbooks
from specproof.errors import UsageProblem
from specproof.specs import content, load, metaschema
from specproof.specs.content import Content
from specproof.specs.crosscheck import case as crosscheck
from specproof.specs.load import Document
from specproof.specs.operations import Operation, Operations, of_room
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problems_of
from specproof.text import Text

ROOM = "conformance"
# What the meaning of a case is made of; a new name or title leaves its digest alone.
_DIGESTED = ("profiles", "requires", "environments", "given", "when", "expect", "compare")


@dataclass(frozen=True, slots=True)
class Expected:
    """A value that is legal."""

    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reject:
    """A refusal that is legal; any path will do where it is None."""

    code: str
    path: str | None


Alternative: TypeAlias = Expected | Reject


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One case, ready to run. `engines` is empty where it needs none, `file` is the path below the content root."""

    id: str
    system: str
    file: str
    title: Text
    rules: tuple[str, ...]
    level: str
    profiles: tuple[str, ...]
    requires: tuple[str, ...]
    engines: tuple[str, ...]
    operation: Operation
    given: Mapping[str, Any]
    input: Mapping[str, Any]
    expect: tuple[Alternative, ...]
    compare: Mapping[str, str]
    digest: str


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of some systems by system and id, every problem of their files, and the operations they ask for."""

    cases: tuple[Case, ...]
    problems: tuple[Problem, ...]
    operations: Operations

    @property
    def digest(self) -> str:
        """SHA-256 over the ids and digests of the cases."""
        lines = "".join(f"{case.id} {case.digest}\n" for case in self.cases)
        return hashlib.sha256(lines.encode()).hexdigest()


def compile_suite(systems: Collection[str] | None = None, root: Path | None = None) -> Suite:
    """The cases of these systems, or of all. `root` is a folder that holds the rooms; left out, the installed ones.

    Raises UsageProblem `spec.no-rooms`, `spec.invalid` (of the manifest), `conformance.unknown-system`.
    """
    rooms = content.rooms(root)
    manifest = load.read_document(rooms["specs"] / "manifest.yaml")
    named = tuple(one["id"] for one in manifest.value["systems"])
    for system in systems or ():
        if system not in named:
            raise UsageProblem(
                "conformance.unknown-system",
                f"There is no system '{system}'.{nearest(system, list(named))}",
                next_step=f"Use one of: {', '.join(named)}.",
            )
    operations = of_room(rooms[ROOM]) if ROOM in rooms else Operations(rooms["specs"])
    gathered = _Gathered(rooms)
    gathered.keep(crosscheck.MANIFEST, manifest)
    for system in named if systems is None else systems:
        gathered.add(f"{crosscheck.CASES}/{system}", "*/*.yaml")
    found = gathered.content()
    paths = [path for path in found.paths if path.startswith(crosscheck.CASES)]
    problems = list(found.problems)
    sound = []
    for path in paths:
        faults = list(_of_schema(path, found))
        problems += faults
        if path in found.documents and not faults:
            gathered.cited(found.documents[path], path)
            sound.append(path)
    for operation in operations.all:
        gathered.add(f"specs/{operation.system}", operation.codes.partition("#")[0])
    found = gathered.content()
    cases = []
    for path in sound:
        faults = list(crosscheck.check(path, found))
        problems += faults
        if not faults:
            cases.append(_case(path, found.documents[path].value, operations))
    cases.sort(key=lambda case: (case.system, case.id))
    return Suite(tuple(cases), tuple(sorted(set(problems))), operations)


class _Gathered:
    """The documents that the checks of cases look things up in."""

    def __init__(self, rooms: Mapping[str, Path]) -> None:
        self._rooms = rooms
        self._documents: dict[str, Document] = {}
        self._paths: list[str] = []
        self._problems: list[Problem] = []

    def keep(self, path: str, document: Document) -> None:
        self._documents[path] = document

    def add(self, folder: str, pattern: str) -> None:
        """Loads the files of a folder below the content root that are not loaded yet."""
        room, _, rest = folder.partition("/")
        if room not in self._rooms:
            return
        base = self._rooms[room]
        for file in sorted((base / rest).glob(pattern)):
            path = f"{room}/{file.relative_to(base).as_posix()}"
            if path in self._documents:
                continue
            loaded = load.load(file, path)
            if path not in self._paths:
                self._paths.append(path)
                self._problems += loaded.problems
            if loaded.document is not None:
                self.keep(path, loaded.document)

    def cited(self, case: Document, path: str) -> None:
        """The rules that a case cites."""
        system = PurePosixPath(path).parts[2]
        for cited in case.value["rules"]:
            self.add(f"specs/{system}/rules", f"{cited.partition('@')[0].partition('.')[2]}.yaml")

    def content(self) -> Content:
        return Content(self._rooms, self._documents, tuple(self._paths), tuple(self._problems))


def _of_schema(path: str, found: Content) -> Iterator[Problem]:
    document = found.documents.get(path)
    if document is not None:
        for kind in metaschema.kinds_of(path):
            for error in metaschema.errors(kind, document.value):
                yield from problems_of(error, document)


def _case(path: str, value: Mapping[str, Any], operations: Operations) -> Case:
    system = PurePosixPath(path).parts[2]
    asked = dict(value["when"])
    operation = operations.of(system)[asked.pop("op")]
    expected = value["expect"]
    meaning = {"system": system, **{key: value[key] for key in _DIGESTED if key in value}}
    return Case(
        id=value["id"],
        system=system,
        file=path,
        title=Text.of(value["title"]),
        rules=tuple(value["rules"]),
        level=value["level"],
        profiles=tuple(value["profiles"]),
        requires=tuple(value.get("requires", ())),
        engines=tuple(value.get("environments", {}).get("engine", ())),
        operation=operation,
        given=value.get("given", {}),
        input=_built(asked) if (system, operation.name) == ("qbd", "parse") else asked,
        expect=tuple(_alternative(one) for one in expected.get("any_of", (expected,))),
        compare=value.get("compare", {}),
        digest=hashlib.sha256(rfc8785.dumps(meaning)).hexdigest(),
    )


def _built(value: Any) -> Any:
    """The input with every recipe of a workbook as the bytes that a subject gets."""
    if isinstance(value, list):
        return [_built(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "workbook" in value:
        data = base64.b64encode(workbooks.build(value["workbook"])).decode()
        return {**{name: one for name, one in value.items() if name != "workbook"}, "base64": data}
    return {name: _built(one) for name, one in value.items()}


def _alternative(value: Mapping[str, Any]) -> Alternative:
    if "value" in value:
        return Expected(value["value"])
    return Reject(value["reject"]["code"], value["reject"].get("path"))
