"""What the schemas of the kinds have against a value, with three keywords beyond JSON Schema.

`x-language`: texts really are in the language of their key; `x-unique-by` and `x-sorted-by`: lists of named things.
It refuses to word an error for people; `sentences` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators
from referencing import Registry, Resource

from specproof.specs.kinds import SUFFIX, Kind, kinds, kinds_of, schemas
from specproof.specs.quick import Compiler, Decide, UnknownKeywordError

__all__ = ["SUFFIX", "Kind", "errors", "kinds", "kinds_of"]

# The ideographs of everyday Chinese and their extensions; punctuation proves no language.
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def errors(kind: Kind, value: Any) -> Iterator[ValidationError]:
    """What the schema of a kind has against a value."""
    decide = _quick(kind.name)
    if decide is not None and decide(value):
        return iter(())
    found: Iterator[ValidationError] = _validator(kind.name).iter_errors(value)
    return found


@cache
def _quick(name: str) -> Decide | None:
    """What decides about a sound value without the library, where the schema allows it."""
    try:
        return _compiler().file(name + SUFFIX)
    except UnknownKeywordError:
        return None


@cache
def _compiler() -> Compiler:
    own = {key: partial(_keeps, check) for key, check in _OWN.items()}
    return Compiler({file + SUFFIX: schema for file, schema in schemas().items()}, own)


def _keeps(check: Callable[..., Iterator[ValidationError]], said: Any, value: Any) -> bool:
    return next(check(None, said, value, None), None) is None


@cache
def _validator(name: str) -> Any:
    found = ((file + SUFFIX, Resource.from_contents(schema)) for file, schema in schemas().items())
    registry: Registry[Any] = Registry().with_resources(found)
    return _strict()(schemas()[name], registry=registry, format_checker=_formats())


@cache
def _formats() -> FormatChecker:
    return FormatChecker(formats=["regex"])


@cache
def _strict() -> Any:
    return validators.extend(Draft202012Validator, _OWN)  # type: ignore[no-untyped-call]  # - untyped in jsonschema


# --- keywords of our own: each yields errors as jsonschema's keywords do ----------------------------------------------


def _language(_validator: Any, _on: Any, value: Any, _schema: Any) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    zh, en = value.get("zh"), value.get("en")
    if isinstance(zh, str) and zh and not _HAN.search(zh):
        yield ValidationError("The Chinese text holds no Chinese character.", path=["zh"], validator="x-language")
    if isinstance(en, str) and (found := _HAN.search(en)):
        said = f"The English text holds the Chinese character {found.group()}."
        yield ValidationError(said, path=["en"], validator="x-language")


def _unique_by(_validator: Any, key: str, value: Any, _schema: Any) -> Iterator[ValidationError]:
    first: dict[str, int] = {}
    for index, name in _names(value, key):
        if name in first:
            said = f"The {key} '{name}' was given to item {first[name]} already."
            yield ValidationError(said, path=[index, key], validator="x-unique-by")
        first.setdefault(name, index)


def _sorted_by(_validator: Any, key: str, value: Any, _schema: Any) -> Iterator[ValidationError]:
    for (_, before), (index, name) in pairwise(_names(value, key)):
        if name < before:
            said = f"'{name}' stands after '{before}', but the list is sorted by {key}."
            yield ValidationError(said, path=[index, key], validator="x-sorted-by")


def _names(value: Any, key: str) -> Iterator[tuple[int, str]]:
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict) and isinstance(item.get(key), str):
            yield index, item[key]


_OWN = {"x-language": _language, "x-unique-by": _unique_by, "x-sorted-by": _sorted_by}
