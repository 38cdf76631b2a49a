"""Pointers of the law into its structured files: `structures.yaml#/sequence/zero_marker`, below the folder of a system.

The part after `#` is a JSON pointer (RFC 6901). It refuses to guess: what does not resolve is MISSING.
"""

from __future__ import annotations

from typing import Any, Final

from specproof.specs.register import Law


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


def resolve(law: Law, system: str, pointer: str) -> Any:
    """The value that a pointer names, or MISSING."""
    file, _, path = pointer.partition("#")
    full = f"specs/{system}/{file}"
    return at(law.value(full), path) if law.has(full) else MISSING


def at(value: Any, path: str) -> Any:
    """The value at a JSON pointer inside a value, or MISSING."""
    for part in parts(path):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return MISSING
    return value


def parts(path: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def covers(pointer: str, place: str) -> bool:
    """Whether a pointer names a place, something around it or something in it; both with their file.

    A pointer without `#` names the whole file.
    """
    if "#" not in pointer:
        return place.partition("#")[0] == pointer
    return f"{place}/".startswith(f"{pointer}/") or f"{pointer}/".startswith(f"{place}/")
