"""References that lead nowhere are counted, each kind."""

from __future__ import annotations

import pytest

from specproof.specs import references
from specproof.specs.register import Law


@pytest.mark.parametrize(
    ("path", "old", "new", "found"),
    [
        ("specs/demo/statements.yaml", "see: [FS-003]", "see: [FS-009]", ("FS-002", "FS-009")),
        ("specs/demo/rules/writing.yaml", "[FS-001, FS-004]", "[FS-001, FS-004, FS-009]", ("fs.writing", "FS-009")),
        ("specs/demo/rules/writing.yaml", "[fs.q.blank]", "[fs.q.gone]", ("fs.writing", "fs.q.gone")),
        ("specs/demo/rules/clearing.yaml", "differs: fs.clearing-today", "differs: fs.x", ("fs.clearing", "fs.x")),
        ("specs/demo/rules/no-foreign-key.yaml", "[foreign-key]", "[foreign]", ("fs.no-foreign-key", "foreign")),
        ("specs/demo/rules/no-foreign-key.yaml", "no-foreign-keys]", "none]", ("fs.no-foreign-key", "verify/none")),
        ("specs/demo/questions/blank.yaml", "choice: value", "choice: both", ("fs.q.blank", "both")),
        (
            "specs/demo/questions/blank.yaml",
            "policy.yaml#/rules/foreign-key",
            "policy.yaml#/none",
            ("fs.q.blank", "policy.yaml#/none"),
        ),
        ("specs/demo/policy.yaml", "[FS-005]", "[FS-009]", ("specs/demo/policy.yaml", "FS-009")),
    ],
)
def test_a_dangling_reference_is_counted(small_law, path, old, new, found):
    small_law.edit(path, old, new)
    assert references.dangling(Law(small_law.root)) == (found,)


def test_tests_are_looked_for_in_a_checkout_only(small_law):
    small_law.edit("specs/demo/rules/clearing.yaml", "{cases: true}", "{cases: true, static: [tests/x.py]}")
    assert references.dangling(Law(small_law.root)) == ()
    small_law.write("tests/y.py", "")
    assert references.dangling(Law(small_law.root)) == (("fs.clearing", "tests/x.py"),)
