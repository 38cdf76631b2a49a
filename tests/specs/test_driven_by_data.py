"""The law is its data: exchange one value of a structured file and validation or a consistency test turns red.

The values stand in `tests/data/mutations.yaml`. A test named there is run as it is, on a copy of the specs that holds
the exchanged value.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
import json
import shutil
from pathlib import Path

import pytest

from specproof import resources
from specproof.specs import load
from specproof.specs.content import gather
from specproof.specs.pointers import MISSING, at, parts
from specproof.specs.validate import judge

TESTS = Path(__file__).parents[1]
MUTATIONS = load.read(TESTS / "data" / "mutations.yaml")
EACH = [(path, one) for path, listed in MUTATIONS.items() for one in listed]
NAMED = [f"{path.removeprefix('specs/')}{one['at']}" for path, one in EACH]


def structured():
    """Every file that holds law as a table."""
    own = resources.room("specs").glob("*/*.yaml")
    return {f"specs/{file.parent.name}/{file.name}" for file in own if file.name != "statements.yaml"}


def exchanged(value, pointer, new):
    """A copy of the value with another one at a JSON pointer that it has."""
    if not pointer:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    key = pointer[0] if isinstance(value, dict) else int(pointer[0])
    copy[key] = exchanged(value[key], pointer[1:], new)
    return copy


@pytest.fixture(scope="module")
def content():
    return gather()


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the specs."""
    return Path(shutil.copytree(resources.room("specs"), tmp_path_factory.mktemp("law") / "specs"))


def test_every_structured_file_has_its_values():
    assert {path for path in structured() if len(MUTATIONS.get(path, ())) < 3} == set()
    assert set(MUTATIONS) == structured()


@pytest.mark.parametrize(("path", "mutation"), EACH, ids=NAMED)
def test_an_exchanged_value_is_noticed(content, copied, monkeypatch, path, mutation):
    document = content.documents[path]
    assert at(document.value, mutation["at"]) not in (MISSING, mutation["to"])
    data = json.dumps(exchanged(document.value, parts(mutation["at"]), mutation["to"]), ensure_ascii=False).encode()
    changed = load.load_bytes(data, document.file).document
    found = {problem.code for problem in judge(around(content, path, changed)).problems}
    if "::" not in mutation["red"]:
        assert mutation["red"] in found
        return
    assert found == set(), "validation notices it already: name the code"
    file = copied / path.removeprefix("specs/")
    before = file.read_bytes()
    file.write_bytes(data)
    try:
        room = resources.room
        monkeypatch.setattr(resources, "room", lambda name: copied if name == "specs" else room(name))
        with pytest.raises((AssertionError, LookupError)):
            run(mutation["red"], path.split("/")[1])
    finally:
        file.write_bytes(before)


def around(content, path, changed):
    """The content with one document exchanged, cut down to what is judged for its sake: its system and its pointers."""
    folder, _, name = path.rpartition("/")
    pointing = [
        other
        for other, document in content.documents.items()
        if other.startswith(f"{folder}/") and (other.count("/") == 2 or f'"{name}' in json.dumps(document.value))
    ]
    return dataclasses.replace(
        content, documents={**content.documents, path: changed}, paths=tuple(dict.fromkeys([path, *pointing]))
    )


def run(name, system):
    """Runs one test function of this repository, loaded anew; a constant that no longer holds counts as its failure."""
    file, _, function = name.partition("::")
    spec = importlib.util.spec_from_file_location("mutated", TESTS / f"{file}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    test = getattr(module, function)
    arguments = {"system": system} if "system" in inspect.signature(test).parameters else {}
    test(**arguments)


@pytest.mark.parametrize("name", sorted({one["red"] for _, one in EACH if "::" in one["red"]}))
def test_the_tests_that_notice_pass_on_the_law_as_it_is(name):
    system = next(path.split("/")[1] for path, one in EACH if one["red"] == name)
    run(name, system)
