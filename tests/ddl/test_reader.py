"""What the reader says where, statement by statement; whole scripts are in the golden tests."""

import pytest

from specproof.ddl.reader import read
from specproof.ddl.splitter import read_script
from specproof.ddl.syntax import (
    AddColumn,
    AlterTable,
    ColumnDefinition,
    CreateIndex,
    CreateTable,
    DropTable,
    KeyDefinition,
    Other,
    Reading,
    SetOption,
    SyntaxProblem,
    Use,
)


def reading(sql: str) -> Reading:
    script = read_script(sql.encode(), "test.sql")
    assert len(script.statements) == 1
    return read(script.statements[0], script)


def created(sql: str) -> CreateTable:
    statement = reading(sql).statement
    assert isinstance(statement, CreateTable), reading(sql)
    return statement


def column(definition: str) -> ColumnDefinition:
    element = created(f"CREATE TABLE t ({definition})").elements[0]
    assert isinstance(element, ColumnDefinition)
    return element


def refused(sql: str) -> SyntaxProblem:
    problem = reading(sql).problem
    assert problem is not None, sql
    return problem


def at(sql: str) -> str:
    """The rest of the text from the place of refusal on, as the server would print it behind "near"."""
    return sql[refused(sql).place[0] :]


@pytest.mark.parametrize(
    ("written", "name", "args"),
    [
        ("INTEGER(11)", "int", (11,)),
        ("BOOL", "tinyint", (1,)),
        ("DOUBLE PRECISION(8,2)", "double", (8, 2)),
        ("DEC(5)", "decimal", (5,)),
        ("CHARACTER VARYING(10)", "varchar", (10,)),
        ("NATIONAL CHAR(3)", "char", (3,)),
        ("LONG", "mediumtext", ()),
        ("LONG VARBINARY", "mediumblob", ()),
        ("SERIAL", "bigint", ()),
        ("DATETIME(6)", "datetime", (6,)),
        ("VARCHAR(10.7)", "varchar", (10,)),
    ],
)
def test_types_have_one_name(written, name, args):
    found = column(f"a {written}").type
    assert (found.name, found.args, found.written) == (name, args, written.split("(")[0].lower())


def test_character_sets_of_types():
    assert column("a CHAR(1) BYTE").type.charset is not None
    binary = column("a VARCHAR(1) BINARY CHARSET latin1").type
    assert (binary.binary, binary.charset.value if binary.charset else None) == (True, "latin1")
    collated = column("a TEXT CHARACTER SET utf8 COLLATE 'utf8_bin'").type
    assert collated.collation is not None
    assert (collated.collation.value, collated.collation.place) == ("utf8_bin", (50, 60))


@pytest.mark.parametrize(
    ("clause", "kind", "value", "precision"),
    [
        ("DEFAULT 'a' 'b'", "string", "ab", None),
        ("DEFAULT -1.5", "number", "-1.5", None),
        ("DEFAULT +7", "number", "7", None),
        ("DEFAULT b'01'", "bits", "b'01'", None),
        ("DEFAULT 0x1F", "bits", "0x1F", None),
        ("DEFAULT NULL", "null", None, None),
        ("DEFAULT TRUE", "boolean", "1", None),
        ("DEFAULT NOW(3)", "now", None, 3),
        ("DEFAULT CURRENT_TIMESTAMP", "now", None, 0),
        ("DEFAULT DATE'2020-01-01'", "temporal", "2020-01-01", None),
        ("DEFAULT _utf8'x'", "string", "x", None),
    ],
)
def test_defaults(clause, kind, value, precision):
    default = column(f"a INT {clause}").default
    assert default is not None
    assert (default.kind, default.value, default.precision) == (kind, value, precision)


def test_attributes_in_any_order_and_the_last_nullability_counts():
    found = column("a INT COMMENT 'c' NULL PRIMARY KEY NOT NULL UNIQUE AUTO_INCREMENT")
    assert (found.nullable, found.key, found.also_unique) == (False, "primary", True)
    assert found.comment is not None
    assert found.comment.value == "c"


def test_serial_default_value_says_four_things():
    found = column("a BIGINT SERIAL DEFAULT VALUE")
    assert (found.nullable, found.key, found.auto_increment is not None) == (False, "unique", True)


def test_what_5_7_parses_and_drops_is_kept_with_its_place():
    sql = "CREATE TABLE t (a INT REFERENCES p (id), b INT CHECK (b > 0), KEY (a DESC))"
    first, second, key = created(sql).elements
    assert isinstance(first, ColumnDefinition)
    assert isinstance(second, ColumnDefinition)
    assert isinstance(key, KeyDefinition)
    assert first.reference is not None
    assert sql[slice(*first.reference.place)] == "REFERENCES p (id)"
    assert second.check is not None
    assert sql[slice(*second.check)] == "CHECK (b > 0)"
    direction = key.parts[0].direction
    assert direction is not None
    assert (direction.value, sql[slice(*direction.place)]) == ("DESC", "DESC")


