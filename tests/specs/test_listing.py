"""Lists: each filter, alone and together, and those that make no sense."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs.listing import rows
from specproof.specs.register import Law


@pytest.fixture
def law(small_law):
    return Law(small_law.root)


@pytest.mark.parametrize(
    ("kind", "filters", "ids"),
    [
        ("rule", {}, ["fs.clearing-today", "fs.clearing", "fs.no-foreign-key", "fs.writing"]),
        ("rule", {"level": "must-not"}, ["fs.no-foreign-key"]),
        ("rule", {"profile": "current"}, ["fs.clearing-today", "fs.no-foreign-key", "fs.writing"]),
        ("rule", {"engine": "postgresql"}, ["fs.writing"]),
        ("rule", {"engine": "oracle"}, ["fs.writing"]),
        ("rule", {"mark": "MY"}, ["fs.no-foreign-key"]),
        ("rule", {"status": "stable", "level": "must", "profile": "target"}, ["fs.clearing", "fs.writing"]),
        ("rule", {"status": "provisional"}, []),
        ("statement", {"engine": "mysql-5.7"}, ["FS-005"]),
        ("statement", {"level": "open-question"}, ["FS-004"]),
        ("statement", {"system": "demo", "mark": "C"}, ["FS-001", "FS-002", "FS-003", "FS-004"]),
        ("question", {"status": "proposed"}, ["fs.q.blank"]),
        ("question", {"level": "contradiction"}, []),
    ],
)
def test_filters(law, kind, filters, ids):
    assert [row.id for row in rows(law, kind, filters)] == ids


def test_a_row_tells_what_a_list_shows(law):
    (row,) = rows(law, "statement", {"level": "must"})
    assert (row.level, row.holds, row.statements, row.file) == (
        "must",
        ("C", "PG"),
        ("FS-001",),
        "specs/demo/statements.yaml",
    )


@pytest.mark.parametrize(
    ("kind", "filters", "code"),
    [
        ("question", {"profile": "current"}, "spec.filter"),
        ("statement", {"status": "stable"}, "spec.filter"),
        ("rule", {"system": "demi"}, "spec.unknown-system"),
    ],
)
def test_a_filter_that_cannot_apply_is_refused(law, kind, filters, code):
    with pytest.raises(UsageProblem) as caught:
        rows(law, kind, filters)
    assert caught.value.code == code
