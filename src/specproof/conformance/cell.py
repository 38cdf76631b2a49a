"""Typed cells of a database: what stands in a column, told so that NULL, empty text and absence stay apart.

A cell is a JSON object with one of the keys null, text, number, bytes, timestamp. It refuses to convert: cells of two
kinds are never equal.
"""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

_KINDS = frozenset({"null", "text", "number", "bytes", "timestamp"})


def is_cell(value: Any) -> bool:
    return isinstance(value, dict) and len(value.keys() & _KINDS) == 1 and value.keys() <= _KINDS | {"precision"}


def equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Numbers by value, timestamps by moment and precision, everything else to the letter."""
    if one.keys() != other.keys():
        return False
    if "number" in one:
        return Decimal(one["number"]) == Decimal(other["number"])
    if "timestamp" in one:
        return bool(one["precision"] == other["precision"]) and _moment(one) == _moment(other)
    return one == other


def _moment(cell: dict[str, Any]) -> tuple[datetime, bool, Decimal]:
    """The second, whether it has a zone, and the fraction, which may be finer than a datetime keeps."""
    text = str(cell["timestamp"])
    head, zone = text[:19], text[19:]
    fraction = ""
    if zone.startswith("."):
        digits = len(zone[1:]) - len(zone[1:].lstrip("0123456789"))
        fraction, zone = zone[: digits + 1], zone[digits + 1 :]
    second = datetime.fromisoformat(head + ("+00:00" if zone == "Z" else zone))
    return (second.astimezone(UTC) if zone else second), bool(zone), Decimal("0" + (fraction or ".0"))
