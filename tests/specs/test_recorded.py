"""Results of runs: what counts as seen, and what is refused."""

from __future__ import annotations

import json

import pytest

from specproof.errors import UsageProblem
from specproof.specs import recorded


def conformance(*results, evidence="engine"):
    return {
        "schema": "specproof/conformance-report/1",
        "engines": [{"name": "postgresql", "version": "16", "provider": "local", "evidence": evidence}],
        "results": [
            {"case": "c", "rules": [rule], "profile": "target", "engine": engine, "verdict": verdict, "detail": None}
            for rule, engine, verdict in results
        ],
    }


def written(tmp_path, report):
    file = tmp_path / "report.json"
    file.write_text(report if isinstance(report, str) else json.dumps(report), encoding="utf-8")
    return file


def test_a_failure_takes_back_what_passed(tmp_path):
    report = conformance(
        ("fs.a@1", "postgresql", "pass"),
        ("fs.b@1", "postgresql", "pass"),
        ("fs.b@1", "postgresql", "fail"),
        ("fs.b@1", "postgresql", "pass"),
        ("fs.a@1", "postgresql", "unsupported"),
        ("fs.c@1", "postgresql", "not_run"),
        ("fs.d@1", None, "pass"),
    )
    found = recorded.read([written(tmp_path, report)])
    assert found.rules == {("fs.a@1", "postgresql"): True, ("fs.b@1", "postgresql"): False}
    assert found.sources == ("report.json (specproof/conformance-report/1)",)


def test_a_relative_of_the_engine_proves_nothing(tmp_path):
    report = conformance(("fs.a@1", "postgresql", "pass"), evidence="lineage")
    assert recorded.read([written(tmp_path, report)]).rules == {}


def test_the_report_of_prove_speaks_of_statements(tmp_path):
    proof = {"what": "w", "expected": "e", "seen": "s"}
    report = {
        "schema": "specproof/prove/1",
        "steps": [{"engine": {"name": "mysql-5.7", "evidence": "engine"}}, {"engine": None}],
        "proofs": [
            {**proof, "statements": ["DDL-106", "DDL-105"], "outcome": "ok"},
            {**proof, "statements": ["DDL-105"], "outcome": "failed"},
            {**proof, "statements": ["DDL-107"], "outcome": "not_run"},
        ],
    }
    assert recorded.read([written(tmp_path, report)]).statements == {
        ("DDL-106", "mysql-5.7"): True,
        ("DDL-105", "mysql-5.7"): False,
    }


@pytest.mark.parametrize("content", ["", "[]", '{"schema": "x"}', '{"schema": "specproof/prove/1"}', "\x00"])
def test_other_files_are_refused(tmp_path, content):
    with pytest.raises(UsageProblem) as caught:
        recorded.read([written(tmp_path, content)])
    assert caught.value.code == "spec.results"
