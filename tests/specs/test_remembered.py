"""A clean validation is remembered by content, and only by content."""

from __future__ import annotations

import pytest

from specproof.errors import UsageProblem
from specproof.specs import remembered


def test_equal_content_has_an_equal_digest_wherever_it_lies(small_law, tmp_path):
    before = remembered.digest(small_law.root)
    moved = small_law.root.rename(tmp_path / "elsewhere")
    assert remembered.digest(moved) == before


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("specs/demo/rules/writing.yaml", "# longer\n"),
        ("specs/new.yaml", "a: 1\n"),
        ("migrator/queries/verify/other.sql", "SELECT 1\n"),
    ],
)
def test_any_other_file_gives_another_digest(small_law, path, text):
    before = remembered.digest(small_law.root)
    old = (small_law.root / path).read_text(encoding="utf-8") if (small_law.root / path).exists() else ""
    small_law.write(path, old + text)
    assert remembered.digest(small_law.root) != before


def test_what_was_kept_is_recalled(tmp_path):
    environment = {"SPECPROOF_CACHE": str(tmp_path / "cache")}
    assert remembered.recall("a" * 64, environment) is None
    remembered.keep("a" * 64, {"rule": 2}, environment)
    assert remembered.recall("a" * 64, environment) == {"rule": 2}
    assert remembered.recall("b" * 64, environment) is None


@pytest.mark.parametrize("damage", ["", "[]", '{"files": 3}', '{"files": {"rule": null}}', "\x00"])
def test_a_damaged_memory_is_no_memory(tmp_path, damage):
    environment = {"SPECPROOF_CACHE": str(tmp_path)}
    remembered.keep("a" * 64, {"rule": 2}, environment)
    (tmp_path / "spec-validate" / f"{'a' * 64}.json").write_text(damage, encoding="utf-8")
    assert remembered.recall("a" * 64, environment) is None


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    environment = {"SPECPROOF_CACHE": str(blocked)}
    remembered.keep("a" * 64, {"rule": 2}, environment)
    assert remembered.recall("a" * 64, environment) is None


def test_old_digests_make_way(tmp_path, monkeypatch):
    monkeypatch.setattr(remembered, "_KEPT", 3)
    for number in range(5):
        remembered.keep(f"{number:064}", {"rule": number}, {"SPECPROOF_CACHE": str(tmp_path)})
    assert len(list((tmp_path / "spec-validate").iterdir())) == 3


def test_a_folder_without_rooms_is_refused(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        remembered.digest(tmp_path)
    assert caught.value.code == "spec.no-rooms"
