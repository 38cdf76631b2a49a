"""The operations that a case may ask for: one JSON Schema each in `conformance/protocol/<system>/<op>.schema.json`.

A schema says what is given, what is asked and what comes out, in `$defs` of these names; `x-features` lists what a
subject may claim beyond the operation, `x-codes` points at the codes of its refusals. It refuses to know a subject.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from referencing import Registry, Resource

from specproof.specs.kinds import SUFFIX

SEAM = "seam"
FOLDER = "protocol"  # in the room `conformance`


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: `name` within its system; `codes` is a pointer `file#/path` below the folder of the system."""

    system: str
    name: str
    title: str
    features: tuple[str, ...]
    codes: str
    needs_given: bool


class Operations:
    """Every operation of a room `conformance`, with the validators of what crosses the seam."""

    def __init__(self, room: Path) -> None:
        folder = room / FOLDER
        self._schemas: Mapping[str, Any] = {
            file.relative_to(folder).as_posix(): json.loads(file.read_text(encoding="utf-8"))
            for file in sorted(folder.rglob("*" + SUFFIX))
        }
        self._registry: Registry[Any] = Registry().with_resources(
            (name, Resource.from_contents(schema)) for name, schema in self._schemas.items()
        )
        self._validators: dict[str, Any] = {}
        self.all = tuple(_operation(name, schema) for name, schema in self._schemas.items() if "/" in name)

    def of(self, system: str) -> dict[str, Operation]:
        return {one.name: one for one in self.all if one.system == system}

    def case_errors(self, operation: Operation, case: Mapping[str, Any]) -> Iterator[ValidationError]:
        """What the operation has against `given`, `when` and the expected values of a case."""
        base = f"{operation.system}/{operation.name}{SUFFIX}#/$defs/"
        value = {"properties": {"value": {"$ref": base + "value"}}}
        whole = "subset" not in case.get("compare", {}).values()
        schema = {
            "required": ["given"] if operation.needs_given else [],
            "properties": {
                "given": {"$ref": base + "given"},
                "when": {"$ref": base + "when"},
                # Where a part is enough, the expected value may lack what the operation gives.
                "expect": {**value, "properties": {**value["properties"], "any_of": {"items": value}}} if whole else {},
            },
        }
        found: Iterator[ValidationError] = self._validator(json.dumps(schema), schema).iter_errors(case)
        return found

    def value_errors(self, operation: Operation, value: Any) -> Iterator[ValidationError]:
        """What the operation has against a value that a subject gave."""
        return self._by_reference(f"{operation.system}/{operation.name}{SUFFIX}#/$defs/value", value)

    def seam_errors(self, part: str, message: Any) -> Iterator[ValidationError]:
        """What the seam has against a message; `part` is claims, environment, request or observation."""
        return self._by_reference(f"{SEAM}{SUFFIX}#/$defs/{part}", message)

    def _by_reference(self, reference: str, value: Any) -> Iterator[ValidationError]:
        found: Iterator[ValidationError] = self._validator(reference, {"$ref": reference}).iter_errors(value)
        return found

    def _validator(self, key: str, schema: Mapping[str, Any]) -> Any:
        if key not in self._validators:
            self._validators[key] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[key]


@cache
def of_room(room: Path) -> Operations:
    """The operations of a room, read once."""
    return Operations(room)


def _operation(name: str, schema: Mapping[str, Any]) -> Operation:
    system, _, file = name.partition("/")
    return Operation(
        system=system,
        name=file.removesuffix(SUFFIX),
        title=schema["title"],
        features=tuple(schema["x-features"]),
        codes=schema["x-codes"],
        needs_given="required" in schema["$defs"]["given"],
    )
