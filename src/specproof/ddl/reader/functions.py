"""Function calls: those with a syntax of their own in the 5.7 grammar, aggregates, and the generic form.

Part of the strict reader. It refuses only what the grammar refuses: whether a function of a name exists is not asked.
"""

from __future__ import annotations

from collections.abc import Callable

from specproof.ddl import words
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import (
    UNITS_OF_TIMESTAMP,
    expression_list,
    read_bit_expression,
    read_expression,
    unit,
)
from specproof.ddl.reader.literals import NOW_WORDS
from specproof.ddl.reader.types import charset_name, charset_words
from specproof.ddl.syntax import Word

_MANY = 10**6

# Words that the grammar knows as functions when a parenthesis follows, with the least and most arguments.
_PLAIN: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        (
            "DATE",
            "DAY",
            "HOUR",
            "MINUTE",
            "MONTH",
            "SECOND",
            "TIME",
            "YEAR",
            "ASCII",
            "CHARSET",
            "COLLATION",
            "MICROSECOND",
            "PASSWORD",
            "QUARTER",
            "REVERSE",
        ),
        (1, 1),
    ),
    "TIMESTAMP": (1, 2),
    "INSERT": (4, 4),
    "LEFT": (2, 2),
    "RIGHT": (2, 2),
    "IF": (3, 3),
    "FORMAT": (2, 3),
    "MOD": (2, 2),
    "REPEAT": (2, 2),
    "REPLACE": (3, 3),
    "TRUNCATE": (2, 2),
    "WEEK": (1, 2),
    "CONTAINS": (2, 2),
    "POINT": (2, 2),
    "COALESCE": (1, _MANY),
    "GEOMETRYCOLLECTION": (0, _MANY),
    "LINESTRING": (1, _MANY),
    "MULTILINESTRING": (1, _MANY),
    "MULTIPOINT": (1, _MANY),
    "MULTIPOLYGON": (1, _MANY),
    "POLYGON": (1, _MANY),
    "USER": (0, 0),
    "DATABASE": (0, 0),
    "SCHEMA": (0, 0),
    "ROW_COUNT": (0, 0),
}
_CAST_TYPES = (
    "BINARY",
    "CHAR",
    "CHARACTER",
    "NCHAR",
    "SIGNED",
    "UNSIGNED",
    "DATE",
    "TIME",
    "DATETIME",
    "DECIMAL",
    "DEC",
    "JSON",
)
_BRACES_OPTIONAL = frozenset(("CURRENT_USER", "CURRENT_DATE", "UTC_DATE"))
_PRECISION_OPTIONAL = frozenset((*NOW_WORDS, "CURRENT_TIME", "UTC_TIME", "UTC_TIMESTAMP"))
# Functions with a syntax of their own whose result depends on more than their arguments.
_UNSTABLE = frozenset(
    ("USER", "DATABASE", "SCHEMA", "ROW_COUNT", "NOW", "SYSDATE", "CURTIME", "CURDATE", "SESSION_USER", "SYSTEM_USER")
)
_AGGREGATES = frozenset(
    ("BIT_AND", "BIT_OR", "BIT_XOR", "STD", "STDDEV", "STDDEV_POP", "VARIANCE", "VAR_POP", "STDDEV_SAMP", "VAR_SAMP")
)
_AGGREGATES_DISTINCT = frozenset(("MIN", "MAX", "SUM", "AVG"))


def read_function(c: Cursor) -> bool:
    """A function call; False, and nothing taken, when what stands here is none."""
    key = c.key
    if key in _BRACES_OPTIONAL:
        c.i += 1
        c.unstable = True
        if c.take("("):
            c.expect(")")
        return True
    if key in _PRECISION_OPTIONAL:
        c.i += 1
        c.unstable = True
        _precision(c)
        return True
    if c.ahead(1) == "(":
        return _call(c, key)
    return _qualified_call(c)


def _call(c: Cursor, key: str) -> bool:
    if key in _PLAIN:
        c.i += 1
        c.unstable = c.unstable or key in _UNSTABLE
        _arguments(c, *_PLAIN[key])
        return True
    special = _SPECIAL.get(key)
    if special is not None and (key not in _GLUED_ONLY or c.glued()):
        c.i += 1
        c.unstable = c.unstable or key in _UNSTABLE
        special(c)
        return True
    if c.is_plain_name():
        name = c.advance().value.upper()
        count = _generic(c)
        c.unstable = c.unstable or words.is_unstable(name, count)
        return True
    return False


def _qualified_call(c: Cursor) -> bool:
    """`schema.function(...)`, the form of a stored function."""
    if not (c.is_name() and c.ahead(1) == "." and c.ahead(3) == "("):
        return False
    c.i += 1
    c.unstable = True
    c.expect(".")
    c.name("the name of a function")
    c.expect("(")
    if not c.take(")"):
        c.i -= 1
        expression_list(c)
    return True


