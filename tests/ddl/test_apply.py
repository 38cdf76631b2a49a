"""From hits to a report: who speaks, who is excused, which status follows, and what the server is said to do."""

from dataclasses import replace
from datetime import date

import pytest

from specproof.ddl import catalogue, policy
from specproof.ddl.apply import Selection, apply, describe, origin, rules
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import SyntaxProblem
from specproof.errors import UsageProblem
from specproof.finding import Effect, Prediction, Severity, Status

CATALOGUE = catalogue.load()
TODAY = date(2026, 12, 1)
OPTIONS = "CHARSET=utf8mb4 COLLATE=utf8mb4_bin"
KEY = "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (id);"
TABLE = "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n"


def subject(sql):
    return judge(read_script(sql.encode(), "up.sql"))


def check(sql, *, house=policy.DEFAULT, language="en", select=(), ignore=()):
    ignore = (*ignore, "table-rewrite")  # speaks about most ALTERs and is not what these tests are about
    return apply(
        subject(sql),
        catalogue=CATALOGUE,
        policy=policy.load(house, CATALOGUE),
        language=language,
        today=TODAY,
        selection=Selection.of(select, ignore, CATALOGUE),
    )


def found(report):
    return [(f.check, f.span.line, f.span.column) for f in report.findings]


FOUR = {
    "foreign-key": "CONSTRAINT fk FOREIGN KEY (a) REFERENCES p (id)",
    "check-constraint": "CHECK (a > 0)",
    "functional-index": "KEY f ((a + 1))",
    "unknown-collation": "b VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci",
}


@pytest.mark.parametrize("check_slug", FOUR)
@pytest.mark.parametrize("alter", [False, True])
def test_each_forbidden_thing_alone_has_its_exact_place(check_slug, alter):
    if alter:
        head, sql = "  ADD ", f"ALTER TABLE t\n  ADD {FOUR[check_slug]};"
    else:
        head, sql = "  ", f"CREATE TABLE t (a INT NOT NULL PRIMARY KEY,\n  {FOUR[check_slug]}\n) {OPTIONS};"
    report = check(sql)
    assert found(report) == [(check_slug, 2, len(head) + _column(FOUR[check_slug]))]
    assert report.status is Status.VIOLATION


def _column(line):
    offsets = {"KEY f ((": line.find("((") + 1, "utf8mb4_0900": line.find("utf8mb4_0900")}
    return next((offset + 1 for mark, offset in offsets.items() if mark in line), len(line) - len(line.lstrip()) + 1)


@pytest.mark.parametrize("order", [list(FOUR), list(reversed(FOUR))])
def test_all_four_together_hide_none_of_each_other_in_create_table(order):
    lines = [f"  {FOUR[slug]}" for slug in order]
    sql = "CREATE TABLE t (a INT NOT NULL PRIMARY KEY,\n" + ",\n".join(lines) + f"\n) {OPTIONS};"
    expected = [(slug, number, _column(line)) for number, (slug, line) in enumerate(zip(order, lines, strict=True), 2)]
    report = check(sql)
    assert found(report) == expected
    assert [(s.predicted, s.errno) for s in report.statements] == [(Prediction.REJECTED, 1064)]


@pytest.mark.parametrize("order", [list(FOUR), list(reversed(FOUR))])
def test_all_four_together_hide_none_of_each_other_in_alter_table(order):
    lines = [f"  ADD {FOUR[slug]}" for slug in order]
    found_places = found(check("ALTER TABLE t\n" + ",\n".join(lines) + ";"))
    assert [(slug, line) for slug, line, _ in found_places] == [(slug, n) for n, slug in enumerate(order, 2)]


def test_a_bad_statement_hides_nothing_of_the_next():
    report = check("CREATE TABLE t (a INT,);\nDROP TABLE ${x};\nALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (id);")
    assert {(f.check, f.statement) for f in report.findings} >= {
        ("syntax-error", 1),
        ("template-placeholder", 2),
        ("foreign-key", 3),
    }


def test_the_house_speaks_instead_of_the_weaker_check():
    sql = "ALTER TABLE t ADD CHECK (id > 0);"
    assert found(check(sql)) == [("check-constraint", 1, 19)]
    assert found(check(sql, house="none")) == [("check-ignored", 1, 19)]
    assert found(check(sql, ignore=["check-constraint"])) == [("check-ignored", 1, 19)]


def test_a_policy_sets_the_severity_and_says_why():
    (finding,) = check("ALTER TABLE t ADD COLUMN p INT REFERENCES p (id);").findings
    assert (finding.check, finding.severity, finding.effect) == (
        "inline-references-ignored",
        Severity.ERROR,
        Effect.IGNORED,
    )
    assert finding.why.endswith("House rule (answer-delivery, DDL-010): From 9.0 on it becomes a real foreign key.")
    (finding,) = check("ALTER TABLE t ADD COLUMN p INT REFERENCES p (id);", house="none").findings
    assert finding.severity is Severity.WARNING


def test_both_languages_have_the_same_places():
    sql = "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (id), ADD KEY ((a + 1));"
    zh, en = check(sql, language="zh"), check(sql, language="en")
    assert found(zh) == found(en)
    assert [f.message for f in zh.findings] != [f.message for f in en.findings]


