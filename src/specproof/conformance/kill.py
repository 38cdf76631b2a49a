"""Runs mutants against the cases of their system and tells which case kills which, or that none does.

Each mutant has a process and a deadline of its own; one without any change goes first and has to survive. It refuses to
count a mutant that could not be run as killed.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from specproof import resources
from specproof.conformance.lending import Lender
from specproof.conformance.mutant import Mutant
from specproof.errors import EnvironmentProblem, InternalProblem
from specproof.reference.source import PROFILES

SECONDS = 120.0
_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Kill:
    """What became of one mutant: the first red case with its verdict, or None; `hung` when the deadline ended it."""

    mutant: Mutant
    case: str | None
    profile: str | None
    verdict: str | None
    asked: int
    hung: bool = False
    not_run: str | None = None  # why, where its engine was not to be had

    @property
    def survived(self) -> bool:
        return self.case is None and not self.hung and self.not_run is None


def run(
    mutants: Sequence[Mutant], lend: Lender, seen: Callable[[Kill], None], *, seconds: float = SECONDS
) -> tuple[Kill, ...]:
    """Those in memory first, then by engine; `seen` hears of each as it ends.

    Raises UsageProblem `mutants.vanished`, InternalProblem `mutants.broken` and `mutants.self-check`.
    """
    texts = {one: one.text() for one in mutants}  # all of them first: a vanished one ends the run before it begins
    kills: list[Kill] = []
    for engine, group in groupby(sorted(mutants, key=_engine), key=_engine):
        members = list(group)
        place = _Place(engine or None, lend)
        try:
            for kill in _all(members, texts, place, seconds):
                seen(kill)
                kills.append(kill)
        except EnvironmentProblem as problem:
            why = f"{problem.what} {problem.cause or ''}".rstrip()
            left = members[len([one for one in kills if one.mutant in members]) :]
            kills += [Kill(one, None, None, None, 0, not_run=why) for one in left]
    return tuple(kills)


def _engine(mutant: Mutant) -> str:
    return mutant.engine or ""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where cases run: in memory, or in databases of their own, one for the tables of each profile."""

    engine: str | None
    lend: Lender

    @contextmanager
    def opened(self) -> Iterator[dict[str, Any] | None]:
        if self.engine is None:
            yield None
            return
        with ExitStack() as stack:
            lent = {profile: stack.enter_context(self.lend(self.engine)) for profile in PROFILES}
            yield {
                profile: {"name": one.identity.name, "version": one.identity.version, "url": one.url}
                for profile, one in lent.items()
            }


def _all(mutants: Sequence[Mutant], texts: Mapping[Mutant, str], place: _Place, seconds: float) -> Iterator[Kill]:
    for system in sorted({one.system for one in mutants}):
        _self_check(system, place, seconds)
    with ThreadPoolExecutor(_WORKERS) as pool:
        yield from pool.map(lambda one: _killed(one, texts[one], place, seconds), mutants)


def _self_check(system: str, place: _Place, seconds: float) -> None:
    with place.opened() as engines:
        request: dict[str, Any] = {"mutant": None, "system": system, "engines": engines, "rules": []}
        answer = _asked({**request, "module": None, "text": None, "root": None}, seconds)
    if answer is None or answer["case"] is not None:
        raise InternalProblem(
            "mutants.self-check",
            f"Without any change the cases of {system} are red: {answer and answer['case']}.",
            cause="The reference does not pass its own cases here, so that every mutant would count as killed.",
            next_step=f"Run `specproof conformance run --system {system}` first.",
        )


def _killed(mutant: Mutant, text: str, place: _Place, seconds: float) -> Kill:
    with _root(mutant, text) as root, place.opened() as engines:
        request = {
            "mutant": f"conformance/mutants/{mutant.system}/{mutant.slug}.yaml",
            "system": mutant.system,
            "engines": engines,
            "rules": mutant.rules,
            "module": mutant.module,
            "text": text if mutant.module else None,
            "root": root,
        }
        answer = _asked(request, seconds)
    if answer is None:
        return Kill(mutant, None, None, None, 0, hung=True)
    return Kill(mutant, answer["case"], answer["profile"], answer["verdict"], answer["asked"])


@contextmanager
def _root(mutant: Mutant, text: str) -> Iterator[str | None]:
    """A folder with the law of the mutant; none when the law stays."""
    if mutant.module:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(resources.path("specs", mutant.system), Path(folder) / "specs" / mutant.system)
        (Path(folder) / mutant.file).write_text(text, encoding="utf-8")
        yield folder


def _asked(request: dict[str, Any], seconds: float) -> dict[str, Any] | None:
    """The answer of a process; None when it did not come in time."""
    command = [sys.executable, "-m", "specproof.conformance.mutant_process"]
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter and a module of our own
            command, input=json.dumps(request), capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        raise InternalProblem(
            "mutants.broken",
            "A mutant could not be run at all.",
            where=request["mutant"],
            cause=done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}",
            next_step="Correct the mutant: it has to load, and to do something wrong.",
        )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer
