"""Literals where 5.7 allows nothing else: the values of DEFAULT, and CURRENT_TIMESTAMP in its spellings.

Part of the strict reader. Expressions have their own module; this one refuses everything that needs evaluation.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.script import TokenKind
from specproof.ddl.syntax import Default

NOW_WORDS = ("CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP")
_TEMPORAL = ("DATE", "TIME", "TIMESTAMP")
_NUMBERS = ("int", "long", "decimal", "float")


def is_now(c: Cursor) -> bool:
    """NOW is the function only with a parenthesis glued to it; its synonyms are reserved words."""
    return c.key in NOW_WORDS or (c.key == "NOW" and c.glued())


def now_default(c: Cursor, start: int) -> Default | None:
    if not is_now(c):
        return None
    c.i += 1
    precision = 0
    if c.take("("):
        if c.key != ")":
            precision = int(c.number("int", what="a precision").text)
        c.expect(")")
    return Default("now", None, c.place(start), precision)


def signed_literal(c: Cursor, start: int) -> Default:
    """A literal, or a sign in front of a number. Anything else after DEFAULT is an expression, which 8.0.13 brought."""
    sign = c.take("+", "-")
    if sign:
        token = c.number(*_NUMBERS)
        return Default("number", (sign if sign == "-" else "") + token.text, c.place(start))
    kind, value = take_literal(c) or c.refuse("a literal")
    return Default(kind, value, c.place(start))


def take_literal(c: Cursor) -> tuple[str, str | None] | None:
    """Kind and value of the literal that stands here; None when there is none, and nothing is taken."""
    if c.at_end():
        return None
    if c.kind() is TokenKind.STRING:
        return "string", strings(c)
    number = c.number_kind()
    if number:
        text = c.advance().text
        return ("bits" if number in ("hex", "bin") else "number"), text
    key = c.key
    if key in ("NULL", "\\N"):
        c.i += 1
        return "null", None
    if key in ("TRUE", "FALSE"):
        c.i += 1
        return "boolean", "1" if key == "TRUE" else "0"
    if key in _TEMPORAL and c.i + 1 < c.size and c.tokens[c.i + 1].kind is TokenKind.STRING:
        c.i += 1
        return "temporal", c.string().value
    if c.is_introducer():
        c.i += 1
        if c.number_kind() in ("hex", "bin"):
            return "bits", c.advance().text
        if not c.is_string():
            c.refuse("a string")
        return "string", strings(c)
    return None


def strings(c: Cursor) -> str:
    """Strings side by side are one literal; only the first may be a national one."""
    value = c.advance().value
    while c.is_string():
        value += c.advance().value
    return value
