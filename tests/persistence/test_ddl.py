"""The scripts of tables: the committed files are what the law gives, and they hold what every engine is asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from specproof import resources
from specproof.cli import flight_ddl
from specproof.cli.main import main
from specproof.persistence import ddl
from specproof.reference.flight_state import layout

ALL = [(engine, profile) for engine in ddl.ENGINES for profile in ("current", "target")]


def committed(engine: str, profile: str) -> Path:
    return resources.path("ddl", "flight-state", f"{engine}-{profile}.sql")


@pytest.mark.parametrize(("engine", "profile"), ALL)
def test_the_committed_script_is_what_the_law_gives(engine, profile):
    assert committed(engine, profile).read_text("utf-8") == ddl.script(engine, profile, layout.read(profile))


def test_the_command_offers_the_engines_that_there_are_scripts_for():
    assert set(flight_ddl.ENGINES) == set(ddl.ENGINES)


@pytest.mark.parametrize("profile", ["current", "target"])
def test_the_checker_accepts_the_script_for_57(profile, capsys):
    assert main(["--isolated", "ddl", "check", "--strict", str(committed("mysql-5.7", profile))]) == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


@pytest.mark.parametrize(("engine", "profile"), ALL)
def test_the_key_of_the_routes_is_that_of_the_profile(engine, profile):
    text = committed(engine, profile).read_text("utf-8")
    found = re.search(r"CREATE TABLE flight_route_point \(.*?PRIMARY KEY \((.*?)\)", text, re.DOTALL)
    assert found is not None
    assert found[1] == {"current": "FLID, ORDINAL", "target": "FLID, ROUTE_KIND, ORDINAL"}[profile]


@pytest.mark.parametrize(
    ("engine", "line"),
    [
        ("mysql-5.7", "FLID VARCHAR(64) COLLATE utf8mb4_bin NOT NULL"),
        ("mysql-5.7", "CREATED_AT DATETIME(3) NOT NULL"),
        ("postgresql", 'FLID VARCHAR(64) COLLATE "C" NOT NULL'),
        ("postgresql", "CREATED_AT TIMESTAMP(3) WITHOUT TIME ZONE NOT NULL"),
        ("oracle", "FLID VARCHAR2(64 CHAR) NOT NULL"),
        ("oracle", "CREATED_AT TIMESTAMP(3) NOT NULL"),
        ("oracle", "RECORD_VERSION NUMBER(19) NOT NULL"),
    ],
)
def test_texts_compare_and_count_by_code_points_and_times_keep_their_digits(engine, line):
    assert f"  {line},\n" in committed(engine, "target").read_text("utf-8")
