"""The judge: predictions, assumptions, the second reader's part."""

from __future__ import annotations

from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.ddl.subject import Subject
from specproof.finding import Prediction
from specproof.schema import Column, Schema, Table

ANSWER = Schema(
    tables=(Table("answer", (Column("id", "bigint(20)", nullable=False),), collation="utf8mb4_general_ci"),),
    charset="utf8mb4",
    collation="utf8mb4_general_ci",
)


def subject(sql: str, baseline: Schema | None = None, **variables: str) -> Subject:
    return judge(read_script(sql.encode(), "up.sql"), baseline=baseline, variables=variables)


def test_each_statement_gets_a_prediction_and_a_number():
    found = subject("CREATE TABLE t (a INT);\nCREATE TABLE t (a INT);\nCREATE TABL u (a INT);", ANSWER)
    assert [(j.predicted, j.errno) for j in found.statements] == [
        (Prediction.ACCEPTED, None),
        (Prediction.REJECTED, 1050),
        (Prediction.REJECTED, 1064),
    ]


def test_a_table_that_nobody_defined_is_assumed_and_named_once():
    found = subject("ALTER TABLE answer ADD a INT;\nALTER TABLE answer ADD b INT;\nALTER TABLE other ADD c INT;")
    assert found.assumptions == ("unknown-table:answer", "unknown-table:other")
    assert {j.predicted for j in found.statements} == {Prediction.ACCEPTED}


def test_a_baseline_removes_the_doubt():
    assert subject("ALTER TABLE answer ADD a INT;", ANSWER).assumptions == ()
    assert subject("ALTER TABLE other ADD a INT;", ANSWER).statements[0].errno == 1146


def test_what_depends_on_rows_is_unknown():
    found = subject("ALTER TABLE answer ADD d DATE NOT NULL;", ANSWER)
    assert found.statements[0].predicted is Prediction.UNKNOWN
    assert [(c.kind, c.certain) for c in found.statements[0].conflicts] == [("zero-date-for-rows", False)]


def test_the_servers_version_decides_who_refuses_a_long_key():
    sql = "CREATE TABLE t (a VARCHAR(192), KEY i (a)) DEFAULT CHARSET=utf8mb4 ROW_FORMAT=COMPACT"
    assert subject(sql).statements[0].errno == 1071
    assert subject(sql, version="5.7.22").statements[0].errno == 1709


def test_a_comment_for_later_servers_is_noted():
    found = subject("CREATE TABLE t (a INT /*!80023 INVISIBLE */);")
    conflict = found.statements[0].conflicts[0]
    assert (conflict.kind, conflict.errno, conflict.values["version"]) == ("versioned-comment-skipped", None, 80023)


def test_clean_statements_need_no_second_opinion():
    assert subject("CREATE TABLE t (a INT);").statements[0].second is None


def test_foreign_keys_get_a_second_opinion():
    sql = "CREATE TABLE c (a INT, CONSTRAINT f FOREIGN KEY (a) REFERENCES p (id));"
    second = subject(sql).statements[0].second
    assert second is not None
    assert not second.gave_up
    start, end = second.foreign_keys[0]
    assert sql[start:end] == "FOREIGN KEY (a) REFERENCES p (id)"
    assert second.columns == ("a",)
