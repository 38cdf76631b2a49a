"""One message through the whole path: read, look, judge, then decide and write under the lock of a store.

The same path serves the store in memory and the databases; a store is a `Store`. It refuses to hold anything between
two messages, and to know how a store locks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeAlias

from specproof.reference.flight_state import message as messages
from specproof.reference.flight_state import procedure as procedures
from specproof.reference.flight_state.admit import admit
from specproof.reference.flight_state.commands import Command
from specproof.reference.flight_state.decide import Decider, Decision
from specproof.reference.flight_state.judge import Accepted, Ended, Peek, judge
from specproof.reference.flight_state.message import Message
from specproof.reference.flight_state.procedure import Procedure
from specproof.reference.flight_state.read_back import Held, ReadBack
from specproof.reference.flight_state.translate import Warned
from specproof.reference.rejection import Rejection

COMPARE_AND_SET = "compare-and-set"
Decide: TypeAlias = Callable[[Mapping[str, Held]], Decision]


@dataclass(frozen=True, slots=True)
class Failure:
    """A write that was rolled back as a whole. `reason` is a word: compare-and-set, constraint, connection-lost, …"""

    reason: str
    detail: str = ""


class Store(Protocol):
    """Where the rows are: in memory, or in a database."""

    def peek(self, message: Message) -> Peek:
        """A look without a lock at what the judgement asks for."""
        ...

    def write(self, message: Message, peek: Peek, decide: Decide) -> Decision | Failure:
        """One transaction: locks what the message touches, compares it with the look, loads it, decides, executes.

        A difference from the look, and whatever goes wrong on the way, is a Failure, and nothing has changed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Processed:
    """What became of one message; `commands` by flight and key, `decision` where it took effect."""

    outcome: str
    commands: Mapping[str, Mapping[str, Command]] = field(default_factory=dict)
    warnings: tuple[Warned, ...] = ()
    rejection: Rejection | None = None
    decision: Decision | None = None
    failure: Failure | None = None


class Processor:
    """The law of one profile, compiled; `root` as in `reference.source`."""

    def __init__(self, profile: str, root: Path | None = None) -> None:
        self.procedure: Procedure = procedures.read(profile, root)
        self.read_back = ReadBack(self.procedure.layout, root)
        self._decider = Decider(self.procedure, self.read_back)

    def process(self, data: bytes, store: Store, now: datetime, options: Mapping[str, bool] | None = None) -> Processed:
        """`now` is the time of the message, in UTC without a time zone; `options` those that a deployment declares."""
        message = messages.read(data, self.procedure.law)
        if isinstance(message, Rejection):
            return Processed(self.procedure.refused, rejection=message)
        peek = store.peek(message)
        judged = judge(message, peek, self.procedure, options or {})
        if isinstance(judged, Ended):
            return Processed(judged.outcome, rejection=judged.rejection)
        return self._written(judged, peek, store, now, options or {})

    def execute(
        self,
        message: Message,
        commands: Mapping[str, Command],
        store: Store,
        now: datetime,
        options: Mapping[str, bool] | None = None,
    ) -> Processed:
        """Commands of the engine's own on the one flight that `message` names, as if a message had brought them."""
        for key, command in commands.items():
            barred = admit(command.name, key, self.procedure.law)
            if barred is not None:
                return Processed(self.procedure.refused, rejection=barred)
        accepted = Accepted(message, {flight.flid: commands for flight in message.flights})
        return self._written(accepted, store.peek(message), store, now, options or {})

    def _written(
        self, accepted: Accepted, peek: Peek, store: Store, now: datetime, options: Mapping[str, bool]
    ) -> Processed:
        def decide(held: Mapping[str, Held]) -> Decision:
            return self._decider.decide(accepted, peek, held, now, options)

        written = store.write(accepted.message, peek, decide)
        if isinstance(written, Failure):
            return Processed(self.procedure.failed, accepted.commands, accepted.warnings, failure=written)
        return Processed(written.outcome, accepted.commands, accepted.warnings, decision=written)
