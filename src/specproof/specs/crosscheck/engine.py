"""An engine's file has the name of the engine, and a line with a word and a probe for every law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.crosscheck import engine_law
from specproof.specs.load import Document
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    if document.value["engine"] != PurePosixPath(path).stem:
        what = f"The engine is '{document.value['engine']}', but the file is called {PurePosixPath(path).name}."
        yield problem(document, ("engine",), "spec.wrong-name", what, "Make the two equal.")
    for name in document.value.get("errors", {}):
        yield from engine_law.condition(document, ("errors", name), name, content)
    if "laws" in document.value:
        yield from _laws(document, content)
    if "emulation" in document.value:
        yield from _emulation(document, content)


def _laws(document: Document, content: Content) -> Iterator[Problem]:
    lines, laws = document.value["laws"], content.stems(engine_law.FOLDER, ".yaml")
    for missing in sorted(set(laws) - set(lines)):
        what = f"The engine has no line for the law '{missing}'."
        yield problem(
            document, ("laws",), "spec.missing-key", what, "Add one; where nobody knows, write `unsettled: true`."
        )
    for name, line in lines.items():
        if name not in laws:
            what = f"There is no {engine_law.FOLDER}/{name}.yaml.{nearest(name, laws)}"
            yield problem(document, ("laws", name), "spec.dangling", what, "Name a law of that folder.")
        elif isinstance(law := _value(content, f"{engine_law.FOLDER}/{name}.yaml"), dict):
            yield from _line(document, name, line, law, content)


def _emulation(document: Document, content: Content) -> Iterator[Problem]:
    lines = document.value.get("laws", {})
    for number, name in enumerate(document.value["emulation"]["laws"]):
        if name not in lines:
            what = f"The engine has no line for the law '{name}'.{nearest(name, lines)}"
            yield problem(document, ("emulation", "laws", number), "spec.dangling", what, "Name a law of the engine.")
    for name in document.value["emulation"]["errors"]:
        yield from engine_law.condition(document, ("emulation", "errors", name), name, content)


def _value(content: Content, path: str) -> Any:
    found = content.documents.get(path)
    return found.value if found else None


def _line(
    document: Document, name: str, line: dict[str, Any], law: dict[str, Any], content: Content
) -> Iterator[Problem]:
    words = law.get("words")
    if not isinstance(words, dict):
        return  # told where the law stands
    value = line.get("value")
    if value is not None and value not in words:
        what = f"'{value}' is no word of the law '{name}'.{nearest(value, list(words))}"
        yield problem(document, ("laws", name, "value"), "spec.dangling", what, f"Use one of: {', '.join(words)}.")
    if "probe" in line:
        yield from engine_law.probe(document, ("laws", name, "probe"), line["probe"], words, content)
    elif "probe" not in law:
        what = f"The law '{name}' has no probe for all engines, and this engine has none of its own."
        yield problem(document, ("laws", name), "spec.missing-key", what, "Write a probe here or in the law.")
    used = line.get("probe") or law.get("probe")
    if isinstance(used, dict) and "ask" in used:
        yield from _equipped(document, name, used)


def _equipped(document: Document, name: str, probe: dict[str, Any]) -> Iterator[Problem]:
    """The engine spells what the probe leaves to it, and has codes for the conditions that the probe foresees."""
    for word in sorted(engine_law.spelt(probe) - set(document.value.get("probing", {}).get("spelling", ()))):
        what = f"The probe of '{name}' says ${word}, which the engine does not spell."
        yield problem(document, ("laws", name), "spec.missing-key", what, "Add it to `probing`, `spelling`.")
    for condition in sorted(engine_law.foreseen(probe) - set(document.value.get("errors", ()))):
        what = f"The probe of '{name}' speaks of the condition '{condition}', for which the engine has no entry."
        yield problem(document, ("laws", name), "spec.missing-key", what, "Add the engine's codes to `errors`.")
