"""Two JSON values of a table of the law, compared to the last datum: what changed, and in which direction.

Lists of named things are compared by name, so that a new item in front does not change all behind it. Where the name of
a key tells which way is narrower (`max_chars`, `nullable`), the change is told as tightened or loosened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from specproof.specs.problem import pointer_text
from specproof.specs.quick import same

Pointer = tuple[str | int, ...]

# What leads back to the source or across the law, and says nothing by itself.
_TRACE = {"statements", "questions", "question", "see", "assumed", "section", "checks", "source", "manual", "facts"}
_NAMES = ("id", "code", "slug", "name", "exit")
_UPPER = re.compile(r"max(imum)?(_|$)|ceiling|limit|cap(_|$)")
_LOWER = re.compile(r"min(imum)?(_|$)")
_LANGUAGES = {"zh", "en"}
_PROFILES = {"current", "target"}


@dataclass(frozen=True, slots=True)
class Difference:
    """One differing place; `near` are the statements named closest around it."""

    pointer: str
    kind: str
    old: Any
    new: Any
    near: tuple[str, ...]


def differences(old: Any, new: Any) -> Iterator[Difference]:
    """Every place where two values differ, in the order of the new one."""
    yield from _compare(old, new, (), ())


def _compare(old: Any, new: Any, at: Pointer, near: tuple[str, ...]) -> Iterator[Difference]:
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _mappings(old, new, at, near)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _lists(old, new, at, near)
    else:
        yield Difference(pointer_text(at), _direction(old, new, at), old, new, near)


def _mappings(old: dict[str, Any], new: dict[str, Any], at: Pointer, near: tuple[str, ...]) -> Iterator[Difference]:
    if set(old) == _LANGUAGES == set(new):
        yield Difference(pointer_text(at), "text", old, new, near)
        return
    here = _statements(new) or _statements(old) or near
    for key in [*new, *(key for key in old if key not in new)]:
        inside = (*at, key)
        if key in _TRACE:
            if old.get(key) != new.get(key):
                yield Difference(pointer_text(inside), "trace", old.get(key), new.get(key), here)
        elif key not in old:
            yield Difference(pointer_text(inside), _one_sided(new[key], "datum-added"), None, new[key], here)
        elif key not in new:
            yield Difference(pointer_text(inside), _one_sided(old[key], "datum-removed"), old[key], None, here)
        else:
            yield from _compare(old[key], new[key], inside, here)


def _lists(old: list[Any], new: list[Any], at: Pointer, near: tuple[str, ...]) -> Iterator[Difference]:
    before, after = _by_name(old), _by_name(new)
    if before is None or after is None:
        yield from _plain_lists(old, new, at, near)
        return
    for name, (index, item) in after.items():
        if name in before:
            yield from _compare(before[name][1], item, (*at, index), near)
        else:
            yield Difference(pointer_text((*at, index)), "datum-added", None, item, near)
    for name, (index, item) in before.items():
        if name not in after:
            yield Difference(pointer_text((*at, index)), "datum-removed", item, None, near)
    if [n for n in before if n in after] != [n for n in after if n in before]:
        yield Difference(pointer_text(at), "order-changed", list(before), list(after), near)


def _plain_lists(old: list[Any], new: list[Any], at: Pointer, near: tuple[str, ...]) -> Iterator[Difference]:
    if any(isinstance(item, (dict, list)) for item in (*old, *new)):
        for index in range(max(len(old), len(new))):
            inside = (*at, index)
            if index >= len(old):
                yield Difference(pointer_text(inside), "datum-added", None, new[index], near)
            elif index >= len(new):
                yield Difference(pointer_text(inside), "datum-removed", old[index], None, near)
            else:
                yield from _compare(old[index], new[index], inside, near)
        return
    gone, come = [item for item in old if item not in new], [item for item in new if item not in old]
    if gone and come:
        kind = "datum-changed"
    elif gone or come:
        kind = "datum-removed" if gone else "datum-added"
    else:
        kind = "order-changed"
    yield Difference(pointer_text(at), kind, old, new, near)


def _direction(old: Any, new: Any, at: Pointer) -> str:
    """Tightened, loosened, or merely changed."""
    key = next((str(part) for part in reversed(at) if str(part) not in _PROFILES and not isinstance(part, int)), "")
    if _number(old) and _number(new):
        if _UPPER.search(key):
            return "tightened" if new < old else "loosened"
        if _LOWER.search(key):
            return "tightened" if new > old else "loosened"
    if key in ("nullable", "optional") and isinstance(old, bool) and isinstance(new, bool):
        return "loosened" if new else "tightened"
    if key in ("unique", "required") and isinstance(old, bool) and isinstance(new, bool):
        return "tightened" if new else "loosened"
    if key == "outcome" and "refuse" in (old, new):
        return "tightened" if new == "refuse" else "loosened"
    return "datum-changed"


def _one_sided(value: Any, kind: str) -> str:
    """A text that comes or goes is still only a text."""
    return "text" if isinstance(value, dict) and set(value) == _LANGUAGES else kind


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _by_name(items: list[Any]) -> dict[Any, tuple[int, Any]] | None:
    """The items by the name that each has, with their positions; None where they have none or share one."""
    for key in _NAMES:
        if items and all(isinstance(item, dict) and isinstance(item.get(key), (str, int)) for item in items):
            found = {item[key]: (index, item) for index, item in enumerate(items)}
            return found if len(found) == len(items) else None
    return {} if not items else None


def _statements(node: dict[str, Any]) -> tuple[str, ...]:
    named = node.get("statements")
    return tuple(one for one in named if isinstance(one, str)) if isinstance(named, list) else ()
