import pytest

from specproof.ddl import facts
from specproof.errors import UsageProblem


def test_all_facts():
    assert len(facts.find()) == 802


def test_by_category_and_word():
    found = facts.find("limits", "3072")
    assert "lim-key-3073-dynamic" in [fact["id"] for fact in found]
    assert {fact["category"] for fact in found} == {"limits"}
    assert facts.find(search="RENAME column")


def test_an_unknown_category_gets_the_nearest():
    with pytest.raises(UsageProblem) as caught:
        facts.find("limit")
    assert caught.value.code == "facts.unknown-category"
    assert "Did you mean 'limits'?" in caught.value.what
