"""Two JSON Schemas compared: what is demanded more or less, what came and went, and what is prose.

A schema of our output promises where one of the data demands: a further required key is a promise more there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specproof.specs.diff.values import Difference
from specproof.specs.problem import pointer_text

_PROSE = {"title", "description", "$comment", "examples"}
_LISTS = {"enum", "x-files", "type"}  # more of these is more that is allowed
_MAPS = {"properties", "$defs", "patternProperties"}


def differences(old: Any, new: Any, at: tuple[str | int, ...] = (), *, output: bool = False) -> Iterator[Difference]:
    """Every differing place of two schemas; `output` for those of what we print."""
    if old == new:
        return
    if not (isinstance(old, dict) and isinstance(new, dict)):
        yield _difference(at, "schema-changed", old, new)
        return
    for key in [*new, *(key for key in old if key not in new)]:
        inside, before, after = (*at, key), old.get(key), new.get(key)
        if before == after:
            continue
        if key in _PROSE and not (at and at[-1] in _MAPS):
            yield _difference(inside, "text", before, after)
        elif key == "required" and isinstance(before or [], list) and isinstance(after or [], list):
            yield from _required(before or [], after or [], inside, output=output)
        elif key in _LISTS and isinstance(before, list) and isinstance(after, list):
            yield _difference(inside, _of_list(before, after), before, after)
        elif key not in old or key not in new:
            named = bool(at) and at[-1] in _MAPS
            kind = ("schema-added" if key not in old else "schema-removed") if named else "schema-changed"
            yield _difference(inside, kind, before, after)
        else:
            yield from differences(before, after, inside, output=output)


def _required(old: list[Any], new: list[Any], at: tuple[str | int, ...], *, output: bool) -> Iterator[Difference]:
    more, less = [one for one in new if one not in old], [one for one in old if one not in new]
    if more:
        yield _difference(at, "schema-added" if output else "demand-added", None, more)
    if less:
        yield _difference(at, "schema-removed" if output else "demand-removed", less, None)


def _of_list(old: list[Any], new: list[Any]) -> str:
    if all(one in new for one in old):
        return "schema-added"
    return "schema-removed" if all(one in old for one in new) else "schema-changed"


def _difference(at: tuple[str | int, ...], kind: str, old: Any, new: Any) -> Difference:
    return Difference(pointer_text(at), kind, old, new, ())
