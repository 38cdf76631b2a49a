from __future__ import annotations

from pathlib import Path

import pytest

from specproof.engines import libraries
from specproof.engines.facts import Library
from specproof.errors import EnvironmentProblem

AIO = Library("libaio.so.1", ("libaio1", "libaio1t64"), "libaio.so.1t64")

# Stands for apt-get: `known` holds the packages it can give; without --lists only those of the system's lists.
APT = """#!/bin/sh
echo "apt-get $*" >>{log}
for a; do case $a in Dir::State::Lists=*) own=1;; esac; last=$a; done
case $1 in
  update) exit {update};;
  download) for p in {known}; do
      [ "$p" = "$last" ] && [ "${{own:-0}}" -ge {needs_own} ] && : >"$p"_1_amd64.deb && exit 0; done
    echo "E: Unable to locate package $last" >&2; exit 100;;
esac
"""
# Stands for dpkg-deb -x PACKAGE FOLDER.
DPKG = """#!/bin/sh
mkdir -p "$3/usr/lib/x"; printf library >"$3/usr/lib/x/{real}"; ln -s {real} "$3/usr/lib/x/{name}"
"""


@pytest.fixture
def apt(tmp_path):
    def install(known: str, *, real: str = "libaio.so.1.0.2", name: str = "libaio.so.1", update: int = 0, own: int = 0):
        tools = tmp_path / "tools"
        tools.mkdir()
        script = APT.format(log=tmp_path / "log", known=known, update=update, needs_own=own)
        for program, text in (("apt-get", script), ("dpkg-deb", DPKG.format(real=real, name=name))):
            (tools / program).write_text(text, encoding="utf-8")
            (tools / program).chmod(0o755)
        return {"PATH": f"{tools}:/usr/bin:/bin"}

    return install


def provide(tmp_path: Path, environment: dict[str, str], *, found: bool = False) -> tuple[Path, ...]:
    return libraries.provide([AIO], tmp_path / "cache", environment, lambda _: None, lambda _file: found)


def test_nothing_is_fetched_that_the_system_has(tmp_path):
    assert provide(tmp_path, {"PATH": ""}, found=True) == ()
    assert libraries.on_system("libc.so.6")
    assert not libraries.on_system("libspecproof-nothing.so.1")


def test_a_missing_library_is_fetched_once(tmp_path, apt):
    environment = apt("libaio1")
    (folder,) = provide(tmp_path, environment)
    file = folder / "libaio.so.1"
    assert file.read_text(encoding="utf-8") == "library"
    assert not file.is_symlink()
    assert provide(tmp_path, {"PATH": ""}) == (folder,)
    assert libraries.missing([AIO], tmp_path / "cache", lambda _file: False) == []
    assert libraries.folders([AIO], tmp_path / "cache") == [folder]


def test_the_newer_package_gets_the_old_files_name(tmp_path, apt):
    environment = apt("libaio1t64", real="libaio.so.1t64.0.2", name="libaio.so.1t64")
    (folder,) = provide(tmp_path, environment)
    assert (folder / "libaio.so.1").read_text(encoding="utf-8") == "library"


def test_own_package_lists_when_the_system_has_none(tmp_path, apt):
    environment = apt("libaio1", own=1)
    assert len(provide(tmp_path, environment)) == 1
    calls = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert [call.split()[1] for call in calls] == ["download", "download", "update", "download"]
    assert "Dir::State::Lists=" in calls[2]


@pytest.mark.parametrize("update", [0, 100])
def test_the_package_to_install_is_named_when_it_cannot_be_fetched(tmp_path, apt, update):
    with pytest.raises(EnvironmentProblem) as caught:
        provide(tmp_path, apt("", update=update))
    problem = caught.value
    assert problem.code == "engine.library-missing"
    assert "libaio.so.1" in problem.what
    assert "Unable to locate package libaio1" in (problem.cause or "")
    assert "apt-get install libaio1" in problem.next_step
    assert "libaio1t64" in problem.next_step


def test_a_system_without_apt(tmp_path):
    with pytest.raises(EnvironmentProblem) as caught:
        provide(tmp_path, {"PATH": str(tmp_path)})
    assert caught.value.code == "engine.library-missing"
    assert "no apt-get" in (caught.value.cause or "")
    assert not libraries.can_fetch({"PATH": str(tmp_path)})


def test_a_package_without_the_library(tmp_path, apt):
    with pytest.raises(EnvironmentProblem) as caught:
        provide(tmp_path, apt("libaio1", real="other.so", name="another.so"))
    assert "does not contain it" in (caught.value.cause or "")
