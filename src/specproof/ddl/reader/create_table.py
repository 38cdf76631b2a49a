"""CREATE TABLE in its forms: definitions, LIKE, and with a query.

Part of the strict reader. It refuses to know whether the table exists.
"""

from __future__ import annotations

from specproof.ddl.reader.columns import read_column
from specproof.ddl.reader.cursor import Cursor, Refused
from specproof.ddl.reader.keys import KEY_STARTS, read_key
from specproof.ddl.reader.options import read_option
from specproof.ddl.reader.partitions import read_partition_by
from specproof.ddl.reader.queries import continue_create_select, read_create_select, select
from specproof.ddl.syntax import CreateTable, Option, Partition, Place, TableElement, TableName

# What may follow the options, so that the table of constructs is not asked about it.
_ENDS = frozenset(("", "PARTITION", "IGNORE", "REPLACE", "AS", "SELECT", "("))


def read_create_table(c: Cursor) -> CreateTable:
    """The current token is TEMPORARY or TABLE."""
    temporary = False
    while c.take("TEMPORARY"):
        temporary = True
    c.expect("TABLE")
    if_not_exists = None
    start = c.start()
    if c.take("IF"):
        c.expect_all("NOT", "EXISTS")
        if_not_exists = c.place(start)
    table = c.table()
    if c.take("LIKE"):
        return CreateTable(table, temporary=temporary, if_not_exists=if_not_exists, like=c.table())
    if c.key == "(" and c.ahead(1) == "LIKE":
        c.i += 2
        like = c.table()
        c.expect(")")
        return CreateTable(table, temporary=temporary, if_not_exists=if_not_exists, like=like)
    return _defined(c, table, temporary=temporary, if_not_exists=if_not_exists)


def _defined(c: Cursor, table: TableName, *, temporary: bool, if_not_exists: Place | None) -> CreateTable:
    elements: tuple[TableElement, ...] = ()
    options: list[Option] = []
    partition: Partition | None = None
    query: Place | None = None
    if c.key == "(" and c.ahead(1) == "PARTITION":
        c.i += 1
        start = c.start()
        partition = read_partition_by(c)
        query = _query_in_parenthesis(c, start)
    elif c.key == "(" and c.ahead(1) != "SELECT":
        elements = read_elements(c)
    if query is None:
        c.area = "table"
        try:
            _options(c, options)
            if c.key == "PARTITION":
                partition = read_partition_by(c)
            query = _query(c)
        except Refused as refused:
            c.record(refused)
            c.i = c.size
    return CreateTable(
        table,
        elements,
        tuple(options),
        partition,
        temporary=temporary,
        if_not_exists=if_not_exists,
        select=query,
    )


def read_elements(c: Cursor) -> tuple[TableElement, ...]:
    """Columns and keys in parentheses."""
    c.expect("(")
    elements: list[TableElement] = []
    while True:
        try:
            elements.append(read_key(c) if c.key in KEY_STARTS else read_column(c))
            if c.key not in (",", ")"):
                c.refuse(",", ")")
        except Refused as refused:
            c.record(refused)
            c.skip_to_comma()
        if not c.take(","):
            break
    c.need(")", ",")
    return tuple(elements)


def _options(c: Cursor, options: list[Option]) -> None:
    comma = False
    while True:
        option = read_option(c)
        if option is not None:
            options.append(option)
            comma = bool(c.take(","))
        elif c.key in _ENDS or not c.pass_over("a table option"):
            if comma:
                c.refuse("a table option")
            return


def _query(c: Cursor) -> Place | None:
    """`[IGNORE | REPLACE] [AS] SELECT ...`."""
    start = c.start()
    said = c.take("IGNORE", "REPLACE")
    said = c.take("AS") or said
    if c.key == "SELECT" or (c.key == "(" and c.ahead(1) == "SELECT"):
        read_create_select(c)
        return c.place(start)
    if said:
        c.refuse("SELECT")
    return None


def _query_in_parenthesis(c: Cursor, start: int) -> Place:
    select(c, into=False)
    c.expect(")")
    continue_create_select(c)
    return c.place(start)
