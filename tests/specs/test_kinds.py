"""Kinds are found by their schemas, files by their place."""

from __future__ import annotations

import pytest

from specproof import resources
from specproof.specs import kinds
from specproof.specs.kinds import Kind


def test_every_schema_with_files_is_a_kind():
    names = {kind.name for kind in kinds.kinds()}
    files = {file.name.removesuffix(kinds.SUFFIX) for file in resources.path("specs", "metaschema").glob("*.json")}
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
    assert [one.name for one in kinds.kinds_of(path)] == names


def test_a_star_stays_within_one_folder():
    one = Kind("k", "K", ("a/*/c*.yaml",), {})
    assert one.holds("a/b/cd.yaml")
    assert not one.holds("a/b/x/cd.yaml")
    assert not one.holds("a//cd.yaml")
