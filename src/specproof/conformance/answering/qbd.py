"""The reference's answers for QBD workbooks: `read-token`, `id`, `canonical`, `parse` and `replay`.

JSON on both sides. It refuses to decide anything; the functions of `reference.qbd` do.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from specproof.conformance.observation import Json
from specproof.errors import UsageProblem
from specproof.reference.qbd import channel, contract, identity, operation, room, stay
from specproof.reference.qbd.law import Law, Reading
from specproof.reference.qbd.parse import Attachment, Mail, parse
from specproof.reference.rejection import Rejected, Rejection

CXL = "CXL"


class Answers:
    """The law of QBD is the same in both profiles; `root` as in `reference.source`."""

    FEATURES: ClassVar = ()

    def __init__(self, _profile: str, root: Path | None) -> None:
        self._law = Law(root)

    def read_token(self, given: Json, asked: Json) -> Json | Rejection:
        law, text = self._law, asked["text"]
        cxl = given.get("group_in") == CXL
        match asked["grammar"]:
            case "sender":
                return {"route": _route(channel.sender(law, text, given.get("input", "new")))}
            case "sheet-name":
                month = channel.sheet_month(law, text)
                return month if isinstance(month, Rejection) else {"month": f"{month.year:04}-{month.month:02}"}
            case "group-code":
                return _fields(GROUP_CODE=operation.group_code(law, text))
            case "group-in":
                return _fields(GROUP_IN=operation.group_in(law, text))
            case "operation":
                entry = operation.entry(law, text, cxl=cxl)
                fields = _fields(
                    OPERATION_DATE=entry.date, OPERATION_KIND=entry.kind, OPERATION_TARGET_RAW=entry.target
                )
                return {**fields, "action_hint": entry.hint}
            case "stay":
                group_in = None if cxl else _date(given.get("group_in"))
                found = stay.stay(law, text, group_in, cxl=cxl, operation_date=_date(given.get("operation_date")))
                return _fields(STAY_ARRIVAL=found.arrival, STAY_DEPARTURE=found.departure, STAY_NIGHTS=found.nights)
            case "label":
                label = room.label(law, text)
                return _fields(
                    ROOM_SOURCE_TYPE=label.room,
                    ROOM_BREAKFAST=label.breakfast,
                    ROOM_QUALIFIERS=label.qualifiers,
                    ROOM_SOURCE_PRICE_TOKEN=label.token,
                    ROOM_SOURCE_PRICE=label.price,
                )
            case "quantity":
                return _fields(ROOM_QUANTITY=room.quantity(law, text))
        raise UsageProblem(
            "reference.missing-input",
            f"There is no grammar '{asked['grammar']}'.",
            next_step="Use one that the operation read-token lists.",
        )

    def id(self, _given: Json, asked: Json) -> Json:
        found = identity.identity(self._law, asked["kind"], asked["inputs"])
        return {"id": found.id, "preimage": found.preimage}

    def canonical(self, _given: Json, asked: Json) -> Json:
        return {"json": identity.canonical(self._law, asked["value"])}

    def parse(self, _given: Json, asked: Json) -> Json | Rejection:
        mail = Mail(
            sender=asked.get("sender", self._law.profile["senders"]["registry"][0]["sender"]),
            message_id=asked.get("message_id", "msg-1"),
            message_revision=asked.get("message_revision", "1"),
            attachments=tuple(_attachment(at, one) for at, one in enumerate(asked["attachments"], 1)),
            kind=asked.get("kind", "new"),
        )
        try:
            return self._shown(parse(self._law, mail), asked)
        except Rejected as rejected:
            return rejected.rejection

    def replay(self, _given: Json, asked: Json) -> Json | Rejection:
        stored = asked["text"] if "text" in asked else json.dumps(asked["stored"], ensure_ascii=False)
        try:
            return self._shown(contract.read(self._law, stored.encode()), asked)
        except Rejected as rejected:
            return rejected.rejection

    def _shown(self, found: Json, asked: Json) -> Json:
        """The parts that are asked for, after values were accepted and of what a reader may have."""
        if "accepted" in asked:
            found = contract.effective(self._law, found, _by_id(found, asked["accepted"]))
        if "reader" in asked:
            found = contract.copy(self._law, found, asked["reader"])
        return {name: _SHOWN[name](found, asked) for name in asked["show"]}


def _attachment(number: int, said: Json) -> Attachment:
    data = bytes.fromhex(said["hex"]) if "hex" in said else base64.b64decode(said["base64"])
    return Attachment(said.get("attachment_id", f"att-{number}"), said.get("file_name", "QBD.xlsx"), data)


def _by_id(found: Json, accepted: Json) -> Json:
    """Values by field id instead of by the path of their field; a path without a field stays, and is no id."""
    ids = {one["field_path"]: one["field_id"] for one in _every_field(_units(found))}
    return {ids.get(path, path): value for path, value in accepted.items()}


def _outcome(found: Json, _asked: Json) -> Json:
    issues = [{"code": one["code"], "detail": one["detail"]} for one in found["issues"]]
    return {"applicability": found["applicability"], "issues": issues}


def _units(found: Json) -> list[Json]:
    return list(found["parser_observations"]["row_units"]) if found.get("parser_observations") else []


def _rows(found: Json, _asked: Json) -> list[Json]:
    return [
        {"row": one["source_scope"]["row_number"], "fill": one["selection"]["fill_identity"]} for one in _units(found)
    ]


def _segments(found: Json, _asked: Json) -> list[Json]:
    return [
        {
            "row": unit["source_scope"]["row_number"],
            "role": one["change_role"],
            "text": one["raw_text"],
            "span": [one["raw_text_span"]["start"], one["raw_text_span"]["end"]],
            "items": [item["item_role"] for item in one["room_items"]],
        }
        for unit in _units(found)
        for one in unit["detail_segments"]
    ]


def _shown_fields(found: Json, asked: Json) -> list[Json]:
    """Without ids and evidence, in the order of the document."""
    names = (
        "field_path",
        "status",
        "raw_value",
        "normalized_value",
        "origin",
        "patchability",
        "reason_code",
        "rule_ref",
    )
    return [
        {"role": one["semantic_role"], **{name: one[name] for name in names}}
        for one in _every_field(_units(found))
        if one["semantic_role"] in asked.get("roles", [one["semantic_role"]])
    ]


def _every_field(value: Any) -> Iterator[Json]:
    if isinstance(value, list):
        for one in value:
            yield from _every_field(one)
    elif isinstance(value, dict) and "field_id" in value:
        yield value
    elif isinstance(value, dict):
        yield from _every_field(list(value.values()))


def _facts(found: Json, _asked: Json) -> list[Json]:
    """Without ids and evidence."""
    names = ("group_code", "action_hint", "booking_type", "stay", "rate_hint")
    items = ("source_label", "source_room_type", "breakfast", "qualifiers", "quantity", "source_price")
    return [
        {
            **{name: one[name] for name in names},
            "room_items": [{name: item[name] for name in items} for item in one["room_items"]],
        }
        for one in found["facts"]
    ]


def _gates(found: Json, _asked: Json) -> list[Json]:
    return [
        {"code": one["code"], "target_kind": one["target"]["target_kind"], "segments": len(one["segment_ids"])}
        for one in found["review_gates"]
    ]


def _unresolved(found: Json, _asked: Json) -> list[Json]:
    names = ("semantic_role", "patchability", "reason_code")
    return [{name: one[name] for name in names} for one in found["unresolved_fields"]]


def _hash(found: Json, _asked: Json) -> str | None:
    observations = found.get("parser_observations")
    return observations["observation_hash"] if observations else None


_SHOWN: dict[str, Callable[[Json, Json], Any]] = {
    "outcome": _outcome,
    "rows": _rows,
    "segments": _segments,
    "fields": _shown_fields,
    "facts": _facts,
    "gates": _gates,
    "unresolved": _unresolved,
    "observation_hash": _hash,
    "members": lambda found, _asked: list(found),
    "document": lambda found, _asked: found,
}


def _date(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _route(route: channel.Route) -> Json:
    return {
        "state": route.state,
        "profile": route.profile,
        "reads_attachments": route.reads_attachments,
        "observations": route.observations,
        "applicability": route.applicability,
        "issue": route.issue,
    }


def _fields(**readings: Reading) -> Json:
    return {
        "fields": {
            role: {
                "status": one.status,
                "patchability": one.patchability,
                "origin": one.origin,
                "reason_code": one.reason,
                "rule_ref": one.rule_ref,
                "normalized_value": one.value,
            }
            for role, one in readings.items()
        }
    }
