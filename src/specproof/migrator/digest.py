"""What rows a schema holds, in one line per table: their number and a sum over their contents, column by column named.

Lets a run show that an upgrade left the old columns of the old rows alone. It reads each table once and keeps no row.
"""

from __future__ import annotations

from specproof.engines.base import Session
from specproof.schema import Schema, Table


def digests(session: Session, schema: Schema) -> tuple[str, ...]:
    """`name: N rows, sum S` for every table of `schema`, over exactly its columns; later columns do not count.

    The sum adds CRC32 over the length-prefixed columns of each row, so that NULL, '' and shifted values differ. Raises
    SqlError.
    """
    return tuple(_digest(session, table) for table in schema.tables)


def _digest(session: Session, table: Table) -> str:
    parts = ", ".join(f"IFNULL(CONCAT(LENGTH({name}), ':', {name}), 'NULL')" for name in map(_quoted, _names(table)))
    sql = f"SELECT COUNT(*), COALESCE(SUM(CRC32(CONCAT({parts}))), 0) FROM {_quoted(table.name)}"
    count, total = session.query(sql)[0]
    return f"{table.name}: {count} rows, sum {total}"


def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.columns)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
