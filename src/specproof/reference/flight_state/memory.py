"""The rows of flights in memory: a store as the law describes one, without an engine's ways of its own.

What a case expects without an engine, and what a developer asks, is answered here. It refuses a row that breaks a
primary key or lacks a column, as every engine does, and then keeps nothing of the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from specproof.reference.flight_state.decide import Decision
from specproof.reference.flight_state.judge import DayMark, FlightMark, Peek
from specproof.reference.flight_state.layout import Layout, Table
from specproof.reference.flight_state.message import Message
from specproof.reference.flight_state.procedure import Procedure
from specproof.reference.flight_state.process import COMPARE_AND_SET, Decide, Failure
from specproof.reference.flight_state.read_back import Held, Stored
from specproof.reference.flight_state.rows import Change, Delete, Insert, Update, Value

_Key = tuple[Value, ...]
_Rows = dict[_Key, tuple[Value, ...]]  # by the rest of the primary key
_Touched = dict[tuple[str, Value], _Rows]  # by table and the first part of the key: what one message has changed


class _Broken(Exception):
    """A change that no store takes."""


class _Places:
    """Where the columns of a table stand in its rows; worked out once."""

    def __init__(self, table: Table) -> None:
        self.name = table.name
        self.names = table.names
        self.at = {name: at for at, name in enumerate(table.names)}
        self.first = self.at[table.primary_key[0]]
        self.rest = tuple(self.at[name] for name in table.primary_key[1:])
        self.needed = tuple(at for at, column in enumerate(table.columns) if not column.nullable)

    def of(self, columns: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.at[name] for name in columns)


class Memory:
    """All tables of one layout. Rows of a table are grouped by the first column of its primary key."""

    def __init__(self, procedure: Procedure) -> None:
        self._procedure = procedure
        self._layout: Layout = procedure.layout
        self._places = {name: _Places(table) for name, table in self._layout.tables.items()}
        self._tables: dict[str, dict[Value, _Rows]] = {name: {} for name in self._layout.tables}
        self._fresh: Peek | None = None  # the last look, as long as nothing was written after it

    # --- Store --------------------------------------------------------------------------------------------------------

    def peek(self, message: Message) -> Peek:
        log, generation = self._layout.only_of("log"), self._layout.only_of("generation")
        day = self._row(generation, message.fday)
        named: Iterable[str] = [flight.flid for flight in message.flights]
        if self._procedure.is_snapshot(message.kind):
            named = {*named, *self._flights_of(message.fday)}
        marks = {flid: self._mark(flid) for flid in named}
        self._fresh = Peek(
            seen=self._row(log, message.identity_key) is not None,
            day=_day(generation, day) if day else None,
            flights={flid: mark for flid, mark in marks.items() if mark is not None},
        )
        return self._fresh

    def write(self, message: Message, peek: Peek, decide: Decide) -> Decision | Failure:
        if peek is not self._fresh and self._moved(message, peek):
            return Failure(COMPARE_AND_SET)
        held = {flight.flid: self.held(flight.flid) for flight in message.flights}
        decision = decide({flid: one for flid, one in held.items() if one is not None})
        try:
            self.execute(decision.changes)
        except _Broken as broken:
            return Failure("constraint", str(broken))
        return decision

    def _moved(self, message: Message, peek: Peek) -> bool:
        """Whether the day of a snapshot, or a flight that the look knew or the message names, is another one now."""
        now = self.peek(message)
        flids = {*peek.flights, *(flight.flid for flight in message.flights)}
        day_moved = self._procedure.is_snapshot(message.kind) and now.day != peek.day
        return day_moved or any(now.flights.get(flid) != peek.flights.get(flid) for flid in flids)

    # --- rows ---------------------------------------------------------------------------------------------------------

    def held(self, flid: str) -> Held | None:
        main = self._row(self._layout.only_of("main"), flid)
        if main is None:
            return None
        return Held(main, {table.name: self._details(table, flid) for table in self._layout.of_role("detail")})

    def rows(self) -> dict[str, list[dict[str, Value]]]:
        """All rows by table, in the order of the primary keys."""
        return {
            name: [
                dict(zip(table.names, row, strict=True))
                for _, group in sorted(self._tables[name].items(), key=lambda one: str(one[0]))
                for _, row in sorted(group.items())
            ]
            for name, table in self._layout.tables.items()
        }

    def execute(self, changes: Iterable[Change]) -> None:
        """All changes or none."""
        self._fresh = None
        touched: _Touched = {}
        for change in changes:
            places = self._places[change.table]
            match change:
                case Insert(columns=columns, rows=rows):
                    at = places.of(columns)
                    for values in rows:
                        self._insert(places, _blank(places, at, values), touched)
                case Update():
                    self._update(places, change, touched)
                case Delete(key=key, rows=rows):
                    known = places.of(key)
                    for values in rows:
                        for group, rest in self._found(places, known, values, touched):
                            del group[rest]
        self._keep(touched)

    def _keep(self, touched: _Touched) -> None:
        for (name, first), group in touched.items():
            if group:
                self._tables[name][first] = group
            else:
                self._tables[name].pop(first, None)

    def _update(self, places: _Places, change: Update, touched: _Touched) -> None:
        known, at = places.of(change.key), places.of(change.columns)
        for values in change.rows:
            for group, rest in self._found(places, known, values, touched):
                row = list(group[rest])
                for place, value in zip(at, values[len(known) :], strict=True):
                    row[place] = value
                group[rest] = _whole_row(places, row)

    def _insert(self, places: _Places, row: tuple[Value, ...], touched: _Touched) -> None:
        group = self._group(places.name, row[places.first], touched)
        rest = tuple([row[at] for at in places.rest])
        if rest in group:
            raise _Broken(f"a row of {places.name} has this primary key already")
        group[rest] = row

    def _group(self, name: str, first: Value, touched: _Touched) -> _Rows:
        """The rows with one first part of the key, as a copy that the message alone sees."""
        group = touched.get((name, first))
        if group is None:
            group = touched[name, first] = dict(self._tables[name].get(first, {}))
        return group

    def _found(
        self, places: _Places, known: Sequence[int], values: _Key, touched: _Touched
    ) -> list[tuple[_Rows, _Key]]:
        """The rows whose columns at `known` hold the first of the values."""
        group = self._group(places.name, values[known.index(places.first)], touched)
        wanted = list(zip(known, values, strict=False))
        return [(group, rest) for rest, row in group.items() if all(row[at] == value for at, value in wanted)]

    # --- reading ------------------------------------------------------------------------------------------------------

    def _row(self, table: Table, first: Value) -> Stored | None:
        group = self._tables[table.name].get(first)
        return next(iter(group.values())) if group else None

    def _details(self, table: Table, flid: str) -> list[Stored]:
        group = self._tables[table.name].get(flid, {})
        at = table.names.index(table.filled_by("input-order"))
        return sorted(group.values(), key=lambda row: _whole(row[at]))

    def _flights_of(self, fday: str) -> Iterable[str]:
        main = self._layout.only_of("main")
        day = main.names.index(main.filled_by("flight-day"))
        for flid, group in self._tables[main.name].items():
            if any(row[day] == fday for row in group.values()):
                yield str(flid)

    def _mark(self, flid: str) -> FlightMark | None:
        main = self._layout.only_of("main")
        row = self._row(main, flid)
        if row is None:
            return None
        values: dict[str, Any] = dict(zip(main.names, row, strict=True))
        return FlightMark(
            fday=values[main.filled_by("flight-day")],
            version=values[main.filled_by("message-version")],
            generation=values[main.filled_by("generation")],
        )


def _day(table: Table, row: Stored) -> DayMark:
    values: dict[str, Any] = dict(zip(table.names, row, strict=True))
    return DayMark(
        generation=values[table.filled_by("next-generation")],
        last_message_id=values[table.filled_by("message-id")],
        version=values[table.filled_by("message-version")],
    )


def _blank(places: _Places, at: Sequence[int], values: _Key) -> tuple[Value, ...]:
    """The row with the values at these places and NULL elsewhere."""
    row: list[Value] = [None] * len(places.names)
    for place, value in zip(at, values, strict=True):
        row[place] = value
    return _whole_row(places, row)


def _whole_row(places: _Places, row: list[Value]) -> tuple[Value, ...]:
    for at in places.needed:
        if row[at] is None:
            raise _Broken(f"{places.name}.{places.names[at]} is NULL")
    return tuple(row)


def _whole(value: Value) -> int:
    return value if isinstance(value, int) else 0
