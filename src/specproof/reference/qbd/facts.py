"""The current facts of an observation graph: one for each segment that holds, in the order of rows and segments.

The one projector: it makes the first facts and those after fields were accepted, from nothing but the graph and its
open gates. It refuses what was struck out, whatever else is unresolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from specproof.reference.qbd.graph import Gate
from specproof.reference.qbd.identity import identity
from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.source import only

Json = dict[str, Any]
_STAY = ("arrival", "departure", "nights")


def project(law: Law, observations: Mapping[str, Any], gates: Iterable[Gate]) -> list[Json]:
    """`observations` is a parser_observation_set, of the parser or with accepted fields in the place of its own."""
    held = {gate.target_id for gate in gates if not gate.merge}
    return [fact for unit in observations["row_units"] for fact in _of_row(law, unit, held)]


def active(law: Law, segment: Mapping[str, Any]) -> bool:
    """Whether a segment speaks of what is valid now."""
    roles = law.profile["segments"]["active_roles"]
    return segment["change_role"] in roles or any(one["item_role"] in roles for one in segment["room_items"])


def _of_row(law: Law, unit: Mapping[str, Any], held: set[str]) -> Iterator[Json]:
    segments = [one for one in unit["detail_segments"] if active(law, one)]
    for segment in segments:
        resolved = all(segment["stay"][name]["status"] == "RESOLVED" for name in _STAY)
        if resolved and segment["segment_id"] not in held:
            yield _fact(law, unit, segment, held, alone=len(segments) == 1)


def _fact(law: Law, unit: Mapping[str, Any], segment: Mapping[str, Any], held: set[str], *, alone: bool) -> Json:
    roles = law.observation["projection"]["item"]["roles"]
    current = [one for one in segment["room_items"] if one["item_role"] in roles]
    items = [one for one in current if one["room_item_id"] not in held]
    gated = any(one["item_role"] is None or one["room_item_id"] in held for one in segment["room_items"])
    fields = [unit["group_code"], unit["operation"]["operation_kind"], *(segment["stay"][name] for name in _STAY)]
    return {
        "fact_id": identity(law, "fact", {"segment_id": segment["segment_id"]}).id,
        "source_row_unit_id": unit["row_unit_id"],
        "source_segment_id": segment["segment_id"],
        "source_field_ids": [one["field_id"] for one in fields],
        "evidence_refs": _evidence([*fields, *(field for item in items for field in _fields_of(item))]),
        "group_code": _value(unit["group_code"]),
        "action_hint": _hint(law, unit["operation"]["operation_kind"]),
        "booking_type": _booking_type(law, items) if alone and not gated else None,
        "stay": {name: _value(segment["stay"][name]) for name in _STAY},
        "room_items": [_item(one) for one in items],
        "rate_hint": law.observation["projection"]["rate_hint"],
    }


def _item(item: Mapping[str, Any]) -> Json:
    members = ("source_label", "source_room_type", "breakfast", "qualifiers", "quantity", "source_price")
    return {
        "source_room_item_id": item["room_item_id"],
        **{name: _value(item[name]) for name in members},
        "source_field_ids": [field["field_id"] for field in _fields_of(item)],
    }


def _fields_of(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in item.values() if isinstance(one, dict) and "field_id" in one]


def _value(field: Mapping[str, Any]) -> Any:
    return field["normalized_value"] if field["status"] == "RESOLVED" else None


def _evidence(fields: Sequence[Mapping[str, Any]]) -> list[Json]:
    """Every piece once, in the order of the fields."""
    found = {one["evidence_id"]: one for field in fields for one in field["evidence_refs"]}
    return list(found.values())


def _hint(law: Law, kind: Mapping[str, Any]) -> str | None:
    hints = {one["kind"]: one["hint"] for one in law.profile["operation"]["actions"]}
    return hints.get(_value(kind))


def _booking_type(law: Law, items: Sequence[Mapping[str, Any]]) -> str | None:
    """By the number of rooms; None while a quantity has no value."""
    said = law.profile["booking_type"]
    only(SYSTEM, said["counted"], "effective-quantities-of-active-items")
    quantities = [_value(one["quantity"]) for one in items]
    if not quantities or None in quantities:
        return None
    rooms = sum(quantities)
    for line in said["types"]:
        if line["rooms"]["minimum"] <= rooms <= line["rooms"].get("maximum", rooms):
            found: str = line["type"]
            return found
    return None
