"""Reads the structure of a database from the information_schema of a live MySQL 5.7.

Gives the one model of `specproof.schema`; what is no structure (counters, sizes, times, definers) is left out, and
the database's own name too, so that copies under another name compare equal. It refuses to read SHOW CREATE text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from specproof.engines.base import Row, Session
from specproof.engines.mysql_copy import StructureCopy, create_statements
from specproof.errors import EnvironmentProblem
from specproof.schema import Column, ForeignKey, Index, IndexPart, Schema, Table

__all__ = ["BROKEN", "StructureCopy", "create_statements", "read_schema"]

BROKEN = "unreadable table "  # how an entry of Schema.others begins that stands for a table which cannot be opened

# A condition on a constant schema name lets 5.7 open only that database's files ("Optimizing INFORMATION_SCHEMA
# Queries"). Without ORDER BY the rows of STATISTICS come in the server's key order, which nothing else tells.
_DATABASE = """SELECT DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME
 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = %s"""
_TABLES = """SELECT TABLE_NAME, ENGINE, TABLE_COLLATION, ROW_FORMAT, CREATE_OPTIONS, TABLE_COMMENT
 FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_TYPE = 'BASE TABLE'"""
_COLUMNS = """SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA, CHARACTER_SET_NAME,
 COLLATION_NAME, COLUMN_COMMENT, GENERATION_EXPRESSION
 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = %s ORDER BY TABLE_NAME, ORDINAL_POSITION"""
_STATISTICS = """SELECT TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, NON_UNIQUE, COLUMN_NAME, SUB_PART, INDEX_TYPE,
 INDEX_COMMENT FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = %s"""
_FOREIGN_KEYS = """SELECT k.TABLE_NAME, k.CONSTRAINT_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_SCHEMA,
 k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, r.DELETE_RULE, r.UPDATE_RULE
 FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
 ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.TABLE_NAME = k.TABLE_NAME AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME
 WHERE k.TABLE_SCHEMA = %s AND r.CONSTRAINT_SCHEMA = %s AND k.REFERENCED_TABLE_NAME IS NOT NULL
 ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION"""
_PARTITIONS = """SELECT TABLE_NAME, PARTITION_NAME, SUBPARTITION_NAME, PARTITION_METHOD, PARTITION_EXPRESSION,
 PARTITION_DESCRIPTION, SUBPARTITION_METHOD, SUBPARTITION_EXPRESSION, PARTITION_COMMENT
 FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = %s AND PARTITION_NAME IS NOT NULL
 ORDER BY TABLE_NAME, PARTITION_ORDINAL_POSITION, SUBPARTITION_ORDINAL_POSITION"""
_TRIGGERS = """SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, ACTION_STATEMENT
 FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = %s
 ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING DESC, EVENT_MANIPULATION, ACTION_ORDER"""
_VIEWS = "SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = %s"
_ROUTINES = """SELECT ROUTINE_NAME, ROUTINE_TYPE, ROUTINE_DEFINITION
 FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = %s"""
_EVENTS = "SELECT EVENT_NAME, EVENT_DEFINITION FROM information_schema.EVENTS WHERE EVENT_SCHEMA = %s"


def read_schema(session: Session, database: str) -> Schema:
    """The structure of one database.

    A foreign key inside the database names its parent as `table`, one to another database as `database.table`. What
    the account may not see is missing from information_schema without a word; `preflight` checks privileges first.
    Raises EnvironmentProblem `engine.no-database`, SqlError.
    """
    defaults = session.query(_DATABASE, [database])
    if not defaults:
        raise EnvironmentProblem(
            "engine.no-database",
            f"There is no database '{database}', or this account may not see it.",
            next_step="Check the name; it is case-sensitive on most systems.",
        )
    columns = _by_table(session.query(_COLUMNS, [database]))
    indexes = _by_table(session.query(_STATISTICS, [database]))
    keys = _by_table(session.query(_FOREIGN_KEYS, [database, database]))
    partitions = _by_table(session.query(_PARTITIONS, [database]))
    triggers = _by_table(session.query(_TRIGGERS, [database]))
    tables = [
        Table(
            name=name,
            columns=tuple(_column(row) for row in columns.get(name, ())),
            indexes=_indexes(indexes.get(name, ())),
            foreign_keys=_foreign_keys(keys.get(name, ()), database),
            engine=engine,
            collation=collation,
            row_format=row_format,
            create_options=options or "",
            comment=comment or "",
            partitions=tuple(_partition(row) for row in partitions.get(name, ())),
            triggers=tuple(f"{row[1]} {row[2]} {row[3]} {_hash(row[4])}" for row in triggers.get(name, ())),
        )
        for name, engine, collation, row_format, options, comment in session.query(_TABLES, [database])
    ]
    charset, collation = defaults[0]
    return Schema(
        tables=tuple(sorted(tables, key=lambda table: table.name)),
        charset=charset,
        collation=collation,
        others=tuple(sorted(_others(session, database, {*columns} - {table.name for table in tables}))),
    )


def _by_table(rows: Iterable[Row]) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = {}
    for row in rows:
        grouped.setdefault(row[0], []).append(row)
    return grouped


def _column(row: Row) -> Column:
    _, name, kind, nullable, default, extra, charset, collation, comment, generation = row
    return Column(
        name=name,
        type=_text(kind),
        nullable=nullable == "YES",
        default=None if default is None else _text(default),
        extra=extra,
        charset=charset,
        collation=collation,
        comment=comment,
        generation=_text(generation),
    )


def _indexes(rows: Sequence[Row]) -> tuple[Index, ...]:
    found = []
    for name, group in _grouped(rows):
        parts = sorted(group, key=lambda part: part[2])
        found.append(
            Index(
                name=name,
                unique=not parts[0][3],
                parts=tuple(IndexPart(part[4], part[5]) for part in parts),
                kind=parts[0][6],
                comment=parts[0][7],
            )
        )
    return tuple(sorted(found, key=lambda index: index.name != "PRIMARY"))


def _grouped(rows: Sequence[Row]) -> Iterable[tuple[str, list[Row]]]:
    return ((name, list(parts)) for name, parts in groupby(rows, key=lambda row: str(row[1])))


def _foreign_keys(rows: Sequence[Row], database: str) -> tuple[ForeignKey, ...]:
    found = []
    for name, parts in _grouped(rows):
        _, _, _, schema, table, _, on_delete, on_update = parts[0]
        found.append(
            ForeignKey(
                name=name,
                columns=tuple(part[2] for part in parts),
                ref_table=table if schema == database else f"{schema}.{table}",
                ref_columns=tuple(part[5] for part in parts),
                on_delete=on_delete,
                on_update=on_update,
            )
        )
    return tuple(found)


def _partition(row: Row) -> str:
    """`p0 RANGE (y) 10, p0sp1 HASH (id) 'comment'`: every part that ALTER TABLE could change."""
    _, name, sub, method, expression, description, sub_method, sub_expression, comment = row
    words = [name, method, f"({_text(expression)})" if expression else "", _text(description or "")]
    if sub:
        words += [f"/ {sub}", sub_method, f"({_text(sub_expression)})" if sub_expression else ""]
    return " ".join(filter(None, words)) + (f" {comment!r}" if comment else "")


def _others(session: Session, database: str, columns_only: set[str]) -> Iterable[str]:
    """`columns_only` are names that COLUMNS knows and TABLES does not: views, and tables that cannot be opened.

    The latter is what a server leaves behind that was killed inside an ALTER: the definition and the table of InnoDB
    no longer fit ("Troubleshooting InnoDB Data Dictionary Operations").
    """
    quoted = re.escape(database.replace("`", "``"))
    own = re.compile(rf"`{quoted}`\.(`(?:[^`]|``)+`)")  # with what it qualifies: a table may have the same name
    views = session.query(_VIEWS, [database])
    yield from (f"{BROKEN}{name}" for name in columns_only - {name for name, _ in views})
    for name, definition in views:
        unqualified = own.sub(r"\1", _text(definition or ""))
        yield f"view {name} {_hash(unqualified)}"
    for name, kind, definition in session.query(_ROUTINES, [database]):
        yield f"{kind.lower()} {name} {_hash(definition)}"
    for name, definition in session.query(_EVENTS, [database]):
        yield f"event {name} {_hash(definition)}"


def _hash(body: Any) -> str:
    """None when the account may see the object but not its body."""
    return hashlib.sha256(_text(body or "").encode()).hexdigest()


def _text(value: Any) -> str:
    """Long text columns of information_schema arrive as bytes when the server takes them for binary."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
