"""The words of the model are those of the schemas."""

from __future__ import annotations

import dataclasses

from specproof.specs import kinds, model


def properties(kind, *path):
    node = kinds.schemas()[kind]
    for part in path:
        node = node[part]
    return set(node["properties"])


def fields(cls):
    return {field.name for field in dataclasses.fields(cls)}


def test_a_rule_has_every_key_of_its_schema_but_the_digest():
    assert properties("rule") - fields(model.Rule) == {"digest"}
    assert properties("rule", "properties", "proof") == fields(model.Proof)


def test_a_statement_and_an_exit_code_have_every_key_of_theirs():
    item = ("properties", "statements", "items")
    assert properties("statements", *item) - fields(model.Statement) == {"section"}
    assert properties("exits", "items") == fields(model.Exit)
    assert properties("errors", "items") == fields(model.ErrorCode)
    assert properties("glossary", "properties", "terms", "items") == fields(model.Term)


def test_profiles_are_those_of_a_rule():
    assert kinds.schemas()["rule"]["properties"]["profiles"]["items"]["enum"] == list(model.PROFILES)
