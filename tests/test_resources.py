import pytest

from specproof import resources
from specproof.errors import InternalProblem


def test_each_content_room_is_found_and_holds_files():
    for name in resources.ROOMS:
        assert any(p.is_file() for p in resources.room(name).rglob("*")), name


def test_the_installed_copy_wins_over_the_checkout(tmp_path, monkeypatch):
    (tmp_path / "specs").mkdir()
    monkeypatch.setattr(resources, "_WHEEL", tmp_path)
    assert resources.room("specs") == tmp_path / "specs"
    assert resources.path("specs", "a", "b.yaml") == tmp_path / "specs" / "a" / "b.yaml"


def test_a_room_that_was_not_installed_is_an_internal_error():
    with pytest.raises(InternalProblem) as caught:
        resources.room("nowhere")
    assert caught.value.code == "resources.missing-room"
