from datetime import date

import pytest

from specproof.ddl import catalogue, suppression
from specproof.ddl.splitter import read_script

CATALOGUE = catalogue.load()
TODAY = date(2026, 12, 1)


def read(sql):
    return suppression.read(read_script(sql.encode(), "up.sql"), CATALOGUE, TODAY)


def valid(sql):
    return [(a.slug, a.statement, a.reason, a.until) for a in read(sql).valid]


def faults(sql):
    return [(h.variant, h.statement, dict(h.values)) for h in read(sql).faults]


@pytest.mark.parametrize(
    "sql",
    [
        "-- specproof: allow foreign-key because of the archive\nDROP TABLE a;\nDROP TABLE b;",
        "# specproof: allow foreign-key because of the archive\nDROP TABLE a;\nDROP TABLE b;",
        "/* specproof: allow foreign-key because of the archive */ DROP TABLE a;\nDROP TABLE b;",
        "DROP TABLE\n  -- specproof: allow foreign-key because of the archive\n  a;\nDROP TABLE b;",
        "DROP TABLE a; -- specproof: allow foreign-key because of the archive\nDROP TABLE b;",
        "-- SPECPROOF : ALLOW foreign-key BECAUSE of the archive\r\n\r\nDROP TABLE a;\r\nDROP TABLE b;",
    ],
)
def test_before_inside_or_behind_on_the_same_line(sql):
    assert valid(sql) == [("foreign-key", 1, "of the archive", None)]
    assert faults(sql) == []


def test_a_comment_belongs_to_one_statement_only():
    assert valid("DROP TABLE a;\n-- specproof: allow foreign-key because x\nDROP TABLE b;\nDROP TABLE c;") == [
        ("foreign-key", 2, "x", None)
    ]


def test_several_checks_share_a_reason_and_a_date():
    assert valid("-- specproof: allow foreign-key, cte until 2027-03-01 because x\nSELECT 1;") == [
        ("foreign-key", 1, "x", date(2027, 3, 1)),
        ("cte", 1, "x", date(2027, 3, 1)),
    ]


def test_an_allowance_holds_through_its_last_day():
    assert valid("-- specproof: allow cte until 2026-12-01 because x\nSELECT 1;")
    assert faults("-- specproof: allow cte until 2026-11-30 because x\nSELECT 1;") == [
        ("expired", 1, {"slug": "cte", "date": "2026-11-30"})
    ]


@pytest.mark.parametrize(
    ("comment", "fault"),
    [
        ("allow cte", ("no-reason", {"slug": "cte"})),
        ("allow cte because   ", ("no-reason", {"slug": "cte"})),
        ("allow cte until 2027-03-01", ("no-reason", {"slug": "cte"})),
        ("allow foreign-kee because x", ("unknown-near", {"slug": "foreign-kee", "near": "foreign-key"})),
        ("allow zzzzzzzz because x", ("unknown", {"slug": "zzzzzzzz", "near": None})),
        ("allow cte until tomorrow because x", ("bad-date", {"date": "tomorrow"})),
        ("allow cte until 2027-02-30 because x", ("bad-date", {"date": "2027-02-30"})),
        ("ignore cte because x", ("malformed", {})),
        ("allow", ("malformed", {})),
    ],
)
def test_what_does_not_work_is_told(comment, fault):
    assert faults(f"-- specproof: {comment}\nSELECT 1;") == [(fault[0], 1, fault[1])]
    assert valid(f"-- specproof: {comment}\nSELECT 1;") == []


def test_other_comments_and_strings_are_nobodys_business():
    assert read("-- about specproof\nSELECT '-- specproof: allow cte because x';") == suppression.Allowances((), ())


def test_behind_the_last_statement_there_is_nothing_to_allow():
    allowances = read("SELECT 1;\n\n-- specproof: allow cte because x\n")
    assert [(a.slug, a.statement) for a in allowances.valid] == [("cte", None)]
    assert [h.variant for h in suppression.unused(allowances, [], ["cte"])] == ["unused"]


def test_unused_is_told_only_of_checks_that_ran():
    allowances = read("-- specproof: allow cte, foreign-key because x\nSELECT 1;")
    used = allowances.cover("cte", 1)
    assert list(suppression.unused(allowances, [used], ["cte"])) == []
    assert [h.values for h in suppression.unused(allowances, [], ["cte", "unverified"])] == [{"slug": "cte"}]
