from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from specproof.engines import facts, programs

POSTGRESQL = facts.load("postgresql")


def install(folder: Path, version: str) -> Path:
    """A `bin` folder with programs that say that version."""
    folder.mkdir(parents=True)
    for name in ("postgres", "initdb"):
        (folder / name).write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder / "postgres"


def test_path_comes_first_then_the_newest_version(tmp_path):
    for version in ("9.6", "15", "16", "9.10"):
        install(tmp_path / "lib" / version / "bin", f"{version}.1")
    on_path = install(tmp_path / "path", "14.2")
    some = replace(POSTGRESQL, folders=(f"{tmp_path}/lib/*/bin",))
    found = list(programs.candidates(some, {"PATH": str(tmp_path / "path")}))
    assert found[0] == on_path
    assert [file.parent.parent.name for file in found[1:]] == ["16", "15", "9.10", "9.6"]


def test_a_child_sees_little_of_the_users_environment(tmp_path):
    users = {"PATH": "/bin", "MYSQL_PWD": "hush", "HOME": "/home/u", "LD_LIBRARY_PATH": "/mine", "TZ": "Asia/Shanghai"}
    assert programs.child_environment(users, [tmp_path]) == {
        "PATH": "/bin",
        "LC_ALL": "C",
        "TZ": "Asia/Shanghai",
        "LD_LIBRARY_PATH": f"{tmp_path}:/mine",
    }
    assert "LD_LIBRARY_PATH" not in programs.child_environment({"PATH": "/bin"}, [])


def test_complaints_come_before_chatter():
    log = "[Note] one\n[ERROR] no room\n[Note] two\n[ERROR] giving up\n[Note] three\n"
    assert programs.complaints(log) == "[ERROR] no room\n[ERROR] giving up"
    assert programs.complaints("a\nb\n") == "a\nb"
    linker = "mysqld: error while loading shared libraries: libaio.so.1: cannot open shared object file"
    assert programs.complaints(f"x\n{linker}\n") == linker
    assert programs.complaints("FATAL:  data directory has wrong ownership\nHINT:  x") == (
        "FATAL:  data directory has wrong ownership"
    )
    assert programs.complaints("") == ""
