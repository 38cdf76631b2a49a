"""What commands mean for rows: each effect on the store, collected over all flights of a message into few changes.

Compiled once for a layout; a batch of it lives as long as one message. It refuses to execute anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from specproof.reference.flight_state.commands import Apply, Replace, Set
from specproof.reference.flight_state.law import SYSTEM
from specproof.reference.flight_state.layout import Carrier, Layout, Table
from specproof.reference.flight_state.merge import Done
from specproof.reference.flight_state.rows import Change, Delete, Insert, Update, Value
from specproof.reference.source import lawless

_FLIGHT = "flight-id"
_ORDINAL = "input-order"
_SEQUENCE = "sequence-value"
_FIRST = "first-time"
_TIMES = (_FIRST, "message-time")
_GENERATION = "generation"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a message fills columns with, by the words of storage.yaml."""

    values: Mapping[str, Value]
    times: Mapping[int, datetime]  # the moment of the message, by precision

    def of(self, table: Table) -> dict[str, Value]:
        """By column, for those columns of a table that a word fills."""
        values, times = self.values, self.times
        return {
            column.name: times[column.precision] if column.value in _TIMES else values.get(column.value)
            for column in table.filled
        }


def cut(moment: datetime, digits: int) -> datetime:
    """The moment without the digits of a second that a column cannot hold, so that no engine rounds it."""
    return moment - timedelta(microseconds=moment.microsecond % 10 ** (6 - digits))


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the rows of one collection key are made: which columns, and from what."""

    table: Table
    owner: tuple[str, ...]  # the columns that tell the rows of one flight and key
    narrowed: Mapping[str, str]
    ordinal: str
    sequence_column: str
    sequence: str | None
    attributes: tuple[tuple[str, str], ...]  # column, attribute


class Writing:
    """The compiled layout, from which batches are begun."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.main = layout.only_of("main")
        self.generation = layout.only_of("generation")
        self.log = layout.only_of("log")
        self.plans = {
            key: _plan(carrier, layout.tables[carrier.table])
            for key, carrier in layout.carriers.items()
            if carrier.table != self.main.name
        }

        self._precisions = {column.precision for table in layout.tables.values() for column in table.filled}

    def begin(self) -> Batch:
        return Batch(self)

    def times(self, now: datetime) -> Mapping[int, datetime]:
        """A moment as columns of every precision hold it."""
        return {digits: cut(now, digits) for digits in self._precisions}


def _plan(carrier: Carrier, table: Table) -> _Plan:
    narrowed = carrier.narrowed or {}
    return _Plan(
        table=table,
        owner=(table.filled_by(_FLIGHT), *narrowed),
        narrowed=narrowed,
        ordinal=table.filled_by(_ORDINAL),
        sequence_column=table.filled_by(_SEQUENCE),
        sequence=carrier.sequence,
        attributes=tuple((column, name) for name, column in (carrier.attributes or {}).items()),
    )


