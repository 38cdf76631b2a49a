"""Which files a list of paths means, and what is said of those that cannot be read."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from specproof.ddl import files
from specproof.errors import UsageProblem


def test_a_folder_stands_for_its_sql_files_sorted(tmp_path):
    for name in ("b.sql", "a.sql", "sub/c.sql", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("SELECT 1;")
    assert [str(p.relative_to(tmp_path)) for p in files.find([tmp_path])] == ["a.sql", "b.sql", "sub/c.sql"]


def test_each_file_is_taken_once_in_the_order_given(tmp_path):
    first, second = tmp_path / "2.sql", tmp_path / "1.sql"
    first.write_text("SELECT 1;")
    second.write_text("SELECT 1;")
    assert files.find([first, tmp_path, first]) == (first, second)


def test_a_folder_without_scripts_is_an_error(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        files.find([tmp_path])
    assert caught.value.code == "script.no-files"


def test_a_missing_file_and_a_folder_have_codes_of_their_own(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        files.read_file(tmp_path / "no.sql")
    assert (caught.value.code, caught.value.where) == ("script.missing", str(tmp_path / "no.sql"))
    with pytest.raises(UsageProblem) as caught:
        files.read_file(tmp_path)
    assert caught.value.code == "script.folder"


def test_what_the_system_refuses_is_named_with_its_reason(tmp_path, monkeypatch):
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(UsageProblem) as caught:
        files.read_file(tmp_path / "up.sql")
    assert (caught.value.code, caught.value.cause) == ("script.unreadable", "Permission denied")


def test_a_dash_is_the_standard_input_and_may_be_read_twice(monkeypatch):
    files._stdin.cache_clear()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"SELECT 1;")))
    assert files.read_file(Path("-")) == b"SELECT 1;"
    assert files.read_file(Path("-")) == b"SELECT 1;"
    assert files.name_of(Path("-")) == "<stdin>"
    files._stdin.cache_clear()
