"""Synthetic rows for a rehearsal: values that fit the types, NOT NULL and every unique key, the same in every run.

Row i of a column is a function of its type and i alone, so that a foreign key's column repeats what the referenced
column got. It copies no data, and where a unique key leaves room for fewer rows it makes fewer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from specproof.schema import Column, Schema, Table

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TYPE = re.compile(r"(?P<name>[a-z]+)(?:\((?P<args>.*)\))?(?P<unsigned> unsigned)?", re.DOTALL)
_BITS = {"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64}
_DAY = date(2000, 1, 1)
_MOMENT = datetime(2000, 1, 1)  # noqa: DTZ001 - DATETIME has no zone
_SHAPES = {
    "geometry": "POINT({i} 1)",
    "point": "POINT({i} 1)",
    "linestring": "LINESTRING(0 0, {i} 1)",
    "polygon": "POLYGON((0 0, {i} 0, {i} 1, 0 0))",
    "multipoint": "MULTIPOINT(0 0, {i} 1)",
    "multilinestring": "MULTILINESTRING((0 0, {i} 1))",
    "multipolygon": "MULTIPOLYGON(((0 0, {i} 0, {i} 1, 0 0)))",
    "geometrycollection": "GEOMETRYCOLLECTION(POINT({i} 1))",
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a column's values come from: `value(i)` for i from 0, all different up to `room` (None: no bound)."""

    value: Callable[[int], object]
    room: int | None
    place: str = "%s"


@dataclass(frozen=True, slots=True)
class Load:
    """One INSERT and its rows."""

    table: str
    sql: str
    rows: tuple[tuple[object, ...], ...]


def loads(schema: Schema, tables: tuple[str, ...], count: int) -> Iterator[Load]:
    """The rows of the named tables and of the tables that their foreign keys need, each table once."""
    for table in _with_parents(schema, tables):
        yield load_of(schema, table, count)


def load_of(schema: Schema, table: Table, count: int) -> Load:
    """The INSERT for one table."""
    columns = [c for c in table.columns if not c.generation]
    sources = [source(schema, table, c) for c in columns]
    names = ", ".join(_quoted(c.name) for c in columns)
    places = ", ".join(s.place for s in sources)
    rows = tuple(tuple(s.value(i) for s in sources) for i in range(min(count, _room(schema, table))))
    return Load(table.name, f"INSERT INTO {_quoted(table.name)} ({names}) VALUES ({places})", rows)


def source(schema: Schema, table: Table, column: Column) -> Source:
    """The values of one column; a foreign key follows the column that it refers to."""
    seen = {(table.name, column.name)}
    while (up := _referenced(schema, table, column)) and (up[0].name, up[1].name) not in seen:
        table, column = up
        seen.add((table.name, column.name))
    return by_type(column.type)


def by_type(column_type: str) -> Source:
    """Values for a COLUMN_TYPE of information_schema, such as `varchar(36)` or `enum('a','b')`."""
    match = _TYPE.match(column_type)
    name = match["name"] if match else "text"
    args = (match["args"] if match else None) or ""
    if name in _BITS:
        bits = _BITS[name] - (0 if match and match["unsigned"] else 1)
        return Source(lambda i: i % (2**bits - 1) + 1, 2**bits - 1)
    if name in _SHAPES:
        return Source(lambda i: _SHAPES[name].format(i=i + 1), None, "ST_GeomFromText(%s)")
    if name in {"enum", "set"}:
        members = [m.replace("''", "'") for m in re.findall(r"'((?:[^']|'')*)'", args)]
        return Source(lambda i: members[i % len(members)], len(members))
    numbers = [int(n) for n in re.findall(r"\d+", args)]
    return _TIMES[name](numbers) if name in _TIMES else _by_name(name, numbers)


def _by_name(name: str, numbers: list[int]) -> Source:
    if name in {"decimal", "float", "double"}:
        whole = (numbers[0] - numbers[1]) if len(numbers) == 2 else (numbers[0] if numbers else 6)  # noqa: PLR2004 - (M,D)
        # A float keeps 24 bits: small whole numbers stay apart.
        room = 10 ** min(whole, 6 if name == "float" else 15)
        return Source(lambda i: i % room, room)
    if name == "bit":
        room = 2 ** (numbers[0] if numbers else 1)
        return Source(lambda i: i % room, room)
    if name == "json":
        return Source(lambda i: f'{{"row": {i}}}', None)
    if name in {"binary", "varbinary", "char", "varchar"}:
        return _words(numbers)
    return _words([20])


def _words(numbers: list[int]) -> Source:
    width = min(numbers[0] if numbers else 1, 20)
    if width == 0:
        return Source(lambda _: "", 1)
    room = len(_DIGITS) ** width
    return Source(lambda i: _base36(i % room).rjust(min(width, 8), "0"), room)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, rest = divmod(number, len(_DIGITS))
        digits = _DIGITS[rest] + digits
        if not number:
            return digits


_TIMES: dict[str, Callable[[list[int]], Source]] = {
    "date": lambda _: Source(lambda i: _DAY + timedelta(days=i % 36500), 36500),
    "datetime": lambda _: Source(lambda i: _MOMENT + timedelta(seconds=i % 10**9), 10**9),
    # Below 2030, whatever the session's time zone is; TIMESTAMP ends in 2038.
    "timestamp": lambda _: Source(lambda i: _MOMENT + timedelta(days=1, seconds=i % (9 * 10**8)), 9 * 10**8),
    "time": lambda _: Source(lambda i: timedelta(seconds=i % 86400), 86400),
    "year": lambda _: Source(lambda i: 1901 + i % 255, 255),
}


def _room(schema: Schema, table: Table) -> int:
    """How many rows the narrowest unique key allows: as many as its widest column can tell apart."""
    limits = []
    for index in (i for i in table.indexes if i.unique):
        rooms = [_part_room(schema, table, p.column, p.prefix) for p in index.parts]
        limits.append(None if None in rooms else max((r for r in rooms if r is not None), default=None))
    return min((limit for limit in limits if limit is not None), default=10**9)


def _part_room(schema: Schema, table: Table, name: str, prefix: int | None) -> int | None:
    column = table.column(name)
    if column is None or column.generation:
        return 1
    room = source(schema, table, column).room
    if prefix is None:
        return room
    # Values begin with zeros up to eight digits: a short prefix sees only the leading ones.
    return 1 if prefix < 8 else min(room or 10**9, len(_DIGITS) ** 8)  # noqa: PLR2004 - the padding of _words


def _with_parents(schema: Schema, names: tuple[str, ...]) -> tuple[Table, ...]:
    found: dict[str, Table] = {}
    queue = list(names)
    while queue:
        table = schema.table(queue.pop(0))
        if table is None or table.name in found:
            continue
        found[table.name] = table
        queue += [_bare(k.ref_table) for k in table.foreign_keys]
    return tuple(found.values())


def _referenced(schema: Schema, table: Table, column: Column) -> tuple[Table, Column] | None:
    for key in table.foreign_keys:
        for mine, theirs in zip(key.columns, key.ref_columns, strict=False):
            parent = schema.table(_bare(key.ref_table))
            if mine.lower() == column.name.lower() and parent and (found := parent.column(theirs)):
                return parent, found
    return None


def _bare(name: str) -> str:
    return name.rpartition(".")[2]


def _quoted(name: str) -> str:
    # executemany reads %% as a per cent sign.
    return "`" + name.replace("`", "``").replace("%", "%%") + "`"
