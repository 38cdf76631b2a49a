"""A register and the law around it: every statement has its place, and every file of the system speaks of known ids.

A system whose rules and questions are not written yet is judged by its register alone. What concerns one rule or one
question is asked where that file is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.problem import Pointer, Problem
from specproof.specs.sentences import nearest, problem

PROFILES = {"current", "target"}


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    folder = PurePosixPath(path).parent
    if document.value["system"] != folder.name:
        what = f"The system is '{document.value['system']}', but the folder is called '{folder.name}'."
        yield problem(document, ("system",), "spec.wrong-name", what, "Make the two equal.")
    yield from _register(document)
    known = [one["id"] for one in document.value["statements"]]
    asked = list(_of(content, f"{folder}/questions/"))
    rules = list(_of(content, f"{folder}/rules/"))
    if rules and asked:
        yield from _mapped(document, rules, asked)
    for file, other in content.documents.items():
        if PurePosixPath(file).parent == folder and file != path:
            yield from _structured(other, known, [str(one.value.get("id")) for one in asked])


def _register(document: Document) -> Iterator[Problem]:
    value = document.value
    known = [one["id"] for one in value["statements"]]
    sections = value["source"].get("sections", {})
    prefixes = {name.split("-")[0] for name in known}
    for index, one in enumerate(value["statements"]):
        at = ("statements", index)
        _, number = one["id"].split("-")
        if len(prefixes) > 1 or int(number) != index + 1:
            what = f"{one['id']} is number {index + 1} of the register."
            step = "Number statements without a gap and under one prefix: an id is never given twice or left out."
            yield problem(document, (*at, "id"), "spec.wrong-name", what, step)
        for place, mark in enumerate(one["section"]):
            if mark not in sections:
                what = f"The section '{mark}' is not explained.{nearest(mark, list(sections))}"
                yield problem(document, (*at, "section", place), "spec.dangling", what, "Add it to source.sections.")
        for place, other in enumerate(one.get("see", ())):
            if other == one["id"]:
                what = f"{other} refers to itself."
                yield problem(document, (*at, "see", place), "spec.cycle", what, "Name another statement.")
            elif other not in known:
                what = f"The register has no {other}."
                yield problem(document, (*at, "see", place), "spec.dangling", what, "Name a statement of it.")


def _mapped(document: Document, rules: list[Document], asked: list[Document]) -> Iterator[Problem]:
    """Every statement in a rule, every open one in exactly one question."""
    gathered = {name for one in rules for name in _names(one)}
    questions = [name for one in asked for name in _names(one)]
    for index, one in enumerate(document.value["statements"]):
        name, at = one["id"], ("statements", index, "id")
        if one["kind"] == "open-question":
            if questions.count(name) != 1:
                what = f"{name} is open, and {questions.count(name)} questions ask it."
                yield problem(document, at, "spec.unmapped", what, "Ask it in exactly one file of questions/.")
        elif name in questions:
            what = f"A question asks {name}, whose kind is {one['kind']}."
            yield problem(
                document, at, "spec.contradiction", what, "Make it an open-question, or take it out of there."
            )
        elif name not in gathered:
            what = f"No rule gathers {name}."
            yield problem(document, at, "spec.unmapped", what, "Add it to the statements of a rule, or write one.")


def _structured(document: Document, known: list[str], asked: list[str]) -> Iterator[Problem]:
    """What the files that hold the law as tables refer to."""
    for at, node in _nodes(document.value, ()):
        named = node.get("statements")
        if isinstance(named, list):
            for index, name in enumerate(named):
                if isinstance(name, str) and name not in known:
                    what = f"The register has no {name}."
                    yield problem(
                        document, (*at, "statements", index), "spec.dangling", what, "Name a statement of it."
                    )
        if set(node) == PROFILES and node["current"] == node["target"]:
            what = "The value is the same in both profiles."
            yield problem(document, at, "spec.contradiction", what, "Write it once: a pair says that they differ.")
        yield from _asked(document, at, node, asked)


def _asked(document: Document, at: Pointer, node: dict[str, Any], asked: list[str]) -> Iterator[Problem]:
    if not asked:
        return
    named: list[tuple[Pointer, Any]] = [(("question",), node.get("question"))]
    if isinstance(node.get("questions"), list):
        named += [(("questions", index), name) for index, name in enumerate(node["questions"])]
    for place, name in named:
        if isinstance(name, str) and name not in asked:
            what = f"There is no question '{name}'.{nearest(name, asked)}"
            yield problem(document, (*at, *place), "spec.dangling", what, "Name a question of the system.")


def _nodes(value: Any, at: Pointer) -> Iterator[tuple[Pointer, dict[str, Any]]]:
    """Every mapping in a value, with its pointer."""
    if isinstance(value, dict):
        yield at, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _nodes(item, (*at, key))


def _of(content: Content, folder: str) -> Iterator[Document]:
    """The documents of a folder, as far as they are mappings."""
    for file, document in content.documents.items():
        if file.startswith(folder) and isinstance(document.value, dict):
            yield document


def _names(document: Document) -> list[str]:
    named = document.value.get("statements")
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []
