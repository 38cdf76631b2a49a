"""Columns of a terminal, and signs in place of what would steer it."""

from __future__ import annotations

import pytest

from specproof.report.cells import safe, width


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("清除", 4), ("Ａ", 2), ("e\u0301", 1), ("，", 2), ("", 0)])
def test_width(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"), [("a\tb", "a    b"), ("\x1b[31m", "␛[31m"), ("a\nb", "a␊b"), ("\u202eabc", "\ufffdabc")]
)
def test_control_characters_are_shown(text, shown):
    assert safe(text) == shown
