"""The tables of the flight state for a dialect of SQLAlchemy, out of the layout.

Equality by code points asks for a binary collation where the default one folds, and lengths count code points
everywhere. It refuses to know a table or column of its own.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Index, Integer, MetaData, PrimaryKeyConstraint, String, Table
from sqlalchemy import Column as SqlColumn
from sqlalchemy.dialects import mysql, oracle, postgresql
from sqlalchemy.sql.elements import quoted_name
from sqlalchemy.types import TypeEngine, UserDefinedType

from specproof.reference.flight_state.layout import Column, Layout
from specproof.reference.flight_state.layout import Table as LayoutTable

_INTEGER_MAXIMUM = 2**31 - 1
_MYSQL_COLLATION = "utf8mb4_bin"
_POSTGRESQL_COLLATION = "C"


class _OracleTimestamp(UserDefinedType[Any]):
    """SQLAlchemy's own type for Oracle takes no precision."""

    cache_ok = True

    def __init__(self, precision: int) -> None:
        self.precision = precision

    def get_col_spec(self, **_options: Any) -> str:
        return f"TIMESTAMP({self.precision})"


def metadata(layout: Layout) -> MetaData:
    """All tables, in the order of the layout."""
    found = MetaData()
    for table in layout.tables.values():
        _table(table, found)
    return found


def _table(table: LayoutTable, found: MetaData) -> Table:
    made = Table(
        _name(table.name),
        found,
        *(SqlColumn(_name(one.name), _type(one), nullable=one.nullable, autoincrement=False) for one in table.columns),
        PrimaryKeyConstraint(*map(_name, table.primary_key)),
        mysql_engine="InnoDB",
        mysql_default_charset="utf8mb4",
        mysql_collate=_MYSQL_COLLATION,
        mysql_row_format="DYNAMIC",
    )
    for name, of in table.indexes.items():
        Index(_name(name), *(made.c[_name(column)] for column in of))
    return made


def _type(column: Column) -> TypeEngine[Any]:
    match column.type:
        case "text":
            return (
                String(column.max_chars, collation=_POSTGRESQL_COLLATION)
                .with_variant(mysql.VARCHAR(column.max_chars, collation=_MYSQL_COLLATION), "mysql")
                .with_variant(oracle.VARCHAR2(column.max_chars), "oracle")
            )
        case "timestamp":
            return (
                postgresql.TIMESTAMP(precision=column.precision)
                .with_variant(mysql.DATETIME(fsp=column.precision), "mysql")
                .with_variant(_OracleTimestamp(column.precision), "oracle")
            )
    return BigInteger() if column.maximum > _INTEGER_MAXIMUM else Integer()


def _name(name: str) -> quoted_name:
    """Unquoted, so that every engine spells it in its own case."""
    return quoted_name(name, quote=False)
