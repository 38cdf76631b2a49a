"""Columns stand below each other in either script, and the last one wraps."""

from __future__ import annotations

from specproof.report.table import aligned


def test_columns_are_as_wide_as_their_widest_cell():
    assert list(aligned([("a", "1", "one"), ("清除", "22", "two")], right=frozenset({1}))) == [
        "  a      1  one",
        "  清除  22  two",
    ]


def test_the_last_column_wraps_below_itself():
    lines = list(aligned([("id", "word " * 30)], indent=""))
    assert len(lines) == 2
    assert lines[1].startswith("    word")


def test_no_rows_no_lines():
    assert list(aligned([])) == []
