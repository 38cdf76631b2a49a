"""What has to hold before an event is looked at: one function for each condition of the lifecycle.

A condition sees the row, the request and the moment. One that only the surroundings can know (a grant, a signature) is
told by the caller; it refuses to assume either answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from specproof.errors import UsageProblem
from specproof.reference.delivery.law import SYSTEM, Law
from specproof.reference.source import lawless, only

Row = Mapping[str, Any]  # column -> None, text, integer or a moment in UTC


@dataclass(frozen=True, slots=True)
class Request:
    """What came with an event: arguments by name, and what the surroundings say of each condition they decide."""

    event: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    holds: Mapping[str, bool] = field(default_factory=dict)

    def argument(self, name: str) -> Any:
        """Raises UsageProblem `reference.missing-input`."""
        if name not in self.arguments:
            raise UsageProblem(
                "reference.missing-input",
                f"The event '{self.event}' needs the argument '{name}'.",
                next_step="Give it with the event.",
            )
        return self.arguments[name]


# Which the surroundings decide: neither the row nor the arguments show them.
OUTSIDE = frozenset(
    {
        "replay-authorised",
        "receipt-signed",
        "app-auth-verified",
        "read-grant",
        "subscribe-grant",
        "form-version-exists",
        "answer-unlinked",
    }
)
_COORDINATES = ("form_uuid", "form_version", "app_code", "code", "submitter_id")


def hold(law: Law, name: str, row: Row | None, request: Request, now: datetime) -> bool:
    """Whether a condition holds. Raises UsageProblem `reference.missing-input`, `reference.unknown-word`."""
    if name in OUTSIDE:
        if name not in request.holds:
            raise UsageProblem(
                "reference.missing-input",
                f"Whether '{name}' holds is not said.",
                next_step=f"Give it with the event '{request.event}'.",
            )
        return request.holds[name]
    stored: Row = row or {}
    if name == "due":
        return _due(law, stored, now)
    judge = _DELIVERY.get(name) or _CONTEXT.get(name)
    if judge is None:
        raise lawless(SYSTEM, f"There is no condition '{name}'.")
    return bool(judge(law, stored, request))


def _due(law: Law, row: Row, now: datetime) -> bool:
    scan = _said(law, "scan")
    only(SYSTEM, scan["reached"], "at-or-before-now")
    states = scan["states"]
    state = row[law.lifecycle["delivery"]["state_column"]]
    if state not in states:
        return False
    moment = row[_said(law, "claim")["lease"]["column"]]
    return bool(states[state]["without_time"] == "due" if moment is None else moment <= now)


def _said(law: Law, part: str) -> Mapping[str, Any]:
    said: Mapping[str, Any] = law.lifecycle["delivery"][part]
    return said


# --- of an outbox row -------------------------------------------------------------------------------------------------


def _lease_owner(law: Law, row: Row, request: Request) -> bool:
    return bool(row[_said(law, "claim")["owner"]["column"]] == request.argument("mark"))


def _replay_key_valid(law: Law, _row: Row, request: Request) -> bool:
    column = _said(law, "replay")["key"]["column"]
    return 1 <= len(request.argument("operation_key")) <= law.length("answer_delivery", column)


def _outcome_known(law: Law, _row: Row, request: Request) -> bool:
    column = _said(law, "receipt")["settled"]["where_null"]
    return request.argument("outcome") in law.column("answer_delivery", column)["values"]


def _receipt_addressee(law: Law, row: Row, request: Request) -> bool:
    only(SYSTEM, _said(law, "receipt")["compare"], "bytes")
    return bool(row["consumer_app_key"] == request.argument("app_key"))


# --- of a submission context ------------------------------------------------------------------------------------------


def _school_at_least_one(law: Law, _row: Row, request: Request) -> bool:
    least = law.column("submission_context", "consumer_school_id")["minimum"]
    return bool(request.argument("consumer_school_id") >= least)


def _consumer_configured(law: Law, _row: Row, request: Request) -> bool:
    configured = law.lifecycle["context"]["configured"]
    return all(re.fullmatch(said["pattern"], request.argument(column)) for column, said in configured.items())


def _same_school(_law: Law, row: Row, request: Request) -> bool:
    return bool(row["consumer_school_id"] == request.argument("consumer_school_id"))


def _same_coordinates(_law: Law, row: Row, request: Request) -> bool:
    return all(row[column] == request.argument(column) for column in _COORDINATES)


def _submitter_equal(_law: Law, row: Row, request: Request) -> bool:
    return bool(str(row["submitter_id"]) == request.argument("submitter"))


def _coordinates_equal(_law: Law, row: Row, request: Request) -> bool:
    return all(row[column] == request.argument(column) for column in ("app_code", "code"))


_DELIVERY = {
    "lease-owner": _lease_owner,
    "replay-key-valid": _replay_key_valid,
    "outcome-known": _outcome_known,
    "receipt-addressee": _receipt_addressee,
}
_CONTEXT = {
    "school-at-least-one": _school_at_least_one,
    "consumer-configured": _consumer_configured,
    "same-school": _same_school,
    "same-coordinates": _same_coordinates,
    "submitter-equal": _submitter_equal,
    "coordinates-equal": _coordinates_equal,
}
