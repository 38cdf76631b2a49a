"""A glossary: no word leads to two terms, and a term belongs to systems that exist."""

from __future__ import annotations

from collections.abc import Iterator

from specproof.specs.content import Content
from specproof.specs.crosscheck import common
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    manifest = content.documents.get(common.MANIFEST)
    listed = common.listed(manifest.value, "systems") if manifest else []
    systems = [str(one.get("id")) for one in listed if isinstance(one, dict)]
    owner: dict[str, str] = {}
    for term in document.value["terms"]:
        owner.setdefault(term["id"].casefold(), term["id"])
    for index, term in enumerate(document.value["terms"]):
        for place, alias in enumerate(term.get("aliases", ())):
            other = owner.setdefault(alias.casefold(), term["id"])
            at = ("terms", index, "aliases", place)
            if other != term["id"]:
                what = f"'{alias}' leads to '{other}' already."
                yield problem(document, at, "spec.not-unique", what, "Keep it in one of the two.")
            elif alias.casefold() == term["id"]:
                yield problem(document, at, "spec.cycle", f"'{alias}' is an alias of itself.", "Remove it.")
        for place, system in enumerate(term.get("systems", ())):
            if systems and system not in systems:
                what = f"There is no system '{system}'.{nearest(system, systems)}"
                at = ("terms", index, "systems", place)
                yield problem(document, at, "spec.dangling", what, "Name a system of the manifest.")
