"""Where a made-up day ends: what became of each message, the state, the rows and all that went out, with digests.

Digests are SHA-256 over canonical JSON (RFC 8785), so that an implementation in any language can tell at once whether
it ended in the same place. It refuses to judge; whoever compares does.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import rfc8785

from specproof.reference.flight_state import document
from specproof.reference.flight_state.process import Processed, Processor, Store
from specproof.reference.flight_state.rows import Value

_SCHEMA = "specproof/flight-day/1"


class Holds(Store, document.Shows, Protocol):
    """A store that can show what it holds."""


@dataclass(frozen=True, slots=True)
class Result:
    """`outcomes` has an entry for each message, `wire` one for each payload with the number of its message from 1."""

    outcomes: tuple[Mapping[str, Any], ...]
    wire: tuple[Mapping[str, Any], ...]
    state: Mapping[str, Any]
    rows: Mapping[str, list[dict[str, Any]]]


def run(processor: Processor, messages: Iterable[bytes], store: Holds, now: datetime) -> Result:
    """All messages in their order; `now` as in `Processor.process`."""
    outcomes: list[Mapping[str, Any]] = []
    wire: list[Mapping[str, Any]] = []
    for number, message in enumerate(messages, 1):
        done = processor.process(message, store, now)
        outcomes.append({"message": number, **_outcome(done)})
        if done.decision:
            wire += [{"message": number, "payload": dict(payload)} for payload in done.decision.wire]
    rows = {name: [_plain(row) for row in listed] for name, listed in store.rows().items()}
    return Result(tuple(outcomes), tuple(wire), document.write(store, processor), rows)


def digest(profile: str, messages: Iterable[bytes], result: Result) -> dict[str, Any]:
    """What is compared first: numbers, and the SHA-256 of each part."""
    listed = list(messages)
    return {
        "schema": _SCHEMA,
        "profile": profile,
        "messages": {"number": len(listed), "sha256": _sha256(listed)},
        "outcomes": {
            "number": dict(sorted(Counter(one["outcome"] for one in result.outcomes).items())),
            "sha256": _sha256(_canonical(result.outcomes)),
        },
        "wire": {"number": len(result.wire), "sha256": _sha256(_canonical(result.wire))},
        "state": {"number": len(result.state["flights"]), "sha256": _sha256([rfc8785.dumps(dict(result.state))])},
        "rows": {
            name: {"number": len(rows), "sha256": _sha256(_canonical(rows))} for name, rows in result.rows.items()
        },
    }


def _outcome(done: Processed) -> dict[str, Any]:
    said: dict[str, Any] = {"outcome": done.outcome}
    if done.rejection:
        said |= {"code": done.rejection.code, "path": done.rejection.path}
    if done.failure:
        said["failure"] = done.failure.reason
    return said


def _plain(row: Mapping[str, Value]) -> dict[str, Any]:
    return {
        name: value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value
        for name, value in row.items()
    }


def _canonical(values: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    return (rfc8785.dumps(dict(value)) for value in values)


def _sha256(lines: Iterable[bytes]) -> str:
    """Of the lines, each with the line feed that ends it."""
    found = hashlib.sha256()
    for line in lines:
        found.update(line + b"\n")
    return found.hexdigest()
