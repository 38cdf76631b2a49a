"""Whatever a file of the law holds, validation judges it: every value exchanged for a strange one."""

from __future__ import annotations

import dataclasses
import itertools
import json

import pytest

from specproof.specs import load
from specproof.specs.content import gather
from specproof.specs.validate import judge

STRANGE = [None, 5, "x", [], {}, [[]], [None], {"a": {}}, True]


def places(value, pointer=()):
    """Every pointer into a value, containers included."""
    yield pointer
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*pointer, key))


def exchanged(value, pointer, new):
    """A copy of the value with another value at the pointer."""
    if not pointer:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[pointer[0]] = exchanged(value[pointer[0]], pointer[1:], new)
    return copy


FILES = [
    "specs/manifest.yaml",
    "specs/demo/statements.yaml",
    "specs/demo/rules/writing.yaml",
    "specs/demo/rules/clearing.yaml",
    "specs/demo/questions/blank.yaml",
    "specs/demo/policy.yaml",
    "specs/glossary.yaml",
]


@pytest.mark.parametrize("path", FILES)
def test_a_strange_value_anywhere_is_a_problem_of_its_file(small_law, path):
    content = gather(small_law.root)
    value = content.documents[path].value
    strange = itertools.cycle(STRANGE)
    for pointer in places(value):
        new = next(strange)
        data = json.dumps(exchanged(value, pointer, new)).encode()
        document = load.load_bytes(data, content.documents[path].file).document
        changed = dataclasses.replace(content, documents={**content.documents, path: document})
        for problem in judge(changed).problems:
            assert problem.line >= 1
            assert problem.code.startswith(("spec.", "yaml."))
