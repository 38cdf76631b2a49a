"""One mutant in a process of its own: the reference with the mutated text is asked the cases until one is red.

Reads a JSON request from stdin and prints one JSON line. The process keeps whatever the mutant does away from everybody
else; it refuses to judge in another way than a run does.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any


class _Loader(SourceFileLoader):
    """Compiles another text than that of the file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the base class's signature
        return compile(self._text, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the one mutated module."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._text = text

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG002 - the base class's signature
    ) -> ModuleSpec | None:
        if fullname != self._name or not path:
            return None
        file = str(Path(next(iter(path))) / f"{fullname.rpartition('.')[2]}.py")
        return spec_from_file_location(fullname, file, loader=_Loader(fullname, file, self._text))


def main() -> None:
    """The request: `system`, `engines` by profile, `rules`; `module` with its `text`, or the `root` of another law."""
    request = json.load(sys.stdin)
    if request["module"]:
        sys.meta_path.insert(0, _Finder(request["module"], request["text"]))
    print(json.dumps(_first_red(request)))  # noqa: T201 - the answer to the parent


def _first_red(request: dict[str, Any]) -> dict[str, Any]:
    """Which case is red first, those of the broken rules before all others; `case` is None when none is."""
    from specproof.conformance import cases  # noqa: PLC0415 - after the finder: it brings the reference with it
    from specproof.conformance.session import Session  # noqa: PLC0415 - as above
    from specproof.conformance.subjects.reference import Reference  # noqa: PLC0415 - as above
    from specproof.conformance.verdict import judge  # noqa: PLC0415 - as above

    system, engines = request["system"], request["engines"]
    root = Path(request["root"]) if request["root"] else None
    suite = cases.compile_suite((system,))
    asked, opened = 0, None
    with Session(lambda: Reference(root), suite.operations) as session:
        features = session.hello().features[system]
        for profile, case in _ordered(suite.cases, set(request["rules"]), engines):
            if profile != opened:
                session.close()  # before another database is opened
                session.open({"system": system, "profile": profile, "engine": engines and engines[profile]})
                opened = profile
            asked += 1
            judgement = judge(case, session.ask(case), features)
            if judgement.red:
                return {"case": case.id, "profile": profile, "verdict": str(judgement.verdict), "asked": asked}
    return {"case": None, "profile": None, "verdict": None, "asked": asked}


def _ordered(cases: Sequence[Any], broken: set[str], engines: Mapping[str, Any] | None) -> list[tuple[str, Any]]:
    """In memory every case, on an engine those that are about one, each profile once: its tables stay."""
    pairs = [
        (profile, case)
        for case in cases
        for profile in case.profiles
        if engines is None or engines[profile]["name"] in case.engines
    ]

    def order(pair: tuple[str, Any]) -> tuple[str, bool]:
        profile, case = pair
        others = not broken & {rule.partition("@")[0] for rule in case.rules}
        return (profile if engines else "", others)

    return sorted(pairs, key=order)


if __name__ == "__main__":
    main()
