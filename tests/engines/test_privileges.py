from __future__ import annotations

import os

from specproof.engines import privileges
from specproof.engines.privileges import Account


def test_reach_follows_the_modes_of_every_folder(tmp_path):
    tmp_path.chmod(0o755)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    outside = Account("x", 65533, 65533)
    reached = [p for p in tmp_path.parents if not p.stat().st_mode & 0o001]
    assert privileges.can_reach(outside, inner) == (not reached)
    (tmp_path / "a").chmod(0o750)
    assert not privileges.can_reach(outside, inner)
    assert privileges.can_reach(None, inner)
    assert privileges.can_reach(Account("me", os.getuid(), os.getgid()), tmp_path / "a" / "b" / "new")


def test_only_root_has_privileges_to_drop(monkeypatch):
    monkeypatch.setattr(privileges.os, "geteuid", lambda: 1000)
    assert privileges.server_account() is None
    monkeypatch.setattr(privileges.os, "geteuid", lambda: 0)
    account = privileges.server_account()
    assert account is None or (account.name == "nobody" and account.uid != 0)


def test_what_we_made_is_handed_over_without_following_links(tmp_path):
    outside = tmp_path / "outside"
    outside.touch()
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "link").symlink_to(outside)
    owned: list[tuple[str, bool]] = []
    me = Account("me", os.getuid(), os.getgid())
    before = outside.stat().st_ctime_ns
    privileges.hand_over(folder, me)
    privileges.hand_over(folder, None)
    assert owned == []
    assert outside.stat().st_ctime_ns == before