@dataclass(slots=True)
class Batch:
    """The changes of one message so far."""

    writing: Writing
    _deletes: dict[tuple[str, tuple[str, ...]], dict[tuple[Value, ...], None]] = field(default_factory=dict)
    _updates: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[tuple[Value, ...]]] = field(default_factory=dict)
    _inserts: dict[tuple[str, tuple[str, ...]], list[tuple[Value, ...]]] = field(default_factory=dict)

    def changes(self) -> tuple[Change, ...]:
        """In the order of execution: table by table, what goes before what comes."""
        by_table: dict[str, list[Change]] = {name: [] for name in self.writing.layout.tables}
        for (table, key), gone in self._deletes.items():
            by_table[table].append(Delete(table, key, tuple(gone)))
        for (table, key, columns), rows in self._updates.items():
            by_table[table].append(Update(table, key, columns, tuple(rows)))
        for (table, columns), rows in self._inserts.items():
            by_table[table].append(Insert(table, columns, tuple(rows)))
        return tuple(change for changes in by_table.values() for change in changes)

    # --- rows of the message and of the day ---------------------------------------------------------------------------

    def row(self, table: Table, facts: Facts, *, exists: bool = False) -> None:
        """One row whose every column a word fills: inserted, or updated by its primary key."""
        values = facts.of(table)
        if not exists:
            self._insert(table, values)
        else:
            key = {name: values.pop(name) for name in table.primary_key}
            self._update(table, key, values)

    # --- flights ------------------------------------------------------------------------------------------------------

    def flight(self, done: Mapping[str, Done], facts: Facts, *, exists: bool) -> None:
        """The main row and the detail rows of one flight.

        Where it has no main row it has no detail rows either: only `gone` takes that row, and it takes them all. So
        nothing is deleted for a flight that comes to be.
        """
        main = self.writing.main
        values = facts.of(main)
        for name, one in done.items():
            carrier = self.writing.layout.carriers[name]
            if carrier.table == main.name:
                values |= _written(carrier, one)
            else:
                self._collection(self.writing.plans[name], one, facts, exists=exists)
        if exists:
            key = {name: values.pop(name) for name in main.primary_key}
            del values[main.filled_by(_FIRST)]
            if facts.values.get(_GENERATION) is None:
                del values[main.filled_by(_GENERATION)]
            self._update(main, key, values)
        else:
            self._insert(main, {name: values.get(name) for name in main.names})

    def stamp(self, facts: Facts) -> None:
        """The main row as seen by a snapshot that is older than the flight."""
        main = self.writing.main
        values = facts.of(main)
        key = {name: values[name] for name in main.primary_key}
        seen = (main.filled_by(_GENERATION), main.filled_by(_TIMES[1]))
        self._update(main, key, {name: values[name] for name in seen})

    def gone(self, flid: str) -> None:
        """All rows of one flight."""
        for table in (*self.writing.layout.of_role("detail"), self.writing.main):
            self._delete(table, {table.filled_by(_FLIGHT): flid})

    # --- collections --------------------------------------------------------------------------------------------------

    def _collection(self, plan: _Plan, done: Done, facts: Facts, *, exists: bool) -> None:
        values = {**facts.of(plan.table), **plan.narrowed}
        owners = [{name: values[name] for name in plan.owner}] if exists else []
        match done.effect.store, done.command:
            case "untouched", _:
                pass
            case "rows-deleted", _:
                self._delete(plan.table, *owners)
            case "rows-replaced", Replace(items):
                self._delete(plan.table, *owners)
                self._items(plan, values, items, 1)
            case "row-inserted", Apply():
                self._items(plan, values, [_addressed(plan, done.command)], done.place + 1)
            case "row-updated", Apply():
                row = {**values, **_filled(plan, _addressed(plan, done.command), done.place + 1)}
                del row[plan.table.filled_by(_FIRST)]
                key = {name: row.pop(name) for name in plan.table.primary_key}
                self._update(plan.table, key, row)
            case word, command:
                raise lawless(SYSTEM, f"'{word}' is nothing that the command '{command.name}' can do to rows.")

    def _items(self, plan: _Plan, values: Mapping[str, Value], items: Sequence[Mapping[str, Any]], first: int) -> None:
        names = tuple(values)
        columns = (*names, *(column for column, _ in plan.attributes))
        base = list(values.values())
        ordinal, sequence = names.index(plan.ordinal), names.index(plan.sequence_column)
        attributes = [name for _, name in plan.attributes]
        rows = self._inserts.setdefault((plan.table.name, columns), [])
        for place, item in enumerate(items, first):
            base[ordinal] = place
            base[sequence] = item.get(plan.sequence) if plan.sequence else None
            rows.append((*base, *map(item.get, attributes)))

    # --- single changes -----------------------------------------------------------------------------------------------

    def _insert(self, table: Table, values: Mapping[str, Value]) -> None:
        self._inserts.setdefault((table.name, tuple(values)), []).append(tuple(values.values()))

    def _update(self, table: Table, key: Mapping[str, Value], values: Mapping[str, Value]) -> None:
        place = table.name, tuple(key), tuple(values)
        self._updates.setdefault(place, []).append((*key.values(), *values.values()))

    def _delete(self, table: Table, *keys: Mapping[str, Value]) -> None:
        for key in keys:
            self._deletes.setdefault((table.name, tuple(key)), {})[tuple(key.values())] = None


def _written(carrier: Carrier, done: Done) -> dict[str, Value]:
    """The columns of the main table that one command writes."""
    names = carrier.attributes or {}
    match done.effect.store, done.command:
        case "column-written", Set(str() as value):
            return {carrier.column: value}
        case "columns-null", _:
            return dict.fromkeys(names.values() if names else (carrier.column,))
        case "columns-of-all-attributes", Set(dict() as value):
            return {column: value.get(name) for name, column in names.items()}
        case "columns-of-present-attributes", Set(dict() as value):
            return {column: value[name] for name, column in names.items() if name in value}
        case "untouched", _:
            return {}
    raise lawless(
        SYSTEM, f"'{done.effect.store}' is nothing that the command '{done.command.name}' can do to a column."
    )


def _addressed(plan: _Plan, command: Apply) -> dict[str, Any]:
    return {**({plan.sequence: command.source_seq} if plan.sequence else {}), **command.item}


def _filled(plan: _Plan, item: Mapping[str, Any], place: int) -> dict[str, Value]:
    sequence = item.get(plan.sequence) if plan.sequence else None
    own = {plan.ordinal: place, plan.sequence_column: sequence}
    return {**own, **{column: item.get(name) for column, name in plan.attributes}}
