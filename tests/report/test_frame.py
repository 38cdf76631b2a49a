import pytest

from specproof.finding import Span
from specproof.report.frame import WIDTH, Source, frame, safe, width


def shown(text, column, end_column, *, line=1, end_line=None):
    return frame(Source(text), Span(line, column, end_line or line, end_column))


def test_carets_stand_under_the_span():
    assert shown("ALTER TABLE t ADD x", 7, 12) == ["  |", "1 | ALTER TABLE t ADD x", "  |       ^^^^^"]


def test_the_gutter_grows_with_the_line_number():
    text = "\n" * 99 + "DROP TABLE t"
    assert shown(text, 1, 5, line=100) == ["    |", "100 | DROP TABLE t", "    | ^^^^"]


def test_wide_characters_take_two_columns():
    _, line, carets = shown("`姓名` INT，x", 9, 10)
    assert line == "1 | `姓名` INT，x"
    assert carets == "  | " + " " * 10 + "^^"


def test_combining_characters_take_none_and_tabs_four():
    _, line, carets = shown("\te\u0301 bad", 5, 8)
    assert line == "1 |     e\u0301 bad"
    assert carets == "  | " + " " * 6 + "^^^"


def test_an_empty_span_still_gets_a_caret():
    assert shown("SELECT", 7, 7)[2] == "  |       ^"


def test_a_span_over_lines_is_marked_to_the_end_of_its_first_line():
    assert shown("a bcd\ne", 3, 2, end_line=2)[2] == "  |   ^^^"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_counts(end):
    assert Source(end.join(["one", "two", "three"])).line(2) == "two"
    assert Source(end.join(["one", "two", "three"])).line(3) == "three"


def test_a_long_line_is_cut_around_the_span():
    text = "x" * 5000 + "BAD" + "y" * 5000
    _, line, carets = shown(text, 5001, 5004)
    assert len(line) <= WIDTH + len("1 | ……")
    assert line.startswith("1 | …x")
    assert line.endswith("y…")
    start = carets.index("^")
    assert line[start : start + 3] == "BAD"
    assert carets.count("^") == 3


def test_a_long_span_is_cut_as_well():
    _, line, carets = shown("好" * 4000, 1, 4001)
    assert width(line) <= WIDTH + len("1 | ……") + 1
    assert len(carets) <= WIDTH + len("1 | ") + 2


def test_nothing_of_a_script_steers_the_terminal():
    assert safe("a\x1b[31mb\x9bc\u202ed\u200be\x7f") == "a␛[31mb\ufffdc\ufffdd\ufffde\ufffd"
    assert "\x1b" not in "".join(shown("\x1b[2J DROP", 6, 10))
