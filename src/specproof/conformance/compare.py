"""Where a value that was seen differs from the one expected: a pure function over JSON, with a path for every place.

Exact unless the case loosens a place: `unordered` for lists as bags, `subset` where more may be there. It refuses to
decide whether a difference matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from specproof.conformance import cell
from specproof.specs.problem import Pointer, pointer_text


class Absent(Enum):
    """Nothing at all, which JSON cannot say."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Difference:
    """One place: its JSON pointer, and what was expected and seen there; ABSENT on a side where nothing is."""

    path: str
    expected: Any
    seen: Any


def differences(expected: Any, seen: Any, modes: Mapping[str, str]) -> tuple[Difference, ...]:
    """Every difference, in the order of what is expected; `modes` is `compare` of a case, by pointer."""
    return tuple(_differences(expected, seen, (), modes))


def _differences(expected: Any, seen: Any, path: Pointer, modes: Mapping[str, str]) -> Iterator[Difference]:
    place = pointer_text(path)
    mode = modes.get(place, "exact")
    if cell.is_cell(expected) and cell.is_cell(seen):
        if not cell.equal(expected, seen):
            yield Difference(place, expected, seen)
    elif isinstance(expected, dict) and isinstance(seen, dict):
        yield from _of_objects(expected, seen, path, modes, mode)
    elif isinstance(expected, list) and isinstance(seen, list):
        compare = _of_lists if mode == "exact" else _of_bags
        yield from compare(expected, seen, path, modes, mode)
    elif not _same(expected, seen):
        yield Difference(place, expected, seen)


def _of_objects(
    expected: dict[str, Any], seen: dict[str, Any], path: Pointer, modes: Mapping[str, str], mode: str
) -> Iterator[Difference]:
    for key, value in expected.items():
        if key in seen:
            yield from _differences(value, seen[key], (*path, key), modes)
        else:
            yield Difference(pointer_text((*path, key)), value, ABSENT)
    if mode != "subset":
        for key in seen.keys() - expected.keys():
            yield Difference(pointer_text((*path, key)), ABSENT, seen[key])


def _of_lists(
    expected: list[Any], seen: list[Any], path: Pointer, modes: Mapping[str, str], _mode: str
) -> Iterator[Difference]:
    for index, (one, other) in enumerate(zip(expected, seen, strict=False)):
        yield from _differences(one, other, (*path, index), modes)
    for index in range(len(seen), len(expected)):
        yield Difference(pointer_text((*path, index)), expected[index], ABSENT)
    for index in range(len(expected), len(seen)):
        yield Difference(pointer_text((*path, index)), ABSENT, seen[index])


def _of_bags(
    expected: list[Any], seen: list[Any], path: Pointer, _modes: Mapping[str, str], mode: str
) -> Iterator[Difference]:
    """Lists whose order does not count: each item answers one other that is equal to it."""
    left = dict(enumerate(seen))
    for index, item in enumerate(expected):
        match = next((at for at, other in left.items() if not differences(item, other, {})), None)
        if match is None:
            yield Difference(pointer_text((*path, index)), item, ABSENT)
        else:
            del left[match]
    if mode != "subset":
        for index, item in left.items():
            yield Difference(pointer_text((*path, index)), ABSENT, item)


def _same(one: Any, other: Any) -> bool:
    """JSON equality of values that are no containers: true is not 1, yet 1 is 1.0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)
