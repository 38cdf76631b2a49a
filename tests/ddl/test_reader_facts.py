"""The exam: every fact whose probe is a statement must be read as a real 5.7 read it."""

import re
from collections.abc import Iterator

import pytest

from specproof.ddl import words
from specproof.ddl.reader import read
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import Other, Reading

SYNTAX_ERROR = 1064
# Refusals of the parser with numbers of their own: the reader gives them, too.
PARSER_ERRORS = {1479, 1480, 1492, 1504, 1653, 1655, 1657, 3102}
TABLE_STATEMENT = re.compile(
    r"\s*(create\s+(or\s+replace\s+)?(temporary\s+|unique\s+|fulltext\s+|spatial\s+)*(table|index)"
    r"|alter\s+table|drop\s+(temporary\s+)?(table|index)|rename\s+table|truncate)\b",
    re.IGNORECASE,
)
FACTS = words.table("mysql57")["entries"]
EXCEPTIONS = {entry["fact"]: entry["reason"] for entry in words.table("reader-exceptions")["exceptions"]}


def readings(sql: str) -> list[Reading]:
    script = read_script(sql.encode(), "probe.sql")
    return [read(statement, script) for statement in script.statements]


def errno(sql: str) -> int:
    return next((r.problem.errno for r in readings(sql) if r.problem), 0)


def probes() -> Iterator[tuple[str, str, int]]:
    """Fact, statement, error number: the statement of each probe and the steps that prepare it."""
    for fact in FACTS:
        probe = fact["probe"]
        yield fact["id"], probe["statement"], fact["expected_error"]
        for step in probe.get("setup") or ():
            sql, expected = (step.get("sql"), step.get("expect_error", 0)) if isinstance(step, dict) else (step, 0)
            if sql:
                yield fact["id"], sql, expected


def test_syntax_errors_are_exactly_those_of_the_server():
    disagreements = {
        (fact, sql, expected, found)
        for fact, sql, expected in probes()
        if ((found := errno(sql)) == SYNTAX_ERROR) != (expected == SYNTAX_ERROR)
    }
    for fact, sql, expected, found in sorted(disagreements):
        print(f"{fact}: server {expected}, reader {found}: {sql}")  # noqa: T201 -- the table of disagreements
    assert {fact for fact, *_ in disagreements} == set(EXCEPTIONS)


def test_every_exception_has_a_reason():
    assert all(len(reason) > 20 for reason in EXCEPTIONS.values())


def test_other_numbers_of_the_reader_are_the_servers():
    wrong = {
        (fact, sql): (expected, found)
        for fact, sql, expected in probes()
        if (found := errno(sql)) not in (0, SYNTAX_ERROR, expected) and fact not in EXCEPTIONS
    }
    assert wrong == {}


def test_the_reader_gives_numbers_only_of_the_parser():
    assert {errno(sql) for _, sql, _ in probes()} <= PARSER_ERRORS | {0, SYNTAX_ERROR}


def test_accepted_table_statements_are_understood_with_their_structure():
    vague = [
        (fact, sql)
        for fact, sql, expected in probes()
        if expected == 0 and fact not in EXCEPTIONS and TABLE_STATEMENT.match(sql)
        for reading in readings(sql)
        if reading.statement is None
        or (isinstance(reading.statement, Other) and reading.statement.kind != "truncate table")
    ]
    assert vague == []


NAMED = [
    fact
    for fact in FACTS
    if fact["category"] in ("syntax-8.0-only", "syntax-mariadb-only") and fact["expected_error"] == SYNTAX_ERROR
]


@pytest.mark.parametrize("fact", NAMED, ids=lambda fact: fact["id"])
def test_later_and_foreign_syntax_is_named(fact):
    problems = [r.problem for r in readings(fact["probe"]["statement"]) if r.problem]
    assert problems
    assert problems[0].construct is not None
    assert problems[0].since is not None
