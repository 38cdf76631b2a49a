from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from specproof.engines import cache, privileges
from specproof.engines.privileges import Account
from specproof.errors import EnvironmentProblem


def make(folder: Path) -> None:
    (folder / "bin").mkdir()
    (folder / "bin" / "server").write_text("program", encoding="utf-8")


def never(folder: Path) -> None:
    raise AssertionError("it was complete")


def test_what_is_built_is_kept(tmp_path):
    place = cache.built(tmp_path / "thing", make)
    assert (place / "bin" / "server").read_text(encoding="utf-8") == "program"
    assert cache.built(tmp_path / "thing", never) == place


def test_a_damaged_build_is_made_again(tmp_path):
    place = cache.built(tmp_path / "thing", make)
    for damage in ("shorter", None):
        if damage is None:
            (place / "bin" / "server").unlink()
        else:
            (place / "bin" / "server").write_text(damage[:3], encoding="utf-8")
        assert (cache.built(place, make) / "bin" / "server").read_text(encoding="utf-8") == "program"
    (place / ".specproof-files.json").write_text("{", encoding="utf-8")
    assert (cache.built(place, make) / "bin" / "server").read_text(encoding="utf-8") == "program"


def test_a_failed_build_leaves_nothing_and_can_be_repeated(tmp_path):
    def fail(folder: Path) -> None:
        make(folder)
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        cache.built(tmp_path / "thing", fail)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["thing.lock"]
    cache.built(tmp_path / "thing", make)


def test_what_a_killed_builder_left_is_removed(tmp_path):
    script = f"""
import os, sys
from pathlib import Path
from specproof.engines import cache
def build(folder):
    (folder / "half").write_text("x")
    os.kill(os.getpid(), 9)
cache.built(Path({str(tmp_path)!r}) / "thing", build)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -9
    assert any("half-" in p.name for p in tmp_path.iterdir())
    place = cache.built(tmp_path / "thing", make)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["thing", "thing.lock"]
    assert not (place / "half").exists()


def test_two_builders_make_it_once(tmp_path):
    made = []

    def build(folder: Path) -> None:
        made.append(folder)
        make(folder)

    threads = [threading.Thread(target=cache.built, args=(tmp_path / "thing", build)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1


def test_the_folder_is_the_one_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(privileges, "server_account", lambda: None)
    home = {"HOME": str(tmp_path)}
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder({"SPECPROOF_CACHE": str(tmp_path / "a")}) == tmp_path / "a"
    assert cache.folder({"XDG_CACHE_HOME": str(tmp_path / "b")}) == tmp_path / "b" / "specproof"
    assert cache.folder(home) == tmp_path / ".cache" / "specproof"
    assert (tmp_path / ".cache" / "specproof").is_dir()


def test_root_avoids_a_place_that_the_server_cannot_reach(tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(privileges, "server_account", lambda: Account("nobody", 65533, 65533))
    monkeypatch.setattr(cache, "_SYSTEM_WIDE", tmp_path / "system")
    assert cache.folder({"SPECPROOF_CACHE": str(closed / "cache")}) == tmp_path / "system"
    assert list(closed.iterdir()) == []
    assert closed.stat().st_mode & 0o777 == 0o700


def test_a_cache_that_cannot_be_written(tmp_path, monkeypatch):
    monkeypatch.setattr(privileges, "server_account", lambda: None)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(EnvironmentProblem) as caught:
        cache.folder({"SPECPROOF_CACHE": str(tmp_path / "file" / "cache")})
    assert caught.value.code == "engine.cache-unwritable"
    assert caught.value.where == str(tmp_path / "file" / "cache")
