"""Things are found by name."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs import index


@pytest.mark.parametrize(
    ("name", "kind", "path", "key", "value"),
    [
        ("answer-delivery", "manifest", "/systems/0", "prefix", "DDL"),
        ("answer_delivery", "schema-spec", "/tables/1", "ownership", "whole"),
        ("answer_delivery.state", "schema-spec", "/tables/1/columns/16", "default", "PENDING"),
        ("answer_delivery.PRIMARY", "schema-spec", "/tables/1/keys/0", "columns", ["id"]),
        ("foreign-key", "schema-spec", "/forbidden/4", "self_check", "no-foreign-keys"),
        ("0001-answer-delivery", "change", "", "depends", []),
        ("postgresql", "engine", "", "product", "PostgreSQL"),
    ],
)
def test_found(rooms, name, kind, path, key, value):
    (entry,) = index.find(name, rooms.root)
    assert (entry.kind, entry.path) == (kind, path)
    assert entry.value[key] == value


def test_the_place_is_that_of_the_thing(rooms):
    (entry,) = index.find("answer_delivery.event_type", rooms.root)
    assert entry.line == rooms.line("specs/answer-delivery/schema.yaml", "name: event_type")
    assert entry.file.endswith("specs/answer-delivery/schema.yaml")


def test_a_name_may_belong_to_several_kinds(rooms):
    rooms.edit("specs/engines/postgresql.yaml", "engine: postgresql", "engine: foreign-key")
    assert [entry.kind for entry in index.find("foreign-key", rooms.root)] == ["schema-spec", "engine"]


def test_unknown_names_are_answered_with_near_ones(rooms):
    with pytest.raises(UsageProblem) as caught:
        index.find("submission_contxt", rooms.root)
    assert caught.value.code == "spec.unknown-id"
    assert "'submission_context'" in caught.value.what
