"""The reference's answers for QBD workbooks: `read-token`, `id` and `canonical`.

JSON on both sides. It refuses to decide anything; the functions of `reference.qbd` do.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import ClassVar

from specproof.conformance.observation import Json
from specproof.errors import UsageProblem
from specproof.reference.qbd import channel, identity, operation, room, stay
from specproof.reference.qbd.law import Law, Reading
from specproof.reference.rejection import Rejection

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
