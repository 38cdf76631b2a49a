"""The kinds of YAML files: one JSON Schema each in `specs/metaschema`, which itself says where its files lie.

A schema `<kind>.schema.json` with an `x-files` list of patterns is a kind; there is no other list, so that a new file
is either of a kind or an error. Reading only: whether a value keeps to its schema is asked in `metaschema`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from specproof import resources

SUFFIX = ".schema.json"


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
    return tuple(_kind(name, schema) for name, schema in sorted(schemas().items()) if "x-files" in schema)


def kinds_of(path: str) -> tuple[Kind, ...]:
    """The kinds that a path below the content root belongs to; one, where all is well."""
    return tuple(kind for kind in kinds() if kind.holds(path))


@cache
def schemas() -> dict[str, dict[str, Any]]:
    """Every schema of `specs/metaschema` by its name without suffix, those of no kind of their own included."""
    folder = resources.path("specs", "metaschema")
    return {
        file.name.removesuffix(SUFFIX): json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*" + SUFFIX))
    }


def _kind(name: str, schema: dict[str, Any]) -> Kind:
    return Kind(name, schema["title"], tuple(schema["x-files"]), schema)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", "[^/]+"))
