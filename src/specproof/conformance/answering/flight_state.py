"""The reference's answers for the flight state: `translate`, `admit`, `process` and `execute`.

JSON on both sides; rows lie in memory, or in the database that the environment names. It refuses to decide anything;
the functions of `reference.flight_state` do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Protocol

from specproof import engines
from specproof.conformance.observation import Json
from specproof.persistence.flight_store import FlightStore
from specproof.reference import strict_json
from specproof.reference.flight_state import admit
from specproof.reference.flight_state.commands import Apply, Clear, Command, Replace, Set
from specproof.reference.flight_state.decide import Decision
from specproof.reference.flight_state.judge import Peek
from specproof.reference.flight_state.layout import Table
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.message import FlightFields, Message
from specproof.reference.flight_state.process import Decide, Failure, Processed, Processor, Store
from specproof.reference.flight_state.read_back import Held
from specproof.reference.flight_state.rows import Value
from specproof.reference.flight_state.translate import Warned, translate
from specproof.reference.rejection import Rejection

_MOMENT = "2026-03-01T08:00:00Z"
_INCREMENT = "FLOP"


class _Rows(Store, Protocol):
    """A store whose rows can be looked at: all tables, and the rows of one flight."""

    def rows(self) -> Mapping[str, list[dict[str, Value]]]: ...

    def held(self, flid: str) -> Held | None: ...


@dataclass(frozen=True, slots=True)
class _Raced:
    """A store in which another writer may be quicker: `meanwhile` takes effect between the look and the lock."""

    store: Store
    meanwhile: Callable[[], None]

    def peek(self, message: Message) -> Peek:
        found = self.store.peek(message)
        self.meanwhile()
        return found

    def write(self, message: Message, peek: Peek, decide: Decide) -> Decision | Failure:
        return self.store.write(message, peek, decide)


class Answers:
    """Under the law of one profile; `root` as in `reference.source`."""

    FEATURES: ClassVar = ("strict-zero-entries", "suppress-equal-replace", "xml-messages", "interfering-writer")

    def __init__(self, profile: str, root: Path | None) -> None:
        self._processor = Processor(profile, root)
        self._procedure = self._processor.procedure
        self._database: FlightStore | None = None

    def on_engine(self, engine: Json) -> None:
        """From now on rows lie in this empty database, in tables of its own."""
        address = engines.address(engine["name"], engine["url"])
        self._database = FlightStore(engine["name"], address, self._procedure)
        self._database.create()

    def reset(self) -> None:
        if self._database is not None:
            self._database.clear()

    def close(self) -> None:
        if self._database is not None:
            self._database.close()

    def translate(self, given: Json, asked: Json) -> Json | Rejection:
        found = translate(_bytes(asked["fields"]), self._procedure.law, given.get("options", {}))
        if isinstance(found, Rejection):
            return found
        return {"commands": _commands(found.changing), "warnings": _warnings(found.warnings)}

    def admit(self, _given: Json, asked: Json) -> Json | Rejection:
        return admit.admit(asked["command"], asked["key"], self._procedure.law) or {"admitted": True}

    def process(self, given: Json, asked: Json) -> Json:
        store, options = self._prepared(given)
        done = [self._processed(one, store, options) for one in asked["messages"]]
        return self._shown(done, store, asked.get("show", {}))

    def execute(self, given: Json, asked: Json) -> Json | Rejection:
        store, options = self._prepared(given)
        flight = FlightFields(asked["flid"], {}, ())
        message = Message(_INCREMENT, "execute", asked["version"], asked["fday"], None, (flight,))
        commands = {key: _read(one) for key, one in asked["commands"].items()}
        done = self._processor.execute(message, commands, store, _moment(asked), options)
        return done.rejection or self._shown([done], store, asked.get("show", {}))

    # --- the store ----------------------------------------------------------------------------------------------------

    def _prepared(self, given: Json) -> tuple[_Rows, Mapping[str, bool]]:
        store: _Rows = self._database or Memory(self._procedure)
        options = given.get("options", {})
        for one in given.get("messages", ()):
            done = self._processed(one, store, options)
            if done.decision is None:
                raise ValueError(f"a given message ended as {done.outcome}: {done.rejection or done.failure}")
        return store, options

    def _processed(self, message: Json, store: Store, options: Mapping[str, bool]) -> Processed:
        def meanwhile() -> None:
            for one in message.get("meanwhile", ()):
                self._processed(one, store, options)

        raced = _Raced(store, meanwhile)
        return self._processor.process(_bytes(message), raced, _moment(message), options)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def _shown(self, done: list[Processed], store: _Rows, show: Json) -> Json:
        rows = store.rows()
        parts: dict[str, Callable[[], Any]] = {
            "commands": lambda: [{flid: _commands(of) for flid, of in one.commands.items()} for one in done],
            "wire": lambda: [strict_json.plain(one.decision.wire) if one.decision else [] for one in done],
            "state": lambda: self._state(store, rows),
            "rows": lambda: {name: self._table(name, rows[name], columns) for name, columns in show["rows"].items()},
        }
        return {"outcomes": [_outcome(one) for one in done], **{name: parts[name]() for name in show}}

    def _state(self, store: _Rows, rows: Mapping[str, list[dict[str, Value]]]) -> Json:
        main = self._procedure.layout.only_of("main")
        flids = [str(row[main.filled_by("flight-id")]) for row in rows[main.name]]
        held = {flid: store.held(flid) for flid in flids}
        return {flid: self._processor.read_back.fields(one) for flid, one in held.items() if one is not None}

    def _table(self, name: str, rows: list[dict[str, Value]], columns: list[str]) -> list[Json]:
        table = self._procedure.layout.tables[name]
        return [{one: _cell(row[one], one, table) for one in columns or table.names} for row in rows]


def _bytes(data: Mapping[str, Any]) -> bytes:
    if "json" in data:
        return json.dumps(data["json"], ensure_ascii=False).encode()
    return data["text"].encode() if "text" in data else bytes.fromhex(data["bytes"])


def _moment(said: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(said.get("at", _MOMENT)).replace(tzinfo=None)


def _outcome(done: Processed) -> Json:
    found: Json = {"outcome": done.outcome}
    if done.rejection is not None:
        found |= {"code": done.rejection.code, "path": done.rejection.path}
    if done.warnings:
        found["warnings"] = _warnings(done.warnings)
    return found


def _warnings(warnings: Iterable[Warned]) -> list[Json]:
    return [{"code": one.code, "path": one.path} for one in warnings]


def _cell(value: Value, column: str, table: Table) -> Json:
    match value:
        case None:
            return {"null": True}
        case str():
            return {"text": value}
        case int():
            return {"number": str(value)}
    precision = next(one.precision for one in table.columns if one.name == column)
    return {"timestamp": value.isoformat(timespec="microseconds" if precision else "seconds"), "precision": precision}


def _commands(commands: Mapping[str, Command]) -> Json:
    return {key: _command(one) for key, one in commands.items()}


def _command(command: Command) -> Json:
    match command:
        case Set(value):
            return {"command": command.name, "value": strict_json.plain(value)}
        case Replace(items):
            return {"command": command.name, "items": strict_json.plain(items)}
        case Apply(item, source_seq):
            return {"command": command.name, "item": item, "source_seq": source_seq}
    return {"command": command.name}


def _read(said: Json) -> Command:
    match said:
        case {"command": Set.name, "value": value}:
            return Set(value)
        case {"command": Replace.name, "items": items}:
            return Replace(tuple(items))
        case {"command": Apply.name, "item": item, "source_seq": source_seq}:
            return Apply(item, source_seq)
    return Clear()
