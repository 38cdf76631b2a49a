"""One report with everything in it that a renderer may meet, in both languages."""

import pytest

from specproof.finding import (
    DdlReport,
    Effect,
    FileReport,
    Finding,
    Prediction,
    Rule,
    Severity,
    Span,
    StatementReport,
    Status,
    Suppressed,
    Unread,
)

SOURCE = (
    "CREATE TABLE `答卷` (\n"
    "\t`编号` BIGINT，\n"
    "  CONSTRAINT fk1 FOREIGN KEY (a)\n"
    "    REFERENCES b (id),\n"
    "  KEY k ((a+1)) -- 100%, a:b \x1b[31m\n"
    ");\n"
    "PREPARE s FROM @x;\n"
    "DROP TABLE a, b;\n"
)
URL = "https://dev.mysql.com/doc/refman/5.7/en/create-table.html"


def _words(language):
    zh = language == "zh"
    return {
        "fk": "表 答卷 建了外键，指向 b。" if zh else "The table gets a foreign key to b.",
        "why": "删除次序从此绑在一起。" if zh else "The order of deletions is tied from now on.",
        "advice": "删掉它，建普通索引。" if zh else "Drop it and make a plain index.",
        "odd": "这里是全角逗号。" if zh else "This is a full-width comma: 100%.",
        "drop": "一次删两张表。" if zh else "Two tables are dropped at once.",
        "unverified": "这条语句没有核实。" if zh else "This statement is not verified.",
        "reason": "归档表从不写入" if zh else "the archive is never written to",
        "assumed": "表 a 视为已存在。" if zh else "The table a is taken to exist.",
        "title": "物理外键" if zh else "Physical foreign key",
    }


def _finding(check, effect, severity, span, message, words, **more):
    return Finding(check, effect, severity, Span(*span), message, words["why"], words["advice"], URL, **more)


def _report(language):
    w = _words(language)
    error, warning, info = Severity.ERROR, Severity.WARNING, Severity.INFO
    findings = (
        _finding(
            "full-width-punctuation", Effect.REJECTED, error, (2, 12, 2, 13), w["odd"], w, errno=1064, statement=1
        ),
        _finding("foreign-key", Effect.STYLE, error, (3, 3, 4, 22), w["fk"], w, statement=1, object="答卷.fk1"),
        _finding("functional-index", Effect.REJECTED, error, (5, 10, 5, 15), w["odd"], w, errno=1064, statement=1),
        _finding("unverified", Effect.UNSAFE, warning, (7, 1, 7, 10), w["unverified"], w, statement=2),
        _finding("folding-identity-key", Effect.IGNORED, info, (8, 1, 8, 11), w["drop"], w, statement=3),
    )
    allowed = _finding("multi-table-drop", Effect.UNSAFE, warning, (8, 12, 8, 16), w["drop"], w, statement=3)
    statements = (
        StatementReport(1, 1, 6, "create table", "答卷", Status.VIOLATION, Prediction.REJECTED, 1064),
        StatementReport(2, 7, 7, "prepare", None, Status.UNVERIFIED, Prediction.UNKNOWN),
        StatementReport(3, 8, 8, "drop table", "a, b", Status.OK, Prediction.ACCEPTED),
    )
    bad = FileReport(
        "sql/up 2,1.sql",
        Status.VIOLATION,
        statements,
        findings,
        assumptions=(w["assumed"],),
        source=SOURCE,
        suppressed=(Suppressed(allowed, w["reason"], "2027-03-01"),),
    )
    good = FileReport(
        "/srv/ok.sql",
        Status.OK,
        (StatementReport(1, 1, 1, "create table", "t", Status.OK, Prediction.ACCEPTED),),
        (),
    )
    rules = (
        Rule("foreign-key", w["title"], w["why"], w["advice"], Effect.STYLE, error, URL, policy="foreign-key"),
        Rule("functional-index", w["title"], w["why"], w["advice"], Effect.REJECTED, error, URL, errno=1064),
    )
    unread = (Unread("gone.sql", "script.missing", "There is no file gone.sql.", "Check the path.", "It was moved."),)
    return DdlReport("mysql-5.7", (bad, good), "answer-delivery", unread, rules)


@pytest.fixture(params=["zh", "en"])
def language(request):
    return request.param


@pytest.fixture
def ddl_report(language):
    return _report(language)
