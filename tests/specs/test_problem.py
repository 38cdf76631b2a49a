"""Problems as text and as an error."""

from __future__ import annotations

from specproof.specs.load import load_bytes
from specproof.specs.problem import Problem, as_error, pointer_text, printable


def test_text_is_clickable_and_ends_with_the_code():
    problem = Problem("a.yaml", 3, 7, "/x", "yaml.tab", "A tab stands in the file.", "Use spaces.")
    assert str(problem) == "a.yaml:3:7: A tab stands in the file. [yaml.tab]"


def test_control_characters_of_a_file_do_not_reach_the_terminal():
    (problem,) = load_bytes(b'"a\\e[2J": 1\n"a\\e[2J": 2\n', "x.yaml").problems
    assert "\x1b" in problem.what
    assert "\x1b" not in str(problem)
    assert "'a\\u001b[2J'" in str(problem)
    assert printable("列 é") == "列 é"


def test_pointers_escape_as_rfc_6901_says():
    assert pointer_text(("a/b", 0, "c~d")) == "/a~1b/0/c~0d"
    assert pointer_text(()) == ""


def test_an_error_shows_the_first_and_counts_the_others():
    problems = [Problem("a.yaml", n, 1, "", "yaml.tab", f"Number {n}.", "Use spaces.") for n in (1, 2, 3)]
    error = as_error(problems)
    assert error.code == "spec.invalid"
    assert error.what == "Number 1. (2 more in this file)"
    assert error.where == "a.yaml:1:1"
    assert error.next_step.startswith("Use spaces.")
