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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specproof import resources
from specproof.conformance.mutant import Mutant
from specproof.errors import InternalProblem

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

    @property
    def survived(self) -> bool:
        return self.case is None and not self.hung


def run(mutants: Sequence[Mutant], seen: Callable[[Kill], None], *, seconds: float = SECONDS) -> tuple[Kill, ...]:
    """In the order of the mutants; `seen` hears of each as it ends.

    Raises UsageProblem `mutants.vanished`, InternalProblem `mutants.broken` and `mutants.self-check`.
    """
    texts = [one.text() for one in mutants]  # all of them first: a vanished one ends the run before it begins
    for system in sorted({one.system for one in mutants}):
        _self_check(system, seconds)
    with ThreadPoolExecutor(_WORKERS) as pool:
        kills = []
        for kill in pool.map(lambda one, text: _killed(one, text, seconds), mutants, texts):
            seen(kill)
            kills.append(kill)
    return tuple(kills)


def _self_check(system: str, seconds: float) -> None:
    request: dict[str, Any] = {"system": system, "rules": [], "module": None, "text": None, "root": None}
    answer = _asked(request, seconds)
    if answer is None or answer["case"] is not None:
        raise InternalProblem(
            "mutants.self-check",
            f"Without any change the cases of {system} are red: {answer and answer['case']}.",
            cause="The reference does not pass its own cases here, so that every mutant would count as killed.",
            next_step=f"Run `specproof conformance run --system {system}` first.",
        )


def _killed(mutant: Mutant, text: str, seconds: float) -> Kill:
    with _root(mutant, text) as root:
        request = {
            "system": mutant.system,
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
            where=str(request["module"] or request["root"]),
            cause=done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}",
            next_step="Correct the mutant: it has to load, and to do something wrong.",
        )
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer
