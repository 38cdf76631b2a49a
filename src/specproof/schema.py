"""A database schema as MySQL's information_schema would print it: the one model that everything is compared in.

Three producers fill it: the spec (`specs`), the simulator (`ddl`) and a live server (`engines`). Being one model,
"live = rehearsed = spec" is plain equality. It refuses to hold what is not structure: no rows, counters, sizes or
times.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `type` is COLUMN_TYPE (`bigint(20) unsigned`);

    `default` is None for no default and for NULL alike.
    """

    name: str
    type: str
    nullable: bool
    default: str | None = None
    extra: str = ""  # "auto_increment", "on update CURRENT_TIMESTAMP", "VIRTUAL GENERATED"
    charset: str | None = None
    collation: str | None = None
    comment: str = ""
    generation: str = ""


@dataclass(frozen=True, slots=True)
class IndexPart:
    column: str
    prefix: int | None = None  # characters (bytes for binary strings); None = the whole column


@dataclass(frozen=True, slots=True)
class Index:
    """One index; the primary key is named PRIMARY. 5.7 keeps no direction per part."""

    name: str
    unique: bool
    parts: tuple[IndexPart, ...]
    kind: str = "BTREE"
    comment: str = ""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    name: str
    columns: tuple[str, ...]
    ref_table: str  # "table", or "schema.table" when it lies in another schema
    ref_columns: tuple[str, ...]
    on_delete: str = "RESTRICT"
    on_update: str = "RESTRICT"


@dataclass(frozen=True, slots=True)
class Table:
    """One base table. Columns in order; indexes with PRIMARY first, then in the server's order."""

    name: str
    columns: tuple[Column, ...]
    indexes: tuple[Index, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    engine: str = "InnoDB"
    collation: str | None = None
    row_format: str | None = None
    create_options: str = ""
    comment: str = ""
    partitions: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()  # "name BEFORE INSERT sha256-of-body"

    def column(self, name: str) -> Column | None:
        """The column of that name; 5.7 compares column names without case."""
        return next((c for c in self.columns if c.name.lower() == name.lower()), None)

    def index(self, name: str) -> Index | None:
        return next((i for i in self.indexes if i.name.lower() == name.lower()), None)


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one database, sorted by name, and its defaults;

    `others` names views and routines with a hash each.
    """

    tables: tuple[Table, ...]
    charset: str | None = None
    collation: str | None = None
    others: tuple[str, ...] = ()

    def table(self, name: str) -> Table | None:
        return next((t for t in self.tables if t.name == name), None)

    def only(self, names: Iterable[str]) -> Schema:
        """The same schema with only the tables of these names."""
        wanted = set(names)
        return replace(self, tables=tuple(t for t in self.tables if t.name in wanted))


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two schemas differ; None on a side means that the thing is absent there."""

    path: str  # "answer_delivery.columns.state.default"
    expected: str | None
    actual: str | None


def diff(expected: Schema, actual: Schema, *, comments: bool = True) -> tuple[Difference, ...]:
    """Every difference of the tables, in a fixed order; `comments=False` leaves comments out of the comparison."""
    return tuple(_differences(_tree(expected, comments=comments), _tree(actual, comments=comments), ""))


def fingerprint(schema: Schema) -> str:
    """SHA-256 over the canonical form, lower-case hex: equal fingerprints mean equal structure, comments included."""
    return hashlib.sha256(json.dumps(to_data(schema), ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def to_data(schema: Schema) -> dict[str, Any]:
    """JSON-ready form of a schema; `from_data` reads it back."""
    return asdict(schema)


def from_data(data: dict[str, Any]) -> Schema:
    """The inverse of `to_data`, also for data that went through JSON."""
    return Schema(
        tables=tuple(_table_from(t) for t in data["tables"]),
        charset=data["charset"],
        collation=data["collation"],
        others=tuple(data["others"]),
    )


def _table_from(data: dict[str, Any]) -> Table:
    indexes = tuple(Index(**{**i, "parts": tuple(IndexPart(**p) for p in i["parts"])}) for i in data["indexes"])
    keys = tuple(
        ForeignKey(**{**k, "columns": tuple(k["columns"]), "ref_columns": tuple(k["ref_columns"])})
        for k in data["foreign_keys"]
    )
    return Table(
        **{
            **data,
            "columns": tuple(Column(**c) for c in data["columns"]),
            "indexes": indexes,
            "foreign_keys": keys,
            "partitions": tuple(data["partitions"]),
            "triggers": tuple(data["triggers"]),
        }
    )


_Tree = dict[str, Any]


def _tree(schema: Schema, *, comments: bool) -> _Tree:
    return {table.name: _table_tree(table, comments=comments) for table in schema.tables}


def _table_tree(table: Table, *, comments: bool) -> _Tree:
    tree: _Tree = {
        "engine": table.engine,
        "collation": table.collation,
        "row_format": table.row_format,
        "create_options": table.create_options,
        "partitions": ", ".join(table.partitions),
        "triggers": ", ".join(table.triggers),
        "column_order": ", ".join(c.name for c in table.columns),
        "columns": {c.name: _plain(asdict(c), comments=comments) for c in table.columns},
        "indexes": {i.name: _index_tree(i, comments=comments) for i in table.indexes},
        "foreign_keys": {k.name: {n: str(v) for n, v in asdict(k).items() if n != "name"} for k in table.foreign_keys},
    }
    return tree | ({"comment": table.comment} if comments else {})


def _index_tree(index: Index, *, comments: bool) -> _Tree:
    parts = ", ".join(p.column if p.prefix is None else f"{p.column}({p.prefix})" for p in index.parts)
    return _plain(
        {"unique": index.unique, "parts": parts, "kind": index.kind, "comment": index.comment}, comments=comments
    )


def _plain(data: dict[str, Any], *, comments: bool) -> _Tree:
    return {n: v if v is None else str(v) for n, v in data.items() if n != "name" and (comments or n != "comment")}


def _differences(expected: _Tree, actual: _Tree, path: str) -> Iterator[Difference]:
    for key in [*expected, *(k for k in actual if k not in expected)]:
        here = f"{path}.{key}" if path else key
        left, right = expected.get(key), actual.get(key)
        if isinstance(left, dict) and isinstance(right, dict):
            yield from _differences(left, right, here)
        elif isinstance(left, dict) or isinstance(right, dict):
            yield Difference(
                here, "present" if isinstance(left, dict) else None, "present" if isinstance(right, dict) else None
            )
        elif left != right:
            yield Difference(here, left, right)
