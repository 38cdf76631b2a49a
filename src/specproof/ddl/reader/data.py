"""INSERT, REPLACE, UPDATE, DELETE and CALL.

Part of the strict reader. All are read to their end, rows of literals apart, which the lexer has seen to be right.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import read_expression
from specproof.ddl.reader.queries import (
    limit_option,
    name_list,
    order_by,
    read_create_select,
    select_items,
    table_references,
    where,
)
from specproof.ddl.syntax import Other, TableName


def read_insert(c: Cursor, kind: str) -> Other:
    """INSERT or REPLACE; the current token is the word behind it."""
    if kind == "insert":
        c.take("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY")
        c.take("IGNORE")
    else:
        c.take("LOW_PRIORITY", "DELAYED")
    c.take("INTO")
    table = c.table()
    if c.passed:
        return Other(kind, dml=True, object=str(table), complete=c.passed == "rows")
    if c.key == "PARTITION":
        c.i += 1
        name_list(c)
    _content(c)
    if kind == "insert" and c.take("ON"):
        c.expect_all("DUPLICATE", "KEY", "UPDATE")
        _assignments(c)
    return Other(kind, dml=True, object=str(table), complete=True)


def _content(c: Cursor) -> None:
    if c.take("SET"):
        _assignments(c)
        return
    if c.key == "(" and not (c.ahead(1) == "SELECT" or (c.ahead(1) == "(" and c.ahead(2) == "SELECT")):
        c.i += 1
        if c.key != ")":
            _column(c)
            while c.take(","):
                _column(c)
        c.need(")", ",")
    if c.take("VALUES", "VALUE"):
        _row(c)
        while c.take(","):
            _row(c)
    elif c.key in ("SELECT", "("):
        read_create_select(c)
    else:
        c.refuse("VALUES", "SELECT")


def _row(c: Cursor) -> None:
    c.expect("(")
    if c.key != ")":
        _value(c)
        while c.take(","):
            _value(c)
    c.need(")", ",")


def _value(c: Cursor) -> None:
    if c.key == "DEFAULT" and c.ahead(1) != "(":
        c.i += 1
    else:
        read_expression(c)


def _column(c: Cursor) -> None:
    """A column, qualified or not; `t.*` is read as well."""
    if c.take("."):
        c.name("a table name")
        c.expect(".")
        c.name("a column name")
        return
    c.name("a column name")
    for _ in ("table", "column"):
        if not c.take(".") or c.take("*"):
            return
        c.name("a column name")


def _assignments(c: Cursor) -> None:
    while True:
        _column(c)
        c.expect("=", ":=")
        _value(c)
        if not c.take(","):
            return


def read_update(c: Cursor) -> Other:
    c.take("LOW_PRIORITY")
    c.take("IGNORE")
    table = _plain_table(c)
    table_references(c)
    c.need("SET", ",")
    _assignments(c)
    where(c)
    order_by(c)
    _simple_limit(c)
    return Other("update", dml=True, object=table, complete=True)


def _plain_table(c: Cursor) -> str | None:
    """The only table of an UPDATE, where it stands plainly in front of SET."""
    mark = c.i
    if not c.is_name():
        return None
    table = c.table()
    alone = c.key == "SET"
    c.i = mark
    return str(table) if alone else None


def _simple_limit(c: Cursor) -> None:
    if c.take("LIMIT"):
        limit_option(c)


def read_delete(c: Cursor) -> Other:
    while c.take("QUICK", "LOW_PRIORITY", "IGNORE"):
        pass
    if not c.take("FROM"):
        _wild_tables(c)
        c.need("FROM", ",")
        table_references(c)
        where(c)
        return Other("delete", dml=True, complete=True)
    table, several = _wild_tables(c)
    if c.take("USING"):
        table_references(c)
        where(c)
        return Other("delete", dml=True, complete=True)
    if several:
        c.refuse("USING")
    if c.key == "PARTITION":
        c.i += 1
        name_list(c)
    where(c)
    order_by(c)
    _simple_limit(c)
    return Other("delete", dml=True, object=str(table), complete=True)


def _wild_tables(c: Cursor) -> tuple[TableName, bool]:
    """Tables with an optional `.*`; the second value tells that more than one plain table stands there."""
    table, several = _wild_table(c)
    while c.take(","):
        _wild_table(c)
        several = True
    return table, several


def _wild_table(c: Cursor) -> tuple[TableName, bool]:
    first = c.name("a table name")
    if not c.take("."):
        return TableName(first), False
    if c.take("*"):
        return TableName(first), True
    table = TableName(c.name("a table name"), first)
    if c.take("."):
        c.expect("*")
        return table, True
    return table, False


def read_call(c: Cursor) -> Other:
    name = c.table("the name of a procedure")
    if c.take("(") and not c.take(")"):
        read_expression(c)
        while c.take(","):
            read_expression(c)
        c.need(")", ",")
    return Other("call", dml=True, object=str(name), complete=True)


def read_do(c: Cursor) -> Other:
    select_items(c)
    return Other("do", complete=True)
