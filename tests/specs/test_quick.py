"""What is decided at once is what the library says: keyword by keyword, and on files of each kind."""

from __future__ import annotations

import itertools

import pytest

from specproof.specs import kinds, metaschema
from specproof.specs.content import gather
from specproof.specs.quick import Compiler, UnknownKeywordError, same

VALUES = [
    None,
    True,
    False,
    0,
    1,
    1.0,
    1.5,
    -3,
    "",
    "a",
    "ab",
    "b-1",
    "(",
    [],
    ["a"],
    ["a", "a"],
    [1, True],
    [1, 1.0],
    [{"a": 1}, {"a": 1}],
    [[1], [True]],
    {},
    {"a": 1},
    {"a": "x", "b": 2},
    {"b": 2},
    {"zh": "列", "en": "column"},
    {"zh": "column", "en": "column"},
    {"zh": "列"},
    [{"n": "b"}, {"n": "a"}],
    [{"n": "a"}, {"n": "a"}],
]
SCHEMAS = [
    {},
    {"type": "integer"},
    {"type": ["string", "null"]},
    {"type": "number", "minimum": 1, "maximum": 1.2},
    {"enum": [1, "a", None, [1]]},
    {"enum": [True]},
    {"const": 1},
    {"const": {"a": 1}},
    {"minLength": 1, "maxLength": 1},
    {"pattern": "^[a-z]-"},
    {"format": "regex"},
    {"minItems": 1, "maxItems": 1},
    {"items": {"type": "string"}, "uniqueItems": True},
    {"uniqueItems": True},
    {"uniqueItems": False},
    {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"properties": {"a": True}, "additionalProperties": {"type": "string"}},
    {"additionalProperties": {"type": "integer"}},
    {"additionalProperties": False, "patternProperties": {"^a": {"type": "string"}}},
    {"patternProperties": {"b": {"type": "string"}}},
    {"properties": {"a": {"type": "string"}}, "patternProperties": {"a": {"minLength": 2}}},
    {"required": ["a"]},
    {"dependentRequired": {"a": ["b"]}},
    {"propertyNames": {"pattern": "^a"}},
    {"minProperties": 1, "maxProperties": 1},
    {"oneOf": [{"type": "integer"}, {"minimum": 1}]},
    {"anyOf": [{"type": "string"}, {"required": ["a"], "type": "object"}]},
    {"allOf": [{"type": "string"}, {"minLength": 2}]},
    {"not": {"type": "string"}},
    {"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "object"}},
    {"if": {"type": "string"}, "then": {"minLength": 2}},
    {"then": {"minLength": 2}},
    {"x-language": True},
    {"x-unique-by": "n"},
    {"x-sorted-by": "n"},
    {"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}, "minLength": 2},
    {"$ref": "#/$defs/tree", "$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}, "type": ["array", "integer"]}}},
]


def compiled(schema):
    own = metaschema._compiler()._extras
    return Compiler({"s": schema}, own).file("s")


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_every_keyword_decides_as_the_library_does(schema):
    decide, library = compiled(schema), metaschema._strict()(schema, format_checker=metaschema._formats())
    assert [value for value in VALUES if decide(value) is not library.is_valid(value)] == []


@pytest.mark.parametrize("schema", [{"prefixItems": []}, {"format": "date"}, {"properties": {"a": {"unheard-of": 1}}}])
def test_what_is_not_known_is_not_decided(schema):
    with pytest.raises(UnknownKeywordError):
        compiled(schema)


def test_every_kind_of_file_is_decided_at_once():
    assert [kind.name for kind in kinds.kinds() if metaschema._quick(kind.name) is None] == []


def test_equality_is_that_of_json():
    assert same({"a": [1, 1.0, None]}, {"a": [1.0, 1, None]})
    assert not same([True], [1])
    assert not same({"a": 1}, {"b": 1})
    assert not same("1", 1)


# --- on the files as they are, each with a strange value somewhere ----------------------------------------------------


@pytest.fixture(scope="module")
def examples():
    """One file of each kind, the smallest."""
    found = {}
    for path, document in gather().documents.items():
        for kind in kinds.kinds_of(path):
            if kind.name not in found or len(str(document.value)) < len(str(found[kind.name])):
                found[kind.name] = document.value
    return found


def places(value, pointer=()):
    yield pointer
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*pointer, key))


def exchanged(value, pointer, new):
    if not pointer:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[pointer[0]] = exchanged(value[pointer[0]], pointer[1:], new)
    return copy


@pytest.mark.parametrize("name", [kind.name for kind in kinds.kinds()])
def test_a_strange_value_in_a_file_of_each_kind_is_judged_alike(examples, name):
    if name not in examples:
        pytest.skip(f"no file of the kind {name} yet")
    value = examples[name]
    decide, library = metaschema._quick(name), metaschema._validator(name)
    assert decide(value)
    assert library.is_valid(value)
    every = list(places(value))
    count = max(3, min(30, 60_000 // len(str(value))))  # the library takes its time with large files
    strange = itertools.cycle(VALUES)
    for pointer in every[:: max(1, len(every) // count)]:
        changed = exchanged(value, pointer, next(strange))
        assert decide(changed) is library.is_valid(changed), pointer
