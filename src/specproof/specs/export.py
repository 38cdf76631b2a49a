"""The whole law in one canonical JSON file (RFC 8785) with its schemas, so that other languages load it without us.

Every part carries the SHA-256 of its canonical form, the bundle that of everything else in it. No date, no path of a
machine, no order of a file system gets in: the same law gives the same bytes everywhere.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rfc8785

from specproof.errors import UsageProblem
from specproof.specs.states import BUNDLE, State, read_bundle


@dataclass(frozen=True, slots=True)
class Checked:
    """What checking a bundle gave: its digest, the number of its parts, and what is wrong, by part."""

    sha256: str
    parts: int
    wrong: tuple[tuple[str, str], ...]  # (part or "", in one word: digest | missing | form)


def bundle(state: State) -> bytes:
    """The canonical bytes of a state. Raises UsageProblem `spec.not-canonical`."""
    parts = {path: {"sha256": _digest(path, value), "value": value} for path, value in state.values.items()}
    parts |= {path: {"sha256": _of_text(text), "text": text} for path, text in state.texts.items()}
    schemas = {name: {"sha256": _digest(name, value), "value": value} for name, value in state.schemas.items()}
    data = {"schema": BUNDLE, "edition": state.edition, "parts": parts, "schemas": schemas}
    return _canonical("", {**data, "sha256": _digest("", data)})


def check(file: Path) -> Checked:
    """Verifies a bundle: each digest, that of the whole, and the canonical form. Raises UsageProblem `spec.bundle`."""
    data = read_bundle(file)
    wrong: list[tuple[str, str]] = []
    for path, part in [*data["parts"].items(), *data["schemas"].items()]:
        found = _of_text(str(part["text"])) if "text" in part else _digest(path, part["value"])
        if part.get("sha256") != found:
            wrong.append((path, "digest" if "sha256" in part else "missing"))
    whole = {key: value for key, value in data.items() if key != "sha256"}
    if data.get("sha256") != _digest("", whole):
        wrong.append(("", "digest" if "sha256" in data else "missing"))
    if file.read_bytes() != _canonical("", data):
        wrong.append(("", "form"))
    return Checked(str(data.get("sha256", "")), len(data["parts"]), tuple(wrong))


def sha256_of(data: bytes) -> str:
    """The digest that a bundle carries of itself."""
    return str(json.loads(data)["sha256"])


def _of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _digest(path: str, value: Any) -> str:
    return hashlib.sha256(_canonical(path, value)).hexdigest()


def _canonical(path: str, value: Any) -> bytes:
    try:
        return rfc8785.dumps(value)
    except rfc8785.CanonicalizationError as error:
        raise UsageProblem(
            "spec.not-canonical",
            f"A value has no canonical JSON form: {error}.",
            where=path or None,
            cause="Numbers beyond 2^53 lose digits in many readers of JSON.",
            next_step="Write the number as text, in quotes.",
        ) from None
