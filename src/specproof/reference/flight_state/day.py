"""A made-up day of messages, the same for everybody: what two implementations are run over to compare where they end.

Draws keys, attributes and values from the law's own catalogue with arithmetic that any language has, so that no file of
megabytes has to be handed around. It refuses to use a clock, Python's random numbers, or anything of a real flight.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from specproof.reference.flight_state.law import COLLECTION, Field, Key, Law

T = TypeVar("T")

FDAY = "01MAR26"
_HOURS = 19
# How many versions a snapshot and a late increment lie behind.
_DRAWN_UP, _LATE = 40, 3000
_TEXTS = ("late crew", "天气原因", "é à la carte", "A  B", "gate 🛫 moved", "x" * 60)
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
# Knuth's generator for MMIX; the upper half of each state is the number.
_FACTOR, _STEP, _MODULUS = 6364136223846793005, 1442695040888963407, 1 << 64


class _Dice:
    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        self._state = (self._state * _FACTOR + _STEP) % _MODULUS
        return (self._state >> 32) % limit

    def one_in(self, number: int) -> bool:
        return self.below(number) == 0

    def pick(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]


def messages(law: Law, flights: int, seed: int = 1) -> Iterator[bytes]:
    """Every message of the day in its order, UTF-8.

    A snapshot of all flights, hours of increments with duplicates, late ones and ones to be refused among them, a
    second snapshot that lacks some flights and brings new ones, a replay of the first, and the evening's increments.
    """
    day = _Day(law, flights, _Dice(seed))
    yield day.snapshot("m1", day.flids)
    for hour in range(_HOURS):
        yield from day.hour()
        if hour == _HOURS // 2:
            yield day.snapshot("m2", [*day.flids[: -(flights // 40) or None], *day.newcomers(flights // 50)])
            yield day.snapshot("m2", day.flids)


class _Day:
    def __init__(self, law: Law, flights: int, dice: _Dice) -> None:
        self.flids = [f"F{number:05}" for number in range(1, flights + 1)]
        self._keys = tuple(law.keys.values())
        self._dice = dice
        self._zero = law.zero_marker
        self._version = 0
        self._number = 0
        self._last = b""

    def newcomers(self, number: int) -> list[str]:
        self.flids += [f"N{at:05}" for at in range(1, number + 1)]
        return self.flids[-number:] if number else []

    def snapshot(self, message_id: str, flids: Sequence[str]) -> bytes:
        """One that was drawn up while the last increments came in, so that some flights are newer than it."""
        flights = [{"flid": flid, "fields": self._fields(full=True)} for flid in flids]
        return self._message("DNLD", behind=_DRAWN_UP, message_id=message_id, flights=flights)

    def hour(self) -> Iterator[bytes]:
        """Each flight is spoken of about every fourth hour."""
        for flid in self.flids:
            if not self._dice.one_in(4):
                continue
            kind = "ADFT" if self._dice.one_in(20) else "FLOP"
            if self._last and self._dice.one_in(50):
                yield self._last
            behind = _LATE if self._dice.one_in(40) else 0
            self._last = self._message(kind, behind=behind, flid=flid, fields=self._fields(full=False))
            yield self._last

    def _message(self, kind: str, *, behind: int, **parts: Any) -> bytes:
        self._number += 1
        self._version += 1
        version = max(self._version - behind, 0)
        said = {"kind": kind, "identity_key": f"k{self._number}", "version": version, "fday": FDAY, **parts}
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()

    def _fields(self, *, full: bool) -> dict[str, Any]:
        """Most keys for a snapshot, one to four for an increment."""
        keys = [key for key in self._keys if not full or not self._dice.one_in(3)]
        if not full:
            keys = [self._dice.pick(keys) for _ in range(1 + self._dice.below(4))]
        return {key.name: self._value(key, mixed=not full) for key in keys}

    def _value(self, key: Key, *, mixed: bool) -> Any:
        if key.kind == COLLECTION:
            return self._collection(key, mixed=mixed)
        if self._dice.one_in(12):
            return None
        if key.attributes is not None:
            return self._attributes(key) or None
        return self._text(key.value) if key.value else None

    def _collection(self, key: Key, *, mixed: bool) -> list[dict[str, Any]]:
        """`mixed` lets a zero entry stand beside an ordinary one now and then, which refuses the message."""
        items = [self._item(key) for _ in range(self._dice.below(4))]
        if key.sequence and self._dice.one_in(10):
            zero = {key.sequence: self._zero}
            return [*items[:1], zero] if mixed and self._dice.one_in(10) else [zero]
        return items

    def _item(self, key: Key) -> dict[str, Any]:
        number = {key.sequence: str(1 + self._dice.below(9))} if key.sequence else {}
        return {**number, **self._attributes(key)}

    def _attributes(self, key: Key) -> dict[str, Any]:
        return {name: self._text(one) for name, one in (key.attributes or {}).items() if not self._dice.one_in(4)}

    def _text(self, field: Field) -> str:
        if field.shape:
            minutes = self._dice.below(24 * 60)
            return f"{FDAY}{minutes // 60:02}{minutes % 60:02}"
        free = self._dice.pick(_TEXTS)[: field.max_chars]
        if field.pattern.fullmatch(free) and " " in free:
            return free
        return "".join(self._dice.pick(_LETTERS) for _ in range(min(1 + self._dice.below(6), field.max_chars)))
