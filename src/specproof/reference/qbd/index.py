"""The one registry of an observation graph: every field by its id, with the things that it belongs to.

It refuses a graph that holds an id twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from specproof.errors import UsageProblem

_OWNERS = ("row_unit_id", "segment_id", "room_item_id")


class Index:
    """Raises UsageProblem `reference.doubled-id`."""

    def __init__(self, observations: Mapping[str, Any]) -> None:
        self._fields: dict[str, dict[str, Any]] = {}
        self._ancestry: dict[str, tuple[str, ...]] = {}
        for field, owners in _walk(observations, ()):
            identifier = field["field_id"]
            if identifier in self._fields:
                raise UsageProblem(
                    "reference.doubled-id",
                    f"The graph holds the field {identifier} twice.",
                    cause="Two graphs were put into one, or an id was copied.",
                    next_step="Give the observations as the parser made them.",
                )
            self._fields[identifier] = field
            self._ancestry[identifier] = owners

    def fields(self) -> Iterable[Mapping[str, Any]]:
        """In the order of the document."""
        return self._fields.values()

    def field(self, identifier: str) -> dict[str, Any] | None:
        return self._fields.get(identifier)

    def owner(self, identifier: str) -> str:
        """The id of what a field belongs to."""
        return self._ancestry[identifier][-1]

    def ancestry(self, identifier: str) -> tuple[str, ...]:
        """The ids of row, segment and item that a field lies in, outermost first."""
        return self._ancestry[identifier]


def _walk(value: Any, owners: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    if isinstance(value, list):
        for one in value:
            yield from _walk(one, owners)
    elif isinstance(value, dict) and "field_id" in value:
        yield value, owners
    elif isinstance(value, dict):
        own = next((value[name] for name in _OWNERS if name in value), None)
        inside = (*owners, own) if own else owners
        for one in value.values():
            yield from _walk(one, inside)
