"""Errors of JSON Schema become sentences that need no schema to be understood."""

from __future__ import annotations

import pytest

from specproof.specs import load, metaschema
from specproof.specs.sentences import nearest, problems_of


def told(schema, text):
    document = load.load_bytes(text.encode(), "x.yaml").document
    return [
        p for error in metaschema._strict()(schema).iter_errors(document.value) for p in problems_of(error, document)
    ]


@pytest.mark.parametrize(
    ("schema", "text", "code", "what", "step"),
    [
        (
            {"type": "string"},
            "1.5",
            "spec.wrong-type",
            "1.5 is a number, not text.",
            "Put the value in quotes if it is meant as text.",
        ),
        (
            {"type": "integer"},
            "'1'",
            "spec.wrong-type",
            '"1" is text, not a whole number.',
            "Write a value of that kind; text in quotes is always text.",
        ),
        (
            {"type": "integer"},
            "true",
            "spec.wrong-type",
            "true is a truth value (true or false), not a whole number.",
            None,
        ),
        ({"type": ["array", "null"]}, "{}", "spec.wrong-type", "{} is a mapping, not a list or null.", None),
        (
            {"enum": ["low", "high"]},
            "lov",
            "spec.wrong-value",
            "\"lov\" is not allowed here. Did you mean 'low'?",
            "Use one of: low, high.",
        ),
        ({"const": True}, "false", "spec.wrong-value", "false is not allowed here.", "Use one of: true."),
        (
            {"pattern": "^a$"},
            "b",
            "spec.wrong-value",
            '"b" is not spelt as this value must be.',
            "The pattern is ^a$ .",
        ),
        ({"minLength": 2}, "b", "spec.wrong-value", '"b" holds too little.', "At least 2 must stand here."),
        ({"maxItems": 1}, "[1, 2]", "spec.wrong-value", "[1, 2] holds too much.", "At most 1 may stand here."),
        ({"minimum": 1}, "0", "spec.wrong-value", "0 is too small.", "The value must be at least 1."),
        ({"maximum": 1}, "2", "spec.wrong-value", "2 is too large.", "The value must be at most 1."),
        (
            {"uniqueItems": True},
            "[1, 1]",
            "spec.not-unique",
            "An item stands twice in [1, 1].",
            "Remove one of the two.",
        ),
        ({"not": {"type": "string"}}, "a", "spec.wrong-value", '"a" is not allowed here.', None),
        (
            {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
            "a",
            "spec.wrong-type",
            '"a" is text, not a whole number.',
            None,
        ),
    ],
)
def test_sentence(schema, text, code, what, step):
    (problem,) = told(schema, text)
    assert (problem.code, problem.what) == (code, what)
    assert step in (None, problem.next_step)


def test_each_unknown_key_is_a_problem_of_its_own_at_the_key():
    schema = {"properties": {"name": {}, "title": {}}, "additionalProperties": False}
    found = told(schema, "name: a\ntitel: b\nother: c\n")
    assert [(p.path, p.line, p.column, p.what) for p in found] == [
        ("/titel", 2, 1, "The key 'titel' is not known here. Did you mean 'title'?"),
        ("/other", 3, 1, "The key 'other' is not known here."),
    ]


def test_each_missing_key_is_named_once():
    found = told({"required": ["a", "ab", "b"]}, "b: 1\n")
    assert [(p.code, p.what) for p in found] == [
        ("spec.missing-key", "The key 'a' is missing."),
        ("spec.missing-key", "The key 'ab' is missing."),
    ]


def test_a_missing_language_is_named():
    found = told({"required": ["zh", "en"]}, "en: x\n")
    assert [(p.code, p.what) for p in found] == [("spec.missing-translation", "The Chinese text is missing.")]


def test_long_values_are_cut():
    (problem,) = told({"type": "integer"}, "x" * 200)
    assert len(problem.what) < 100
    assert "…" in problem.what


def test_nearest_is_silent_when_nothing_is_near():
    assert nearest("ownreship", ["ownership"]) == " Did you mean 'ownership'?"
    assert nearest("zzz", ["ownership"]) == ""
