"""What is refused before a parser sees it, and how a parser's words are passed on."""

from __future__ import annotations

import pytest

from specproof.specs import screening
from specproof.specs.problem import Problem


def test_fetch_reads_up_to_the_limit_and_no_further(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes(b"a" * screening.MAX_BYTES)
    assert screening.fetch(file, "x") == b"a" * screening.MAX_BYTES
    file.write_bytes(b"a" * (screening.MAX_BYTES + 1))
    problem = screening.fetch(file, "x")
    assert isinstance(problem, Problem)
    assert problem.code == "yaml.too-large"


def test_the_first_wrong_byte_is_placed_in_characters():
    problem = screening.decode("一二\n三四".encode() + b"\xfe", "x")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.line, problem.column) == ("yaml.not-utf8", 2, 3)
    assert "0xFE" in problem.what


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9f", "\u2028", "\u2029", "\ufeff", "\ufffe"]
)
def test_invisible_characters_are_named_by_number(character):
    (problem,) = screening.screen(f"a: 1\nb{character}: 2\n", "x")
    assert (problem.code, problem.line, problem.column) == ("yaml.control-character", 2, 2)
    assert f"U+{ord(character):04X}" in problem.what


def test_ordinary_text_passes():
    assert screening.screen("a: 1\r\nb: 表 𝄞 é\n", "x") == ()


def test_tabs_are_one_problem_with_their_number():
    (problem,) = screening.screen("a: 1\nb:\t2\nc:\t\t3\nd: 4\n", "x")
    assert (problem.code, problem.line, problem.column) == ("yaml.tab", 2, 3)
    assert "2 lines" in problem.what
