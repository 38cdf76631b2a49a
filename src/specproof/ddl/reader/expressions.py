"""Expressions by the 5.7 grammar: generated columns, CHECK, partition functions, and everything inside a query.

Part of the strict reader. It recognises and keeps no tree: what an expression means is not asked here. Functions with
a syntax of their own are in `functions`, subqueries in `queries`.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor, Refused
from specproof.ddl.reader.literals import take_literal
from specproof.ddl.script import TokenKind
from specproof.ddl.syntax import Expression, Place

COMPARISONS = frozenset(("=", "<=>", ">=", ">", "<=", "<", "<>", "!="))
_BIT_OPERATORS = frozenset(("|", "&", "<<", ">>", "+", "-", "*", "/", "%", "^", "DIV", "MOD"))
_CONNECTIVES = frozenset(("AND", "OR", "XOR", "&&", "||", "IS"))
_TRUTH = ("TRUE", "FALSE", "UNKNOWN")
_TIMESTAMP = ("DAY", "WEEK", "HOUR", "MINUTE", "MONTH", "QUARTER", "SECOND", "MICROSECOND", "YEAR")
UNITS_OF_TIMESTAMP = frozenset((*_TIMESTAMP, *(f"SQL_TSI_{unit}" for unit in _TIMESTAMP if unit != "MICROSECOND")))
UNITS = UNITS_OF_TIMESTAMP | frozenset(
    (
        "DAY_HOUR",
        "DAY_MICROSECOND",
        "DAY_MINUTE",
        "DAY_SECOND",
        "HOUR_MICROSECOND",
        "HOUR_MINUTE",
        "HOUR_SECOND",
        "MINUTE_MICROSECOND",
        "MINUTE_SECOND",
        "SECOND_MICROSECOND",
        "YEAR_MONTH",
    )
)


def parenthesised(c: Cursor) -> Expression:
    """An expression in parentheses; its place is that of the content."""
    c.expect("(")
    start = c.start()
    first = c.i
    read_expression(c)
    place = c.place(start)
    found = Expression(_text(c, first), place)
    c.expect(")")
    return found


def _text(c: Cursor, first: int) -> str:
    """Tokens with the blanks between them made single."""
    parts: list[str] = []
    for i in range(first, c.i):
        token = c.tokens[i]
        if i > first and token.start > c.tokens[i - 1].end:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def read_bit_expression(c: Cursor) -> Place:
    start = c.start()
    _bit(c)
    return c.place(start)


def expression_text(c: Cursor, first: int, start: int) -> Expression:
    """What was read since token `first`."""
    return Expression(_text(c, first), c.place(start))


# --- the levels of the grammar, loosest first -------------------------------------------------------------------------


def read_expression(c: Cursor) -> None:
    while True:
        _condition(c)
        if not c.take("AND", "&&", "OR", "||", "XOR"):
            return


def _condition(c: Cursor) -> None:
    while c.take("NOT"):
        pass
    _boolean(c)


def _boolean(c: Cursor) -> None:
    _predicate(c)
    while True:
        if c.take("IS"):
            c.take("NOT")
            # IS TRUE ends a condition; only IS NULL may be compared further.
            if c.expect("NULL", *_TRUTH) in _TRUTH:
                return
        elif c.key in COMPARISONS:
            operator = c.i
            c.i += 1
            if c.key in ("ALL", "ANY", "SOME") and c.ahead(1) == "(":
                if c.keys[operator] == "<=>":
                    c.refuse(at=operator)
                c.i += 1
                subquery(c)
            else:
                _predicate(c)
        else:
            return


def _predicate(c: Cursor) -> None:
    _bit(c)
    if c.key == "NOT" and c.ahead(1) not in ("IN", "BETWEEN", "LIKE", "REGEXP", "RLIKE"):
        c.refuse("IN", "BETWEEN", "LIKE", "REGEXP", at=c.i + 1)
    c.take("NOT")
    if c.take("IN"):
        if at_subquery(c):
            subquery(c)
        else:
            expression_list(c)
    elif c.take("BETWEEN"):
        _bit(c)
        c.expect("AND")
        _predicate(c)
    elif c.take("LIKE"):
        simple(c)
        if c.take("ESCAPE"):
            simple(c)
    elif c.take("REGEXP", "RLIKE"):
        _bit(c)
    elif c.key == "SOUNDS" and c.ahead(1) == "LIKE":
        c.i += 2
        _bit(c)


def _bit(c: Cursor) -> None:
    simple(c)
    while True:
        operator = c.take(*_BIT_OPERATORS)
        if not operator:
            return
        if operator in ("+", "-") and c.key == "INTERVAL":
            _interval_or_function(c)
        else:
            simple(c)


def _interval_or_function(c: Cursor) -> None:
    """Behind a plus or minus: INTERVAL n DAY, or the function INTERVAL(n, ...)."""
    if not _take_interval(c):
        simple(c)


def _take_interval(c: Cursor) -> bool:
    """`INTERVAL expr unit`; False, and nothing taken, before a list: that is the function INTERVAL(n, ...)."""
    if c.ahead(1) == "(" and _is_function_list(c):
        return False
    c.i += 1
    read_expression(c)
    unit(c)
    return True


def _is_function_list(c: Cursor) -> bool:
    """Whether INTERVAL stands before a list of at least two expressions, for the server always the function."""
    mark = c.i
    c.i += 2
    try:
        read_expression(c)
    except Refused:
        return False
    else:
        return c.key == ","
    finally:
        c.i = mark


def unit(c: Cursor) -> None:
    c.expect(*UNITS)


# --- simple expressions -----------------------------------------------------------------------------------------------


def simple(c: Cursor) -> None:
    while c.take("+", "-", "~", "!", "BINARY"):
        pass
    _primary(c)
    while c.take("COLLATE"):
        c.name_or_string("a collation")


def _primary(c: Cursor) -> None:
    key = c.key
    if key == "(":
        _parenthesis(c)
    elif take_literal(c) is not None:
        pass
    elif c.kind() is TokenKind.VARIABLE:
        c.i += 1
        c.unstable = True
        if c.tokens[c.i - 1].text[:2] != "@@" and c.take(":="):
            read_expression(c)
    elif key == "INTERVAL":
        if _take_interval(c):
            # INTERVAL binds tighter than AND and OR: what follows the plus ends before them.
            c.expect("+")
            _condition(c)
        else:
            c.i += 1
            expression_list(c, at_least=2)
    elif not _keyworded(c, key):
        from specproof.ddl.reader.functions import read_function  # noqa: PLC0415 -- the two modules need each other

        if not read_function(c):
            _column(c)


def _keyworded(c: Cursor, key: str) -> bool:
    """Forms that begin with a word and are no function calls."""
    if key == "CASE":
        _case(c)
    elif key == "EXISTS":
        c.i += 1
        subquery(c)
    elif key == "ROW" and c.ahead(1) == "(":
        c.i += 1
        expression_list(c, at_least=2)
    elif key == "MATCH":
        _match(c)
    elif key == "DEFAULT" or (key == "VALUES" and c.ahead(1) == "("):
        c.i += 1
        c.expect("(")
        _column_name(c)
        c.expect(")")
    elif key == "{":
        c.i += 1
        c.name("a name")
        read_expression(c)
        c.expect("}")
    else:
        return False
    return True


def _parenthesis(c: Cursor) -> None:
    if at_subquery(c):
        subquery(c)
    else:
        expression_list(c)


def expression_list(c: Cursor, *, at_least: int = 1) -> None:
    """A parenthesised list."""
    c.expect("(")
    count = 1
    read_expression(c)
    while count < at_least or c.key == ",":
        c.expect(",")
        read_expression(c)
        count += 1
    c.need(")", ",")


def _case(c: Cursor) -> None:
    c.i += 1
    if c.key != "WHEN":
        read_expression(c)
    c.expect("WHEN")
    while True:
        read_expression(c)
        c.expect("THEN")
        read_expression(c)
        if not c.take("WHEN"):
            break
    if c.take("ELSE"):
        read_expression(c)
    c.expect("END")


def _match(c: Cursor) -> None:
    c.i += 1
    braces = c.take("(")
    _column_name(c)
    while c.take(","):
        _column_name(c)
    if braces:
        c.expect(")")
    c.expect_all("AGAINST", "(")
    _bit(c)
    if c.take("IN"):
        if c.take("BOOLEAN"):
            c.expect_all("MODE", ")")
            return
        c.expect_all("NATURAL", "LANGUAGE", "MODE")
    if c.take("WITH"):
        c.expect_all("QUERY", "EXPANSION")
    c.expect(")")


def _column(c: Cursor) -> None:
    _column_name(c)
    if c.take("->", "->>"):
        c.string("a JSON path")


def _column_name(c: Cursor) -> None:
    if c.take("."):
        c.name("a table name")
        c.expect(".")
        c.name("a column name")
        return
    c.name("an expression")
    for _ in ("table", "column"):
        if not c.take("."):
            return
        c.name("a column name")


def is_subquery_alone(c: Cursor, first: int, end: int) -> bool:
    """Whether the expression between these tokens is a subquery, EXISTS or IN with one, and nothing around it."""
    keys = c.keys
    if keys[end - 1] != ")" or "NOT" in keys[first:end]:
        return False
    depth = 0
    opening = end - 1
    for i in range(end - 1, first - 1, -1):
        depth += (keys[i] == ")") - (keys[i] == "(")
        if depth == 0:
            opening = i
            break
    if keys[opening + 1] != "SELECT":
        return False
    before = keys[first:opening]
    if not before or before == ["EXISTS"]:
        return True
    return before[-1] == "IN" and not any(key in COMPARISONS or key in _CONNECTIVES for key in before)


# --- subqueries -------------------------------------------------------------------------------------------------------


def at_subquery(c: Cursor) -> bool:
    """Whether the parenthesis that stands here opens a subquery: SELECT is its first word, however many open."""
    n = 0
    while c.ahead(n) == "(":
        n += 1
    return n > 0 and c.ahead(n) == "SELECT"


def subquery(c: Cursor) -> None:
    from specproof.ddl.reader.queries import read_subquery  # noqa: PLC0415 -- the two modules need each other

    c.expect("(")
    read_subquery(c)
    c.expect(")")
