"""One step of an outbox row or a submission context: from a row, an event and a moment to an outcome.

A pure function over the state table of the law. It refuses to touch the row: what is to be written is its answer, and
a refusal is answered with nothing to write.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from specproof.errors import UsageProblem
from specproof.reference.delivery import backoff, conditions
from specproof.reference.delivery.conditions import Request, Row
from specproof.reference.delivery.law import SYSTEM, Law, Outcome
from specproof.reference.rejection import Rejection
from specproof.reference.source import lawless, only

ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Step:
    """`state` is that after the step, `writes` the columns to write, `inserts` the table that gets a row."""

    outcome: str
    state: str
    writes: Mapping[str, Any] = field(default_factory=dict)
    inserts: str | None = None


def step(law: Law, machine: str, row: Row | None, request: Request, now: datetime) -> Step | Rejection:
    """What an event brings about; `machine` is delivery or context, `now` a moment in UTC.

    Raises UsageProblem `reference.missing-input`, `reference.unknown-word`.
    """
    now = _moment(law, now)
    event = law.event(machine, _event(law, machine, row, request))
    for name in event.requires:
        refusal, needs_row = law.condition(name)
        if not (needs_row and row is None) and not conditions.hold(law, name, row, request, now):
            return Rejection(refusal)
    state = _state(law, machine, row, now)
    cell = law.cell(machine, state, event.name)
    outcome = law.outcome(cell.outcome)
    if outcome.answer == "refused":
        return Rejection(outcome.name)
    writes = {} if row is None else _writes(law, outcome, row, request, now)
    table = law.lifecycle[machine]["table"]
    for column in writes:
        if not law.may_write(table, column, event.actor):
            raise lawless(SYSTEM, f"{outcome.name} has {event.actor} write {table}.{column}, which it may not.")
    return Step(outcome.name, cell.next or state, writes, outcome.inserts)


def _moment(law: Law, now: datetime) -> datetime:
    said = law.lifecycle["moments"]
    only(SYSTEM, said["precision"], "whole-seconds")
    only(SYSTEM, said["fraction"], "cut-before-bind")
    return now.replace(microsecond=0)


def _state(law: Law, machine: str, row: Row | None, now: datetime) -> str:
    if row is None:
        return ABSENT
    if machine == "delivery":
        return str(row[law.lifecycle[machine]["state_column"]])
    if row[law.lifecycle[machine]["link"]["where_null"]] is not None:
        return "linked"
    last = row[law.lifecycle[machine]["time_to_live"]["last_second"]]
    return "expired" if now > last else "open"


def _event(law: Law, machine: str, row: Row | None, request: Request) -> str:
    """The event of the state table that a request is; some differ by what the row holds."""
    said, stored = law.lifecycle[machine], row or {}
    match request.event:
        case "nack":
            return "nack-last" if stored.get("retry_count", 0) + 1 >= said["tries"]["maximum"] else "nack-tries-left"
        case "replay":
            only(SYSTEM, said["replay"]["key"]["compare"], "bytes")
            last = stored.get(said["replay"]["key"]["column"])
            return "replay-same-key" if last == request.argument("operation_key") else "replay-new-key"
        case "receipt":
            first = stored.get(said["receipt"]["settled"]["where_null"])
            same = first == request.argument("outcome")
            return "receipt-first" if first is None else "receipt-same" if same else "receipt-other"
        case "rewrite" if not law.immutable(said["table"], request.argument("column")):
            raise UsageProblem(
                "reference.missing-input",
                f"'{request.argument('column')}' is no column that stays as inserted.",
                next_step="Name a column that writers.yaml calls immutable.",
            )
    return request.event


def _writes(law: Law, outcome: Outcome, row: Row, request: Request, now: datetime) -> dict[str, Any]:
    written = {}
    for column, word in outcome.writes.items():
        if word == "local-ref" and request.arguments.get("local_ref") is None:
            continue  # the column keeps its value
        written[column] = _value(law, column, word, row, request, now)
    return written


def _value(law: Law, column: str, word: str, row: Row, request: Request, now: datetime) -> Any:
    match word:
        case "now":
            return now
        case "cleared":
            return None
        case "one-more":
            return row[column] + 1
        case "lease-end":
            return now + timedelta(seconds=law.lifecycle["delivery"]["claim"]["lease"]["seconds"])
        case "backoff-end":
            return now + timedelta(seconds=backoff.seconds(law.lifecycle["delivery"]["backoff"], row["retry_count"]))
        case "expiry":
            return now + timedelta(minutes=law.lifecycle["context"]["time_to_live"]["default_minutes"])
        case "cause" | "local-ref":
            only(SYSTEM, law.lifecycle["delivery"]["last_error"]["unit"], "code-points")
            only(SYSTEM, law.lifecycle["delivery"]["last_error"]["too_long"], "cut")
            return str(request.argument(word.replace("-", "_")))[: law.length("answer_delivery", column)]
        case "token-digest":
            only(SYSTEM, law.lifecycle["context"]["token"]["digest"], "sha-256")
            return hashlib.sha256(request.argument("token").encode()).hexdigest()
    if word in _ARGUMENTS:
        return request.argument(_ARGUMENTS[word])
    raise lawless(SYSTEM, f"There is no value '{word}' to write.")


# Words whose value the request brings.
_ARGUMENTS = {
    "owner-mark": "mark",
    "actor-name": "actor",
    "outcome": "outcome",
    "operation-key": "operation_key",
    "answer": "answer_uuid",
    "revision": "answer_revision",
}
