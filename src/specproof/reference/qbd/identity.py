"""Canonical JSON and the stable ids that are hashes over it.

RFC 8785 by way of the package of that name. It refuses what no two readers write alike: fractions, integers from 2 to
the 53rd on, lone surrogates.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import rfc8785

from specproof.errors import UsageProblem
from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.source import only

_EXACT = 1 << 53
_SIMPLE = frozenset((str, bool, type(None)))
_TEXT = frozenset((str,))
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Identity:
    """An id and the canonical JSON that it is a hash of."""

    id: str
    preimage: str


def canonical(law: Law, value: Any) -> str:
    """The canonical JSON of a value. Raises UsageProblem `reference.not-canonical`."""
    only(SYSTEM, law.observation["canonical"]["form"], "RFC 8785")
    with suppress(rfc8785.CanonicalizationError, UnicodeError):
        if _is_plain(value):
            return _plain(value)
        if not _has_fraction(value):
            return rfc8785.dumps(value).decode("utf-8")
    raise UsageProblem(
        "reference.not-canonical",
        "The value has no canonical JSON here.",
        cause="It holds a fraction, an integer of 2 to the 53rd or more, or half of a surrogate pair.",
        next_step="Write decimals as text.",
    )


def identity(law: Law, kind: str, inputs: Mapping[str, str | None]) -> Identity:
    """The stable id of one thing. Of the inputs only those that the law lists for the kind have a say.

    An input that is None is written as the law writes what is absent. Raises UsageProblem `reference.missing-input`.
    """
    said = law.observation["ids"]
    one = next((k for k in said["kinds"] if k["kind"] == kind), None)
    lacking = [name for name in one["inputs"] if name not in inputs] if one else [kind]
    if one is None or lacking:
        raise UsageProblem(
            "reference.missing-input",
            f"An id of the kind '{kind}' cannot be made: {', '.join(lacking)} is not known.",
            next_step="Give every input that observation.yaml lists for the kind.",
        )
    leading = {"observation_contract_version": law.profile["versions"]["observation"], "kind": kind}
    values = [leading[name] for name in said["leading"]]
    values += [said["absent"] if inputs[name] is None else inputs[name] for name in one["inputs"]]
    preimage = canonical(law, values)
    only(SYSTEM, said["digest"], "SHA-256")
    digest = hashlib.sha256(preimage.encode(said["encoding"])).hexdigest()
    return Identity(one["prefix"] + digest[: said["hex_digits"]], preimage)


def _is_plain(value: Any) -> bool:
    """Whether the standard library's encoder writes the same bytes: RFC 8785 differs from it in fractions alone, and in

    the order of keys beyond ASCII. Much faster for the many small lists that ids are made of.
    """
    if isinstance(value, dict):
        return _are_plain_keys(value) and _are_plain(value.values())
    if isinstance(value, list):
        return _are_plain(value)
    return type(value) in _SIMPLE or (isinstance(value, int) and -_EXACT < value < _EXACT)


def _are_plain(values: Collection[Any]) -> bool:
    """Looks at each one only where their types leave a doubt, which for most objects and lists they do not."""
    if _SIMPLE.issuperset(map(type, values)):
        return True
    return all(type(one) in _SIMPLE or _is_plain(one) for one in values)


def _are_plain_keys(keys: Iterable[Any]) -> bool:
    return _TEXT.issuperset(map(type, keys)) and "".join(keys).isascii()


def _plain(value: Any) -> str:
    text = _ENCODER.encode(value)
    text.encode()  # half of a surrogate pair has no bytes
    return text


def _has_fraction(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_fraction, value.values()))
    return any(map(_has_fraction, value)) if isinstance(value, list) else isinstance(value, float)
