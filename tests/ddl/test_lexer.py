import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.ddl.lexer import Lexer, is_odd
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.splitter import read_script


def lexed(text: str) -> list[Token]:
    return Lexer(text).read(0).tokens


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind.value, token.text) for token in lexed(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a1 1a $x _y é 表", ["word"] * 6),
        ("1 1.5 .5 1. 1e3 1.5E-3 0x1F 0b01 1e+5", ["number"] * 9),
        ("0X1F 1e 0xZ 0b2", ["word"] * 4),
        ("x'4F' X'' b'01' B''", ["bits"] * 4),
        ("x'4' b'2' 1.e ==", ["odd"] * 4),
        ("'a''b' \"a\\\"b\" N'x' n''", ["string"] * 4),
        ("`a``b`", ["quoted"]),
        ("@x @@global.y @'z' @`q r` @@a", ["variable"] * 5),
        ("-> ->> <=> <= >= <> != << >> := && || = < > !", ["punct"] * 16),
    ],
)
def test_kinds(text, expected):
    assert [kind for kind, _ in kinds(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t.1", ["t", ".", "1"]),
        ("t.select.1e5", ["t", ".", "select", ".", "1e5"]),
        ("1e5abc", ["1e5", "abc"]),
        ("a.b`c`", ["a", ".", "b", "`c`"]),
        ("1-1", ["1", "-", "1"]),
        ("a--b", ["a", "-", "-", "b"]),
        ("a-- b", ["a"]),
        ("a# b", ["a"]),
        ("a/*x*/b", ["a", "b"]),
        ("a/*+ x */b", ["a", "b"]),
        ("_utf8mb4'x'", ["_utf8mb4", "'x'"]),
        ("{d '2020-01-01'}", ["{", "d", "'2020-01-01'", "}"]),
    ],
)
def test_cuts(text, expected):
    assert [token.text for token in lexed(text)] == expected


def test_greedy_comparisons_are_no_tokens():
    assert kinds("a <>! b")[1][0] == "odd"
    assert kinds("a == b")[1] == ("odd", "==")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'it''s'", "it's"),
        ('"say ""x"', 'say "x'),
        ("'a\"\"b'", 'a""b'),
        (r"'a\nb\%\_\\\'\x'", "a\nb\\%\\_\\'x"),
        (r"N'\0'", "\0"),
        ("`a``b`", "a`b"),
        ("x'41'", "x'41'"),
    ],
)
def test_values_are_unescaped(text, value):
    assert [token.value for token in lexed(text)] == [value]


def test_versioned_comments():
    text = "a /*!50100 b /* inner */ c */ d /*!80000 e /* deep */ f */ g /*! h */"
    result = Lexer(text).read(0)
    assert [(token.text, token.version) for token in result.tokens] == [
        ("a", None),
        ("b", 50100),
        ("c", 50100),
        ("d", None),
        ("g", None),
        ("h", 0),
    ]
    skipped = [comment.text for comment in result.comments if comment.skipped]
    assert skipped == ["/*!80000 e /* deep */ f */"]


def test_the_target_version_is_the_limit():
    assert [token.text for token in lexed("/*!50744 a */ /*!50745 b */ /*!507440 c */")] == ["a", "0", "c"]


def test_odd_characters_make_odd_names():
    tokens = lexed("（a，b\u00a0c d\u3000 表 é 😀 `（`")
    assert [token.kind for token in tokens] == [
        TokenKind.ODD,
        TokenKind.ODD,
        TokenKind.WORD,
        TokenKind.WORD,
        TokenKind.ODD,
        TokenKind.QUOTED,
    ]
    assert is_odd("，")
    assert not is_odd("表")
    assert not is_odd(",")


@pytest.mark.parametrize(
    ("text", "code", "start"),
    [
        ("a 'b", "unterminated-string", 2),
        ('a "b\\"', "unterminated-string", 2),
        ("a `b", "unterminated-quoted-name", 2),
        ("a /* b", "unterminated-comment", 2),
        ("a /*! b", "unterminated-comment", 2),
        ("a /*!99999 b", "unterminated-comment", 2),
    ],
)
def test_what_never_ends(text, code, start):
    problems = Lexer(text).read(0).problems
    assert [(problem.code, problem.start, problem.end) for problem in problems] == [(code, start, len(text))]


def test_data_is_passed_over():
    text = "INSERT INTO `t` (`a`) VALUES (1,'x;y'),(NULL,-1.5e3),(0xFF,_binary'\\'');SELECT"
    result = Lexer(text).read(0)
    assert [token.text for token in result.tokens] == ["INSERT", "INTO", "`t`"]
    assert (result.passed, text[result.resume :]) == ("rows", "SELECT")


