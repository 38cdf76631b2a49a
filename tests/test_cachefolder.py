"""The cache folder follows the environment and is never made here."""

from __future__ import annotations

from pathlib import Path

import pytest

from specproof import cachefolder


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"SPECPROOF_CACHE": "/a/b", "XDG_CACHE_HOME": "/c"}, Path("/a/b")),
        ({"SPECPROOF_CACHE": "here"}, Path.cwd() / "here"),
        ({"SPECPROOF_CACHE": "", "XDG_CACHE_HOME": "/c"}, Path("/c/specproof")),
        ({}, Path.home() / ".cache" / "specproof"),
    ],
)
def test_the_most_particular_wish_wins(environment, folder):
    assert cachefolder.wanted(environment) == folder


def test_nothing_is_made(tmp_path):
    cachefolder.wanted({"SPECPROOF_CACHE": str(tmp_path / "new")})
    assert list(tmp_path.iterdir()) == []
