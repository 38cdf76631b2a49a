"""A law of the engines has the name of its file, and its probe speaks of words and conditions that exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.problem import Pointer, Problem
from specproof.specs.sentences import nearest, problem

FOLDER = "specs/engines/laws"
_CONDITIONS = "specs/conditions.yaml"
_SPELT = re.compile(r"\$(\w+)")


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    value = document.value
    if value["law"] != PurePosixPath(path).stem:
        what = f"The law is '{value['law']}', but the file is called {PurePosixPath(path).name}."
        yield problem(document, ("law",), "spec.wrong-name", what, "Make the two equal.")
    if "probe" in value:
        yield from probe(document, ("probe",), value["probe"], value["words"], content)


def conditions(content: Content) -> Collection[str]:
    """The conditions that errors may be told by."""
    document = content.documents.get(_CONDITIONS)
    return list(document.value) if document is not None and isinstance(document.value, dict) else ()


def probe(
    document: Document, at: Pointer, value: dict[str, Any], words: Collection[str], content: Content
) -> Iterator[Problem]:
    """What a probe at a place of a document says: words of the law, conditions of the list."""
    for key in ("answers", "errors"):
        for name, word in value.get(key, {}).items():
            if word not in words:
                what = f"'{word}' is no word of the law.{nearest(word, list(words))}"
                yield problem(document, (*at, key, name), "spec.dangling", what, "Name a word of the law.")
    for name in value.get("errors", {}):
        yield from condition(document, (*at, "errors", name), name, content)
    for part in ("setup", "try"):
        for index, step in enumerate(value.get(part, ())):
            if isinstance(step, dict) and "fails" in step:
                yield from condition(document, (*at, part, index, "fails"), step["fails"], content)


def spelt(value: dict[str, Any]) -> set[str]:
    """The words of a probe that an engine has to spell."""
    return {
        word for step in _steps(value) for key, sql in step.items() if key != "fails" for word in _SPELT.findall(sql)
    }


def foreseen(value: dict[str, Any]) -> set[str]:
    """The conditions that a probe speaks of."""
    return {*value.get("errors", ()), *(step["fails"] for step in _steps(value) if "fails" in step)}


def _steps(value: dict[str, Any]) -> Iterator[dict[str, str]]:
    for step in (*value.get("setup", ()), *value.get("try", ()), value["ask"]):
        yield step if isinstance(step, dict) else {"main": step}


def condition(document: Document, at: Pointer, name: str, content: Content) -> Iterator[Problem]:
    """A condition that is named exists."""
    known = conditions(content)
    if name not in known:
        what = f"{_CONDITIONS} has no condition '{name}'.{nearest(name, list(known))}"
        yield problem(document, at, "spec.dangling", what, "Name a condition of it.")
