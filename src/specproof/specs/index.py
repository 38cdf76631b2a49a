"""What can be shown by name: every named thing in the content rooms, with its place.

A thing is named by its `id`, `code` or `slug`, by the engine its file describes, or by its `name`, which is joined with
the names above it (`answer_delivery.state`). It refuses to judge what it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from specproof.errors import UsageProblem
from specproof.specs import kinds
from specproof.specs.content import Content, gather
from specproof.specs.load import Document
from specproof.specs.problem import Pointer, pointer_text

_IDENTIFYING = ("id", "code", "slug")


@dataclass(frozen=True, slots=True)
class Entry:
    """One named thing: `kind` is that of its file, `path` the JSON pointer inside it, `line` counts from 1."""

    name: str
    kind: str
    file: str
    line: int
    path: str
    value: Any


def find(name: str, root: Path | None = None) -> tuple[Entry, ...]:
    """Every thing of that name, in the installed content or below a folder; there may be several of different kinds.

    Raises UsageProblem `spec.unknown-id` with the nearest names.
    """
    # A name is joined with dots from words that stand in the file: files without them need no parsing.
    found = tuple(entry for entry in _entries(gather(root, name.split("."))) if entry.name == name)
    if found:
        return found
    entries = list(_entries(gather(root)))
    near = get_close_matches(name, sorted({entry.name for entry in entries}), n=3, cutoff=0.6)
    raise UsageProblem(
        "spec.unknown-id",
        f"Nothing is called '{name}'." + (f" Did you mean {' or '.join(repr(one) for one in near)}?" if near else ""),
        next_step="Name a system, a table, a column (table.column), a rule, a statement, a question, a change, an "
        "engine, a check, a fact or an error code.",
    )


def _entries(content: Content) -> Iterator[Entry]:
    for path, document in content.documents.items():
        for kind in kinds.kinds_of(path):
            yield from _things(document, kind.name, document.value, (), "")


def _things(document: Document, kind: str, value: Any, pointer: Pointer, above: str) -> Iterator[Entry]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _things(document, kind, item, (*pointer, index), above)
    elif isinstance(value, dict):
        name = _name(value, pointer, above)
        if name:
            place = document.place(pointer)
            yield Entry(name, kind, document.file, place.line, pointer_text(pointer), value)
        for key, item in value.items():
            if isinstance(item, (list, dict)):
                yield from _things(document, kind, item, (*pointer, key), name or above)


def _name(value: dict[str, Any], pointer: Pointer, above: str) -> str | None:
    for key in _IDENTIFYING:
        if isinstance(value.get(key), str):
            return str(value[key])
    if not pointer and isinstance(value.get("engine"), str) and "system" not in value:
        return str(value["engine"])
    if pointer and isinstance(pointer[-1], int) and isinstance(value.get("name"), str):
        return f"{above}.{value['name']}" if above else str(value["name"])
    return None
