"""The reference's answers for answer delivery: `transition` and `backoff`.

Cells on both sides. It refuses to decide anything; the functions of `reference.delivery` do.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from specproof.conformance.observation import Json
from specproof.reference.delivery import backoff
from specproof.reference.delivery.conditions import Request
from specproof.reference.delivery.law import Law
from specproof.reference.delivery.transition import step
from specproof.reference.rejection import Rejection


class Answers:
    """The law of answer delivery is the same in both profiles; `root` as in `reference.source`."""

    FEATURES: ClassVar = ()

    def __init__(self, _profile: str, root: Path | None) -> None:
        self._law = Law(root)

    def transition(self, given: Json, asked: Json) -> Json | Rejection:
        row = None if given["row"] is None else {column: _read(cell) for column, cell in given["row"].items()}
        request = Request(asked["event"], asked.get("arguments", {}), asked.get("holds", {}))
        found = step(self._law, asked["machine"], row, request, _read(given["now"]))
        if isinstance(found, Rejection):
            return found
        return {
            "outcome": found.outcome,
            "state": found.state,
            "writes": {column: _cell(value) for column, value in found.writes.items()},
            "inserts": found.inserts,
        }

    def backoff(self, _given: Json, asked: Json) -> Json:
        return {"seconds": backoff.seconds(self._law.lifecycle["delivery"]["backoff"], asked["failures_before"])}


def _read(cell: dict[str, Any]) -> Any:
    """A cell as a value; a moment without a zone is taken for UTC, as the law says of its columns."""
    if "null" in cell:
        return None
    if "number" in cell:
        return int(cell["number"])
    if "timestamp" in cell:
        moment = datetime.fromisoformat(cell["timestamp"])
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    return cell["text"]


def _cell(value: Any) -> dict[str, Any]:
    match value:
        case None:
            return {"null": True}
        case int():
            return {"number": str(value)}
        case datetime():
            return {"timestamp": value.strftime("%Y-%m-%dT%H:%M:%SZ"), "precision": 0}
    return {"text": value}
