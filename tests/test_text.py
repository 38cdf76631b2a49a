import pytest

from specproof.text import Text, language_of


def test_pick_and_fill_take_the_language_asked_for():
    text = Text(zh="表 {name} 已存在", en="table {name} exists")
    assert text.pick("zh") == "表 {name} 已存在"
    assert text.fill("en", {"name": "answer"}) == "table answer exists"


def test_an_unknown_place_in_a_template_is_an_error():
    with pytest.raises(KeyError, match="nmae"):
        Text(zh="{nmae}", en="x").fill("zh", {"name": "answer"})


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "SPECPROOF_LANG": "zh"}, "zh"),
        ({"LC_ALL": "", "LANG": "zh_TW"}, "zh"),
    ],
)
def test_language_of(environment, language):
    assert language_of(environment) == language