@pytest.mark.parametrize(
    ("values", "last"),
    [
        ("(now())", ")"),
        ("(1) ON DUPLICATE KEY UPDATE a = 1", "1"),
        ("(1,)", ")"),
        ("(1) -- x\n", ")"),
        ("('a' 'b'), (2)", ")"),
    ],
)
def test_other_values_are_lexed(values, last):
    text = f"insert into t values {values}"
    result = Lexer(text).read(0)
    assert result.passed == ""
    assert result.tokens[-1].text == last
    assert result.tokens[-1].end == len(text.removesuffix(" -- x\n"))


def test_too_many_other_values_are_passed_over_unread():
    text = "INSERT INTO t VALUES " + "(now()),\n" * 10_000 + "(1);"
    result = Lexer(text).read(0)
    assert (result.passed, len(result.tokens), result.resume) == ("data", 3, len(text))


WRITTEN = ["SELECT", "t.a", "`x``y`", "'a''b'", '"q\\""', "1.5e3", ".5", "0x1F", "x'41'", "@v", "@@g.v"]
BETWEEN = ["/* c */", "-- c\n", "# c\r\n", "/*!50000 a */", "/*!99999 b */", "<=>", "->>", ":=", "==", "\\N"]
BEYOND_ASCII = ["表", "（", "😀", "\u00a0", "\u3000"]
PIECES = st.sampled_from([*WRITTEN, *BETWEEN, *BEYOND_ASCII, "(", "\r\n"])


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_tokens_and_gaps_make_the_text_again(text):
    """Whatever is read, each character belongs to one token, one comment, or a gap that a server skips."""
    result = Lexer(text).read(0)
    pieces = sorted(
        [(token.start, token.end, token.text) for token in result.tokens if token.version is None]
        + [(comment.start, comment.end, comment.text) for comment in result.comments]
    )
    rebuilt, at = "", 0
    for start, end, piece in pieces:
        assert text[at:start].strip(" \t\r\n\v\f") == ""
        assert text[start:end] == piece
        rebuilt += text[at:start] + piece
        at = end
    assert rebuilt + text[at:] == text
    assert text[at:].strip(" \t\r\n\v\f") == ""


@given(st.text(max_size=60))
def test_any_text_is_read_to_its_end(text):
    """Nothing hangs or raises, and tokens stand where they say."""
    if not text.strip() or "\0" in text:
        return
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return
    if data.startswith(b"\xef\xbb\xbf"):
        return
    script = read_script(data, "any.sql")
    for statement in script.statements:
        assert 0 <= statement.start <= statement.end <= len(text)
        for token in statement.tokens:
            assert text[token.start : token.end] == token.text


def _modes(sql: str) -> list[tuple[str, str]]:
    """Kind and value of the tokens of the last statement."""
    return [(token.kind.value, token.value) for token in read_script(sql.encode(), "test.sql").statements[-1].tokens]


@pytest.mark.parametrize(
    "mode",
    ["'ANSI_QUOTES'", "'ansi'", "4", "CONCAT(@@sql_mode, ',ANSI_QUOTES')", "'ORACLE'"],
)
def test_double_quotes_hold_names_once_sql_mode_says_so(mode):
    text = f'SET @old = @@sql_mode, sql_mode = {mode};\nSELECT "a""b\\n", \'c\';'
    assert _modes(text)[1:] == [("quoted", 'a"b\\n'), ("punct", ","), ("string", "c")]
    assert _modes(text + ' SET sql_mode = @old; SELECT "a";')[1:] == [("string", "a")]
    assert _modes(f'SET GLOBAL sql_mode = {mode}; SELECT "a";')[1:] == [("string", "a")]


def test_a_backslash_escapes_nothing_once_sql_mode_says_so():
    text = "/*!40101 SET SQL_MODE='NO_BACKSLASH_ESCAPES' */;\nSELECT '\\', 'a\\n''b', N'\\';"
    assert _modes(text)[1::2] == [("string", "\\"), ("string", "a\\n'b"), ("string", "\\")]
    assert read_script(text.encode(), "test.sql").problems == ()
    rows = "SET sql_mode='NO_BACKSLASH_ESCAPES'; INSERT INTO t VALUES ('\\'),(';\\'); SELECT 1;"
    found = read_script(rows.encode(), "test.sql").statements
    assert [(len(s.tokens), s.passed) for s in found] == [(4, ""), (3, "rows"), (2, "")]
