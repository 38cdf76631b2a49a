"""The seam to an implementation under test, and where subjects are found.

A subject is a module of `conformance/subjects` with a function `make`; a transport to another process is one more. It
answers observations: what is expected never reaches it, and a verdict is never its to give. Messages in both
directions are JSON, as `conformance/protocol/seam.schema.json` has them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol

from specproof.conformance.observation import Json
from specproof.errors import UsageProblem

_SUBJECTS = Path(__file__).parent / "subjects"


class Subject(Protocol):
    """One instance under test. Whatever it raises counts as a crash of the case at hand."""

    def hello(self) -> Json:
        """The message `claims`."""
        ...

    def open(self, environment: Json) -> None:
        """Told once before the cases of one environment, the message `environment`."""
        ...

    def run(self, request: Json) -> Json:
        """The message `observation` for a message `request`."""
        ...

    def reset(self) -> None:
        """Forgets what the last case left behind."""
        ...

    def close(self) -> None: ...


Maker = Callable[[], Subject]


def slugs() -> tuple[str, ...]:
    """The names of all subjects."""
    return tuple(sorted(file.stem.replace("_", "-") for file in _SUBJECTS.glob("[!_]*.py")))


def find(slug: str) -> Maker:
    """What makes the subject of that name. Raises UsageProblem `conformance.unknown-subject`."""
    known = slugs()
    if slug not in known:
        near = get_close_matches(slug, known, n=1)
        raise UsageProblem(
            "conformance.unknown-subject",
            f"There is no subject '{slug}'." + (f" Did you mean '{near[0]}'?" if near else ""),
            next_step=f"Use one of: {', '.join(known)}.",
        )
    module = importlib.import_module(f"{__package__}.subjects.{slug.replace('-', '_')}")
    maker: Maker = module.make
    return maker
