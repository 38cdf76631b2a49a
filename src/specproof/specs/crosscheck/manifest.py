"""The manifest names exactly the systems that have a folder, and engines that have a file."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.specs.content import Content
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    engines = content.stems("specs/engines", ".yaml")
    named = set()
    for index, system in enumerate(document.value["systems"]):
        named.add(system["id"])
        if not content.has(f"specs/{system['id']}"):
            what = f"The system '{system['id']}' has no folder in specs."
            yield problem(
                document, ("systems", index, "id"), "spec.dangling", what, "Add the folder, or remove the system."
            )
        for number, engine in enumerate(system["engines"]):
            if engine not in engines:
                what = f"There is no specs/engines/{engine}.yaml.{nearest(engine, engines)}"
                at = ("systems", index, "engines", number)
                yield problem(document, at, "spec.dangling", what, "Name an engine that has a file.")
    for folder in sorted({p.split("/")[1] for p in content.paths if p.startswith("specs/") and p.count("/") > 1}):
        if folder not in {*named, "engines"}:
            what = f"The folder specs/{folder} belongs to no system."
            yield problem(document, ("systems",), "spec.dangling", what, "Add the system here, or remove the folder.")
