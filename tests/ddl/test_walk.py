import pytest

from specproof.ddl import walk
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script


def judged(sql):
    return judge(read_script(sql.encode(), "up.sql")).statements[0]


ALTER = (
    "ALTER TABLE t ADD a INT CHECK (a > 0), MODIFY b INT, CHANGE c d INT, ADD UNIQUE KEY u (a), "
    "ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES p (id), ADD CHECK (a > 1), ENGINE=InnoDB"
)


def test_what_an_alter_holds():
    one = judged(ALTER)
    assert str(walk.table_of(one)) == "t"
    assert [c.name.value for c in walk.columns(one)] == ["a", "b", "d"]
    assert [c.name.value for c in walk.new_columns(one)] == ["a", "d"]
    assert [k.name.value for k in walk.keys(one)] == ["u"]
    assert [k.constraint.value for k in walk.foreign_keys(one)] == ["f"]
    assert [ALTER[slice(*place)] for place in walk.checks(one)] == ["CHECK (a > 1)", "CHECK (a > 0)"]
    assert [o.name for o in walk.options(one)] == ["engine"]


def test_create_index_has_a_table_and_a_key():
    one = judged("CREATE INDEX i ON d.t (a)")
    assert str(walk.table_of(one)) == "d.t"
    assert [k.name.value for k in walk.keys(one)] == ["i"]


@pytest.mark.parametrize(
    ("sql", "charsets"),
    [
        ("CREATE TABLE t (a CHAR(1) CHARACTER SET ascii) CHARSET = utf8mb4", ["utf8mb4", "ascii"]),
        ("ALTER TABLE t CONVERT TO CHARACTER SET latin1", ["latin1"]),
        ("CREATE DATABASE d DEFAULT CHARACTER SET 'utf8'", ["utf8"]),
        ("CREATE TABLE t (charset VARCHAR(10))", []),
        ("CREATE TABLE t (charset VARCHAR(10),)", []),
        ("CREATE TABLE t (a INT,) CHARSET=utf8", ["utf8"]),
        ("SET CHARACTER SET utf8", []),
        ("CREATE TABLE t (a INT) COMMENT='CHARSET=utf8'", []),
    ],
)
def test_character_sets_are_found_also_where_the_reader_gave_up(sql, charsets):
    assert [word.value for word in walk.charsets(judged(sql))] == charsets


def test_collations_are_found_in_any_statement():
    assert [w.value for w in walk.collations(judged("SELECT a COLLATE utf8_bin FROM t").statement)] == ["utf8_bin"]
    assert [w.value for w in walk.collations(judged("CREATE TABLE t (a INT) COLLATE = 'x'").statement)] == ["x"]


def test_a_parenthesis_is_matched_or_ends_with_the_statement():
    tokens = judged("SELECT (1 + (2)) , (3").statement.tokens
    assert walk.closing(tokens, 1) == 7
    assert walk.closing(tokens, 9) == len(tokens) - 1


def test_a_string_is_no_keyword():
    tokens = judged("SELECT 'FOREIGN' 'KEY', FOREIGN KEY").statement.tokens
    assert list(walk.sequences(tokens, "FOREIGN", "KEY")) == [4]


def test_overlap_of_places():
    assert walk.covered((2, 4), [(0, 1), (3, 9)])
    assert not walk.covered((2, 3), [(0, 2), (3, 9)])
