"""A message as it arrives: its bytes judged for size and syntax, its envelope held against wire.yaml.

The first step of the judgement. The fields of a flight are handed on as they stand; it refuses to say what any of them
means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from specproof.reference import strict_json
from specproof.reference.flight_state import sis_xml
from specproof.reference.flight_state.law import SYSTEM, EnvelopeField, Law
from specproof.reference.rejection import Rejected, Rejection
from specproof.reference.source import lawless
from specproof.reference.strict_json import Number

_KIND = "kind"
_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FlightFields:
    """The fields of one flight as they stand in a message, and the path to them there."""

    flid: str
    fields: dict[str, Any]
    path: _Path


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `message_id` is that of a snapshot, `flights` is the one flight of an increment."""

    kind: str
    identity_key: str
    version: int
    fday: str
    message_id: str | None
    flights: tuple[FlightFields, ...]


def read(data: bytes, law: Law) -> Message | Rejection:
    """The message of these bytes, or why it is none.

    A path of the rejection points into the JSON value, which a message in XML has too.
    """
    try:
        return _read(data, law)
    except Rejected as rejected:
        return rejected.rejection


def _read(data: bytes, law: Law) -> Message:
    codes = law.input["refusals"]
    if len(data) > max(law.max_bytes.values()):
        raise Rejected(codes["too-large"])
    value = sis_xml.read(data, law) if sis_xml.is_xml(data) else strict_json.read(data, law.input)
    if not isinstance(value, dict):
        raise Rejected(codes["envelope"])
    kind = value.get(_KIND)
    if not isinstance(kind, str) or isinstance(kind, Number) or kind not in law.max_bytes:
        raise Rejected(codes["unknown-kind"], (_KIND,))
    if len(data) > law.max_bytes[kind]:
        raise Rejected(codes["too-large"])
    parts = _envelope(value, kind, law)
    return Message(
        kind=kind,
        identity_key=parts["identity_key"],
        version=parts["version"],
        fday=parts["fday"],
        message_id=parts.get("message_id"),
        flights=_flights(parts, law),
    )


def _envelope(value: Mapping[str, Any], kind: str, law: Law) -> dict[str, Any]:
    """The parts of the envelope by name, each held against its field, in the order of the text."""
    wrong = law.input["refusals"]["envelope"]
    parts = {}
    for name, part in value.items():
        field = law.envelope.get(name)
        if field is None or kind not in field.kinds:
            raise Rejected(wrong, (name,))
        parts[name] = _part(part, field, (name,), wrong)
    for name, field in law.envelope.items():
        if kind in field.kinds and name not in parts:
            raise Rejected(wrong, (name,))
    return parts


class Limits(Protocol):
    """Both ends belong to the range."""

    @property
    def minimum(self) -> int: ...

    @property
    def maximum(self) -> int: ...


def _part(value: Any, field: EnvelopeField, path: _Path, wrong: str) -> Any:
    match field.type, value:
        case "text", str() if not isinstance(value, Number):
            if len(value) <= field.max_chars and (field.pattern is None or field.pattern.fullmatch(value)):
                return value
        case "integer", Number():
            number = whole(value, field)
            if number is not None:
                return number
        case "object", dict():
            return value
        case "list", list():
            return value
        case (("text" | "integer" | "object" | "list"), _):
            pass
        case other, _:
            raise lawless(SYSTEM, f"'{other}' is no type of a part of the envelope.")
    raise Rejected(wrong, path)


def whole(value: Any, limits: Limits) -> int | None:
    """The whole number that JSON says within limits, None where it says none such."""
    # By its length first: a number of a million digits is not turned into one.
    if not isinstance(value, Number) or not (value.isdecimal() and value.isascii()):
        return None
    if len(value) > len(str(limits.maximum)) or not limits.minimum <= int(value) <= limits.maximum:
        return None
    return int(value)


def _flights(parts: Mapping[str, Any], law: Law) -> tuple[FlightFields, ...]:
    if "flights" not in parts:
        return (FlightFields(parts["flid"], parts["fields"], ("fields",)),)
    wrong = law.input["refusals"]["envelope"]
    flights: dict[str, FlightFields] = {}
    for index, one in enumerate(parts["flights"]):
        path: _Path = ("flights", index)
        if not isinstance(one, dict):
            raise Rejected(wrong, path)
        for name in one:
            if name not in ("flid", "fields"):
                raise Rejected(wrong, (*path, name))
        for name in ("flid", "fields"):
            if name not in one:
                raise Rejected(wrong, (*path, name))
            _part(one[name], law.envelope[name], (*path, name), wrong)
        if one["flid"] in flights:
            raise Rejected(wrong, (*path, "flid"))  # which of the two would hold, nothing says
        flights[one["flid"]] = FlightFields(one["flid"], one["fields"], (*path, "fields"))
    return tuple(flights.values())
