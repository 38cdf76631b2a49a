"""Whether a message takes effect at all: the steps of the judgement, against what a look without a lock has shown.

The first step that decides ends it. It refuses to look at the values that flights hold, and to change anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from specproof.reference.flight_state.commands import Command
from specproof.reference.flight_state.law import SYSTEM
from specproof.reference.flight_state.message import Message
from specproof.reference.flight_state.procedure import Procedure
from specproof.reference.flight_state.translate import Translation, Warned, translate_fields
from specproof.reference.rejection import Rejection
from specproof.reference.source import lawless


@dataclass(frozen=True, slots=True)
class FlightMark:
    """What the look shows of a stored flight."""

    fday: str
    version: int
    generation: int | None


@dataclass(frozen=True, slots=True)
class DayMark:
    """What the look shows of an operational day that snapshots were taken of."""

    generation: int
    last_message_id: str
    version: int


@dataclass(frozen=True, slots=True)
class Peek:
    """What a look without a lock shows: `seen` tells that the identity key is in the log.

    `flights` holds those stored ones that the message names, and for a snapshot all of its day.
    """

    seen: bool = False
    day: DayMark | None = None
    flights: Mapping[str, FlightMark] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A message that takes effect: by flight the commands other than Unchanged."""

    message: Message
    commands: Mapping[str, Mapping[str, Command]]
    warnings: tuple[Warned, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """A message without effect: one of the outcomes of wire.yaml, with the refusal where it is one."""

    outcome: str
    rejection: Rejection | None = None


def judge(message: Message, peek: Peek, procedure: Procedure, options: Mapping[str, bool]) -> Accepted | Ended:
    """`options` as for `translate`."""
    accepted = Accepted(message, {})
    for step in procedure.steps[message.kind]:
        if step.name == "translate":
            translated = _translated(message, procedure, options)
            if isinstance(translated, Rejection):
                return Ended(step.outcome, translated)
            accepted = translated
        elif _question(step.name)(message, peek, procedure):
            return Ended(step.outcome)
    return accepted


def _translated(message: Message, procedure: Procedure, options: Mapping[str, bool]) -> Accepted | Rejection:
    commands: dict[str, Mapping[str, Command]] = {}
    warnings: list[Warned] = []
    for flight in message.flights:
        found = translate_fields(flight.fields, procedure.law, options, flight.path)
        if not isinstance(found, Translation):
            return found
        commands[flight.flid] = found.changing
        warnings.extend(found.warnings)
    return Accepted(message, commands, tuple(warnings))


def is_older(version: int, stored: int, procedure: Procedure) -> bool:
    """Whether an order token is older than the stored one."""
    return version <= stored if procedure.equal_is_older else version < stored


def _duplicate(_message: Message, peek: Peek, _procedure: Procedure) -> bool:
    return peek.seen


def _replay(message: Message, peek: Peek, _procedure: Procedure) -> bool:
    return peek.day is not None and peek.day.last_message_id == message.message_id


def _late(message: Message, peek: Peek, procedure: Procedure) -> bool:
    if procedure.is_snapshot(message.kind):
        return peek.day is not None and is_older(message.version, peek.day.version, procedure)
    marks = (peek.flights.get(flight.flid) for flight in message.flights)
    return any(mark is not None and is_older(message.version, mark.version, procedure) for mark in marks)


_QUESTIONS = {"duplicate": _duplicate, "replay": _replay, "order": _late}


def _question(step: str) -> Callable[[Message, Peek, Procedure], bool]:
    if step not in _QUESTIONS:
        raise lawless(SYSTEM, f"There is no step '{step}' in the judgement.")
    return _QUESTIONS[step]
