from __future__ import annotations

import pytest

from specproof.engines import option_file
from specproof.errors import UsageProblem


def read(tmp_path, text: str) -> dict[str, str]:
    file = tmp_path / "my.cnf"
    file.write_bytes(text.encode())
    return option_file.read(file)


def test_groups_comments_and_unknown_keys(tmp_path):
    text = """# a comment
; another
[mysqld]
port = 1
[client]
user = app
password = plain  # a comment
default-character-set = utf8
[specproof]
user = other
"""
    assert read(tmp_path, text) == {"user": "other", "password": "plain"}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("abc", "abc"),
        ("'a b'", "a b"),
        ('"a # b"', "a # b"),
        ("'it''s'", "'it''s'"),
        (r"a\sb\\c\"", 'a b\\c"'),
        ("a#b", "a#b"),
        ("a #b", "a"),
        ("100%=x", "100%=x"),
        ("密码", "密码"),
        ("", ""),
    ],
)
def test_values_are_read_as_the_manual_says(tmp_path, written, value):
    assert read(tmp_path, f"\ufeff[client]\r\npassword={written}\r\n") == {"password": value}


@pytest.mark.parametrize("text", ["[client]\n!include /etc/x.cnf\n", "!includedir /etc/\n"])
def test_no_file_is_read_that_was_not_named(tmp_path, text):
    with pytest.raises(UsageProblem) as caught:
        read(tmp_path, text)
    assert caught.value.code == "engine.option-file"
    assert "not followed" in caught.value.what


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(UsageProblem) as missing:
        option_file.read(tmp_path / "none.cnf")
    assert "No such file" in missing.value.what
    (tmp_path / "latin.cnf").write_bytes(b"[client]\npassword=\xe4\n")
    with pytest.raises(UsageProblem) as latin:
        option_file.read(tmp_path / "latin.cnf")
    assert "not UTF-8" in latin.value.what
