"""The record of one rehearsal: which plan, for which server, on which server, and the schema after every statement.

The fingerprints of these schemas are the conditions that apply and resume test on the live server. The file carries a
digest over itself; a record that was edited is no record. Tables that do not change are stored once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any

from specproof.engines.base import ServerWarning
from specproof.errors import EnvironmentProblem, Refusal
from specproof.evidence import EngineIdentity, Evidence, ProviderKind
from specproof.migrator.target import Target
from specproof.schema import Schema, fingerprint, from_data, to_data

SCHEMA = "specproof/rehearsal/1"


@dataclass(frozen=True, slots=True)
class Failure:
    """What the scratch server said to the statement that it refused."""

    errno: int
    message: str


class Work(StrEnum):
    """How the server was seen to carry out a change of an existing table."""

    COPY = "copy"  # row by row into a new table; writes wait
    REBUILD = "rebuild"  # a new table made inside InnoDB
    REBUILD_OR_COPY = "rebuild-or-copy"  # a new table; without rows the two look alike
    IN_PLACE = "in-place"  # the table stays the same one


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """One statement on the scratch server. `work` is set for changes of existing tables, where it could be seen."""

    number: int
    seconds: float
    affected: int = 0
    work: Work | None = None
    warnings: tuple[ServerWarning, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What is compared between copy and live: everything but the objects that could not be copied."""

    left_out: tuple[str, ...] = ()  # "table x" or an entry of Schema.others

    def of(self, schema: Schema) -> Schema:
        if not self.left_out:
            return schema
        gone = set(self.left_out)
        return replace(
            schema,
            tables=tuple(t for t in schema.tables if f"table {t.name}" not in gone),
            others=tuple(o for o in schema.others if o not in gone),
        )

    def print_of(self, schema: Schema) -> str:
        """The fingerprint of what is compared."""
        return fingerprint(self.of(schema))


@dataclass(frozen=True)
class Rehearsal:
    """`states[0]` is the schema before the first statement, `states[n]` the one after statement n.

    `variables` are the settings that the scratch server took over, `differing` those that it could not (name, live
    value, scratch value). `rows` is the number of synthetic rows per changed table.
    """

    plan: str
    script: str
    target: Target
    scratch: EngineIdentity
    at: str
    rows: int
    scope: Scope
    states: tuple[Schema, ...]
    statements: tuple[Rehearsed, ...]
    variables: Mapping[str, str]
    differing: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @cached_property
    def fingerprints(self) -> tuple[str, ...]:
        # The many statements of a long script share few states: each is digested once.
        known = {id(state): state for state in self.states}
        prints = {key: self.scope.print_of(state) for key, state in known.items()}
        return tuple(prints[id(state)] for state in self.states)

    @property
    def failed(self) -> Rehearsed | None:
        return next((s for s in self.statements if s.failure), None)

    def traceless(self, number: int) -> bool:
        """Whether a statement leaves nothing in the schema by which a later probe could recognise it."""
        return self.fingerprints[number] == self.fingerprints[number - 1]


def to_record(rehearsal: Rehearsal) -> dict[str, Any]:
    """JSON-ready form, `specproof/rehearsal/1`, with its digest."""
    tables: dict[str, Any] = {}
    distinct = {id(state): state for state in rehearsal.states}
    places = {key: number for number, key in enumerate(distinct)}
    failed = rehearsal.failed
    record = {
        "schema": SCHEMA,
        "plan": rehearsal.plan,
        "script": rehearsal.script,
        "outcome": "failed" if failed else "ok",
        "target": rehearsal.target.to_data(),
        "scratch": asdict(rehearsal.scratch),
        "at": rehearsal.at,
        "rows": rehearsal.rows,
        "left_out": list(rehearsal.scope.left_out),
        "statements": [asdict(s) for s in rehearsal.statements],
        "variables": dict(rehearsal.variables),
        "differing": [list(d) for d in rehearsal.differing],
        "notes": list(rehearsal.notes),
        "states": [_state(state, tables) for state in distinct.values()],
        "sequence": [places[id(state)] for state in rehearsal.states],
        "tables": tables,
    }
    # Through JSON once: tuples become lists, so that writer and reader digest the same thing.
    record = json.loads(json.dumps(record))
    return {**record, "digest": _sha(record)}


def _state(state: Schema, tables: dict[str, Any]) -> dict[str, Any]:
    """One state with its tables by reference; the tables themselves go into the common store."""
    data = to_data(state)
    keys = []
    for table in data["tables"]:
        key = _sha(table)[:16]
        tables[key] = table
        keys.append(key)
    return {**data, "tables": keys}


def read_record(path: Path) -> Rehearsal:
    """The record in a file. Raises Refusal `rehearsal.damaged`, EnvironmentProblem `rehearsal.unreadable`."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise EnvironmentProblem(
            "rehearsal.unreadable",
            f"The rehearsal record cannot be opened: {error.strerror or error}.",
            where=str(path),
            cause="It belongs to another account, or its disk has a fault.",
            next_step="Work as the account that rehearsed, or have the file's owner and mode put right.",
        ) from None
    return from_record(raw, str(path))


def from_record(raw: bytes, where: str) -> Rehearsal:
    """Reads a record back. Raises Refusal `rehearsal.damaged`."""
    try:
        record = json.loads(raw)
        said = record.pop("digest")
        if record["schema"] != SCHEMA or said != _sha(record):
            raise _damaged(where)
        return _rehearsal(record)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise _damaged(where) from None


def _rehearsal(record: dict[str, Any]) -> Rehearsal:
    tables = record["tables"]
    states = [from_data({**s, "tables": [tables[k] for k in s["tables"]]}) for s in record["states"]]
    scratch = record["scratch"]
    return Rehearsal(
        plan=record["plan"],
        script=record["script"],
        target=Target.from_data(record["target"]),
        scratch=EngineIdentity(
            scratch["name"],
            scratch["product"],
            scratch["version"],
            ProviderKind(scratch["provider"]),
            Evidence(scratch["evidence"]),
        ),
        at=record["at"],
        rows=record["rows"],
        scope=Scope(tuple(record["left_out"])),
        states=tuple(states[number] for number in record["sequence"]),
        statements=tuple(_statement(s) for s in record["statements"]),
        variables=record["variables"],
        differing=tuple((str(a), str(b), str(c)) for a, b, c in record["differing"]),
        notes=tuple(record["notes"]),
    )


def _statement(data: dict[str, Any]) -> Rehearsed:
    failure = data["failure"]
    return Rehearsed(
        number=data["number"],
        seconds=data["seconds"],
        affected=data["affected"],
        work=Work(data["work"]) if data["work"] else None,
        warnings=tuple(ServerWarning(**w) for w in data["warnings"]),
        failure=Failure(**failure) if failure else None,
    )


def _sha(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _damaged(where: str) -> Refusal:
    return Refusal(
        "rehearsal.damaged",
        "The rehearsal record was changed after it was written, or is cut short.",
        where=where,
        next_step="Rehearse again; the new record replaces this one.",
    )
