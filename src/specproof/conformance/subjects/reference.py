"""Our own reference as a subject: the answers of `conformance.answering` behind the seam.

Claims exactly the operations that there are answers to. It refuses to add behaviour: whatever is decided here would be
law that stands nowhere.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from specproof import __version__
from specproof.conformance import answering
from specproof.conformance.observation import Json
from specproof.reference.rejection import Rejection
from specproof.reference.source import PROFILES


def make() -> Reference:
    """The reference under the installed law."""
    return Reference()


# What answers offer beside operations: where rows lie, and letting go of them.
_HOUSEKEEPING = ("on_engine", "reset", "close")


class Reference:
    """`root` is a folder with another law in `specs`."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root
        self._answers: Any = None

    def hello(self) -> Json:
        claims = [
            {"system": name, "profiles": [*PROFILES], "features": [*_operations(answers), *answers.FEATURES]}
            for name, answers in _systems().items()
        ]
        return {"protocol": 1, "implementation": {"name": "reference", "version": __version__}, "claims": claims}

    def open(self, environment: Json) -> None:
        self.close()
        self._answers = _systems()[environment["system"]](environment["profile"], self._root)
        if environment["engine"] is not None:
            self._housekeeping("on_engine", environment["engine"])

    def run(self, request: Json) -> Json:
        method = _operations(type(self._answers)).get(request["op"])
        if method is None:
            return {"outcome": "unsupported", "feature": request["op"]}
        found = method(self._answers, request["given"], request["input"])
        if isinstance(found, Rejection):
            return {"outcome": "rejected", "error": {"code": found.code, "path": found.path}}
        return {"outcome": "value", "observed": found}

    def reset(self) -> None:
        """What a case left in a database goes; pure functions leave nothing behind."""
        self._housekeeping("reset")

    def close(self) -> None:
        self._housekeeping("close")
        self._answers = None

    def _housekeeping(self, name: str, *arguments: Json) -> None:
        """Answers that hold nothing lack these methods."""
        method = getattr(self._answers, name, None)
        if method is not None:
            method(*arguments)


def _systems() -> dict[str, Any]:
    """The answers of every system that has some, by the name of the system."""
    files = sorted(Path(answering.__path__[0]).glob("[!_]*.py"))
    modules = {file.stem: importlib.import_module(f"{answering.__name__}.{file.stem}") for file in files}
    return {name.replace("_", "-"): module.Answers for name, module in modules.items()}


def _operations(answers: Any) -> dict[str, Callable[..., Json | Rejection]]:
    return {
        name.replace("_", "-"): value
        for name, value in vars(answers).items()
        if name[0] != "_" and name not in _HOUSEKEEPING and callable(value)
    }
