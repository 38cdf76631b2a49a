"""Lines: Latin words whole, Chinese between characters, punctuation never at the wrong end."""

from __future__ import annotations

import pytest

from specproof.report.cells import width
from specproof.report.wrap import indented, wrap


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("unbreakable-word of it", 6, ["unbreakable-word", "of it"]),
        ("清除标记；集合", 8, ["清除标", "记；集合"]),
        ("（甲乙）丙丁", 8, ["（甲乙）", "丙丁"]),
        ("甲乙（丙丁）", 6, ["甲乙", "（丙", "丁）"]),
        ("序号 SOURCE_SEQ 为 NULL。", 16, ["序号 SOURCE_SEQ", "为 NULL。"]),
        ("a\n  b\tc", 20, ["a b c"]),
    ],
)
def test_lines(text, columns, lines):
    assert wrap(text, columns) == lines


def test_the_first_line_may_be_narrower():
    assert wrap("aa bb cc dd", 8, 5) == ["aa bb", "cc dd"]
    assert indented("aa bb cc dd", "  ", "head  ", 11) == ["head  aa bb", "  cc dd"]


def test_no_line_is_wider_than_asked():
    text = '序号属性等于 "0" 的条目是清除标记；集合里至少有一个条目、且个个都是清除标记时，集合翻译成 Clear。' * 3
    assert max(width(line) for line in wrap(text, 40)) <= 40
    assert "".join(wrap(text, 40)).replace(" ", "") == text.replace(" ", "")
