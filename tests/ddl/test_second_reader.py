"""The second reader: what it adds, when it is asked, and that it never gets in the way."""

from __future__ import annotations

import subprocess
import sys

import pytest

from specproof.ddl import second_reader
from specproof.ddl.reader import read
from specproof.ddl.script import Script
from specproof.ddl.splitter import read_script
from specproof.ddl.subject import SecondOpinion


def script(sql: str) -> Script:
    return read_script(sql.encode(), "test.sql")


def wanted(sql: str) -> bool:
    text = script(sql)
    return second_reader.wanted(text.statements[0], read(text.statements[0], text), text)


def opinion(sql: str) -> SecondOpinion:
    text = script(sql)
    return second_reader.opinion(text.statements[0], text)


@pytest.mark.parametrize(
    ("sql", "asked"),
    [
        ("CREATE TABLE t (a INT);", False),
        ("CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES p (id));", True),
        ("CREATE TABLE t (a INT REFERENCES p (id));", True),
        ("CREATE TABLE t (a INT) FROBNICATE=1;", True),
        ("INSERT INTO t VALUES (1, 'references');", False),
        ("SELECT 1;", False),
        (f"CREATE TABLE t (a INT COMMENT 'foreign {'x' * 200_000}');", False),
    ],
)
def test_it_is_asked_where_it_can_add_something(sql, asked):
    assert wanted(sql) is asked


def test_it_finds_foreign_keys_with_their_place_and_columns():
    sql = "\n\nCREATE TABLE t (a INT, b INT, CONSTRAINT f FOREIGN KEY (a) REFERENCES p (id) ON DELETE CASCADE);"
    found = opinion(sql)
    assert not found.gave_up
    assert [sql[start:end] for start, end in found.foreign_keys] == ["FOREIGN KEY (a) REFERENCES p (id)"]
    assert found.columns == ("a", "b")


def test_an_inline_reference_is_no_foreign_key():
    assert opinion("CREATE TABLE t (a INT REFERENCES p (id));").foreign_keys == ()


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES p (id)) PARTITION BY HASH (a);",
        "ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4;",
        "CREATE TABLE t (((;",
        "CREATE TABLE t (a INT COMMENT 'x);",
        "",
        "）",
    ],
)
def test_it_gives_up_without_a_word(sql, caplog, capfd):
    text = script(sql or "SELECT 1")
    statement = text.statements[0]
    found = second_reader.opinion(statement, Script("x", b"", sql.ljust(statement.end), (statement,)))
    assert isinstance(found, SecondOpinion)
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")


def test_it_is_imported_only_when_asked():
    code = (
        "import sys; from specproof.ddl.judge import judge; from specproof.ddl.splitter import read_script;"
        "judge(read_script(b'CREATE TABLE t (a INT);', 'x')); print('sqlglot' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
