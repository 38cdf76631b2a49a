"""Function calls: those with a syntax of their own in the 5.7 grammar, aggregates, and the generic form.

Part of the strict reader. It refuses only what the grammar refuses: whether a function of a name exists is not asked.
"""

from __future__ import annotations

from specproof.ddl import words
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import expression_list, read_expression
from specproof.ddl.reader.literals import NOW_WORDS
from specproof.ddl.reader.special_calls import GLUED_ONLY, SPECIAL, precision

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
_BRACES_OPTIONAL = frozenset(("CURRENT_USER", "CURRENT_DATE", "UTC_DATE"))
_PRECISION_OPTIONAL = frozenset((*NOW_WORDS, "CURRENT_TIME", "UTC_TIME", "UTC_TIMESTAMP"))
# Functions with a syntax of their own whose result depends on more than their arguments.
_UNSTABLE = frozenset(
    ("USER", "DATABASE", "SCHEMA", "ROW_COUNT", "NOW", "SYSDATE", "CURTIME", "CURDATE", "SESSION_USER", "SYSTEM_USER")
)


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
        precision(c)
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
    special = SPECIAL.get(key)
    if special is not None and (key not in GLUED_ONLY or c.glued()):
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
    c.need(")", ",")
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
