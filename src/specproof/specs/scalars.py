"""What a plain (unquoted) scalar means: the core schema of YAML 1.2.2, section 10.3.2, cut down to JSON types.

`yes`, `on`, `12:30` and `2027-03-01` are text. It refuses the spellings that JSON cannot hold and the one number that
YAML 1.1 and 1.2 read differently, a leading zero.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

# Every plain scalar that is not text starts with one of these.
SUSPECT = frozenset("0123456789+-.~nNtTfF")

_WORDS: dict[str, bool | None] = {
    "": None,
    **dict.fromkeys(("null", "Null", "NULL", "~"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]")
_MAX_DIGITS = 1000  # far below the limit at which Python itself refuses, far above any datum


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A spelling that is refused, and what to do instead."""

    what: str
    next_step: str


def resolve(text: str) -> str | int | float | bool | Ambiguous | None:
    """The value of one plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return _float(text)
    if _NOT_FINITE.fullmatch(text):
        return Ambiguous(f"'{text}' is no number that JSON can hold.", "Write a finite number, or text in quotes.")
    return text


def _integer(text: str) -> int | Ambiguous:
    if _LEADING_ZERO.match(text):
        return Ambiguous(
            f"'{text}' is octal to some readers of YAML and decimal to others.",
            "Drop the leading zero, or put the value in quotes if it is text.",
        )
    return int(text) if len(text) <= _MAX_DIGITS else _too_long(text)


def _float(text: str) -> float | Ambiguous:
    if len(text) > _MAX_DIGITS:
        return _too_long(text)
    value = float(text)
    if math.isinf(value):
        return Ambiguous(f"'{text}' is too large for a number.", "Put the value in quotes if it is text.")
    return value


def _too_long(text: str) -> Ambiguous:
    return Ambiguous(f"A number of {len(text)} characters is too long.", "Put the value in quotes if it is text.")
