import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.ddl.script import Script
from specproof.ddl.splitter import read_script


def script(text: str) -> Script:
    return read_script(text.encode(), "test.sql")


def slices(text: str) -> list[str]:
    read = script(text)
    return [read.sql(statement) for statement in read.statements]


def codes(text: str) -> list[str]:
    return [problem.code for problem in script(text).problems]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
        (";; SELECT 1 ;;\n;", ["SELECT 1"]),
        ("SELECT ';' , `;`, \";\" /* ; */ -- ;\n, 1;", ["SELECT ';' , `;`, \";\" /* ; */ -- ;\n, 1"]),
        ("-- head\nSELECT 1; -- tail\n# more", ["SELECT 1"]),
        ("----- line\n--x\nSELECT 1;", ["SELECT 1"]),
        ("SELECT 1\\G SELECT 2\\g", ["SELECT 1", "SELECT 2"]),
        ("/*!40101 SET NAMES utf8 */;", ["/*!40101 SET NAMES utf8 */"]),
        ("/*!80000 SET x */;", ["/*!80000 SET x */"]),
        (
            "DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER ;\nSELECT 3;",
            ["DELIMITER //", "SELECT 1; SELECT 2", "DELIMITER ;", "SELECT 3"],
        ),
        ("delimiter $$\nBEGIN a; END$$\nSELECT 1 $$", ["delimiter $$", "BEGIN a; END", "SELECT 1"]),
        ("SELECT 1;\r\nSELECT 2;\r\n", ["SELECT 1", "SELECT 2"]),
    ],
)
def test_statements(text, expected):
    assert slices(text) == expected
    assert codes(text) == []


@pytest.mark.parametrize(
    ("line", "client"),
    [
        ("use db", True),
        ("USE db;", False),
        ("source a.sql", True),
        ("source a.sql;", True),
        ("\\. a.sql", True),
        ("\\! ls", True),
        ("pager less", True),
        ("exit", True),
        ("exit;", True),
        ("SELECT 1", False),
        ("status", True),
        ("status int", False),
        ("delimiter //", True),
    ],
)
def test_client_commands(line, client):
    read = script(f"{line}\nSELECT 1;" if client and not line.startswith("delimiter") else line)
    assert read.statements[0].client is client
    if client:
        assert read.sql(read.statements[0]) == line.rstrip(";")
        assert read.statements[0].tokens == ()


def test_client_words_are_commands_only_where_no_statement_is_open():
    assert slices("SELECT a,\nstatus\nFROM t;") == ["SELECT a,\nstatus\nFROM t"]
    assert slices("SELECT 1; use db\n, 2;") == ["SELECT 1", "use db\n, 2"]


def test_numbers_and_places():
    read = script("-- 中文\r\nSELECT 1;\r\n\r\n  SELECT\r\n 2 ;")
    assert [statement.number for statement in read.statements] == [1, 2]
    spans = [read.span(statement.start, statement.end) for statement in read.statements]
    assert [(s.line, s.column, s.end_line, s.end_column) for s in spans] == [(2, 1, 2, 9), (4, 3, 5, 3)]


def test_columns_count_characters():
    read = script("SELECT '表😀', x;")
    assert [read.position(token.start)[1] for token in read.statements[0].tokens] == [1, 8, 12, 14]


def test_comments_belong_to_the_statement_behind_them():
    read = script("-- a\n/* b */ SELECT 1 /* c */ # d\n; -- e\nSELECT 2;\n-- f")
    assert [[comment.text for comment in s.comments] for s in read.statements] == [
        ["-- a", "/* b */", "/* c */", "# d"],
        ["-- e"],
    ]
    assert [comment.text for comment in read.comments] == ["-- a", "/* b */", "/* c */", "# d", "-- e", "-- f"]


def test_a_lone_carriage_return_ends_no_comment():
    read = script("-- head\rSELECT 1;\rSELECT 2;\nSELECT 3;")
    assert [read.sql(statement) for statement in read.statements] == ["SELECT 3"]
    assert [(problem.code, problem.start) for problem in read.problems] == [("comment-swallows-line", 8)]


BODY = """CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW
BEGIN
  IF NEW.a THEN SET NEW.b = IF(1,2,3); END IF;
  SET @x = CASE WHEN 1 THEN 2 END;
END;
SELECT 1;"""


