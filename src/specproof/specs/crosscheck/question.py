"""A question: named as its file, its position is one of the alternatives, and everything it refers to exists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from specproof.specs.content import Content
from specproof.specs.crosscheck import common
from specproof.specs.problem import Problem
from specproof.specs.sentences import nearest, problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    value, folder = document.value, PurePosixPath(path).parent
    yield from common.named(document, path, content, "q.")
    yield from common.statements(document, folder.parent, content)
    yield from common.pointers(document, ("position", "data"), folder.parent, content)
    choice, offered = value["position"]["choice"], [one["id"] for one in value["alternatives"]]
    if choice not in offered:
        what = f"The position '{choice}' is not among the alternatives.{nearest(choice, offered)}"
        yield problem(document, ("position", "choice"), "spec.dangling", what, f"Choose one of: {', '.join(offered)}.")
    rules = list(common.by_id(content, f"{folder.parent}/rules/"))
    start = value["id"].split(".")[0]
    for name in sorted(
        set(re.findall(rf"\b{start}\.(?!q\.)[a-z0-9-]*[a-z0-9](?![a-z0-9-]|\.[a-z0-9])", json.dumps(value["flips"])))
    ):
        if rules and name not in rules:
            what = f"There is no rule '{name}'.{nearest(name, rules)}"
            yield problem(document, ("flips",), "spec.dangling", what, "Name a rule of the system.")
