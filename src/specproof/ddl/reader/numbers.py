"""The values of number tokens where the grammar wants an integer, as the server cuts and caps them."""

from __future__ import annotations

import re

INT32_MAX = 2**31 - 1
_UINT64_MAX = 2**64 - 1
_UINT64_DIGITS = 20
_LEADING_DIGITS = re.compile(r"[0-9]+")


def number_value(text: str) -> int:
    """The value of a number token where the grammar wants an integer.

    The server reads the digits in front of a point or an exponent, `1e3` being 1, and no more than 64 bits of them.
    """
    if text[:2] in ("0x", "0b"):
        return min(int(text, 0), _UINT64_MAX)
    if text[0] in "xXbB":
        return min(int(text[2:-1] or "0", 16 if text[0] in "xX" else 2), _UINT64_MAX)
    digits = _LEADING_DIGITS.match(text)
    return whole(digits[0] if digits else "0")


def whole(digits: str) -> int:
    """The value of decimal digits, no more than 64 bits of it, however many digits there are."""
    digits = digits.lstrip("0")
    return min(int(digits or "0"), _UINT64_MAX) if len(digits) <= _UINT64_DIGITS else _UINT64_MAX
