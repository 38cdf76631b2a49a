"""The five commands as values. Unchanged is one of its own, neither None nor something empty.

What each may be used on and what it brings about stands in commands.yaml. A command refuses to know its key.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The key did not appear."""

    name: ClassVar[str] = "unchanged"


@dataclass(frozen=True, slots=True)
class Set:
    """`value` is text, or an object of attributes for an exception key."""

    name: ClassVar[str] = "set"
    value: str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Clear:
    name: ClassVar[str] = "clear"


@dataclass(frozen=True, slots=True)
class Replace:
    """`items` in the order of the input."""

    name: ClassVar[str] = "replace"
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Apply:
    """One item for the engine's own branch; no message is translated to it."""

    name: ClassVar[str] = "apply"
    item: dict[str, Any]
    source_seq: str


Command: TypeAlias = Unchanged | Set | Clear | Replace | Apply
UNCHANGED = Unchanged()
