"""Hexadecimal and binary literals as bytes: `0x41`, `x'41'`, `0b1000001`, `b'1000001'`.

Shared by the reader (members of ENUM and SET) and the simulator (defaults, expressions). It refuses to know what the
bytes mean: that depends on the column.
"""

from __future__ import annotations

import re

_BITS = re.compile(r"0x([0-9a-f]+)|x'([0-9a-f]*)'|0b([01]+)|b'([01]*)'", re.IGNORECASE)


def raw_bits(value: str) -> bytes | None:
    """The bytes of such a literal, or None for another text. An odd digit in front gets a zero before it."""
    found = _BITS.fullmatch(value.strip())
    if not found:
        return None
    digits = found[1] or found[2]
    if digits is not None:
        return bytes.fromhex(digits.rjust(len(digits) + len(digits) % 2, "0"))
    binary = found[3] or found[4] or ""
    return int(binary or "0", 2).to_bytes((len(binary) + 7) // 8, "big")
