"""What an accepted message brings about: next fields, row changes in their order, and the messages that go out.

Pure: the rows of the flights come in, read under the lock, and the time of the message as well. It refuses to decide
whether the message takes effect; `judge` did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from specproof.reference.flight_state.judge import Accepted, DayMark, Peek, is_older
from specproof.reference.flight_state.merge import Merged, merge
from specproof.reference.flight_state.procedure import APPLIED, Procedure
from specproof.reference.flight_state.read_back import Held, ReadBack
from specproof.reference.flight_state.rows import Change, Value
from specproof.reference.flight_state.writing import Batch, Facts, Writing


@dataclass(frozen=True, slots=True)
class Decision:
    """`states` are the next fields of the flights that the message took effect on, `wire` one payload for each.

    `kept` are flights newer than the snapshot that names them, `deleted` those that it lacks.
    """

    outcome: str
    states: Mapping[str, Mapping[str, Any]]
    changes: tuple[Change, ...]
    wire: tuple[Mapping[str, Any], ...]
    kept: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


class Decider:
    """The law of one profile, compiled."""

    def __init__(self, procedure: Procedure, read_back: ReadBack) -> None:
        self._procedure = procedure
        self._read_back = read_back
        self._writing = Writing(procedure.layout)

    def decide(
        self,
        accepted: Accepted,
        peek: Peek,
        held: Mapping[str, Held],
        now: datetime,
        options: Mapping[str, bool],
    ) -> Decision:
        """`held` are the stored flights that the message names; `now` is in UTC without a time zone.

        `options` are those that a deployment declares, by the names of the law.
        """
        message = accepted.message
        snapshot = self._procedure.is_snapshot(message.kind)
        generation = _next_generation(peek.day) if snapshot else None
        times = self._writing.times(now)
        batch = self._writing.begin()
        states: dict[str, Mapping[str, Any]] = {}
        wire: list[Mapping[str, Any]] = []
        kept: list[str] = []
        for flid, commands in accepted.commands.items():
            facts = self._facts(accepted, flid, generation, times)
            mark = peek.flights.get(flid)
            if snapshot and mark is not None and is_older(message.version, mark.version, self._procedure):
                batch.stamp(facts)
                kept.append(flid)
                continue
            stored = held.get(flid)
            before = self._read_back.fields(stored) if stored else {}
            merged = merge(before, commands, self._procedure, suppress_equal=self._suppresses(options))
            batch.flight(merged.done, facts, exists=stored is not None)
            states[flid] = merged.fields
            wire.append(self._payload(facts, merged))
        deleted = tuple(self._difference(accepted, peek)) if snapshot else ()
        for flid in deleted:
            batch.gone(flid)
        self._of_message(batch, accepted, peek, generation, times)
        return Decision(APPLIED, states, batch.changes(), tuple(wire), tuple(kept), deleted)

    def _suppresses(self, options: Mapping[str, bool]) -> bool:
        return options.get(self._procedure.suppress_option, self._procedure.suppress_by_default)

    def _facts(
        self, accepted: Accepted, flid: str | None, generation: int | None, times: Mapping[int, datetime]
    ) -> Facts:
        message = accepted.message
        values: dict[str, Value] = {
            "flight-id": flid,
            "flight-day": message.fday,
            "generation": generation,
            "next-generation": generation,
            "message-version": message.version,
            "identity-key": message.identity_key,
            "message-id": message.message_id,
            "message-kind": message.kind,
        }
        return Facts(values, times)

    def _of_message(
        self, batch: Batch, accepted: Accepted, peek: Peek, generation: int | None, times: Mapping[int, datetime]
    ) -> None:
        facts = self._facts(accepted, None, generation, times)
        if generation is not None:
            batch.row(self._writing.generation, facts, exists=peek.day is not None)
        batch.row(self._writing.log, facts)

    def _difference(self, accepted: Accepted, peek: Peek) -> Iterable[str]:
        """Flights of the day that an earlier snapshot held and this one lacks, unless they are newer than it."""
        message = accepted.message
        for flid in sorted(peek.flights.keys() - accepted.commands.keys()):
            mark = peek.flights[flid]
            newer = is_older(message.version, mark.version, self._procedure)
            if mark.fday == message.fday and mark.generation is not None and not newer:
                yield flid

    def _payload(self, facts: Facts, merged: Merged) -> Mapping[str, Any]:
        """What goes out for one flight: the parts that wire.yaml names, the fields in the order of the law."""
        message = facts.values
        parts: dict[str, Any] = {
            "flid": message["flight-id"],
            "fday": message["flight-day"],
            "version": message["message-version"],
            "fields": self._fields(merged),
        }
        return {name: parts[name] for name in self._procedure.payload}

    def _fields(self, merged: Merged) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for name in self._procedure.law.keys:
            done = merged.done.get(name)
            if done is not None and done.effect.wire == "absent":
                continue
            if done is not None and done.effect.wire == "empty-list":
                out[name] = []
            elif name in merged.fields:
                out[name] = merged.fields[name]
        return out


def _next_generation(day: DayMark | None) -> int:
    return 1 if day is None else day.generation + 1
