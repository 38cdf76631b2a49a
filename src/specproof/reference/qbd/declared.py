"""Whether a value is what the tables of observation.yaml declare: members, types, codes, ids, values of roles.

Used for documents that come back from a store and for values that people accept. It refuses to repair anything, and to
ask what a value means.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.source import lawless

Path = tuple[str | int, ...]
_SHA256 = re.compile(r"[0-9a-f]{64}")
_EXACT = 1 << 53  # what canonical JSON can hold
_CXL = "date-or-cxl"


class Declared:
    """The tables, compiled."""

    def __init__(self, law: Law) -> None:
        said = law.observation
        self._objects = said["objects"]
        self._roles = {one["code"]: one for one in said["semantic_roles"]}
        self._codes = _codes(law)
        self._cxl = law.profile["group_in"]["cxl"]["normalized"]
        self._digits: int = said["ids"]["hex_digits"]
        self._prefixes = {one["kind"]: one["prefix"] for one in said["ids"]["kinds"]}
        self._scalars: Mapping[str, Callable[[Any, str], bool]] = {
            "text": lambda value, _: isinstance(value, str),
            "integer": lambda value, _: type(value) is int and -_EXACT < value < _EXACT,
            "boolean": lambda value, _: type(value) is bool,
            "date": lambda value, _: _is_date(value),
            "decimal": lambda value, _: _is_decimal(value),
            "sha256": lambda value, _: isinstance(value, str) and _SHA256.fullmatch(value) is not None,
            "code": lambda value, of: isinstance(value, str) and value in self._codes[of],
            "version": lambda value, _: isinstance(value, str),  # which ones are known, the contract says
            "id": self._is_id,
            "role-value": lambda _value, _: True,  # judged by the role of its field
        }

    def misfits(self, value: Any, kind: str, path: Path = ()) -> Iterator[Path]:
        """The places where a value is not of a type of the tables, in the order of the document."""
        if value is None and kind.endswith("?"):
            return
        word, _, of = kind.removesuffix("?").partition(" ")
        match word:
            case "list":
                yield from self._list(value, of, path)
            case "object":
                yield from self._object(value, of, path)
            case "field":
                yield from self._field(value, of, path)
            case _:
                if word not in self._scalars:
                    raise lawless(SYSTEM, f"'{word}' is no type of a member.")
                if not self._scalars[word](value, of):
                    yield path

    def fits_role(self, role: str, value: Any) -> bool:
        """Whether a field of that semantic role can have this value."""
        said = self._roles[role]
        if said["value"] == _CXL:
            return value == self._cxl or _is_date(value)
        fits = next(self.misfits(value, said["value"]), None) is None
        return fits and ("minimum" not in said or value >= said["minimum"])

    def _list(self, value: Any, of: str, path: Path) -> Iterator[Path]:
        if not isinstance(value, list):
            yield path
            return
        for number, one in enumerate(value):
            yield from self.misfits(one, of, (*path, number))

    def _object(self, value: Any, name: str, path: Path) -> Iterator[Path]:
        if not isinstance(value, dict):
            yield path
            return
        members = {one["name"]: one["type"] for one in self._objects[name]["members"]}
        for member in value:
            if member not in members:
                yield (*path, member)
        for member, kind in members.items():
            if member in value:
                yield from self.misfits(value[member], kind, (*path, member))
            else:
                yield (*path, member)

    def _field(self, value: Any, role: str, path: Path) -> Iterator[Path]:
        misfit = next(self._object(value, "field_observation", path), None)
        if misfit is not None:
            yield misfit
        elif value["semantic_role"] != role:
            yield (*path, "semantic_role")
        elif not self._has_its_value(value):
            yield (*path, "normalized_value")

    def _has_its_value(self, field: Mapping[str, Any]) -> bool:
        """RESOLVED with a value of its role, or none."""
        value = field["normalized_value"]
        if field["status"] != "RESOLVED":
            return value is None
        return value is not None and self.fits_role(field["semantic_role"], value)

    def _is_id(self, value: Any, kind: str) -> bool:
        """An id of a kind; of any kind where the tables name none."""
        if not isinstance(value, str):
            return False
        prefixes = [self._prefixes[kind]] if kind in self._prefixes else self._prefixes.values()
        return any(
            value.startswith(prefix) and re.fullmatch(rf"[0-9a-f]{{{self._digits}}}", value[len(prefix) :])
            for prefix in prefixes
        )


def _codes(law: Law) -> dict[str, frozenset[str]]:
    """The codes of each list that the tables name."""
    found: dict[str, frozenset[str]] = {}
    for table in (law.profile, law.observation):
        for name, listed in table.items():
            if isinstance(listed, list) and listed:
                found[name] = frozenset(str(_code(one)) for one in listed)
    return found


def _code(one: Any) -> Any:
    return one.get("code", one.get("id")) if isinstance(one, dict) else one


def _is_date(value: Any) -> bool:
    try:
        return isinstance(value, str) and dt.date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_decimal(value: Any) -> bool:
    if not isinstance(value, str) or not value.isascii():
        return False
    try:
        number = Decimal(value)
    except InvalidOperation:
        return False
    return number.is_finite() and format(number, "f") == value
