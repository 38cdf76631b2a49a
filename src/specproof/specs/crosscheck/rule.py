"""A rule: its name is that of its file, its digest that of its norm, and everything it refers to exists.

Two rules that are a pair name each other, and no name leads to two rules. A reference to a room that is not there, such
as the tests in an installed copy, is not judged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.crosscheck import common
from specproof.specs.load import Document
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem

_BOTH = ["current", "target"]
_TARGETS = {"checks": "ddl/checks/{}.yaml", "queries": "migrator/queries/{}.sql"}


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    folder = PurePosixPath(path).parent
    others = common.by_id(content, f"{folder}/")
    yield from common.named(document, path, content, "")
    yield from common.statements(document, folder.parent, content)
    yield from common.pointers(document, ("data",), folder.parent, content)
    yield from common.questions(document, ("questions",), folder.parent, content)
    yield from _digest(document)
    yield from _aliases(document, others)
    yield from _pair(document, others)
    yield from _proof(document, content)


def _digest(document: Document) -> Iterator[Problem]:
    # The canonical form of two texts: keys in order, no blanks (RFC 8785 for this shape).
    norm = json.dumps(document.value["norm"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(norm.encode()).hexdigest()[:16]
    if document.value["digest"] != digest:
        what = "The norm is not the one that the digest was taken of."
        step = f"Raise the revision if the meaning changed, then write digest: '{digest}'."
        yield problem(document, ("digest",), "spec.norm-changed", what, step)


def _aliases(document: Document, others: dict[str, Document]) -> Iterator[Problem]:
    own = document.value["id"]
    for index, alias in enumerate(document.value.get("aliases", ())):
        at = ("aliases", index)
        if alias == own:
            yield problem(document, at, "spec.cycle", f"'{alias}' is an alias of itself.", "Remove it.")
        elif alias in others:
            what = f"'{alias}' is the name of another rule."
            if own in common.listed(others[alias].value, "aliases"):
                what = f"'{own}' and '{alias}' are aliases of each other."
                yield problem(document, at, "spec.cycle", what, "Keep the alias in the rule that has the newer name.")
            else:
                yield problem(document, at, "spec.not-unique", what, "Remove the alias: a name leads to one rule.")
        for name, other in others.items():
            if name != own and alias in common.listed(other.value, "aliases"):
                what = f"'{alias}' is an alias of '{name}' as well."
                yield problem(document, at, "spec.not-unique", what, "Keep it in one of the two.")


def _pair(document: Document, others: dict[str, Document]) -> Iterator[Problem]:
    value = document.value
    if "differs" not in value:
        if value["profiles"] == ["current"]:
            what = "The rule says what today's code does, and not what is to be instead."
            yield problem(document, ("profiles",), "spec.contradiction", what, "Name the other half in differs.")
        return
    name, at = value["differs"], ("differs",)
    if name == value["id"]:
        yield problem(
            document, at, "spec.cycle", "The rule differs from itself.", "Name the rule of the other profile."
        )
    elif name not in others:
        what = f"There is no rule '{name}'.{nearest(name, list(others))}"
        yield problem(document, at, "spec.dangling", what, "Name the rule of the other profile.")
    else:
        yield from _halves(document, others[name].value)


def _halves(document: Document, other: dict[str, Any]) -> Iterator[Problem]:
    value, at = document.value, ("differs",)
    if other.get("differs") != value["id"]:
        points = f"points to '{other['differs']}'" if "differs" in other else "has no differs"
        what = f"'{value['differs']}' does not point back: it {points}."
        yield problem(document, at, "spec.cycle", what, "Let the two rules of a pair name each other.")
    elif sorted(map(str, value["profiles"] + common.listed(other, "profiles"))) != _BOTH:
        what = f"'{value['id']}' and '{value['differs']}' do not share out the two profiles."
        yield problem(document, at, "spec.contradiction", what, "Give one current and the other target.")
    for index, name in enumerate(value["statements"]):
        if name in common.listed(other, "statements"):
            what = f"{name} stands in both halves of the pair."
            step = "Keep it in the half that it speaks of: a statement cannot demand both."
            yield problem(document, ("statements", index), "spec.contradiction", what, step)


def _proof(document: Document, content: Content) -> Iterator[Problem]:
    proof = document.value["proof"]
    for kind, pattern in _TARGETS.items():
        room = pattern.split("/")[0]
        for index, name in enumerate(proof.get(kind, ())):
            if room in content.rooms and not content.has(pattern.format(name)):
                what = f"There is no {pattern.format(name)}."
                yield problem(document, ("proof", kind, index), "spec.dangling", what, "Correct the name, or add it.")
    root = content.rooms["specs"].parent
    for index, name in enumerate(proof.get("static", ())):
        if (root / "tests").is_dir() and not (root / name).exists():
            what = f"There is no {name}."
            yield problem(document, ("proof", "static", index), "spec.dangling", what, "Name a test of the repository.")
