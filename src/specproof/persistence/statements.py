"""Row changes as statements, in batches: few round trips for many rows, and lists as short as every engine takes them.

It refuses to know what the rows mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, and_, bindparam, delete, insert, update
from sqlalchemy import Insert as Insert_
from sqlalchemy import Update as Update_
from sqlalchemy.engine import Dialect

from specproof.reference.flight_state.rows import Change, Delete, Insert, Update, Value

# Below the 1,000 members that Oracle takes in one list (ORA-01795).
_MEMBERS = 500
_ROWS = 2000
T = TypeVar("T")


def chunks(values: Sequence[T], size: int = _MEMBERS) -> Iterator[Sequence[T]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def execute(connection: Connection, table: Table, change: Change) -> None:
    """Raises sqlalchemy.exc.DBAPIError."""
    match change:
        case Insert(columns=columns, rows=rows):
            _many(connection, _insert(table, columns, connection.dialect), rows)
        case Update(key=key, columns=columns, rows=rows):
            _many(connection, _update(table, key, columns, connection.dialect), rows)
        case Delete():
            _delete(connection, table, change)


@dataclass(frozen=True, slots=True)
class _Prepared:
    """SQL text, and how a row becomes its bind values: places in the row, or names where the driver binds by name."""

    sql: str
    places: tuple[int, ...]
    names: tuple[str, ...] = ()

    def bound(self, rows: Sequence[tuple[Value, ...]]) -> list[Any]:
        if self.names:
            return [dict(zip(self.names, row, strict=True)) for row in rows]
        if self.places == tuple(range(len(self.places))):
            return list(rows)
        return [tuple([row[at] for at in self.places]) for row in rows]


def _many(connection: Connection, prepared: _Prepared, rows: Sequence[tuple[Value, ...]]) -> None:
    """Handed to the driver as they are: rows of this size are what its own batches are made for."""
    for some in chunks(rows, _ROWS):
        connection.exec_driver_sql(prepared.sql, prepared.bound(some))


def _delete(connection: Connection, table: Table, change: Delete) -> None:
    """One statement for many rows of the first column of the key, as long as the other columns agree."""
    by_rest: dict[tuple[Value, ...], list[Value]] = {}
    for first, *rest in change.rows:
        by_rest.setdefault(tuple(rest), []).append(first)
    for others, firsts in by_rest.items():
        same = [table.c[name] == value for name, value in zip(change.key[1:], others, strict=True)]
        for some in chunks(firsts):
            connection.execute(delete(table).where(and_(table.c[change.key[0]].in_(some), *same)))


@lru_cache(maxsize=256)
def _insert(table: Table, columns: tuple[str, ...], dialect: Dialect) -> _Prepared:
    return _prepared(insert(table).values({name: bindparam(name) for name in columns}), columns, dialect)


@lru_cache(maxsize=256)
def _update(table: Table, key: tuple[str, ...], columns: tuple[str, ...], dialect: Dialect) -> _Prepared:
    known = tuple(f"key_{name}" for name in key)  # a name of its own: a column is no name for two values
    statement = (
        update(table)
        .where(*(table.c[name] == bindparam(one) for name, one in zip(key, known, strict=True)))
        .values({name: bindparam(f"new_{name}") for name in columns})
    )
    return _prepared(statement, (*known, *(f"new_{name}" for name in columns)), dialect)


def _prepared(statement: Insert_ | Update_, names: tuple[str, ...], dialect: Dialect) -> _Prepared:
    """SQLAlchemy orders columns as the table does, whatever the order here."""
    compiled = statement.compile(dialect=dialect)
    if compiled.positiontup is None:
        return _Prepared(str(compiled), (), names)
    return _Prepared(str(compiled), tuple(names.index(name) for name in compiled.positiontup))