def test_names_keep_their_spelling():
    table = created("CREATE TABLE `My``Db` . Tab (`A b` INT, 1a INT, `select` INT, comment INT)")
    assert str(table.table) == "My`Db.Tab"
    assert [e.name.value for e in table.elements if isinstance(e, ColumnDefinition)] == [
        "A b",
        "1a",
        "select",
        "comment",
    ]


def test_clauses_keep_their_order_and_place():
    sql = "ALTER TABLE d.t ENGINE=InnoDB COMMENT 'x', ADD (a INT, b INT), ALGORITHM = COPY"
    statement = reading(sql).statement
    assert isinstance(statement, AlterTable)
    assert [type(clause) for clause in statement.clauses] == [SetOption, SetOption, AddColumn, AddColumn]
    assert sql[slice(*statement.clauses[2].place)] == "ADD (a INT, b INT)"
    assert statement.algorithm is not None
    assert statement.algorithm.value == "copy"


def test_an_alter_without_a_clause_is_read():
    statement = reading("ALTER TABLE t").statement
    assert isinstance(statement, AlterTable)
    assert (str(statement.table), statement.clauses) == ("t", ())


@pytest.mark.parametrize(
    ("sql", "kind", "dml", "ddl", "object_", "complete"),
    [
        ("INSERT INTO d.t VALUES (1)", "insert", True, False, "d.t", True),
        ("REPLACE t SELECT 1", "replace", True, False, "t", True),
        ("UPDATE t SET a = 1", "update", True, False, "t", True),
        ("DELETE FROM t", "delete", True, False, "t", True),
        ("LOAD DATA INFILE 'x' INTO TABLE t", "load data", True, False, None, False),
        ("LOAD INDEX INTO CACHE t", "load data", False, False, None, False),
        ("CREATE VIEW v AS SELECT 1", "create view", False, True, "v", True),
        (
            "CREATE DEFINER=`u`@`%` TRIGGER tr AFTER INSERT ON t FOR EACH ROW SET @a = 1",
            "create trigger",
            False,
            True,
            "tr",
            False,
        ),
        ("DROP DATABASE IF EXISTS d", "drop database", False, True, "d", True),
        ("TRUNCATE TABLE t", "truncate table", False, True, "t", True),
        ("START TRANSACTION", "start transaction", False, False, None, True),
        ("BEGIN", "start transaction", False, False, None, True),
        ("SET NAMES utf8mb4", "set", False, False, None, True),
        ("SHOW TABLES", "show", False, False, None, False),
        ("(SELECT 1)", "select", False, False, None, True),
    ],
)
def test_other_statements_are_classified(sql, kind, dml, ddl, object_, complete):
    assert reading(sql).statement == Other(kind, dml=dml, ddl=ddl, object=object_, complete=complete)


def test_use_as_statement_and_as_line():
    for sql in ("USE `my db`", "use `my db`", "\\u `my db`"):
        script = read_script(f"{sql}\n".encode(), "x")
        statement = read(script.statements[0], script).statement
        assert isinstance(statement, Use)
        assert (statement.database.value, statement.database.quoted) == ("my db", True)


@pytest.mark.parametrize(
    ("sql", "rest"),
    [
        ("CREATE TABLE t (a INT,)", ")"),
        ("CREATE TABLE t ()", ")"),
        ("CREATE TABLE t (a)", ")"),
        ("CREATE TABLE t (a VARCHAR)", ")"),
        ("CREATE TABLE t (a INT COMMENT 'x' 'y')", "'y')"),
        ("CREATE TABLE t (a INT NOT)", ")"),
        ("CREATE TABLE t (a INT) ENGIN=InnoDB", "ENGIN=InnoDB"),
        ("CREATE TABLE t (a INT) ENGINE=InnoDB,", ""),
        ("CREATE TABLE t (a ENUM())", "))"),
        ("CREATE TABLE t (a INT) STATS_PERSISTENT=2 COMMENT 'x'", "2 COMMENT 'x'"),
        ("CREATE TABLE t (a INT DEFAULT)", ")"),
        ("CREATE TABLE t (a INT, KEY k (a b))", "b))"),
        ("CREATE TABLE t (a INT CHECK (a > ))", "))"),
        ("CREATE TABLE t (a INT AS (1 +))", "))"),
        ("CREATE TABLE t (a INT REFERENCES p ON DELETE)", ")"),
        ("ALTER TABLE t ADD", ""),
        ("ALTER TABLE t DROP COLUMN", ""),
        ("ALTER TABLE t ADD a INT AFTER", ""),
        ("ALTER TABLE t ORDER BY a, ADD b INT", "ADD b INT"),
        ("DROP TABLE a,", ""),
        ("RENAME TABLE a b", "b"),
        ("CREATE INDEX i t (a)", "t (a)"),
        ("CREATE UNIQUE KEY i ON t (a)", "KEY i ON t (a)"),
        ("CREATE TABLE select (a INT)", "select (a INT)"),
        ("CREATE TABLE t (a INT) SELECT 1 FROM", ""),
        ("hello world", "hello world"),
    ],
)
def test_places_of_refusal(sql, rest):
    assert at(sql) == rest
    assert refused(sql).errno == 1064


