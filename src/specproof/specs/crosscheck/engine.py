"""An engine's file has the name of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from specproof.specs.content import Content
from specproof.specs.problem import Problem
from specproof.specs.sentences import problem


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    if document.value["engine"] != PurePosixPath(path).stem:
        what = f"The engine is '{document.value['engine']}', but the file is called {PurePosixPath(path).name}."
        yield problem(document, ("engine",), "spec.wrong-name", what, "Make the two equal.")
