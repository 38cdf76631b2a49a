import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.reference import strict_json
from specproof.reference.rejection import Rejected
from specproof.reference.strict_json import Number, text_of

LIMITS = {
    "encoding": "utf-8",
    "max_depth": 3,
    "refusals": {
        "not-json": "broken",
        "not-utf-8": "bytes",
        "number-not-finite": "infinite",
        "duplicate-key": "twice",
        "lone-surrogate": "surrogate",
        "too-deep": "deep",
    },
}


def read(text):
    return strict_json.read(text if isinstance(text, bytes) else text.encode(), LIMITS)


def refused(text):
    with pytest.raises(Rejected) as caught:
        read(text)
    return caught.value.rejection.code, caught.value.rejection.path


def test_values_are_those_of_json_with_numbers_as_they_were_written():
    value = read(' {"a": [1, 1.50, -0, 1e999, true, null], "b": "\\ud83d\\ude00"} ')
    assert value == {"a": ["1", "1.50", "-0", "1e999", True, None], "b": "😀"}
    assert [type(item) for item in value["a"][:4]] == [Number] * 4
    assert type(value["b"]) is str
    assert list(value) == ["a", "b"]


@pytest.mark.parametrize("text", ["", "{", "{'a': 1}", '{"a": 1,}', "01", '"\t"', "[1] 2", "\ufeff{}", "{a: 1}", "nul"])
def test_what_is_no_json_is_refused_as_a_whole(text):
    assert refused(text) == ("broken", "")


@pytest.mark.parametrize("data", [b'{"a": "\xff"}', b'{"a": "\xed\xa0\x80"}', '{"a": 1}'.encode("utf-16")])
def test_what_is_no_utf_8_is_refused(data):
    assert refused(data) == ("bytes", "")


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_lacks_are_refused_where_they_stand(word):
    assert refused(f'{{"a": [1, {word}]}}') == ("infinite", "/a/1")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": 1, "a": 1}', "/a"),
        ('[{"x": {"b/c": 1, "d": 2, "b/c": 3}}]', "/0/x/b~1c"),
        ('{"\\u0061": 1, "a": 2}', "/a"),
    ],
)
def test_a_repeated_key_is_refused_where_it_stands(text, path):
    assert refused(text) == ("twice", path)


@pytest.mark.parametrize(
    ("text", "path"), [('["\\ud800"]', "/0"), ('{"a": "x\\udc00"}', "/a"), ('{"a": {"\\udfff": 1}}', "/a")]
)
def test_half_of_a_surrogate_pair_is_refused_where_it_stands(text, path):
    assert refused(text) == ("surrogate", path)


def test_the_limit_counts_open_containers():
    assert read('{"a": [{}]}') == {"a": [{}]}
    assert refused('{"a": [{}, {"b": []}]}') == ("deep", "/a/1/b")
    assert refused("[[[[[") == ("broken", "")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[" * 200_000, "/0/0/0"),
        ('{"a":[' * 100_000, "/a/0/a"),
        ('[0, {"x": "]", "y": [1, "a,b", ' + "[" * 200_000, "/1/y/2"),
    ],
)
def test_depth_beyond_the_parser_is_told_with_its_place(text, path):
    assert refused(text) == ("deep", path)


def test_of_several_faults_the_first_decides_and_broken_syntax_before_all():
    assert refused('{"a": NaN, "b": "\\ud800"}') == ("infinite", "/a")
    assert refused('{"b": "\\ud800", "a": NaN}') == ("surrogate", "/b")
    assert refused('{"a": NaN, "a": 1}') == ("twice", "/a")
    assert refused('{"a": NaN, "a": 1') == ("broken", "")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_text_of_a_value_is_its_json_without_blanks(value):
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert text_of(strict_json.read(compact.encode(), {**LIMITS, "max_depth": 50})) == compact


@pytest.mark.parametrize(
    ("text", "value"),
    [("5", 5), ("5.0", 5.0), ("-1e2", -100.0), ("1e400", "1e400"), ('[{"a": [1]}]', [{"a": [1]}]), ('"5"', "5")],
)
def test_plain_numbers(text, value):
    found = strict_json.plain(strict_json.read(text.encode(), LIMITS))
    assert (found, type(found)) == (value, type(value))
