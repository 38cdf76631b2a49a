"""Calls with words between their arguments, and aggregates: CAST(x AS t), TRIM(BOTH FROM x), COUNT(DISTINCT x).

Part of the strict reader; `functions` looks a name up here. Each reader begins at the opening parenthesis.
"""

from __future__ import annotations

from collections.abc import Callable

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import UNITS_OF_TIMESTAMP, read_bit_expression, read_expression, unit
from specproof.ddl.reader.types import charset_name, charset_words

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
_AGGREGATES = frozenset(
    ("BIT_AND", "BIT_OR", "BIT_XOR", "STD", "STDDEV", "STDDEV_POP", "VARIANCE", "VAR_POP", "STDDEV_SAMP", "VAR_SAMP")
)
_AGGREGATES_DISTINCT = frozenset(("MIN", "MAX", "SUM", "AVG"))


def precision(c: Cursor) -> None:
    if c.take("("):
        if c.key != ")":
            c.number("int", what="a precision")
        c.expect(")")


def braces(c: Cursor) -> None:
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
        c.need(",", "USING")
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


def _positive(c: Cursor) -> None:
    token = c.number("int", "long", "hex")
    if token.text.strip("0x'X") == "":
        c.refuse(at=c.i)


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


SPECIAL: dict[str, Callable[[Cursor], None]] = {
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
    "NOW": precision,
    "SYSDATE": precision,
    "CURTIME": precision,
    "CURDATE": braces,
    "SESSION_USER": braces,
    "SYSTEM_USER": braces,
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
GLUED_ONLY = frozenset(
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
