from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from specproof.engines import facts, postgresql_local, privileges
from specproof.engines.base import Options
from specproof.engines.postgresql_local import PostgreSqlRecipe
from specproof.engines.privileges import Account
from specproof.errors import EnvironmentProblem

POSTGRESQL = facts.load("postgresql")


def install(folder: Path, version: str) -> Path:
    """A `bin` folder with programs that say that version."""
    folder.mkdir(parents=True)
    for name in ("postgres", "initdb"):
        (folder / name).write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder / "postgres"


def test_a_version_that_is_not_the_engines_is_passed_over(tmp_path):
    install(tmp_path / "path", "12.4")
    right = install(tmp_path / "lib" / "15" / "bin", "15.18 (Debian 15.18-1)")
    some = replace(POSTGRESQL, folders=(f"{tmp_path}/lib/*/bin",), wheel=None)
    program = PostgreSqlRecipe(some).program(Options(environment={"PATH": str(tmp_path / "path")}), tmp_path, None)
    assert program.path == right
    assert program.origin == f"PostgreSQL 15.18 at {right}"


def test_nothing_at_all_names_what_to_install(tmp_path):
    recipe = PostgreSqlRecipe(replace(POSTGRESQL, folders=(), wheel=replace(POSTGRESQL.wheel, package="no_such_wheel")))
    options = Options(environment={"PATH": str(tmp_path)})
    seen = recipe.outlook(options, tmp_path)
    assert not seen.usable
    assert "specproof[pg]" in seen.how
    with pytest.raises(EnvironmentProblem) as caught:
        recipe.program(options, tmp_path, None)
    assert caught.value.code == "engine.no-program"


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """The layout of a repaired wheel: the programs inside the package, its libraries beside it."""
    site = tmp_path / "site-packages"
    install(site / "fake_wheel" / "pginstall" / "bin", "18.6")
    (site / "fake_wheel.libs").mkdir()
    (site / "fake_wheel.libs" / "libpq.so.5").write_text("library", encoding="utf-8")
    (site / "unrelated").mkdir()
    found = SimpleNamespace(submodule_search_locations=[str(site / "fake_wheel")])
    monkeypatch.setattr(postgresql_local.importlib.util, "find_spec", lambda _name: found)
    described = replace(POSTGRESQL.wheel, package="fake_wheel")
    return site, PostgreSqlRecipe(replace(POSTGRESQL, folders=(), wheel=described))


def test_the_programs_of_a_wheel_are_used_where_they_are(wheel, tmp_path):
    site, recipe = wheel
    program = recipe.program(Options(environment={"PATH": ""}), tmp_path / "cache", None)
    assert program.path == site / "fake_wheel" / "pginstall" / "bin" / "postgres"


def test_a_wheel_out_of_reach_is_copied_with_its_libraries(wheel, tmp_path, monkeypatch):
    _, recipe = wheel
    monkeypatch.setattr(privileges, "can_reach", lambda _account, _path: False)
    account = Account("nobody", 65534, 65534)
    program = recipe.program(Options(environment={"PATH": ""}), tmp_path / "cache", account)
    (home,) = (place for place in (tmp_path / "cache" / "servers").iterdir() if place.is_dir())
    assert program.path == home / "fake_wheel" / "pginstall" / "bin" / "postgres"
    assert program.path.is_file()
    assert (home / "fake_wheel.libs" / "libpq.so.5").is_file()
    assert not (home / "unrelated").exists()
