"""SELECT as 5.7 reads it: CREATE TABLE ... SELECT, subqueries, and whole statements.

Part of the strict reader. It recognises and keeps nothing; common table expressions and window functions are no part
of 5.7 and are refused where they stand.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import at_subquery, read_expression
from specproof.ddl.reader.functions import alias
from specproof.ddl.reader.special_calls import order_list
from specproof.ddl.reader.types import charset_name, charset_words
from specproof.ddl.script import TokenKind

_SPEC_OPTIONS = (
    "ALL",
    "DISTINCT",
    "DISTINCTROW",
    "STRAIGHT_JOIN",
    "HIGH_PRIORITY",
    "SQL_SMALL_RESULT",
    "SQL_BIG_RESULT",
    "SQL_BUFFER_RESULT",
    "SQL_CALC_FOUND_ROWS",
)
_CACHE_OPTIONS = ("SQL_CACHE", "SQL_NO_CACHE")


def read_subquery(c: Cursor) -> None:
    """The content of the parentheses of a subquery: SELECTs and parenthesised SELECTs joined by UNION."""
    while True:
        if c.key == "(":
            _parenthesised_specification(c)
        else:
            select(c, into=False)
        _order_and_limit(c)
        if not _union(c):
            return


def _parenthesised_specification(c: Cursor) -> None:
    c.expect("(")
    if c.key == "(":
        _parenthesised_specification(c)
    else:
        select(c, into=False)
    c.expect(")")


def read_query(c: Cursor) -> None:
    """A SELECT statement with its unions."""
    while True:
        if c.key == "(":
            _parenthesised_select(c)
            if not _union(c):
                _order_and_limit(c)
                return
        else:
            select(c)
            if not _union(c):
                return


def _parenthesised_select(c: Cursor) -> None:
    c.expect("(")
    if c.key == "(":
        _parenthesised_select(c)
    else:
        select(c)
    c.expect(")")


def read_create_select(c: Cursor) -> None:
    """The query behind the definition of a table; the current token is SELECT or a parenthesis before it."""
    if c.take("("):
        select(c, into=False)
        c.expect(")")
        continue_create_select(c)
        return
    select(c, into=False)
    if _union(c):
        read_query(c)


def continue_create_select(c: Cursor) -> None:
    """What may follow a query in parentheses: more queries by UNION, or an order and a limit."""
    if _union(c):
        read_query(c)
    else:
        _order_and_limit(c)


def read_view_query(c: Cursor) -> None:
    """The query of a view: like that of a table, but the first SELECT may be parenthesised more than once."""
    if c.key == "(":
        _parenthesised_select(c)
        continue_create_select(c)
        return
    select(c)
    if _union(c):
        read_query(c)


def _union(c: Cursor) -> bool:
    if not c.take("UNION"):
        return False
    c.take("DISTINCT", "DISTINCTROW", "ALL")
    return True


def select(c: Cursor, *, into: bool = True) -> None:
    c.expect("SELECT")
    while c.take(*_SPEC_OPTIONS, *_CACHE_OPTIONS):
        pass
    select_items(c)
    if into and c.key == "INTO":
        _into(c)
    if c.take("FROM"):
        if not c.take("DUAL"):
            table_references(c)
        _where_to_having(c)
    elif not into:
        _where_to_having(c)
    _order_and_limit(c)
    if c.take("PROCEDURE"):
        _analyse(c)
    if into and c.key == "INTO":
        _into(c)
    if c.take("FOR"):
        c.expect("UPDATE")
    elif c.key == "LOCK" and c.ahead(1) == "IN":
        c.i += 2
        c.expect_all("SHARE", "MODE")


def select_items(c: Cursor) -> None:
    if not c.take("*"):
        _item(c)
    while c.take(","):
        _item(c)


def _item(c: Cursor) -> None:
    if c.is_name() and c.ahead(1) == "." and c.ahead(2) == "*":
        c.i += 3
        return
    if c.is_name() and c.ahead(1) == "." and c.ahead(3) == "." and c.ahead(4) == "*":
        c.i += 2
        c.name("a table name")
        c.i += 2
        return
    read_expression(c)
    alias(c)


def _where_to_having(c: Cursor) -> None:
    where(c)
    if c.take("GROUP"):
        c.expect("BY")
        order_list(c)
        if c.key == "WITH" and c.ahead(1) in ("ROLLUP", "CUBE"):
            c.i += 2
    if c.take("HAVING"):
        read_expression(c)


def where(c: Cursor) -> None:
    if c.take("WHERE"):
        read_expression(c)


def _order_and_limit(c: Cursor) -> None:
    order_by(c)
    if c.take("LIMIT"):
        limit_option(c)
        if c.take(",", "OFFSET"):
            limit_option(c)


def order_by(c: Cursor) -> None:
    if c.take("ORDER"):
        c.expect("BY")
        order_list(c)


def limit_option(c: Cursor) -> None:
    if c.number_kind() in ("int", "long"):
        c.i += 1
    else:
        c.name("a number")


def _analyse(c: Cursor) -> None:
    c.expect_all("ANALYSE", "(")
    if c.number_kind() == "int":
        c.i += 1
        if c.take(","):
            c.number("int")
    c.expect(")")


def _into(c: Cursor) -> None:
    c.expect("INTO")
    if c.take("DUMPFILE"):
        c.string("a path")
        return
    if c.take("OUTFILE"):
        c.string("a path")
        if charset_words(c):
            charset_name(c)
        field_and_line_terms(c)
        return
    while True:
        if c.kind() is TokenKind.VARIABLE:
            c.i += 1
        else:
            c.name_or_string("a variable")
        if not c.take(","):
            return


def field_and_line_terms(c: Cursor) -> None:
    if c.take("FIELDS", "COLUMNS"):
        _terms(c, ("TERMINATED", "ENCLOSED", "ESCAPED", "OPTIONALLY"))
    if c.take("LINES"):
        _terms(c, ("TERMINATED", "STARTING"))


def _terms(c: Cursor, heads: tuple[str, ...]) -> None:
    head = c.expect(*heads)
    while head:
        if head == "OPTIONALLY":
            c.expect("ENCLOSED")
        c.expect("BY")
        if c.number_kind() in ("hex", "bin"):
            c.i += 1
        else:
            c.string()
        head = c.take(*heads)


# --- tables and joins -------------------------------------------------------------------------------------------------


def table_references(c: Cursor) -> None:
    while True:
        if c.key == "{":
            c.i += 1
            c.name("a name")
            _joined(c)
            c.expect("}")
        else:
            _joined(c)
        if not c.take(","):
            return


def _joined(c: Cursor) -> None:
    """A table and the joins behind it: an outer join needs a condition, and its right side may be a join itself."""
    _factor(c)
    while True:
        if c.take("STRAIGHT_JOIN"):
            _factor(c)
            if c.take("ON"):
                read_expression(c)
        elif c.take("NATURAL"):
            if c.take("LEFT", "RIGHT"):
                c.take("OUTER")
            c.expect("JOIN")
            _factor(c)
        elif c.key in ("JOIN", "INNER", "CROSS"):
            if c.take("INNER", "CROSS"):
                c.expect("JOIN")
            else:
                c.i += 1
            _factor(c)
            _condition(c)
        elif c.take("LEFT", "RIGHT"):
            c.take("OUTER")
            c.expect("JOIN")
            _joined(c)
            if not _condition(c):
                c.refuse("ON", "USING")
        else:
            return


def _condition(c: Cursor) -> bool:
    if c.take("ON"):
        read_expression(c)
        return True
    if c.take("USING"):
        name_list(c)
        return True
    return False


def name_list(c: Cursor) -> None:
    c.expect("(")
    c.name("a column name")
    while c.take(","):
        c.name("a column name")
    c.need(")", ",")


def _factor(c: Cursor) -> None:
    if c.key == "(":
        if at_subquery(c):
            c.i += 1
            read_subquery(c)
        else:
            c.i += 1
            table_references(c)
        c.expect(")")
        table_alias(c)
        return
    c.table()
    if c.key == "PARTITION":
        c.i += 1
        name_list(c)
    table_alias(c)
    _index_hints(c)


def table_alias(c: Cursor) -> None:
    if c.take("AS", "=") or c.is_name():
        c.name("an alias")


def _index_hints(c: Cursor) -> None:
    while word := c.take("USE", "FORCE", "IGNORE"):
        c.expect("INDEX", "KEY")
        if c.take("FOR") and c.expect("JOIN", "ORDER", "GROUP") != "JOIN":
            c.expect("BY")
        c.expect("(")
        if not (word == "USE" and c.key == ")"):
            while True:
                if not c.take("PRIMARY"):
                    c.name("the name of an index")
                if not c.take(","):
                    break
        c.expect(")")
