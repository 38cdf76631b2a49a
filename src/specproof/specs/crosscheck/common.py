"""What rules and questions have in common: names, statements, pointers into the data, questions they name.

No kind of file of its own. Every function yields problems at their places and looks things up in what was loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath, PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.pointers import MISSING, at
from specproof.specs.problem import Pointer, Problem, pointer_text
from specproof.specs.sentences import nearest, problem

MANIFEST = "specs/manifest.yaml"


def by_id(content: Content, folder: str) -> dict[str, Document]:
    """The documents of a folder by their ids."""
    return content.once(
        f"by id {folder}", lambda: {name: one for file, name, one in _named(content) if file.startswith(folder)}
    )


def _named(content: Content) -> Iterator[tuple[str, str, Document]]:
    for file, document in content.documents.items():
        if isinstance(document.value, dict) and isinstance(document.value.get("id"), str):
            yield file, document.value["id"], document


def _files_by_id(content: Content) -> dict[str, list[tuple[str, Document]]]:
    found: dict[str, list[tuple[str, Document]]] = {}
    for file, name, document in _named(content):
        found.setdefault(name, []).append((file, document))
    return found


def listed(value: Any, key: str) -> list[Any]:
    """A list inside a value that may be broken; empty where there is none."""
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def named(document: Document, path: str, content: Content, infix: str) -> Iterator[Problem]:
    """The id is the system's prefix and the name of the file, and nobody else has it."""
    system, own = path.split("/")[1], document.value["id"]
    prefix = _prefix(content, system) or own.split(".")[0]
    wanted = f"{prefix}.{infix}{PurePosixPath(path).stem}"
    if own != wanted:
        what = f"The id is '{own}', but the file asks for '{wanted}'."
        yield problem(document, ("id",), "spec.wrong-name", what, "Make the two equal; keep an earlier id in aliases.")
    beside = f"/{path.split('/')[2]}/"
    for file, other in content.once("files by id", lambda: _files_by_id(content)).get(own, ()):
        if beside in file and file != path:
            what = f"{other.file} has the id '{own}' as well."
            yield problem(document, ("id",), "spec.not-unique", what, "Give each its own id.")


def statements(document: Document, folder: PurePath, content: Content) -> Iterator[Problem]:
    known = _register(content, folder)
    for index, name in enumerate(document.value["statements"]):
        if known is not None and name not in known:
            what = f"The register of {folder.name} has no {name}."
            yield problem(document, ("statements", index), "spec.dangling", what, "Name a statement of it.")


def pointers(document: Document, place: Pointer, folder: PurePath, content: Content) -> Iterator[Problem]:
    """Pointers `file#/path` below the folder of the system lead somewhere."""
    value = at(document.value, pointer_text(place[:-1]))
    for index, pointer in enumerate(listed(value, str(place[-1]))):
        file, _, path = pointer.partition("#")
        full = f"{folder}/{file}"
        if not content.has(full):
            files = [name for name in content.stems(str(folder), ".yaml") if name != "statements"]
            what = f"There is no {full}.{nearest(file.removesuffix('.yaml'), files)}"
            yield problem(document, (*place, index), "spec.dangling", what, "Name a file beside the register.")
        elif full in content.documents and at(content.documents[full].value, path) is MISSING:
            what = f"{full} has nothing at {path}."
            yield problem(document, (*place, index), "spec.dangling", what, "Correct the pointer.")


def questions(document: Document, place: Pointer, folder: PurePath, content: Content) -> Iterator[Problem]:
    """Questions that are named exist; while a system has none, nothing is said."""
    known = by_id(content, f"{folder}/questions/")
    value = at(document.value, pointer_text(place[:-1]))
    for index, name in enumerate(listed(value, str(place[-1]))):
        if known and name not in known:
            what = f"There is no question '{name}'.{nearest(name, list(known))}"
            yield problem(document, (*place, index), "spec.dangling", what, "Name a question of the system.")


def _prefix(content: Content, system: str) -> str | None:
    manifest = content.documents.get(MANIFEST)
    for one in listed(manifest.value, "systems") if manifest else ():
        if isinstance(one, dict) and one.get("id") == system and isinstance(one.get("rule_prefix"), str):
            return str(one["rule_prefix"])
    return None


def _register(content: Content, folder: PurePath) -> set[str] | None:
    """The ids of a system's register, or None where it cannot be read."""
    document = content.documents.get(f"{folder}/statements.yaml")
    if document is None or not isinstance(document.value, dict) or "statements" not in document.value:
        return None
    statements = listed(document.value, "statements")
    return {one["id"] for one in statements if isinstance(one, dict) and isinstance(one.get("id"), str)}
