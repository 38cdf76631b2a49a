"""The effective view of observations after fields were accepted: what depends on them is computed anew.

The same rules of dates and the same projector as at first; nothing is patched. It refuses a value for a field that is
not to be recovered, and a field that does not exist.
"""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Mapping
from typing import Any

from specproof.errors import UsageProblem
from specproof.reference.qbd import operation
from specproof.reference.qbd import stay as stays
from specproof.reference.qbd.index import Index
from specproof.reference.qbd.law import Law, Reading

Json = dict[str, Any]
_ACCEPTABLE = "RECOVERABLE"


def resolve(law: Law, observations: Mapping[str, Any], accepted: Mapping[str, Any]) -> Json:
    """`accepted` are values by field id. The observations themselves stay as they are.

    Raises UsageProblem `reference.not-acceptable`.
    """
    effective: Json = copy.deepcopy(dict(observations))
    index = Index(effective)
    for field_id, value in accepted.items():
        field = index.field(field_id)
        if field is None or not is_acceptable(field):
            raise UsageProblem(
                "reference.not-acceptable",
                f"No value can be accepted for the field {field_id}.",
                cause="There is no such field." if field is None else f"It is {field['patchability']}.",
                next_step="Give the id of a field that is RECOVERABLE; unresolved_fields lists them.",
            )
        _settle(field, value)
    for unit in effective["row_units"]:
        _row(law, unit, set(accepted))
    return effective


def is_acceptable(field: Mapping[str, Any]) -> bool:
    """Whether people may give the field a value."""
    patchability: str = field["patchability"]
    return patchability == _ACCEPTABLE


def _row(law: Law, unit: Json, accepted: set[str]) -> None:
    """Everything of a row that rests on other fields, in the order of the table in observation.yaml."""
    cxl = _value(unit["group_in"]) == law.profile["group_in"]["cxl"]["normalized"]
    group_in = None if cxl else _date(unit["group_in"])
    if cxl and unit["group_in"]["field_id"] in accepted:
        _take(unit["operation"]["operation_kind"], operation.entry(law, "", cxl=True).kind)
    moved = {unit["group_in"]["field_id"], unit["operation"]["operation_date"]["field_id"]} & accepted
    for segment in unit["detail_segments"]:
        stay = segment["stay"]
        own = {stay[name]["field_id"] for name in ("arrival", "departure")} & accepted
        if moved and not own:
            operated = _date(unit["operation"]["operation_date"])
            found = stays.stay(law, segment["raw_text"], group_in, cxl=cxl, operation_date=operated)
            for name, reading in (("arrival", found.arrival), ("departure", found.departure), ("nights", found.nights)):
                _take(stay[name], reading)
        elif own:
            _from_accepted(law, segment, accepted)


def _from_accepted(law: Law, segment: Json, accepted: set[str]) -> None:
    stay = segment["stay"]
    arrival = _date(stay["arrival"])
    if arrival is not None and stay["departure"]["field_id"] not in accepted:
        departure = stays.departure(law, segment["raw_text"], arrival)
        if departure is not None:
            _take(stay["departure"], departure)
    _take(stay["nights"], stays.nights(law, _reading(stay["arrival"]), _reading(stay["departure"])))


def _settle(field: Json, value: Any) -> None:
    field |= {"status": "RESOLVED", "normalized_value": value, "patchability": "LOCKED", "reason_code": None}


def _take(field: Json, reading: Reading) -> None:
    field |= {
        "status": reading.status,
        "normalized_value": reading.value,
        "patchability": reading.patchability,
        "reason_code": reading.reason,
    }


def _reading(field: Mapping[str, Any]) -> Reading:
    return Reading(
        status=field["status"],
        patchability=field["patchability"],
        origin=field["origin"],
        reason=field["reason_code"],
        rule_ref=field["rule_ref"],
        value=field["normalized_value"],
    )


def _value(field: Mapping[str, Any]) -> Any:
    return field["normalized_value"] if field["status"] == "RESOLVED" else None


def _date(field: Mapping[str, Any]) -> dt.date | None:
    value = _value(field)
    return dt.date.fromisoformat(value) if isinstance(value, str) and value[:1].isdigit() else None
