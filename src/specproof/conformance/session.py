"""A conversation with one subject: opens it, asks, survives its crashes, and holds every answer against the schemas.

A subject that crashed is made anew and opened again, so many times and no more. It refuses to let a fault of a subject
end the run: whatever happens is an observation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from jsonschema.exceptions import best_match

from specproof.conformance.cases import Case
from specproof.conformance.observation import Crashed, Json, NotAsked, Observation, Value, read
from specproof.conformance.subject import Maker, Subject
from specproof.errors import EnvironmentProblem
from specproof.specs.operations import Operations
from specproof.specs.problem import printable
from specproof.text import Text

RESTARTS = 10
_LINE = 200  # characters of an error that are repeated
_GIVEN_UP = Text(
    zh=f"被测实现崩溃了 {RESTARTS + 1} 次，不再重启。",
    en=f"The subject crashed {RESTARTS + 1} times and was not started again.",
)


@dataclass(frozen=True, slots=True)
class Claims:
    """Who a subject says it is, and by system the profiles and features that it claims."""

    name: str
    version: str
    profiles: Mapping[str, tuple[str, ...]]
    features: Mapping[str, frozenset[str]]


class Session:
    """Holds one subject at a time. Use as a context: it is closed at the end."""

    def __init__(self, make: Maker, operations: Operations) -> None:
        self._make = make
        self._operations = operations
        self._subject: Subject | None = None
        self._environment: Json = {}
        self._opened = False
        self._left = RESTARTS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def hello(self) -> Claims:
        """Raises EnvironmentProblem `conformance.no-hello` when the subject cannot say who it is."""
        try:
            message = self._started().hello()
            fault = self._fault("claims", message)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a subject may raise anything
            fault = _line(error)
        if fault:
            raise EnvironmentProblem(
                "conformance.no-hello",
                "The subject does not say who it is and what it can do.",
                cause=fault,
                next_step="Correct its answer to hello; conformance/PROTOCOL.md shows it.",
            )
        systems = {one["system"]: one for one in message["claims"]}
        return Claims(
            name=message["implementation"]["name"],
            version=message["implementation"]["version"],
            profiles={name: tuple(one["profiles"]) for name, one in systems.items()},
            features={name: frozenset(one["features"]) for name, one in systems.items()},
        )

    def open(self, environment: Json) -> None:
        """Where the next cases run; the subject is told before the first of them."""
        self._environment = environment
        self._opened = False

    def ask(self, case: Case) -> Observation:
        """What the subject does on a case. Never raises for a fault of the subject."""
        if self._subject is None and self._left < 0:
            return NotAsked(_GIVEN_UP)
        request = {"case": case.id, "op": case.operation.name, "given": case.given, "input": case.input}
        try:
            subject = self._ready()
            answer = subject.run(json.loads(json.dumps(request)))
            fault = self._fault("observation", answer)
            observation = Crashed(f"its answer is no observation: {fault}") if fault else read(answer)
            subject.reset()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a subject may raise anything
            self.close()
            self._left -= 1
            return Crashed(_line(error))
        if isinstance(observation, Value):
            wrong = best_match(self._operations.value_errors(case.operation, observation.observed))
            if wrong:
                return Crashed(f"its value is none of the operation {case.operation.name}: {_short(wrong.message)}")
        return observation

    def close(self) -> None:
        """Lets go of the subject, and with it of everything that it holds of its environment."""
        subject, self._subject = self._subject, None
        if subject is not None:
            with suppress(Exception, SystemExit):
                subject.close()

    def _ready(self) -> Subject:
        subject = self._started()
        if not self._opened:
            subject.open(json.loads(json.dumps(self._environment)))
            self._opened = True
        return subject

    def _started(self) -> Subject:
        if self._subject is None:
            self._subject = self._make()
            self._opened = False
        return self._subject

    def _fault(self, part: str, message: Any) -> str | None:
        """What is wrong with a message from the subject; None when nothing is."""
        if (strange := _no_json(message)) is not None:
            return f"it holds {strange}, which is no JSON"
        error = best_match(self._operations.seam_errors(part, message))
        return _short(error.message) if error else None


def _no_json(value: Any) -> str | None:
    """The name of the first type in a value that JSON lacks."""
    match value:
        case None | bool() | int():
            return None
        case str():
            return "half of a surrogate pair" if any("\ud800" <= c <= "\udfff" for c in value) else None
        case float():
            return None if value - value == 0 else str(value)
        case list():
            return next((found for item in value if (found := _no_json(item))), None)
        case dict():
            keys = next((f"a key of type {type(key).__name__}" for key in value if not isinstance(key, str)), None)
            return keys or next((found for item in value.values() if (found := _no_json(item))), None)
    return f"a value of type {type(value).__name__}"


def _line(error: BaseException) -> str:
    text = str(error)
    return _short(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def _short(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"
