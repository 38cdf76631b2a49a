from __future__ import annotations

from specproof.engines import copying


def test_holes_are_kept_when_a_folder_is_copied(tmp_path):
    source = tmp_path / "a"
    source.mkdir()
    with (source / "log").open("wb") as log:
        log.write(b"head")
        log.truncate(64 << 20)
        log.seek(40 << 20)
        log.write(b"middle")
    (source / "empty").touch()
    (source / "zeros").write_bytes(bytes(3 << 20))
    (source / ".specproof-files.json").write_text("{}", encoding="utf-8")
    copying.sparse_tree(source, tmp_path / "b")
    assert sorted(p.name for p in (tmp_path / "b").iterdir()) == ["empty", "log", "zeros"]
    for name in ("empty", "log", "zeros"):
        assert (tmp_path / "b" / name).read_bytes() == (source / name).read_bytes()
    assert (tmp_path / "b" / "zeros").stat().st_blocks == 0
    assert (tmp_path / "b" / "log").stat().st_blocks * 512 < 8 << 20
