import pytest

from specproof.migrator.classify import Trace, kinds


@pytest.mark.parametrize(
    ("sql", "trace"),
    [
        ("ALTER TABLE t ADD COLUMN b INT", Trace.SCHEMA),
        ("CREATE OR REPLACE VIEW v AS SELECT 1", Trace.SCHEMA),
        ("EXECUTE s", Trace.SCHEMA),
        ("INSERT INTO t VALUES (1)", Trace.ROWS),
        ("TRUNCATE TABLE t", Trace.ROWS),
        ("CALL p()", Trace.OUTSIDE),
        ("GRANT SELECT ON *.* TO u", Trace.OUTSIDE),
        ("SET GLOBAL read_only = 0", Trace.OUTSIDE),
        ("SET @@global.read_only = 0", Trace.OUTSIDE),
        ("SET NAMES utf8mb4", Trace.SESSION),
        ("PREPARE s FROM 'x'", Trace.SESSION),
        ("SELECT 1", Trace.READ),
        ("SHOW TABLES", Trace.READ),
    ],
)
def test_where_the_effect_of_a_statement_shows(plan, sql, trace):
    assert plan(sql + ";").statements[0].trace is trace


@pytest.mark.parametrize(
    ("sql", "needs"),
    [
        ("ALTER TABLE t ADD COLUMN b INT", {("ALTER", "t"), ("CREATE", "t"), ("INSERT", "t")}),
        ("CREATE TABLE IF NOT EXISTS t (a INT)", {("CREATE", "t")}),
        ("RENAME TABLE t TO u", {("ALTER", "t"), ("DROP", "t"), ("CREATE", "u"), ("INSERT", "u")}),
        ("DROP TABLE t, u", {("DROP", "t"), ("DROP", "u")}),
        ("CREATE INDEX i ON t (a)", {("INDEX", "t")}),
        ("CREATE VIEW v AS SELECT 1", {("CREATE VIEW", "*")}),
        ("SET NAMES utf8mb4", set()),
    ],
)
def test_the_privileges_that_a_statement_needs(plan, sql, needs):
    assert {(n.privilege, n.table) for n in plan(sql + ";").needs} == needs


def test_the_longest_start_of_a_kind_counts():
    lengths = [len(k.kind) for k in kinds()]
    assert lengths == sorted(lengths, reverse=True)
    assert kinds()[-1].kind == ""


@pytest.mark.parametrize(
    ("sql", "trace"),
    [
        ("SELECT COUNT(*) FROM t", Trace.READ),
        ("(SELECT 1)", Trace.READ),
        ("SELECT COUNT(*) INTO @n FROM t", Trace.SESSION),
        ("SELECT @n := 1", Trace.SESSION),
        ("SELECT GET_LOCK('x', 1)", Trace.SESSION),
        ("SELECT 1 INTO OUTFILE '/tmp/x'", Trace.OUTSIDE),
    ],
)
def test_a_query_may_leave_something_behind(plan, sql, trace):
    assert plan(sql).statements[0].trace is trace