def test_a_body_without_delimiter_stays_whole_and_is_reported_once():
    read = script(BODY)
    assert [read.sql(statement) for statement in read.statements] == [BODY[: BODY.index(";\nSELECT")], "SELECT 1"]
    assert [problem.code for problem in read.problems] == ["routine-without-delimiter"]
    assert read.position(read.problems[0].start) == (3, 38)


@pytest.mark.parametrize(
    "text",
    [
        "CREATE PROCEDURE p() SELECT 1; SELECT 2;",
        "CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN IF(1, 2, 3); SELECT 2;",
        "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM t; SELECT 2;",
        "CREATE TABLE begin (a INT); SELECT 2;",
    ],
)
def test_bodies_of_one_statement_need_no_delimiter(text):
    assert len(slices(text)) == 2
    assert codes(text) == []


@pytest.mark.parametrize(
    "body", ["LOOP SELECT 1; END LOOP", "WHILE 1 DO SELECT 1; END WHILE", "REPEAT SELECT 1; UNTIL 1 END REPEAT"]
)
def test_loops_are_bodies_as_well(body):
    text = f"CREATE PROCEDURE p() {body}; SELECT 2;"
    assert slices(text) == [f"CREATE PROCEDURE p() {body}", "SELECT 2"]
    assert codes(text) == ["routine-without-delimiter"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("SELECT 1;\nSELECT 'a;\nSELECT 2;", "unterminated-string", (2, 8)),
        ("SELECT `a", "unterminated-quoted-name", (1, 8)),
        ("SELECT 1; /* a", "unterminated-comment", (1, 11)),
        ("SELECT 1 /* a", "unterminated-comment", (1, 10)),
        ("DELIMITER //\nSELECT 1;\nDELIMITER ;\n", "unterminated-delimiter-block", (1, 1)),
        ("DELIMITER\nSELECT 1;", "delimiter-missing", (1, 1)),
        ("DELIMITER \\\nSELECT 1;", "delimiter-missing", (1, 1)),
        ("CREATE TABLE ${schema}.t (a INT);", "template-placeholder", (1, 14)),
        ("CREATE TABLE `{{ name }}` (a INT);", "template-placeholder", (1, 15)),
        ("SELECT 1 \\c;", "backslash-outside-string", (1, 10)),
        ("\\y 1;", "unknown-client-command", (1, 1)),
        ("SELECT /*!50000 1; */", "delimiter-in-comment", (1, 18)),
    ],
)
def test_problems_of_the_text(text, code, place):
    read = script(text)
    found = [problem for problem in read.problems if problem.code == code]
    assert len(found) == 1
    assert read.position(found[0].start) == place
    assert found[0].message.endswith(".")


def test_placeholders_in_strings_are_text():
    assert codes("INSERT INTO t VALUES ('${x}'); SELECT '{{ y }}' -- ${z}\n;") == []


def test_bulk_data_keeps_its_places():
    rows = ",\n".join(f"({i},'a;''b\\'c {i}',NULL)" for i in range(1000))
    read = script(f"INSERT INTO t VALUES {rows};\nSELECT 1;")
    assert [(s.passed, len(s.tokens)) for s in read.statements] == [("rows", 3), ("", 2)]
    assert read.position(read.statements[1].start) == (1001, 1)


STATEMENTS = st.sampled_from(
    [
        "SELECT 1",
        "CREATE TABLE t (a INT COMMENT '中;文')",
        "INSERT INTO t VALUES (1,'x')",
        "SELECT `;` /* ; */, 1",
        'SET @a = "😀"',
    ]
)
SEPARATORS = st.sampled_from([";", " ;\n", ";\r\n\r\n", "; -- c\n", ";\n# d\n", ";;\n", "\\g\n"])


@given(st.lists(st.tuples(STATEMENTS, SEPARATORS), min_size=1, max_size=8))
def test_splitting_keeps_every_statement_and_every_byte(parts):
    text = "".join(statement + separator for statement, separator in parts)
    read = script(text)
    assert [read.sql(statement) for statement in read.statements] == [statement for statement, _ in parts]
    assert read.text == text
    assert read.data == text.encode()
    for statement in read.statements:
        line, column = read.position(statement.start)
        lines = text.replace("\r\n", "\n\r").split("\n")
        assert len(lines) >= line
        assert column >= 1
