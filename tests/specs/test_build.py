"""Queries and cases are built from what their files say; what is missing is told by its name."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs import build

QUERY = """\
-- asks.zh: 有外键吗？
-- asks.en: Is there a foreign key?
-- expects: no row
-- cost: nothing
-- statements: DDL-001, DDL-002
-- next.zh: 删掉。
-- next.en: Drop it.
SELECT 1
FROM DUAL
"""


def test_a_query_is_its_header_and_one_statement():
    query = build.query("verify/x", "migrator/queries/verify/x.sql", QUERY)
    assert (query.asks.en, query.expects, query.cost) == ("Is there a foreign key?", "no row", "nothing")
    assert query.statements == ("DDL-001", "DDL-002")
    assert query.notes["next"].zh == "删掉。"
    assert query.sql == "SELECT 1\nFROM DUAL"


def test_what_lacks_is_named():
    with pytest.raises(UsageProblem) as caught:
        build.guarded("a.sql", lambda: build.query("x", "a.sql", "-- asks.zh: 问\n-- asks.en: Q\nSELECT 1"))
    assert caught.value.what == "The file is not built as files of its kind are: 'expects' is missing."
    assert caught.value.where == "a.sql"


def test_a_case_may_have_a_title_in_both_languages_in_one_or_none():
    rules = ["fs.a@3", "fs.b"]
    assert build.case({"id": "x", "rules": rules}, "f").title is None
    assert build.case({"id": "x", "rules": rules, "title": {"zh": "题", "en": "T"}}, "f").title.zh == "题"
    assert build.case({"id": "x", "rules": rules, "title": "T"}, "f").rules == ("fs.a", "fs.b")
