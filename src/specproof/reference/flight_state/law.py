"""The law of the flight state in one profile, as the reference uses it: what each key is and what its forms mean.

Reads commands.yaml, structures.yaml and wire.yaml; another value there is another behaviour here. It refuses to hold
a fact of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specproof.reference.source import in_profile, lawless, only, table

SYSTEM = "flight-state"
COLLECTION = "collection"


@dataclass(frozen=True, slots=True)
class Field:
    """What a text may be: its domain and its length in code points. `shape` only warns."""

    pattern: re.Pattern[str]
    max_chars: int
    shape: re.Pattern[str] | None = None
    warning: str = ""


@dataclass(frozen=True, slots=True)
class EnvelopeField:
    """One part of the envelope: text, integer, object or list, and the kinds of message that hold it."""

    type: str
    kinds: tuple[str, ...]
    pattern: re.Pattern[str] | None = None
    max_chars: int = 0
    minimum: int = 0
    maximum: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """What becomes of one JSON form: a word of structures.yaml, and the code where it is `refuse`."""

    outcome: str
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the fields of a flight.

    `value` is the field of a scalar or text key. `attributes` are those of an item or exception object, `forms` what
    its JSON forms become, `supports_apply` whether an item of it can be located.
    """

    name: str
    kind: str
    forms: Mapping[str, Form]
    value: Field | None = None
    attributes: Mapping[str, Field] | None = None
    sequence: str | None = None
    max_items: int = 0
    supports_apply: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """The whole of it in one profile."""

    profile: str
    keys: Mapping[str, Key]
    forms: Mapping[str, Mapping[str, Form]]  # of attributes and of the outer keys
    sequence: Field
    zero_marker: str
    zero_entries_needed: int
    zero_entry_warning: str
    strict_option: str
    strict_by_default: bool
    strict_refusal: str
    value_too_long: str
    too_many_items: str
    outside_domain: str
    input: Mapping[str, Any]
    envelope: Mapping[str, EnvelopeField]
    max_bytes: Mapping[str, int]  # by kind of message
    commands: Mapping[str, Any]


def read(profile: str, root: Path | None = None) -> Law:
    """The law as it stands, in `current` or `target`. Raises UsageProblem `spec.invalid`, `reference.unknown-word`."""
    structures = in_profile(table(SYSTEM, "structures", root), profile)
    wire = table(SYSTEM, "wire", root)
    sequence = structures["sequence"]
    strict = sequence["zero_entry_attributes"]["option"]
    forms = {kind: _forms(said) for kind, said in structures["forms"].items()}
    fields = _Fields(structures)
    only(SYSTEM, structures["capacity"]["unit"], "unicode-code-points")
    only(SYSTEM, sequence["zero_marker"]["compare"], "exact-text")
    only(SYSTEM, sequence["zero_entry_attributes"]["outcome"], "clear")
    return Law(
        profile=profile,
        keys=_keys(structures, forms, fields, profile),
        forms=forms,
        sequence=fields.of(sequence),
        zero_marker=sequence["zero_marker"]["value"],
        zero_entries_needed=sequence["zero_entries_needed"],
        zero_entry_warning=_known(wire["warnings"], sequence["zero_entry_attributes"]["warning"]),
        strict_option=strict["name"],
        strict_by_default=strict["default"],
        strict_refusal=_known(wire["refusals"], strict["refusal"]),
        value_too_long=_known(wire["refusals"], structures["capacity"]["value_too_long"]),
        too_many_items=_known(wire["refusals"], structures["capacity"]["too_many_items"]),
        outside_domain=_known(wire["refusals"], "value-outside-domain"),
        input=wire["input"],
        envelope={name: _envelope_field(said, structures) for name, said in wire["envelope"]["fields"].items()},
        max_bytes={kind: _like(said, wire["messages"])["max_bytes"] for kind, said in wire["messages"].items()},
        commands=in_profile(table(SYSTEM, "commands", root), profile)["commands"],
    )


def _like(said: Mapping[str, Any], messages: Mapping[str, Any]) -> Mapping[str, Any]:
    """The law of a kind of message, which another kind may give."""
    return {**messages[said["like"]], **said} if "like" in said else said


def _envelope_field(said: Mapping[str, Any], structures: Mapping[str, Any]) -> EnvelopeField:
    domain = structures["domains"][_known(structures["domains"], said["domain"])] if "domain" in said else None
    return EnvelopeField(
        type=said["type"],
        kinds=tuple(said["in"]),
        pattern=re.compile(domain["pattern"]) if domain else None,
        max_chars=said.get("max_chars", 0),
        minimum=said.get("minimum", 0),
        maximum=said.get("maximum", 0),
    )


class _Fields:
    """Makes fields out of what structures.yaml says of columns."""

    def __init__(self, structures: Mapping[str, Any]) -> None:
        self._domains = structures["domains"]

    def of(self, said: Mapping[str, Any]) -> Field:
        domain = _known(self._domains, said["domain"])
        law = self._domains[domain]
        shape = re.compile(law["shape"]) if "shape" in law else None
        return Field(re.compile(law["pattern"]), said["max_chars"], shape, law.get("warning", ""))


def _keys(
    structures: Mapping[str, Any], forms: Mapping[str, Mapping[str, Form]], fields: _Fields, profile: str
) -> dict[str, Key]:
    keys = {}
    for name, said in structures["structures"].items():
        kind = _known(structures["kinds"], said["kind"])
        listed = structures["structures"][said["attributes_of"]] if "attributes_of" in said else said
        attributes = {one: fields.of(law) for one, law in listed.get("attributes", {}).items()}
        leftover = said.get("leftover")
        if leftover and profile in leftover["profiles"]:
            # Mapped to the column of sequence values, whose field it shares.
            attributes[leftover["attribute"]] = fields.of(structures["sequence"])
        keys[name] = Key(
            name=name,
            kind=kind,
            forms={**forms[kind], **_forms(said.get("forms", {}))},
            value=fields.of(said) if "domain" in said else None,
            attributes=attributes or None,
            sequence=said.get("sequence"),
            max_items=said.get("max_items", 0),
            supports_apply=said["apply"] != "none",
        )
    for name, said in structures["scalars"].items():
        own = {**forms["scalar"], **_forms(said.get("forms", {}))}
        keys[name] = Key(name=name, kind="scalar", forms=own, value=fields.of(said))
    return keys


def _forms(said: Mapping[str, Any]) -> dict[str, Form]:
    return {name: Form(one["outcome"], one.get("refusal", "")) for name, one in said.items()}


def _known(listed: Mapping[str, Any], word: str) -> str:
    if word not in listed:
        raise lawless(SYSTEM, f"'{word}' is used in the law and explained nowhere.")
    return word
