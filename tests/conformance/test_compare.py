import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.conformance.compare import ABSENT, Difference, differences

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=3),
    max_leaves=6,
)


def places(expected, seen, **modes):
    return [(one.path, one.expected, one.seen) for one in differences(expected, seen, modes.get("modes", {}))]


def test_every_place_is_told_with_its_path():
    expected = {"a": 1, "b": [1, {"c/d": "x"}], "gone": None}
    seen = {"a": 2, "b": [1, {"c/d": "y"}, 3], "more": True}
    assert places(expected, seen) == [
        ("/a", 1, 2),
        ("/b/1/c~1d", "x", "y"),
        ("/b/2", ABSENT, 3),
        ("/gone", None, ABSENT),
        ("/more", ABSENT, True),
    ]


@pytest.mark.parametrize(
    ("expected", "seen"),
    [(True, 1), (0, False), (None, 0), ("1", 1), ([], {}), ({}, None), ("", None), ("a", "A")],
)
def test_json_values_of_different_meaning_differ(expected, seen):
    assert differences(expected, seen, {}) == (Difference("", expected, seen),)


def test_numbers_are_equal_by_value_and_cells_by_theirs():
    assert differences([1], [1.0], {}) == ()
    assert differences({"x": {"number": "1.0"}}, {"x": {"number": "1"}}, {}) == ()
    (only,) = differences({"x": {"null": True}}, {"x": {"text": ""}}, {})
    assert only == Difference("/x", {"null": True}, {"text": ""})


def test_order_counts_unless_the_case_says_otherwise():
    assert len(differences([1, 2], [2, 1], {})) == 2
    assert differences([1, 2, 2], [2, 1, 2], {"": "unordered"}) == ()
    assert places([1, 2, 2], [1, 1, 2], modes={"": "unordered"}) == [("/2", 2, ABSENT), ("/1", ABSENT, 1)]
    assert places({"w": [1]}, {"w": [1, 2]}, modes={"/w": "unordered"}) == [("/w/1", ABSENT, 2)]


def test_a_subset_lets_more_be_there_at_its_place_alone():
    assert differences({"a": 1}, {"a": 1, "b": 2}, {"": "subset"}) == ()
    assert places({"a": {"x": 1}}, {"a": {"x": 1, "y": 2}}, modes={"": "subset"}) == [("/a/y", ABSENT, 2)]
    assert places({"a": 1}, {}, modes={"": "subset"}) == [("/a", 1, ABSENT)]
    assert differences([2], [1, 2], {"": "subset"}) == ()
    assert places([2, 2], [1, 2], modes={"": "subset"}) == [("/1", 2, ABSENT)]


@given(JSON)
def test_a_value_does_not_differ_from_itself(value):
    for mode in ("exact", "unordered", "subset"):
        assert differences(value, value, {"": mode}) == ()


@given(JSON, JSON)
def test_differing_is_mutual_and_means_inequality(one, other):
    there, back = differences(one, other, {}), differences(other, one, {})
    assert bool(there) == bool(back)
    assert {(d.path, repr(d.expected), repr(d.seen)) for d in there} == {
        (d.path, repr(d.seen), repr(d.expected)) for d in back
    }