def test_an_allowed_finding_counts_for_nothing_and_stays_on_record():
    report = check(f"-- specproof: allow foreign-key until 2027-03-01 because old\n{KEY}")
    assert (report.findings, report.status) == ((), Status.OK)
    (entry,) = report.suppressed
    assert (entry.finding.check, entry.reason, entry.until) == ("foreign-key", "old", "2027-03-01")


def test_an_allowance_covers_its_check_on_its_statement_only():
    comment = "-- specproof: allow foreign-key because old\n"
    both = "ALTER TABLE t ADD CHECK (id > 0), ADD FOREIGN KEY (a) REFERENCES p (id);\n"
    report = check(comment + both + "ALTER TABLE t ADD FOREIGN KEY (b) REFERENCES p (id);")
    assert found(report) == [("check-constraint", 2, 19), ("foreign-key", 3, 19)]


def test_an_expired_allowance_gives_the_finding_back():
    report = check(f"-- specproof: allow foreign-key until 2026-01-01 because old\n{KEY}")
    assert [f.check for f in report.findings] == ["suppression", "foreign-key"]
    assert report.status is Status.VIOLATION


def test_an_unused_allowance_is_told_unless_its_check_did_not_run():
    sql = "-- specproof: allow foreign-key because old\n" + TABLE
    assert found(check(sql)) == [("suppression", 1, 1)]
    assert found(check(sql, house="none")) == []


def test_a_statement_that_nobody_understands_is_unverified_and_says_so(monkeypatch):
    one = subject("SELECT 1;")
    judged = replace(
        one.statements[0],
        reading=replace(one.statements[0].reading, statement=None, unplaced="nobody knows"),
        predicted=Prediction.UNKNOWN,
    )
    parts = {"catalogue": CATALOGUE, "policy": policy.load("none", CATALOGUE), "language": "en", "today": TODAY}
    report = apply(replace(one, statements=(judged,)), **parts)
    assert (report.status, report.statements[0].status) == (Status.UNVERIFIED, Status.UNVERIFIED)
    assert [f.message for f in report.findings] == ["This statement is not verified: nobody knows"]
    script = read_script(b"-- specproof: allow unverified because rehearsed\nSELECT 1;", "up.sql")
    vouched = replace(judged, statement=script.statements[0])
    report = apply(replace(one, script=script, statements=(vouched,)), **parts)
    assert (report.status, report.statements[0].status) == (Status.OK, Status.OK)


def test_what_only_a_check_sees_is_part_of_the_prediction():
    (statement,) = check("CREATE VIEW v AS WITH x AS (SELECT 1 AS n) SELECT n FROM x;").statements
    assert (statement.predicted, statement.errno) == (Prediction.REJECTED, 1064)


def test_house_rules_are_no_part_of_the_prediction():
    (statement,) = check("ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (id);").statements
    assert (statement.status, statement.predicted) == (Status.VIOLATION, Prediction.ACCEPTED)


def test_select_and_ignore():
    sql = "ALTER TABLE t ADD CHECK (id > 0), ADD FOREIGN KEY (a) REFERENCES p (id);"
    assert {f.check for f in check(sql, select=["foreign-key"]).findings} == {"foreign-key"}
    assert {f.check for f in check(sql, ignore=["foreign-key"]).findings} == {"check-constraint"}
    with pytest.raises(UsageProblem, match="Did you mean 'foreign-key'"):
        check(sql, select=["foreign-kee"])


def test_a_house_rule_that_the_house_lacks_is_not_selected_into_being():
    assert (
        check("ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES p (id);", house="none", select=["foreign-key"]).findings
        == ()
    )


def test_rules_list_what_runs():
    listed = {rule.slug: rule for rule in rules(CATALOGUE, policy.load("none", CATALOGUE), "en", Selection())}
    assert "foreign-key" not in listed
    assert listed["functional-index"].errno == 1064
    assert "{" not in listed["key-too-long"].why


@pytest.mark.parametrize(
    ("since", "expected"),
    [("8.0.13", "later"), ("MariaDB 10.0.2", "mariadb"), ("SQL-Server", "sql-server"), (None, "unknown")],
)
def test_whose_syntax_it_is(since, expected):
    assert origin(SyntaxProblem("x", (0, 1), since=since)) == expected


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("ALTER TABLE d.t ADD x INT", ("alter table", "d.t")),
        ("CREATE UNIQUE INDEX i ON t (a)", ("create index", "t")),
        ("DROP INDEX i ON t", ("drop index", "t")),
        ("DROP TABLE a, b", ("drop table", "a, b")),
        ("RENAME TABLE a TO b, c TO d", ("rename table", "a, c")),
        ("USE shop", ("use", "shop")),
        ("INSERT INTO t VALUES (1)", ("insert", "t")),
        ("COMMIT", ("commit", None)),
        ("NONSENSE words here", ("nonsense words", None)),
        ("CREATE TABLE t (a INT, KEY ((a + 1)))", ("create table", "t")),
    ],
)
def test_statements_are_described(sql, expected):
    assert describe(subject(sql).statements[0]) == expected


def test_many_findings_of_one_check_take_no_quadratic_time_to_settle():
    sql = "CREATE TABLE t (a INT);\n" * 3000
    report = check(sql, select=["implicit-charset"])
    assert len(report.findings) == 3000
