"""Our three keywords do what they say."""

from __future__ import annotations

import pytest

from specproof.specs import metaschema


def kind(schema):
    """A kind that is not on disk, checked with the same validator class."""
    return metaschema._strict()(schema)


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"zh": "列", "en": "column"}, []),
        ({"zh": "column", "en": "column"}, [["zh"]]),
        ({"zh": "列", "en": "列"}, [["en"]]),
        ({"zh": "，。", "en": "“quoted” – dashed"}, [["zh"]]),
        ({"zh": "𠀀", "en": "rare ideograph"}, []),
        ("text", []),
    ],
)
def test_languages_are_told_apart_by_ideographs(value, paths):
    assert [list(e.path) for e in kind({"x-language": True}).iter_errors(value)] == paths


def test_names_in_a_list_are_unique_and_sorted():
    schema = {"x-unique-by": "n", "x-sorted-by": "n"}
    value = [{"n": "b"}, {"n": "a"}, {"n": "c"}, {"n": "b"}, {"m": "?"}, "other"]
    found = [(e.validator, list(e.path), e.message) for e in kind(schema).iter_errors(value)]
    assert found == [
        ("x-unique-by", [3, "n"], "The n 'b' was given to item 0 already."),
        ("x-sorted-by", [1, "n"], "'a' stands after 'b', but the list is sorted by n."),
        ("x-sorted-by", [3, "n"], "'b' stands after 'c', but the list is sorted by n."),
    ]
