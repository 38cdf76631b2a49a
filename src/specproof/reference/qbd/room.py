"""One room item of column E: the label inside the brackets and the outer content behind them.

Prices are exact decimals and stay text. It refuses to look beyond the item: no value is borrowed from a neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from specproof.reference.qbd.law import SYSTEM, Law, Reading
from specproof.reference.source import lawless


@dataclass(frozen=True, slots=True)
class Label:
    room: Reading
    breakfast: Reading
    qualifiers: Reading
    token: Reading
    price: Reading


def label(law: Law, text: str) -> Label:
    """What the label of an item says."""
    said = law.profile["price"]
    state, found = _first(law, said["readings"], _masked(law, text, ("breakfast", "qualifiers")))
    token = found.groupdict().get("token") if found else None
    readable = state["status"] == "RESOLVED"
    value, rule_ref = _amount(law, token) if readable and token else (None, state.get("rule_ref"))
    price = law.reading("ROOM_SOURCE_PRICE", {**state, "rule_ref": rule_ref}, value)
    return Label(
        room=_room(law, text, state, found),
        breakfast=_breakfast(law, text),
        qualifiers=_qualifiers(law, text),
        token=law.reading("ROOM_SOURCE_PRICE_TOKEN", state, token if readable else None),
        price=price,
    )


def quantity(law: Law, outer: str) -> Reading:
    """How many rooms, by what stands between the item and the next bracket."""
    state, found = _first(law, law.profile["quantity"]["readings"], outer)
    written = found.groupdict().get("quantity") if found else None
    value = int(written) if written else int(state["value"]) if "value" in state else None
    return law.reading("ROOM_QUANTITY", state, value)


def _first(
    law: Law, readings: Sequence[Mapping[str, Any]], text: str
) -> tuple[Mapping[str, Any], re.Match[str] | None]:
    """The state of the first reading that holds, and the match of its pattern."""
    for reading in readings:
        one = law.grammar(reading)
        if "pattern" in reading:
            if found := one.fullmatch(text):
                return reading["then"], found
        elif len(one.findall(text)) >= reading["at_least"]:
            return reading["then"], None
    raise lawless(SYSTEM, "The last reading has to take every text.")


def _masked(law: Law, text: str, tokens: Sequence[str]) -> str:
    """The text with tokens that have grammars of their own covered, every offset kept."""
    for token in tokens:
        text = law.grammar(law.profile[token]).sub(lambda found: law.mask * len(found.group()), text)
    return text


def _amount(law: Law, token: str) -> tuple[str, str]:
    """The price in full and the rule that gives it."""
    for line in law.profile["price"]["amounts"]:
        if "equals" in line and Decimal(token) == Decimal(line["equals"]):
            return line["amount"], line["rule_ref"]
        if "times" in line:
            return _plain(Decimal(token) * Decimal(line["times"])), line["rule_ref"]
    raise lawless(SYSTEM, "The last rule of the amounts has to take every token.")


def _plain(value: Decimal) -> str:
    """Without exponent and without zeros that say nothing."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _breakfast(law: Law, text: str) -> Reading:
    said = law.profile["breakfast"]
    if law.grammar(said).search(text):
        return law.resolved("ROOM_BREAKFAST", said["present"] == "true")
    return law.reading("ROOM_BREAKFAST", said["absent"])


def _qualifiers(law: Law, text: str) -> Reading:
    said = law.profile["qualifiers"]
    found = [law.compared(one["inner"] or one["bare"]) for one in law.grammar(said).finditer(text)]
    if not found:
        return law.reading("ROOM_QUALIFIERS", said["absent"])
    if any(one not in said["known"] for one in found):
        return law.reading("ROOM_QUALIFIERS", said["unknown"])
    return law.resolved("ROOM_QUALIFIERS", found)


def _room(law: Law, text: str, price: Mapping[str, Any], found: re.Match[str] | None) -> Reading:
    said = law.profile["room_text"]
    if price["status"] not in ("RESOLVED", "MISSING"):
        state = said["price_without_reading"]
        return law.reading("ROOM_SOURCE_TYPE", {**state, "patchability": price["patchability"]})
    rest = _masked(law, text, ("breakfast",) if "breakfast" in said["removes"] else ())
    if found is not None and "price-token" in said["removes"] and found.re.groupindex.get("token"):
        rest = rest[: found.start("token")] + rest[found.end("token") :]
    rest = rest.replace(law.mask, "")
    for pair in said["emptied_pairs"]:
        rest = rest.replace(pair, "")
    room = law.collapsed(rest)
    return law.resolved("ROOM_SOURCE_TYPE", room) if room else law.reading("ROOM_SOURCE_TYPE", said["empty"])


def is_default(quantity: Reading) -> bool:
    """Whether a quantity was not written and follows from the rule alone."""
    return quantity.resolved and quantity.origin == "PROFILE_DERIVED"