@pytest.mark.parametrize("word", ["order", "GROUP", "key", "range", "Stored"])
def test_reserved_words_are_refused_as_names(word):
    problem = refused(f"CREATE TABLE t (a INT, {word} BIGINT)")
    assert problem.construct == "reserved-word"


@pytest.mark.parametrize("word", ["rank", "groups", "comment", "status", "date", "system"])
def test_other_words_are_names(word):
    assert column(f"{word} INT").name.value == word


def test_functions_glued_to_a_parenthesis_are_no_names():
    assert created("CREATE TABLE count (a INT)").table.name.value == "count"
    assert refused("CREATE TABLE count(a INT)").construct == "function-name-before-parenthesis"


@pytest.mark.parametrize(
    ("sql", "errno"),
    [
        ("CREATE TABLE t (a INT) PARTITION BY RANGE (a)", 1492),
        ("CREATE TABLE t (a INT) PARTITION BY LIST (a) (PARTITION p)", 1479),
        ("CREATE TABLE t (a INT) PARTITION BY HASH (a) (PARTITION p VALUES LESS THAN (1))", 1480),
        ("CREATE TABLE t (a INT) PARTITION BY KEY (a) PARTITIONS 0", 1504),
        ("CREATE TABLE t (a INT) PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN (1, 2))", 1657),
        ("CREATE TABLE t (a INT) PARTITION BY RANGE COLUMNS (a) (PARTITION p VALUES LESS THAN (1, 2))", 1653),
        ("CREATE TABLE t (a INT, b INT AS ((SELECT 1)))", 3102),
        ("CREATE TABLE t (a INT, b INT AS (1 + (SELECT 1)))", 1064),
    ],
)
def test_numbers_of_the_parser(sql, errno):
    assert refused(sql).errno == errno


def test_one_bad_place_hides_no_other():
    sql = (
        "CREATE TABLE t (id CHAR(36) DEFAULT (uuid()) COLLATE utf8mb4_0900_ai_ci, b INT CHECK (b > 0) NOT ENFORCED,"
        " KEY f ((lower(id))), CONSTRAINT fk FOREIGN KEY (b) REFERENCES p (id), order INT)"
    )
    found = reading(sql)
    assert found.statement is None
    assert found.problem is not None
    constructs = [problem.construct for problem in (found.problem, *found.notes)]
    assert constructs == ["default-expression", "check-enforced", "functional-index", "reserved-word"]
    assert isinstance(found.partial, CreateTable)
    assert [type(element).__name__ for element in found.partial.elements] == [
        "ColumnDefinition",
        "ColumnDefinition",
        "KeyDefinition",
        "ForeignKeyDefinition",
    ]
    first = found.partial.elements[0]
    assert isinstance(first, ColumnDefinition)
    assert first.type.collation is not None
    assert found.structure is found.partial


def test_a_bad_clause_hides_no_other():
    found = reading("ALTER TABLE t ADD COLUMN a FOO, DROP CHECK c, ADD COLUMN b INT")
    assert isinstance(found.partial, AlterTable)
    assert [type(clause).__name__ for clause in found.partial.clauses] == ["AddColumn"]
    assert [problem.construct for problem in found.notes] == ["drop-check"]


def test_versioned_comments_are_read_as_the_server_does():
    statement = reading("CREATE TABLE t (a INT) /*!50100 PARTITION BY KEY (a) */ /*!80000 ENCRYPTION='Y' */").statement
    assert isinstance(statement, CreateTable)
    assert statement.partition is not None
    assert [option.name for option in statement.options] == []


def test_full_width_punctuation_is_part_of_names():
    assert at("CREATE TABLE t (a INT，b INT)") == "INT，b INT)"
    assert refused("CREATE TABLE t（a INT)").errno == 1064


def test_index_statements():
    statement = reading("CREATE FULLTEXT INDEX f ON d.t (a(10)) COMMENT 'c' WITH PARSER ngram LOCK=NONE").statement
    assert isinstance(statement, CreateIndex)
    assert (statement.key.kind, statement.key.parts[0].prefix, statement.lock.value if statement.lock else "") == (
        "fulltext",
        10,
        "none",
    )
    dropped = reading("DROP TEMPORARY TABLE IF EXISTS a, b RESTRICT").statement
    assert isinstance(dropped, DropTable)
    assert (dropped.temporary, dropped.if_exists, len(dropped.tables)) == (True, True, 2)


def test_nesting_beyond_reach_is_not_placed():
    found = reading("SELECT " + "(" * 5000 + "1" + ")" * 5000)
    assert (found.statement, found.problem) == (None, None)
    assert found.unplaced is not None
