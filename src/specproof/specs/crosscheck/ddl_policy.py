"""House rules: named as their folder, and every rule switches something on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from specproof.specs.content import Content
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    folder = PurePosixPath(path).parent.name
    if document.value["name"] != folder:
        what = f"The policy is called '{document.value['name']}', but its folder is '{folder}'."
        yield problem(document, ("name",), "spec.wrong-name", what, "Make the two equal.")
    known = _switches(content)
    for name in document.value["rules"]:
        if known and name not in known:
            what = f"No check is called '{name}' or switched on by it.{nearest(name, sorted(known))}"
            yield problem(document, ("rules", name), "spec.dangling", what, "Name a check, or its `policy`.", key=True)


def _switches(content: Content) -> set[str]:
    """The names of checks, and the house rules that they name; empty where the checks are not at hand."""
    found = set(content.stems("ddl/checks", ".yaml")) if "ddl" in content.rooms else set()
    for file, document in content.documents.items():
        if file.startswith("ddl/checks/") and isinstance(document.value, dict):
            policy = document.value.get("policy")
            found |= {policy} if isinstance(policy, str) else set()
    return found
