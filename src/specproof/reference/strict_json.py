"""JSON read strictly: what two readers could understand differently is refused with its place.

RFC 8259 on the parser of the standard library, whose leniency is taken away: no repeated keys, no NaN or Infinity, no
lone surrogates, a limit to the nesting. Numbers keep their spelling; nothing is rounded.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from specproof.reference.rejection import Rejected

_SURROGATE = re.compile("[\ud800-\udfff]")
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},]', re.DOTALL)
Path = tuple[str | int, ...]


class Number(str):
    """A JSON number by its spelling."""

    __slots__ = ()


class _NotFinite:
    """Stands where NaN or an infinity was written."""


class _Doubled(dict[str, Any]):
    """An object that holds a key twice; `key` is the one."""

    key: str


def read(data: bytes, limits: Mapping[str, Any]) -> Any:
    """The value of the bytes: text, Number, bool, None, list, dict in the order of the text.

    `limits` is an `input` of the law: the encoding, the depth and a code for each fault. Raises Rejected; of several
    faults that of a broken encoding or syntax, else the first in the order of the text, an object before what is in it.
    """
    codes = limits["refusals"]
    try:
        text = data.decode(limits["encoding"])
    except UnicodeDecodeError:
        raise Rejected(codes["not-utf-8"]) from None
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise Rejected(codes["too-deep"], _first_too_deep(text, limits["max_depth"])) from None
    except ValueError:
        raise Rejected(codes["not-json"]) from None
    for path, fault in _faults(value, (), limits["max_depth"]):
        raise Rejected(codes[fault], path)
    return value


def text_of(value: Any) -> str:
    """JSON text of a value without blanks, in the order of its keys, numbers as they were written."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{text_of(key)}:{text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def plain(value: Any) -> Any:
    """The value with numbers of Python's own, for whoever writes JSON with another encoder.

    A number that a float cannot hold stays text.
    """
    if isinstance(value, Number):
        number = json.loads(value)
        return number if isinstance(number, int) or math.isfinite(number) else str(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    doubled = _Doubled(pairs)
    seen: set[str] = set()
    doubled.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # - adds and goes on
    return doubled


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=Number, parse_float=Number, parse_constant=lambda _: _NotFinite()
)


def _faults(value: Any, path: Path, depth: int) -> Iterator[tuple[Path, str]]:
    """Every fault of a value and of what is in it, each with its path; `depth` is how many levels may still open."""
    if isinstance(value, str):
        if not isinstance(value, Number) and _SURROGATE.search(value):
            yield path, "lone-surrogate"
    elif isinstance(value, (dict, list)):
        if depth == 0:
            yield path, "too-deep"
            return
        if isinstance(value, _Doubled):
            yield (*path, value.key), "duplicate-key"
        if isinstance(value, dict):
            for key, item in value.items():
                if _SURROGATE.search(key):
                    yield path, "lone-surrogate"
                yield from _faults(item, (*path, key), depth - 1)
        else:
            for index, item in enumerate(value):
                yield from _faults(item, (*path, index), depth - 1)
    elif isinstance(value, _NotFinite):
        yield path, "number-not-finite"


def _first_too_deep(text: str, limit: int) -> Path:
    """Where a text that is too deep for the parser itself first opens one level too many.

    The syntax further on was not looked at: excessive depth decides.
    """
    members: list[str | int] = []  # of each open container: the index, or the key that is being read
    awaits_key = False
    for found in _MARKS.finditer(text):
        mark = found.group()
        if mark in "[{":
            if len(members) == limit:
                break
            awaits_key = mark == "{"
            members.append("" if awaits_key else 0)
        elif mark in "]}":
            members = members[:-1]
        elif mark == ",":
            awaits_key = bool(members) and isinstance(members[-1], str)
            if members and not awaits_key:
                members[-1] = int(members[-1]) + 1
        elif awaits_key:
            awaits_key = False
            members[-1] = str(json.loads(mark, strict=False))
    return tuple(members)
