"""Kinds are found by their schemas, files by their place, and our three keywords do what they say."""

from __future__ import annotations

import pytest

from specproof import resources
from specproof.specs import metaschema
from specproof.specs.metaschema import Kind


def kind(schema):
    """A kind that is not on disk, checked with the same validator class."""
    return metaschema._strict()(schema)


def test_every_schema_with_files_is_a_kind():
    names = {kind.name for kind in metaschema.kinds()}
    files = {file.name.removesuffix(metaschema.SUFFIX) for file in resources.path("specs", "metaschema").glob("*.json")}
    assert files - names == {"common"}
    assert {"change", "engine", "errors", "manifest", "schema-spec"} <= names


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("specs/manifest.yaml", ["manifest"]),
        ("specs/answer-delivery/schema.yaml", ["schema-spec"]),
        ("specs/engines/mysql-5.7.yaml", ["engine"]),
        ("ddl/changes/0001-answer-delivery/change.yaml", ["change"]),
        ("specs/a/b/schema.yaml", []),
        ("specs/manifestXyaml", []),
        ("manifest.yaml", []),
    ],
)
def test_a_path_tells_its_kind(path, names):
    assert [one.name for one in metaschema.kinds_of(path)] == names


def test_a_star_stays_within_one_folder():
    one = Kind("k", "K", ("a/*/c*.yaml",), {})
    assert one.holds("a/b/cd.yaml")
    assert not one.holds("a/b/x/cd.yaml")
    assert not one.holds("a//cd.yaml")


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
