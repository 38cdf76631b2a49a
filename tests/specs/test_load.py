"""The strict reader: what it reads, where it says things stand, and everything that it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.errors import ExitCode, UsageProblem
from specproof.specs import events, load
from specproof.specs.load import Place


@pytest.fixture(params=["libyaml", "python"], autouse=True)
def parser(request, monkeypatch):
    if request.param == "python":
        monkeypatch.setattr(events, "CParser", None)
    elif events.CParser is None:
        pytest.skip("PyYAML was built without libyaml")


def value_of(text: str):
    loaded = load.load_bytes(text.encode(), "x.yaml")
    assert loaded.problems == ()
    assert loaded.document is not None
    return loaded.document.value


def problems_of(text: str | bytes):
    data = text if isinstance(text, bytes) else text.encode()
    return load.load_bytes(data, "x.yaml").problems


def only(text: str | bytes):
    (problem,) = problems_of(text)
    return problem


def at(problem):
    return problem.code, problem.line, problem.column, problem.path


def test_plain_scalars_get_their_type_and_quoted_ones_stay_text():
    assert value_of("[1, '1', yes, true, \"true\", ~, '~', 1.5]") == [1, "1", "yes", True, "true", None, "~", 1.5]


def test_an_ambiguous_number_is_a_problem_at_its_place():
    problem = only("a:\n  - 010\n")
    assert at(problem) == ("yaml.number", 2, 5, "/a/0")
    assert "quotes" in problem.next_step


def test_only_json_types_come_out():
    text = "a: [1, 2.5, x, true, null, {b: []}]\nc: |\n  two\n  lines\nd: >-\n  folded\n  text\n"
    assert value_of(text) == {"a": [1, 2.5, "x", True, None, {"b": []}], "c": "two\nlines\n", "d": "folded text"}


def test_places_of_values_and_keys():
    document = load.load_bytes(b"a: 1\nlist:\n  - x\n  - {name: n, type: t}\n", "x.yaml").document
    assert document.place() == Place(1, 1)
    assert document.place(("a",)) == Place(1, 4)
    assert document.place(("a",), key=True) == Place(1, 1)
    assert document.place(("list", 1)) == Place(4, 5)
    assert document.place(("list", 1, "type")) == Place(4, 21)
    assert document.place(("list", 1, "type"), key=True) == Place(4, 15)


def test_what_is_missing_is_placed_at_its_container():
    document = load.load_bytes(b"list:\n  - {name: n}\n", "x.yaml").document
    assert document.place(("list", 0, "absent", "deeper")) == Place(2, 5)
    assert document.place(("list", 7)) == Place(2, 3)


def test_columns_count_characters():
    document = load.load_bytes("{注释: 列, b: 1}\n".encode(), "x.yaml").document
    assert document.place(("b",), key=True) == Place(1, 9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", ("yaml.duplicate-key", 3, 1, "/a")),
        ("a: {b: 1, 'b': 2}\n", ("yaml.duplicate-key", 1, 11, "/a/b")),
        ("a: &x 1\n", ("yaml.anchor", 1, 4, "/a")),
        ("&x a: 1\n", ("yaml.anchor", 1, 1, "/a")),
        ("<<: {a: 1}\n", ("yaml.merge-key", 1, 1, "/<<")),
        ("a: !!str 1\n", ("yaml.tag", 1, 4, "/a")),
        ("a: ! 1\n", ("yaml.tag", 1, 4, "/a")),
        ("a: !own {b: 1}\n", ("yaml.tag", 1, 4, "/a")),
        ("!!str a: 1\n", ("yaml.tag", 1, 1, "/a")),
        ("a: !!python/object:os.system {}\n", ("yaml.tag", 1, 4, "/a")),
        ("a: !!python/object/apply:os.system ['true']\n", ("yaml.tag", 1, 4, "/a")),
        ("1: a\n", ("yaml.key-not-text", 1, 1, "/1")),
        ("true: a\n", ("yaml.key-not-text", 1, 1, "/true")),
        ("~: a\n", ("yaml.key-not-text", 1, 1, "/~0")),
        ("? [a]\n: b\n", ("yaml.key-not-text", 1, 3, "/?")),
        ("a: 1\n---\nb: 2\n", ("yaml.several-documents", 2, 1, "")),
        ("%YAML 1.1\n---\na: 1\n", ("yaml.directive", 1, 1, "")),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", ("yaml.directive", 1, 1, "")),
        ("", ("yaml.empty", 1, 1, "")),
        ("# only words\n", ("yaml.empty", 1, 1, "")),
        ("a: 'x\ty'\n", ("yaml.tab", 1, 6, "")),
        ("a: 1\nb: \x00\n", ("yaml.control-character", 2, 4, "")),
        ("a: 1\n# \x1b[2J\n", ("yaml.control-character", 2, 3, "")),
        ("a: x\u2028y\n", ("yaml.control-character", 1, 5, "")),
        (b"\xef\xbb\xbfa: 1\n", ("yaml.bom", 1, 1, "")),
        ("a: 1\n".encode("utf-16"), ("yaml.not-utf8", 1, 1, "")),
        ("a: 表\nb: 列\n".encode("gbk"), ("yaml.not-utf8", 1, 4, "")),
        ("一: 1\nb: ".encode() + b"\xff\n", ("yaml.not-utf8", 2, 4, "")),
        ("a: b: c\n", ("yaml.syntax", 1, 5, "/a")),
        ("a: [1, 2\n", ("yaml.syntax", 2, 1, "/a/1")),
    ],
)
def test_one_fault_gives_one_problem_at_its_place(text, expected):
    problem = only(text)
    assert at(problem) == expected
    assert problem.file == "x.yaml"
    assert problem.what.endswith(".")
    assert problem.next_step.endswith((".", '(""\\u0000"").'))


def test_tab_as_indentation_is_named_as_a_tab():
    problems = problems_of("a:\n\tb: 1\n\tc: 2\n")
    assert at(problems[0]) == ("yaml.tab", 2, 1, "")
    assert "2 lines" in problems[0].what


def test_quoted_merge_sign_is_text():
    assert value_of("'<<': 1\n") == {"<<": 1}


def test_escapes_may_name_what_may_not_stand_raw():
    assert value_of('a: "x\\ty\\u2028\\0"\n') == {"a": "x\ty\u2028\0"}


def test_all_problems_of_a_file_are_collected_and_the_rest_is_read():
    loaded = load.load_bytes(b"a: &x 1\nb: *x\na: 2\nc: !!int '3'\nd: 010\ne: fine\n", "x.yaml")
    assert [at(p) for p in loaded.problems] == [
        ("yaml.anchor", 1, 4, "/a"),
        ("yaml.alias", 2, 4, "/b"),
        ("yaml.duplicate-key", 3, 1, "/a"),
        ("yaml.tag", 4, 4, "/c"),
        ("yaml.number", 5, 4, "/d"),
    ]
    assert loaded.document.value == {"a": 1, "b": None, "c": "3", "d": "010", "e": "fine"}


def test_alias_bomb_is_refused_without_being_expanded():
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    problems = problems_of("\n".join(lines))
    assert {p.code for p in problems} == {"yaml.anchor", "yaml.alias"}
    assert len(problems) == 9 + 8 * 9


def test_depth_is_bounded():
    assert value_of("[" * 100 + "]" * 100) is not None
    problem = only("[" * 101 + "]" * 101)
    assert problem.code == "yaml.too-deep"
    assert problem.column == 101


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_ends_early(opening):
    assert only(opening * 200_000).code == "yaml.too-deep"


def test_list_of_problems_is_bounded():
    problems = problems_of("".join(f"k{n}: !t x\n" for n in range(5000)))
    assert len(problems) == 101
    assert problems[-1].code == "yaml.too-many"


def test_ten_megabytes_are_refused(tmp_path):
    file = tmp_path / "big.yaml"
    file.write_bytes(b"- some text in a line of a list\n" * (10 * 1024 * 1024 // 32))
    (problem,) = load.load(file).problems
    assert problem.code == "yaml.too-large"
    assert "5 MiB" in problem.what


def test_unreadable_files(tmp_path):
    assert [p.code for p in load.load(tmp_path / "absent.yaml").problems] == ["yaml.unreadable"]
    (problem,) = load.load(tmp_path, "specs").problems
    assert (problem.code, problem.file) == ("yaml.unreadable", "specs")


def test_reader_raises_with_the_first_place_and_the_number_of_the_others(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_text("a: 1\na: 2\nb: &x 1\n", encoding="utf-8")
    with pytest.raises(UsageProblem) as caught:
        load.read(file)
    error = caught.value
    assert error.code == "spec.invalid"
    assert error.exit_code is ExitCode.USAGE
    assert error.where == f"{file}:2:1 at /a"
    assert "1 more" in error.what


def test_reader_gives_the_value(tmp_path: Path):
    file = tmp_path / "x.yaml"
    file.write_text("a: [no, 1]\n", encoding="utf-8")
    assert load.read(file) == {"a": ["no", 1]}


# Beyond the basic plane JSON escapes in surrogate pairs, which YAML refuses; such text is written as it is.
_TEXT = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]))
_KEY = _TEXT.map(lambda text: text[:100])  # YAML allows 1024 characters to a key, escapes counted as written
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEY, inner, max_size=4),
    max_leaves=12,
)


@given(_JSON)
def test_json_is_read_as_json(value):
    assert value_of(json.dumps(value)) == value
