import pytest

from specproof import resources
from specproof.errors import UsageProblem
from specproof.reference.source import PROFILES, in_profile, only, table
from specproof.specs.kinds import schemas


def test_profiles_are_those_of_the_law():
    assert list(PROFILES) == schemas()["rule"]["properties"]["profiles"]["items"]["enum"]


def test_differing_values_are_picked_at_any_depth():
    said = {"a": {"current": 1, "target": {"b": {"current": "x", "target": "y"}}}, "c": [{"current": 2, "target": 3}]}
    assert in_profile(said, "current") == {"a": 1, "c": [2]}
    assert in_profile(said, "target") == {"a": {"b": "y"}, "c": [3]}
    assert in_profile({"current": 1}, "current") == {"current": 1}


def test_a_folder_of_ones_own_is_other_law(tmp_path):
    (tmp_path / "specs" / "x").mkdir(parents=True)
    (tmp_path / "specs" / "x" / "y.yaml").write_text("a: 1\n")
    assert table("x", "y", tmp_path) == {"a": 1}
    assert table("flight-state", "wire") == table("flight-state", "wire", resources.room("specs").parent)


def test_a_file_that_cannot_be_read_is_an_error_of_its_author(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        table("x", "y", tmp_path)
    assert caught.value.code == "spec.invalid"


def test_a_word_that_nobody_knows_is_told():
    only("qbd", "SHA-256", "SHA-256")
    with pytest.raises(UsageProblem) as caught:
        only("qbd", "MD5", "SHA-256")
    assert caught.value.code == "reference.unknown-word"
    assert "'MD5'" in caught.value.what
    assert caught.value.where == "specs/qbd"
