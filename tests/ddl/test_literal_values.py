"""Literals that no server takes, wherever they stand; answers read from a 5.7.22 server."""

import pytest

from specproof.ddl.reader import read
from specproof.ddl.simulator.letters import alike, repeated
from specproof.ddl.splitter import read_script

MANY_DIGITS = "9" * 6000  # more than Python turns into an integer


def problem(sql: str) -> tuple[int, str] | None:
    script = read_script(sql.encode(), "test.sql")
    found = read(script.statements[0], script).problem
    return (found.errno, sql[found.place[0] : found.place[1]]) if found else None


@pytest.mark.parametrize(
    ("sql", "errno", "place"),
    [
        ("SELECT DATE'2020-02-31'", 1525, "DATE'2020-02-31'"),
        ("SELECT DATE '2020-02-01 10:00:00'", 1525, "DATE '2020-02-01 10:00:00'"),
        ("SELECT DATE'20200201101010'", 1525, "DATE'20200201101010'"),
        ("SELECT TIMESTAMP'2020-02-01'", 1525, "TIMESTAMP'2020-02-01'"),
        ("SELECT TIME'25:61:00'", 1525, "TIME'25:61:00'"),
        ("SELECT TIME'2020-02-01 10:00:00'", 1525, "TIME'2020-02-01 10:00:00'"),
        ("UPDATE t SET a = DATE'abc'", 1525, "DATE'abc'"),
        ("CREATE TABLE t (a INT, b DATE AS (DATE'2020-02-31'))", 1525, "DATE'2020-02-31'"),
        ("CREATE TABLE t (a DATE DEFAULT DATE'2020-02-31')", 1525, "DATE'2020-02-31'"),
        ("INSERT INTO t VALUES (1e400)", 1367, "1e400"),
        ("CREATE TABLE t (a VARCHAR(5) DEFAULT 1E309)", 1367, "1E309"),
        ("SELECT x'414'", 1064, "x'414'"),
        ("INSERT INTO t VALUES (b'12')", 1064, "b'12'"),
    ],
)
def test_refused_while_the_statement_is_parsed(sql, errno, place):
    assert problem(sql) == (errno, place)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT DATE'20200229', DATE'20-2-1', DATE'2020/02/01'",
        "SELECT TIMESTAMP'2020-02-01 10', TIMESTAMP'200201101010'",
        "SELECT TIME'10', TIME'1 10:00', TIME'838:59:59'",
        "SELECT t.date 'x' FROM t",
        "SELECT 1e308, 1e-400, 0x1E400",
        "INSERT INTO t VALUES (1e9), (1E+8), (1e-99)",
    ],
)
def test_taken_by_the_server(sql):
    assert problem(sql) is None


@pytest.mark.parametrize(
    "definition",
    [
        f"INT DEFAULT {MANY_DIGITS}",
        f"DATE DEFAULT {MANY_DIGITS}",
        f"TIME DEFAULT '{MANY_DIGITS}'",
        f"DATETIME DEFAULT '{MANY_DIGITS}'",
        f"YEAR DEFAULT {MANY_DIGITS}",
        f"DECIMAL(5,2) DEFAULT {MANY_DIGITS}",
        f"BIT DEFAULT 0x{MANY_DIGITS}",
    ],
)
def test_endless_digits_are_no_default(definition, replay):
    assert replay(f"CREATE TABLE t (a {definition})").errnos == [1067]


def test_endless_digits_in_lengths_and_options(replay):
    assert replay(f"CREATE TABLE t (a INT) MAX_ROWS={MANY_DIGITS} AUTO_INCREMENT={MANY_DIGITS}").errnos == [0]
    assert replay(f"CREATE TABLE t (a VARCHAR({MANY_DIGITS}))").errnos == [1439]


@pytest.mark.parametrize(
    ("one", "other", "collation", "same"),
    [
        ("a", "A ", "utf8mb4_general_ci", True),
        ("a", "A", "utf8mb4_bin", False),
        ("a", "A", "latin1_general_cs", False),
        ("é", "E", "utf8mb4_general_ci", True),
        ("ß", "s", "utf8mb4_general_ci", True),
        ("ı", "i", "utf8mb4_general_ci", True),
        ("Й", "й", "utf8mb4_general_ci", True),
        ("启用", "停用", "utf8mb4_general_ci", False),
        ("😀", "😁", "utf8mb4_unicode_ci", True),
        ("ä", "a", "latin1_swedish_ci", None),
        ("Ü", "Y", "latin1_swedish_ci", None),
        ("й", "и", "utf8mb4_general_ci", None),
        ("Ａ", "A", "utf8mb4_unicode_ci", None),
        ("ア", "あ", "utf8mb4_unicode_ci", None),
        ("ß", "ss", "utf8_unicode_ci", None),
    ],
)
def test_equal_values_of_a_collation(one, other, collation, same):
    assert alike(one, other, collation) is same
    assert alike(other, one, collation) is same


def test_repeated_members():
    assert repeated(["ä", "a", "b", "A"], "latin1_swedish_ci") == ("A", True)
    assert repeated(["ä", "a", "b"], "latin1_swedish_ci") == ("a", False)
    assert repeated(["ä", "b"], "latin1_swedish_ci") is None
    assert repeated(["a", "A"], None) is None


@pytest.mark.parametrize(
    ("count", "errno"),
    [("8192", 0), ("8193", 1499), ("4000000000", 1499), (MANY_DIGITS, 1499), ("0x10", 0)],
)
def test_partitions_are_counted_not_listed(count, errno, replay):
    assert replay(f"CREATE TABLE t (a INT) PARTITION BY HASH (a) PARTITIONS {count}").errnos == [errno]


def test_too_many_partitions_later_on(replay):
    table = "CREATE TABLE t (a INT) PARTITION BY HASH (a) PARTITIONS 3"
    assert replay(f"{table}; ALTER TABLE t ADD PARTITION PARTITIONS 999999999").errnos == [0, 1499]
    assert replay(f"{table}; ALTER TABLE t COALESCE PARTITION 999999999").errnos == [0, 1508]
    subs = "PARTITION BY RANGE (a) SUBPARTITION BY HASH (a) SUBPARTITIONS 4000000000"
    assert replay(f"CREATE TABLE t (a INT) {subs} (PARTITION p VALUES LESS THAN (5))").errnos == [1499]
