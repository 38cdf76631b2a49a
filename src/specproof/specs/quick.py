"""Whether a value keeps to a schema of the metaschemas, decided at once: schemas compiled to plain functions.

Serves the validator, most of whose values are sound: the library that words the errors is asked only about the others.
The keywords that the metaschemas use are known here and mean what JSON Schema 2020-12 says, which a test compares with
the library; a schema with any other keyword is not compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Decide: TypeAlias = Callable[[Any], bool]
Extra: TypeAlias = Callable[[Any, Any], bool]  # (what the keyword says, the value) -> whether it is kept

_SILENT = frozenset(("$schema", "$defs", "$comment", "title", "description", "x-files"))
_TYPES: dict[str, Decide] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: not isinstance(value, bool) and (isinstance(value, int) or _whole(value)),
}


class UnknownKeywordError(Exception):
    """A schema asks for what is not known here."""


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: true is not 1, 1.0 is."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)


class Compiler:
    """Compiles the schemas of one set, which refer to each other by file name; `extras` are keywords of our own."""

    def __init__(self, schemas: Mapping[str, Any], extras: Mapping[str, Extra]) -> None:
        self._schemas = schemas
        self._extras = extras
        self._compiled: dict[str, Decide] = {}

    def file(self, name: str) -> Decide:
        """What decides about a whole file of the set. Raises UnknownKeywordError."""
        return self._reference(f"{name}#", name)

    def _schema(self, schema: Any, file: str) -> Decide:
        if isinstance(schema, bool):
            return lambda _value: schema
        tests = [made for key in schema if (made := self._keyword(key, schema, file)) is not None]
        if len(tests) == 1:
            return tests[0]
        return lambda value: all(test(value) for test in tests)

    def _keyword(self, key: str, schema: dict[str, Any], file: str) -> Decide | None:
        if key in _SILENT:
            return None
        if key in self._extras:
            extra, said = self._extras[key], schema[key]
            return lambda value: extra(said, value)
        make = getattr(self, f"_k_{key.strip('$')}", None)
        if make is None:
            raise UnknownKeywordError(key)
        made: Decide | None = make(schema[key], schema, file)
        return made

    def _reference(self, target: str, file: str) -> Decide:
        name, _, path = target.partition("#")
        whole = f"{name or file}#{path}"
        if whole not in self._compiled:
            holder, _, _ = whole.partition("#")
            # A schema may refer to itself: what stands here until it is compiled looks the result up when called.
            self._compiled[whole] = lambda value: self._compiled[whole](value)  # noqa: PLW0108 - late on purpose
            node = self._schemas[holder]
            for part in path.split("/")[1:]:
                node = node[part]
            self._compiled[whole] = self._schema(node, holder)
        return self._compiled[whole]

    def _each(self, schemas: list[Any], file: str) -> list[Decide]:
        return [self._schema(one, file) for one in schemas]

    # --- keywords; each gives what decides, or None where another keyword decides with it -----------------------------

    def _k_ref(self, said: str, _schema: Any, file: str) -> Decide:
        return self._reference(said, file)

    def _k_type(self, said: Any, _schema: Any, _file: str) -> Decide:
        if isinstance(said, str):
            return _TYPES[said]
        tests = [_TYPES[one] for one in said]
        return lambda value: any(test(value) for test in tests)

    def _k_enum(self, said: list[Any], _schema: Any, _file: str) -> Decide:
        texts = frozenset(one for one in said if isinstance(one, str))
        others = [one for one in said if not isinstance(one, str)]
        return lambda value: value in texts if isinstance(value, str) else any(same(value, one) for one in others)

    def _k_const(self, said: Any, _schema: Any, _file: str) -> Decide:
        return lambda value: same(value, said)

    def _k_properties(self, said: dict[str, Any], schema: dict[str, Any], file: str) -> Decide:
        known = {key: self._schema(one, file) for key, one in said.items()}
        patterns = {
            re.compile(key): self._schema(one, file) for key, one in schema.get("patternProperties", {}).items()
        }
        further = schema.get("additionalProperties", True)
        others = None if further is True else self._schema(further, file)

        def decide(value: Any) -> bool:
            if not isinstance(value, dict):
                return True
            for key, item in value.items():
                test = known.get(key)
                if test is not None and not test(item):
                    return False
                matching = [one for pattern, one in patterns.items() if pattern.search(key)]
                if not all(one(item) for one in matching):
                    return False
                if test is None and not matching and others is not None and not others(item):
                    return False
            return True

        return decide

    def _k_additionalProperties(self, _said: Any, schema: dict[str, Any], file: str) -> Decide | None:  # noqa: N802 - the keyword's own name
        return None if "properties" in schema else self._k_properties({}, schema, file)

    def _k_patternProperties(self, _said: Any, schema: dict[str, Any], file: str) -> Decide | None:  # noqa: N802 - the keyword's own name
        decided = "properties" in schema or "additionalProperties" in schema
        return None if decided else self._k_properties({}, schema, file)

    def _k_propertyNames(self, said: Any, _schema: Any, file: str) -> Decide:  # noqa: N802 - the keyword's own name
        test = self._schema(said, file)
        return lambda value: not isinstance(value, dict) or all(map(test, value))

    def _k_required(self, said: list[str], _schema: Any, _file: str) -> Decide:
        return lambda value: not isinstance(value, dict) or all(key in value for key in said)

    def _k_dependentRequired(self, said: dict[str, list[str]], _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: (
            not isinstance(value, dict)
            or all(other in value for key, others in said.items() if key in value for other in others)
        )

    def _k_items(self, said: Any, _schema: Any, file: str) -> Decide:
        test = self._schema(said, file)
        return lambda value: not isinstance(value, list) or all(map(test, value))

    def _k_uniqueItems(self, said: bool, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not said or not isinstance(value, list) or _distinct(value)

    def _k_minItems(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, list) or len(value) >= said

    def _k_maxItems(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, list) or len(value) <= said

    def _k_minProperties(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, dict) or len(value) >= said

    def _k_maxProperties(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, dict) or len(value) <= said

    def _k_minLength(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, str) or len(value) >= said

    def _k_maxLength(self, said: int, _schema: Any, _file: str) -> Decide:  # noqa: N802 - the keyword's own name
        return lambda value: not isinstance(value, str) or len(value) <= said

    def _k_pattern(self, said: str, _schema: Any, _file: str) -> Decide:
        search = re.compile(said).search
        return lambda value: not isinstance(value, str) or search(value) is not None

    def _k_minimum(self, said: float, _schema: Any, _file: str) -> Decide:
        return lambda value: not _TYPES["number"](value) or value >= said

    def _k_maximum(self, said: float, _schema: Any, _file: str) -> Decide:
        return lambda value: not _TYPES["number"](value) or value <= said

    def _k_allOf(self, said: list[Any], _schema: Any, file: str) -> Decide:  # noqa: N802 - the keyword's own name
        tests = self._each(said, file)
        return lambda value: all(test(value) for test in tests)

    def _k_anyOf(self, said: list[Any], _schema: Any, file: str) -> Decide:  # noqa: N802 - the keyword's own name
        tests = self._each(said, file)
        return lambda value: any(test(value) for test in tests)

    def _k_oneOf(self, said: list[Any], _schema: Any, file: str) -> Decide:  # noqa: N802 - the keyword's own name
        tests = self._each(said, file)
        return lambda value: sum(test(value) for test in tests) == 1

    def _k_not(self, said: Any, _schema: Any, file: str) -> Decide:
        test = self._schema(said, file)
        return lambda value: not test(value)

    def _k_if(self, said: Any, schema: dict[str, Any], file: str) -> Decide:
        test = self._schema(said, file)
        then, otherwise = (self._schema(schema.get(key, True), file) for key in ("then", "else"))
        return lambda value: then(value) if test(value) else otherwise(value)

    def _k_then(self, _said: Any, _schema: Any, _file: str) -> None:
        """Decided with `if`; without it nothing."""

    _k_else = _k_then

    def _k_format(self, said: str, _schema: Any, _file: str) -> Decide:
        if said != "regex":
            raise UnknownKeywordError(f"format {said}")
        return lambda value: not isinstance(value, str) or _is_regex(value)


def _whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def _distinct(items: list[Any]) -> bool:
    if all(isinstance(item, str) for item in items):
        return len(set(items)) == len(items)
    return not any(same(one, other) for index, one in enumerate(items) for other in items[:index])


def _is_regex(text: str) -> bool:
    try:
        re.compile(text)
    except re.error:
        return False
    return True
