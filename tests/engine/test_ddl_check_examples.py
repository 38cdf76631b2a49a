"""The examples of the checks against a real MySQL 5.7: what we call refused is refused, with that very number."""

from __future__ import annotations

import pytest

from specproof import engines
from specproof.ddl import catalogue
from specproof.ddl.splitter import read_script
from specproof.engines.base import Address, SqlError

pytestmark = pytest.mark.engine

EXAMPLES = {slug: catalogue.examples(slug) for slug in catalogue.load().checks}
BAD = [(slug, n, e) for slug, (bad, _) in EXAMPLES.items() for n, e in enumerate(bad, 1) if e.errno is not None]
GOOD = [(slug, n, e) for slug, (_, good) in EXAMPLES.items() for n, e in enumerate(good, 1) if e.server]


@pytest.fixture
def session(mysql57_database: Address):
    session = engines.find("mysql-5.7").connect(mysql57_database)
    yield session
    session.close()


def answers(session, example):
    """The error number of each statement, 0 for accepted, with the lines it covers; stops at the first error."""
    for statement in example.setup:
        session.run(statement)
    script = read_script(example.sql.encode(), "example.sql")
    for statement in script.statements:
        first, last = script.position(statement.start)[0], script.position(max(statement.start, statement.end - 1))[0]
        try:
            session.run(script.sql(statement))
        except SqlError as error:
            yield first, last, error.errno
            return
        yield first, last, 0


@pytest.mark.parametrize(("slug", "number", "example"), BAD, ids=[f"{s}-{n}" for s, n, _ in BAD])
def test_a_bad_example_gets_the_answer_that_it_claims(session, slug, number, example):
    answered = list(answers(session, example))
    at = next(errno for first, last, errno in answered if first <= example.line <= last)
    assert at == example.errno
    assert {errno for first, last, errno in answered if last < example.line} <= {0}


@pytest.mark.parametrize(("slug", "number", "example"), GOOD, ids=[f"{s}-{n}" for s, n, _ in GOOD])
def test_a_good_example_is_accepted(session, slug, number, example):
    assert {errno for _, _, errno in answers(session, example)} == {0}


GONE = [(slug, n, e) for slug, n, e in BAD if e.gone]


@pytest.mark.parametrize(("slug", "number", "example"), GONE, ids=[f"{s}-{n}" for s, n, _ in GONE])
def test_what_is_ignored_is_in_no_table_afterwards(session, slug, number, example):
    assert {errno for _, _, errno in answers(session, example)} == {0}
    tables = [name for (name,) in session.query("SHOW TABLES")]
    assert tables
    for table in tables:
        shown = session.query(f"SHOW CREATE TABLE `{table}`")[0][1]
        assert example.gone not in shown.upper().split("COMMENT")[0]


def test_ignored_things_are_among_the_examples():
    assert {slug for slug, _, _ in GONE} >= {
        "check-constraint",
        "check-ignored",
        "inline-references-ignored",
        "index-direction-ignored",
        "versioned-comment",
    }
