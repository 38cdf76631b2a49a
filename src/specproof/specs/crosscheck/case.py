"""A case is named by its place, cites rules as they stand, asks for an operation that exists, and is canonical JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

import rfc8785

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.operations import Operation, of_room
from specproof.specs.problem import Pointer, Problem
from specproof.specs.sentences import nearest, problem, problems_of

MANIFEST = "specs/manifest.yaml"
CASES = "conformance/cases"


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    system = _system(path, content)
    if system is None:
        what = f"The folder {PurePosixPath(path).parts[2]} belongs to no system."
        yield problem(document, (), "spec.dangling", what, "Put the case below the folder of a system.")
        return
    yield from _named(path, document, system)
    yield from _titles(path, document, content)
    for index, cited in enumerate(document.value["rules"]):
        yield from _cited(document, index, cited, system, content)
    yield from _question(document, system, content)
    yield from _engines(document, system)
    yield from _asked(document, system, content)
    yield from _canonical(document)


def _system(path: str, content: Content) -> Mapping[str, Any] | None:
    manifest = content.documents.get(MANIFEST)
    systems = manifest.value.get("systems", ()) if manifest and isinstance(manifest.value, dict) else ()
    return next((one for one in systems if one.get("id") == PurePosixPath(path).parts[2]), None)


def _named(path: str, document: Document, system: Mapping[str, Any]) -> Iterator[Problem]:
    place = PurePosixPath(path)
    wanted = f"{system['rule_prefix']}.{place.parent.name}.{place.stem}"
    if document.value["id"] != wanted:
        what = f"The case is called '{document.value['id']}', but its file stands for '{wanted}'."
        yield problem(document, ("id",), "spec.wrong-name", what, "Make the two equal.")


def _titles(path: str, document: Document, content: Content) -> Iterator[Problem]:
    """Two titles of one system that are equal are told at the later file."""
    folder = "/".join(path.split("/")[:3]) + "/"
    for language, title in document.value["title"].items():
        for other in content.documents:
            if other < path and other.startswith(folder) and _title(content.documents[other], language) == title:
                what = f"The title '{title}' is that of {other} as well."
                step = "Say in each title what tells the two apart."
                yield problem(document, ("title", language), "spec.not-unique", what, step)


def _title(document: Document, language: str) -> str | None:
    title = document.value.get("title") if isinstance(document.value, dict) else None
    return title.get(language) if isinstance(title, dict) else None


def _cited(
    document: Document, index: int, cited: str, system: Mapping[str, Any], content: Content
) -> Iterator[Problem]:
    at = ("rules", index)
    name, _, revision = cited.partition("@")
    prefix, _, slug = name.partition(".")
    folder = f"specs/{system['id']}/rules"
    rule = content.documents.get(f"{folder}/{slug}.yaml")
    if prefix != system["rule_prefix"] or rule is None:
        known = [f"{system['rule_prefix']}.{stem}" for stem in content.stems(folder, ".yaml")]
        what = f"{system['id']} has no rule '{name}'.{nearest(name, known)}"
        yield problem(document, at, "spec.dangling", what, f"Cite a rule of {folder}.")
        return
    said = rule.value if isinstance(rule.value, dict) else {}
    if str(said.get("revision")) != revision:
        what = f"The case was written for revision {revision} of {name}, which is at revision {said.get('revision')}."
        step = f"Read the rule again, correct the case where it changed, then cite {name}@{said.get('revision')}."
        yield problem(document, at, "spec.outdated-revision", what, step)
    foreign = sorted(set(document.value["profiles"]) - set(said.get("profiles", ())))
    if foreign:
        what = f"The rule {name} is not in force in the profile {foreign[0]}."
        step = "Take the profile out of the case, or cite the rule of that profile."
        yield problem(document, at, "spec.contradiction", what, step)
    if said.get("status") == "provisional" and document.value["level"] != "provisional":
        what = f"The rule {name} is provisional, so that a case of it must not turn a run red."
        yield problem(document, at, "spec.contradiction", what, "Give the case the level provisional.")


def _question(document: Document, system: Mapping[str, Any], content: Content) -> Iterator[Problem]:
    name = document.value["origin"].get("question")
    folder = f"specs/{system['id']}/questions"
    known = [f"{system['rule_prefix']}.q.{stem}" for stem in content.stems(folder, ".yaml")]
    if name is not None and name not in known:
        what = f"There is no question '{name}'.{nearest(name, known)}"
        yield problem(document, ("origin", "question"), "spec.dangling", what, f"Name a question of {folder}.")


def _engines(document: Document, system: Mapping[str, Any]) -> Iterator[Problem]:
    for index, engine in enumerate(document.value.get("environments", {}).get("engine", ())):
        if engine not in system["engines"]:
            what = f"The system {system['id']} does not run on '{engine}'.{nearest(engine, system['engines'])}"
            at = ("environments", "engine", index)
            step = "Name an engine that the manifest lists for the system."
            yield problem(document, at, "spec.dangling", what, step)


def _asked(document: Document, system: Mapping[str, Any], content: Content) -> Iterator[Problem]:
    operations = of_room(content.rooms["conformance"])
    known = operations.of(system["id"])
    name = document.value["when"]["op"]
    if name not in known:
        what = f"The system {system['id']} has no operation '{name}'.{nearest(name, list(known))}"
        yield problem(document, ("when", "op"), "spec.dangling", what, f"Use one of: {', '.join(known)}.")
        return
    for error in operations.case_errors(known[name], document.value):
        yield from problems_of(error, document)
    for index, feature in enumerate(document.value.get("requires", ())):
        if feature not in known[name].features:
            what = f"The operation {name} has no feature '{feature}'."
            step = "Take it out; the operation itself need not be named."
            yield problem(document, ("requires", index), "spec.dangling", what, step)
    yield from _codes(document, known[name], content)


def _codes(document: Document, operation: Operation, content: Content) -> Iterator[Problem]:
    """Refusals carry a code of the law."""
    expected = document.value["expect"]
    places: list[Pointer] = [("expect", "reject")] if "reject" in expected else []
    places += [
        ("expect", "any_of", index, "reject") for index, one in enumerate(expected.get("any_of", ())) if "reject" in one
    ]
    known = codes(operation, content)
    for place in places:
        code = _at(document.value, place)["code"]
        if code not in known:
            what = f"The law has no refusal '{code}'.{nearest(code, known)}"
            yield problem(document, (*place, "code"), "spec.dangling", what, f"Use a code of {operation.codes}.")


def codes(operation: Operation, content: Content) -> list[str]:
    """The codes that a refusal of the operation may carry: keys of a mapping, or the ids of a list."""
    file, _, pointer = operation.codes.partition("#/")
    listed = content.documents.get(f"specs/{operation.system}/{file}")
    value: Any = listed.value if listed else {}
    for part in pointer.split("/"):
        value = value.get(part, {}) if isinstance(value, dict) else {}
    if isinstance(value, list):
        return [str(one.get("id")) for one in value]
    return [code for code, said in value.items() if said.get("answer", "refused") == "refused"]


def _canonical(document: Document) -> Iterator[Problem]:
    """Digests are over canonical JSON (RFC 8785), which holds no integers of 2 to the 53rd or more."""
    for at, value in _leaves(document.value, ()):
        if isinstance(value, float):
            what = f"{value} is a fraction, which not every reader understands alike."
            yield problem(document, at, "spec.wrong-value", what, "Write decimals as text, in quotes.")
            continue
        try:
            rfc8785.dumps(value)
        except rfc8785.CanonicalizationError:
            what = f"{value} is larger than an integer of canonical JSON."
            yield problem(document, at, "spec.wrong-value", what, "Write large integers as text, in quotes.")


def _at(value: Any, pointer: Pointer) -> Any:
    for part in pointer:
        value = value[part]
    return value


def _leaves(value: Any, at: Pointer) -> Iterator[tuple[Pointer, Any]]:
    """Every value that is no container, with its place."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _leaves(item, (*at, index))
    else:
        yield at, value