def _generic(c: Cursor) -> int:
    """Arguments that may carry an alias, as loadable functions take them; gives how many."""
    c.expect("(")
    if c.take(")"):
        return 0
    count = 0
    while True:
        read_expression(c)
        alias(c)
        count += 1
        if not c.take(","):
            break
    c.expect(")", ",")
    return count


def alias(c: Cursor) -> None:
    if c.take("AS") or c.is_string() or c.is_name():
        c.name_or_string("an alias")


def _arguments(c: Cursor, least: int, most: int) -> None:
    c.expect("(")
    count = 0
    if least or c.key != ")":
        if not most:
            c.refuse(")")
        read_expression(c)
        count = 1
    while count < least:
        c.expect(",")
        read_expression(c)
        count += 1
    while count < most and c.take(","):
        read_expression(c)
        count += 1
    c.expect(")")


def _precision(c: Cursor) -> None:
    if c.take("("):
        if c.key != ")":
            c.number("int", what="a precision")
        c.expect(")")


def _braces(c: Cursor) -> None:
    c.expect_all("(", ")")


# --- functions whose arguments have words between them ----------------------------------------------------------------


def _char(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    while c.take(","):
        read_expression(c)
    if c.take("USING"):
        charset_name(c)
    c.expect(")")


def _convert(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    if c.take("USING"):
        charset_name(c)
    else:
        c.expect(",", "USING")
        cast_type(c)
    c.expect(")")


def _cast(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    c.expect("AS")
    cast_type(c)
    c.expect(")")


def cast_type(c: Cursor) -> None:
    key = c.expect(
        "BINARY",
        "CHAR",
        "CHARACTER",
        "NCHAR",
        "SIGNED",
        "UNSIGNED",
        "DATE",
        "TIME",
        "DATETIME",
        "DECIMAL",
        "DEC",
        "JSON",
    )
    if key in ("BINARY", "NCHAR"):
        _length(c)
    elif key in ("CHAR", "CHARACTER"):
        _length(c)
        _charset_of_cast(c)
    elif key in ("SIGNED", "UNSIGNED"):
        c.take("INT", "INTEGER", "INT4")
    elif key in ("TIME", "DATETIME"):
        if c.take("("):
            c.number("int", what="a precision")
            c.expect(")")
    elif key in ("DECIMAL", "DEC") and c.take("("):
        pair = c.number_kind() == "int" and c.ahead(1) == ","
        c.number("int", "long", "decimal", what="a precision")
        if pair:
            c.expect(",")
            c.number("int", what="a scale")
        c.expect(")")


def _length(c: Cursor) -> None:
    if c.take("("):
        c.number("int", "long", "decimal", what="a length")
        c.expect(")")


def _charset_of_cast(c: Cursor) -> None:
    if c.take("ASCII", "UNICODE"):
        c.take("BINARY")
    elif c.take("BYTE"):
        return
    elif c.take("BINARY"):
        if not c.take("ASCII", "UNICODE") and charset_words(c):
            charset_name(c)
    elif charset_words(c):
        charset_name(c)
        c.take("BINARY")


def _add_date(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    c.expect(",")
    if c.key == "INTERVAL":
        _interval_argument(c)
    else:
        read_expression(c)
    c.expect(")")


def _interval_argument(c: Cursor) -> None:
    c.expect("INTERVAL")
    read_expression(c)
    unit(c)


def _date_add(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    c.expect(",")
    _interval_argument(c)
    c.expect(")")


def _extract(c: Cursor) -> None:
    c.expect("(")
    unit(c)
    c.expect("FROM")
    read_expression(c)
    c.expect(")")


def _get_format(c: Cursor) -> None:
    c.expect("(")
    c.expect("DATE", "TIME", "TIMESTAMP", "DATETIME")
    c.expect(",")
    read_expression(c)
    c.expect(")")


def _position(c: Cursor) -> None:
    c.expect("(")
    read_bit_expression(c)
    c.expect("IN")
    read_expression(c)
    c.expect(")")


def _substring(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    separator = c.expect(",", "FROM")
    read_expression(c)
    if c.take("," if separator == "," else "FOR"):
        read_expression(c)
    c.expect(")")


def _trim(c: Cursor) -> None:
    c.expect("(")
    side = c.take("LEADING", "TRAILING", "BOTH")
    if side and c.take("FROM"):
        read_expression(c)
    else:
        read_expression(c)
        if side or c.key == "FROM":
            c.expect("FROM")
            read_expression(c)
    c.expect(")")


def _timestamp_add(c: Cursor) -> None:
    c.expect("(")
    c.expect(*UNITS_OF_TIMESTAMP)
    for _ in ("interval", "datetime"):
        c.expect(",")
        read_expression(c)
    c.expect(")")


def _weight_string(c: Cursor) -> None:
    c.expect("(")
    read_expression(c)
    if c.take(","):
        c.integer()
        c.expect(",")
        c.integer()
        c.expect(",")
        c.integer()
    elif c.take("AS"):
        kind = c.expect("CHAR", "CHARACTER", "BINARY")
        c.expect("(")
        _positive(c)
        c.expect(")")
        if kind != "BINARY":
            _levels(c)
    else:
        _levels(c)
    c.expect(")")


def _positive(c: Cursor) -> Word:
    token = c.number("int", "long", "hex")
    if token.text.strip("0x'X") == "":
        c.refuse(at=c.i)
    return Word(token.text, (token.start, token.end))


def _levels(c: Cursor) -> None:
    if not c.take("LEVEL"):
        return
    c.number("int", "long", "hex")
    if c.take("-"):
        c.number("int", "long", "hex")
        return
    _level_flags(c)
    while c.take(","):
        c.number("int", "long", "hex")
        _level_flags(c)


def _level_flags(c: Cursor) -> None:
    c.take("ASC", "DESC")
    c.take("REVERSE")


# --- aggregates -------------------------------------------------------------------------------------------------------


def _aggregate(c: Cursor) -> None:
    c.expect("(")
    c.take("ALL")
    read_expression(c)
    c.expect(")")


def _aggregate_distinct(c: Cursor) -> None:
    c.expect("(")
    c.take("DISTINCT", "DISTINCTROW")
    c.take("ALL")
    read_expression(c)
    c.expect(")")


def _count(c: Cursor) -> None:
    c.expect("(")
    if c.take("DISTINCT", "DISTINCTROW"):
        read_expression(c)
        while c.take(","):
            read_expression(c)
    else:
        c.take("ALL")
        if not c.take("*"):
            read_expression(c)
    c.expect(")")


def _group_concat(c: Cursor) -> None:
    c.expect("(")
    c.take("DISTINCT", "DISTINCTROW")
    read_expression(c)
    while c.take(","):
        read_expression(c)
    if c.take("ORDER"):
        c.expect("BY")
        order_list(c)
    if c.take("SEPARATOR") and c.number_kind() not in ("hex", "bin"):
        c.string()
    elif c.keys[c.i - 1] == "SEPARATOR":
        c.i += 1
    c.expect(")")


def order_list(c: Cursor) -> None:
    while True:
        read_expression(c)
        c.take("ASC", "DESC")
        if not c.take(","):
            return


def _json_aggregate(c: Cursor) -> None:
    c.expect("(")
    c.take("ALL")
    read_expression(c)
    c.expect(")")


def _json_object_aggregate(c: Cursor) -> None:
    c.expect("(")
    c.take("ALL")
    read_expression(c)
    c.expect(",")
    c.take("ALL")
    read_expression(c)
    c.expect(")")


_SPECIAL: dict[str, Callable[[Cursor], None]] = {
    "CHAR": _char,
    "CHARACTER": _char,
    "CONVERT": _convert,
    "CAST": _cast,
    "ADDDATE": _add_date,
    "SUBDATE": _add_date,
    "DATE_ADD": _date_add,
    "DATE_SUB": _date_add,
    "EXTRACT": _extract,
    "GET_FORMAT": _get_format,
    "NOW": _precision,
    "SYSDATE": _precision,
    "CURTIME": _precision,
    "CURDATE": _braces,
    "SESSION_USER": _braces,
    "SYSTEM_USER": _braces,
    "POSITION": _position,
    "SUBSTRING": _substring,
    "SUBSTR": _substring,
    "MID": _substring,
    "TRIM": _trim,
    "TIMESTAMPADD": _timestamp_add,
    "TIMESTAMPDIFF": _timestamp_add,
    "WEIGHT_STRING": _weight_string,
    "COUNT": _count,
    "GROUP_CONCAT": _group_concat,
    "JSON_ARRAYAGG": _json_aggregate,
    "JSON_OBJECTAGG": _json_object_aggregate,
    **dict.fromkeys(_AGGREGATES, _aggregate),
    **dict.fromkeys(_AGGREGATES_DISTINCT, _aggregate_distinct),
}

# These are ordinary names unless the parenthesis is glued to them.
_GLUED_ONLY = frozenset(
    (
        "CAST",
        "ADDDATE",
        "SUBDATE",
        "DATE_ADD",
        "DATE_SUB",
        "EXTRACT",
        "NOW",
        "SYSDATE",
        "CURTIME",
        "CURDATE",
        "SESSION_USER",
        "SYSTEM_USER",
        "POSITION",
        "SUBSTRING",
        "SUBSTR",
        "MID",
        "TRIM",
        "COUNT",
        "GROUP_CONCAT",
        "JSON_ARRAYAGG",
        "JSON_OBJECTAGG",
        "MIN",
        "MAX",
        "SUM",
        *_AGGREGATES,
    )
)
