"""The state of flights as one JSON document, in both directions: what a developer hands in and gets back.

Lies above the store in memory. What a document says is judged like a message; the rows behind it are as if one message
had written them. It refuses to carry the times and versions of single detail rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from specproof.reference import strict_json
from specproof.reference.flight_state import message as messages
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.merge import merge
from specproof.reference.flight_state.message import Message
from specproof.reference.flight_state.process import Processor
from specproof.reference.flight_state.read_back import Held
from specproof.reference.flight_state.rows import Value
from specproof.reference.flight_state.translate import Translation, translate_fields
from specproof.reference.flight_state.writing import Facts, Writing
from specproof.reference.rejection import Rejected, Rejection

SCHEMA = "specproof/flight-state/1"
_KINDS = {"flights": "FLOP", "days": "DNLD"}
_NOBODY = "state"


class Shows(Protocol):
    """A store that can show what it holds."""

    def rows(self) -> dict[str, list[dict[str, Value]]]: ...

    def held(self, flid: str) -> Held | None: ...


def write(store: Shows, processor: Processor) -> dict[str, Any]:
    """The document of a store."""
    layout = processor.procedure.layout
    rows = store.rows()
    main, generation, log = (layout.only_of(role) for role in ("main", "generation", "log"))
    flights = {}
    for row in rows[main.name]:
        flid = str(row[main.filled_by("flight-id")])
        held = store.held(flid)
        one = {"fday": row[main.filled_by("flight-day")], "version": row[main.filled_by("message-version")]}
        if row[main.filled_by("generation")] is not None:
            one["generation"] = row[main.filled_by("generation")]
        flights[flid] = {**one, "fields": processor.read_back.fields(held) if held else {}}
    days = {
        str(row[generation.filled_by("flight-day")]): {
            "generation": row[generation.filled_by("next-generation")],
            "last_message_id": row[generation.filled_by("message-id")],
            "version": row[generation.filled_by("message-version")],
        }
        for row in rows[generation.name]
    }
    seen = {
        str(row[log.filled_by("identity-key")]): {
            "kind": row[log.filled_by("message-kind")],
            "version": row[log.filled_by("message-version")],
        }
        for row in rows[log.name]
    }
    return {"schema": SCHEMA, "flights": flights, "days": days, "seen": seen}


def read(data: bytes, processor: Processor, now: datetime) -> Memory | Rejection:
    """A store that holds what a document says; `now`, in UTC without a time zone, becomes the time of every row.

    The path of a rejection points into the document.
    """
    try:
        return _Reader(processor, now).store(strict_json.read(data, processor.procedure.law.input))
    except Rejected as rejected:
        return rejected.rejection


class _Reader:
    """One reading of a document."""

    def __init__(self, processor: Processor, now: datetime) -> None:
        self._law = processor.procedure.law
        self._processor = processor
        self._misfit: str = self._law.input["refusals"]["envelope"]
        self._writing = Writing(processor.procedure.layout)
        self._times = self._writing.times(now)
        self._batch = self._writing.begin()

    def store(self, document: Any) -> Memory:
        top = self._object(document, (), ("schema", "flights", "days", "seen"))
        if top.get("schema", SCHEMA) != SCHEMA:
            raise Rejected(self._misfit, ("schema",))
        for flid, said in self._members(top, "flights"):
            self._flight(flid, said)
        for fday, said in self._members(top, "days"):
            self._day(fday, said)
        for identity_key, said in self._members(top, "seen"):
            self._seen(identity_key, said)
        store = Memory(self._processor.procedure)
        store.execute(self._batch.changes())
        return store

    def _flight(self, flid: str, said: Any) -> None:
        path = ("flights", flid)
        one = self._object(said, path, ("fday", "version", "generation", "fields"))
        envelope = {"kind": _KINDS["flights"], "identity_key": _NOBODY, "flid": flid}
        message = self._message(envelope, {name: one[name] for name in one if name != "generation"}, path)
        found = translate_fields(message.flights[0].fields, self._law, {}, (*path, "fields"))
        if not isinstance(found, Translation):
            raise Rejected.of(found)
        merged = merge({}, found.changing, self._processor.procedure)
        generation = self._generation(one, path) if "generation" in one else None
        facts = self._facts(message, **{"flight-id": flid, "generation": generation})
        self._batch.flight(merged.done, facts, exists=False)

    def _day(self, fday: str, said: Any) -> None:
        path = ("days", fday)
        one = self._object(said, path, ("generation", "last_message_id", "version"))
        names = {"last_message_id": "message_id", "version": "version"}
        told = {names[name]: one[name] for name in one if name in names}
        message = self._message(
            {"kind": _KINDS["days"], "identity_key": _NOBODY, "fday": fday, "flights": []}, told, path
        )
        self._batch.row(
            self._writing.generation, self._facts(message, **{"next-generation": self._generation(one, path)})
        )

    def _seen(self, identity_key: str, said: Any) -> None:
        path = ("seen", identity_key)
        one = self._object(said, path, ("kind", "version"))
        fitting = (
            {"message_id": _NOBODY, "flights": []}
            if one.get("kind") == _KINDS["days"]
            else {"flid": _NOBODY, "fields": {}}
        )
        message = self._message({"identity_key": identity_key, "fday": _NOBODY, **fitting}, one, path)
        self._batch.row(self._writing.log, self._facts(message))

    # --- parts --------------------------------------------------------------------------------------------------------

    def _message(self, envelope: Mapping[str, Any], told: Mapping[str, Any], path: Iterable[str]) -> Message:
        """The part as a message, so that its values are judged by the one law of envelopes."""
        read = messages.read(strict_json.text_of({**envelope, **told}).encode(), self._law)
        if isinstance(read, Rejection):
            raise Rejected(read.code, (*path, *(part for part in read.path.split("/")[1:] if part in told)))
        return read

    def _facts(self, message: Message, **more: Any) -> Facts:
        values: dict[str, Value] = {
            "flight-day": message.fday,
            "message-version": message.version,
            "identity-key": message.identity_key,
            "message-id": message.message_id,
            "message-kind": message.kind,
        }
        return Facts({**values, **more}, self._times)

    def _generation(self, said: Mapping[str, Any], path: Iterable[str]) -> int:
        value = messages.whole(said.get("generation"), self._writing.generation.column_of("next-generation"))
        if value is None:
            raise Rejected(self._misfit, (*path, "generation"))
        return value

    def _members(self, top: Mapping[str, Any], part: str) -> Iterable[tuple[str, Any]]:
        members = top.get(part, {})
        if not isinstance(members, dict):
            raise Rejected(self._misfit, (part,))
        return members.items()

    def _object(self, value: Any, path: tuple[str, ...], known: Iterable[str]) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise Rejected(self._misfit, path)
        for name in value:
            if name not in known:
                raise Rejected(self._misfit, (*path, name))
        return value
