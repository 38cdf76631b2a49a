"""How a private MySQL 5.7 is found, prepared and started."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from specproof.engines import artifact, facts, launch, libraries, mysql_local, mysql_session
from specproof.errors import EnvironmentProblem

pytestmark = pytest.mark.engine

MYSQL = facts.load("mysql-5.7")


@pytest.fixture
def pinned_home(usual: Path) -> Path:
    assert MYSQL.artifact is not None
    home = artifact.place(MYSQL.artifact, usual)
    if not home.is_dir():
        pytest.skip("this run has another server than the pinned one")
    return home


def test_a_damaged_cache_heals(warm_cache, pinned_home):
    """Files are replaced, never written to: they are links to those of the usual cache."""
    folder = warm_cache.folder
    server = folder / "servers" / pinned_home.name / "bin" / "mysqld"
    server.unlink()
    server.touch()
    templates = list((folder / "templates").glob("mysql-5.7-*/"))
    for template in templates:
        (template / "ibdata1").unlink()
    with warm_cache.provider("mysql-5.7").open() as again:
        assert again.identity.version.startswith("5.7.")
    assert server.stat().st_size > 0
    assert any((template / "ibdata1").exists() for template in templates)


def test_the_log_is_shown_when_the_server_does_not_come_up(warm_cache, monkeypatch):
    monkeypatch.setattr(mysql_local, "_SETTINGS", ("--no-such-setting=1",))
    with pytest.raises(EnvironmentProblem) as caught, warm_cache.provider("mysql-5.7").open():
        raise AssertionError("it cannot start")
    assert caught.value.code == "engine.start-failed"
    assert "unknown variable 'no-such-setting=1'" in (caught.value.cause or "")
    assert warm_cache.runs() == []


def test_a_server_of_the_users_own_is_preferred(warm_cache, pinned_home):
    named = warm_cache.provider("mysql-5.7", SPECPROOF_MYSQL57_HOME=str(pinned_home))
    assert named.availability().why == "SPECPROOF_MYSQL57_HOME is set"
    with named.open() as server:
        assert server.identity.version.startswith("5.7.")
    program = pinned_home / "bin" / "mysqld"
    on_path = warm_cache.provider("mysql-5.7", PATH=f"{program.parent}:{os.environ['PATH']}")
    assert on_path.availability().why == f"MySQL 5.7.22 at {program}"


@pytest.mark.parametrize(
    ("script", "code", "told"),
    [
        ("echo 'mysqld  Ver 8.0.36 for Linux on x86_64'", "engine.version-mismatch", "version 8.0.36"),
        ("echo 'mysqld  Ver 10.11.19-MariaDB for debian'", "engine.version-mismatch", "no MySQL server"),
        ("exit 127", "engine.version-mismatch", "no MySQL server"),
        (None, "engine.no-program", "names no MySQL server program"),
    ],
)
def test_a_wrong_server_of_the_users_own_is_refused(empty_cache, script, code, told):
    home = fake_home(empty_cache.folder / "home", script)
    with (
        pytest.raises(EnvironmentProblem) as caught,
        empty_cache.provider("mysql-5.7", SPECPROOF_MYSQL57_HOME=str(home)).open(),
    ):
        raise AssertionError("it cannot start")
    assert caught.value.code == code
    assert told in caught.value.what


def fake_home(home: Path, script: str | None) -> Path:
    (home / "bin").mkdir(parents=True)
    if script:
        (home / "bin" / "mysqld").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (home / "bin" / "mysqld").chmod(0o755)
    return home


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops its privileges")
def test_a_server_out_of_reach_of_its_account_is_explained(empty_cache):
    home = fake_home(empty_cache.folder / "closed", "exit 0")
    home.chmod(0o700)
    with (
        pytest.raises(EnvironmentProblem) as caught,
        empty_cache.provider("mysql-5.7", SPECPROOF_MYSQL57_HOME=str(home)).open(),
    ):
        raise AssertionError("it cannot start")
    assert caught.value.code == "engine.no-program"
    assert "may not enter" in caught.value.what
    assert home.stat().st_mode & 0o777 == 0o700


def test_missing_libraries_are_fetched_for_the_server_alone(warm_cache, monkeypatch):
    if not libraries.can_fetch(os.environ):
        pytest.skip("this system has no apt-get")
    shutil.rmtree(warm_cache.folder / "libraries", ignore_errors=True)
    monkeypatch.setattr(libraries.provide, "__defaults__", (lambda _file: False,))
    with warm_cache.provider("mysql-5.7").open():
        (record,) = launch.records(warm_cache.folder)
        maps = Path(f"/proc/{record.server['pid']}/maps").read_text(encoding="utf-8")
    for library in MYSQL.libraries:
        assert str(warm_cache.folder / "libraries" / library.file / library.file) in maps
    assert str(warm_cache.folder) not in os.environ.get("LD_LIBRARY_PATH", "")


def test_it_is_an_unconfigured_server_in_all_that_a_script_could_notice(mysql57_session):
    """The settings of `ddl/facts` for a server without a configuration file, where this one could differ."""
    wanted = {
        "explicit_defaults_for_timestamp": 0,
        "innodb_file_per_table": 1,
        "innodb_large_prefix": 1,
        "innodb_log_file_size": 50331648,
        "innodb_strict_mode": 1,
        "lower_case_table_names": 0,
        "max_allowed_packet": 4194304,
        "performance_schema": 1,
        "character_set_server": "latin1",
        "default_storage_engine": "InnoDB",
        "innodb_default_row_format": "dynamic",
        "sql_mode": "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
        "ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,NO_ENGINE_SUBSTITUTION",
    }
    names = sorted(wanted)
    (row,) = mysql57_session.query("SELECT " + ", ".join(f"@@GLOBAL.{name}" for name in names))
    assert dict(zip(names, row, strict=True)) == wanted


def test_the_socket_beside_the_port(warm_cache):
    with warm_cache.provider("mysql-5.7").open() as server:
        (record,) = launch.records(warm_cache.folder)
        assert (record.folder / "data").stat().st_mode & 0o777 == 0o700
        address = replace(server.address, socket=str(record.folder / "data" / "mysql.sock"), host="", port=0)
        session = mysql_session.connect(MYSQL, address)
        assert session.query("SELECT VERSION()") == ((server.identity.version,),)
        session.close()


@pytest.fixture
def mysql57_session(warm_cache):
    with warm_cache.provider("mysql-5.7").open() as server:
        session = mysql_session.connect(MYSQL, server.address)
        yield session
        session.close()
