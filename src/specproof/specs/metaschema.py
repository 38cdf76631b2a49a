"""The kinds of YAML files: one JSON Schema each in `specs/metaschema`, which itself says where its files lie.

A schema `<kind>.schema.json` with an `x-files` list of patterns is a kind; there is no other list, so that a new file
is either of a kind or an error. Three keywords beyond JSON Schema: `x-language`, `x-unique-by`, `x-sorted-by`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators
from referencing import Registry, Resource

from specproof import resources

SUFFIX = ".schema.json"

# The ideographs of everyday Chinese and their extensions; punctuation proves no language.
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of file: `patterns` are paths below the content root, in which `*` stands within one folder."""

    name: str
    title: str
    patterns: tuple[str, ...]
    schema: dict[str, Any]

    def holds(self, path: str) -> bool:
        return any(_pattern(one).fullmatch(path) for one in self.patterns)


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind, by name."""
    return tuple(_kind(name, schema) for name, schema in sorted(_schemas().items()) if "x-files" in schema)


def kinds_of(path: str) -> tuple[Kind, ...]:
    """The kinds that a path below the content root belongs to; one, where all is well."""
    return tuple(kind for kind in kinds() if kind.holds(path))


def errors(kind: Kind, value: Any) -> Iterator[ValidationError]:
    """What the schema of a kind has against a value."""
    found: Iterator[ValidationError] = _validator(kind.name).iter_errors(value)
    return found


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    folder = resources.path("specs", "metaschema")
    return {file.name.removesuffix(SUFFIX): _read(file) for file in sorted(folder.glob("*" + SUFFIX))}


def _read(file: Path) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


def _kind(name: str, schema: dict[str, Any]) -> Kind:
    return Kind(name, schema["title"], tuple(schema["x-files"]), schema)


@cache
def _validator(name: str) -> Any:
    schemas = _schemas()
    found = ((file + SUFFIX, Resource.from_contents(schema)) for file, schema in schemas.items())
    registry: Registry[Any] = Registry().with_resources(found)
    return _strict()(schemas[name], registry=registry, format_checker=FormatChecker(formats=["regex"]))


@cache
def _strict() -> Any:
    own = {"x-language": _language, "x-unique-by": _unique_by, "x-sorted-by": _sorted_by}
    return validators.extend(Draft202012Validator, own)  # type: ignore[no-untyped-call]  # - untyped in jsonschema


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", "[^/]+"))


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
