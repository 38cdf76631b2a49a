"""The main job against a real 5.7: clean, with a script that the law refuses, and with a difference at the end."""

import json
from pathlib import Path

import jsonschema
import pytest

from specproof import engines, resources
from specproof import prove as main_job
from specproof.cli import main
from specproof.errors import ExitCode
from specproof.evidence import Outcome, RunOutcome
from specproof.prove import Request, prove

pytestmark = pytest.mark.engine

UP = resources.path("ddl", "changes", "0001-answer-delivery", "up.sql")
STEPS = [
    "spec.validate",
    "ddl.check",
    "engine.start",
    "baseline.load",
    "migrate.preflight",
    "migrate.rehearse",
    "migrate.apply",
    "migrate.verify",
    "migrate.self-checks",
    "rows.unchanged",
]


@pytest.fixture
def url(mysql57):
    address = mysql57.address
    return f"mysql://{address.user}:{address.password.reveal()}@{address.host}:{address.port}/"


def outcomes(report):
    return {step.step: step.outcome for step in report.steps}


def databases(mysql57):
    session = engines.find("mysql-5.7").connect(mysql57.address)
    try:
        return {row[0] for row in session.query("SHOW DATABASES")}
    finally:
        session.close()


def test_everything_is_proven_and_nothing_stays_behind(mysql57, url, tmp_path):
    before = databases(mysql57)
    run = prove(Request(state=tmp_path, rows=300, url=url))
    assert run.exit_code is ExitCode.OK, [s.reason for s in run.report.steps]
    assert list(outcomes(run.report)) == STEPS
    assert set(outcomes(run.report).values()) == {Outcome.OK}
    engines_seen = {s.engine for s in run.report.steps if s.engine}
    assert {(e.name, e.version, e.provider, e.evidence) for e in engines_seen} == {
        ("mysql-5.7", mysql57.identity.version, "url", "engine")
    }
    assert len(run.report.proofs) == 9
    assert {p.outcome for p in run.report.proofs} == {Outcome.OK}
    assert run.report.proofs[-1].seen.startswith("answer: 300 rows, sum ")
    assert databases(mysql57) == before


def test_the_command_writes_both_reports_and_no_password(mysql57, url, tmp_path, capsys):
    out = tmp_path / "out"
    code = main.main(
        [
            "--lang",
            "en",
            "prove",
            "--engine",
            f"mysql-5.7={url}",
            "--rows",
            "50",
            "--format",
            "json",
            "--output",
            str(out),
        ]
    )
    shown = capsys.readouterr()
    assert code == 0, shown.err
    report = json.loads(shown.out)
    jsonschema.validate(
        report, json.loads(resources.path("specs", "metaschema", "report", "prove.schema.json").read_text("utf-8"))
    )
    assert report["outcome"] == "ok"
    assert json.loads((out / "report.json").read_text("utf-8")) == report
    assert "<h1>specproof: proof report" in (out / "report.html").read_text("utf-8")
    password = mysql57.address.password.reveal()
    written = [p.read_bytes() for p in out.rglob("*") if p.is_file()]
    assert len(written) >= 4, "reports, rehearsal record, journal"
    assert not [1 for data in [*written, shown.out.encode(), shown.err.encode()] if password.encode() in data]


def test_what_could_not_run_is_named(url, tmp_path):
    run = prove(Request(state=tmp_path, rows=0, url=url, language="zh"))
    said = {n.what.split(" ")[0] for n in run.report.not_run}
    assert {"migrate.preflight", "answer-delivery", "flight-state", "qbd", "postgresql"} <= said
    assert all(n.why and n.how for n in run.report.not_run)


def test_a_script_that_the_house_refuses_ends_before_any_server(url, tmp_path):
    script = tmp_path / "up.sql"
    script.write_text(UP.read_text("utf-8") + "ALTER TABLE answer ADD COLUMN twice INT AS (1+1);\n", "utf-8")
    run = prove(Request(state=tmp_path, script=script, url=url))
    assert run.exit_code is ExitCode.FINDINGS
    assert run.report.outcome is RunOutcome.FINDINGS
    steps = outcomes(run.report)
    assert steps["ddl.check"] is Outcome.FAILED
    assert {steps[s] for s in STEPS[2:]} == {Outcome.NOT_RUN}
    assert "[generated-column]" in next(s.reason for s in run.report.steps if s.step == "ddl.check")


def test_a_script_that_makes_less_than_the_law_differs_from_the_spec(url, tmp_path):
    script = tmp_path / "up.sql"
    text = UP.read_text("utf-8").replace("UNIQUE KEY `uk_ctx_answer`", "KEY `uk_ctx_answer`")
    assert text != UP.read_text("utf-8")
    script.write_text(text, "utf-8")
    run = prove(Request(state=tmp_path, script=script, rows=10, url=url))
    assert run.exit_code is ExitCode.FINDINGS
    assert outcomes(run.report)["migrate.verify"] is Outcome.FAILED
    proof = next(p for p in run.report.proofs if p.outcome is Outcome.FAILED)
    assert "submission_context" in proof.seen
    assert "uk_ctx_answer" in proof.seen


def test_a_baseline_that_has_the_tables_already_is_found_by_preflight_or_check(url, tmp_path):
    baseline = tmp_path / "dump.sql"
    assumed = resources.path("ddl", "changes", "0001-answer-delivery", "baseline.sql").read_text("utf-8")
    baseline.write_text(assumed + "CREATE TABLE submission_context (id INT) CHARSET=utf8mb4;\n", "utf-8")
    run = prove(Request(state=tmp_path, baseline=baseline, rows=10, url=url))
    assert run.exit_code is ExitCode.FINDINGS
    failed = next(s for s in run.report.steps if s.outcome is Outcome.FAILED)
    assert failed.step in ("ddl.check", "migrate.preflight")
    assert "submission_context" in failed.reason


def test_a_baseline_that_leads_elsewhere_is_refused(url, tmp_path):
    baseline = tmp_path / "dump.sql"
    baseline.write_text(
        "CREATE TABLE other.answer (id INT PRIMARY KEY) CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n", "utf-8"
    )
    run = prove(Request(state=tmp_path, baseline=baseline, url=url))
    assert run.exit_code is ExitCode.USAGE
    failed = next(s for s in run.report.steps if s.outcome is Outcome.FAILED)
    assert (failed.step, "baseline.other-schema" in failed.reason) == ("baseline.load", True)


def test_changed_rows_are_noticed(url, tmp_path, monkeypatch):
    apply = main_job.apply

    def spoil(plan, database, folder, hooks):
        done = apply(plan, database, folder, hooks)
        session = database.open()
        session.run("UPDATE answer SET version = version + 1 WHERE id = 1")
        session.close()
        return done

    monkeypatch.setattr(main_job, "apply", spoil)
    run = prove(Request(state=tmp_path, rows=20, url=url))
    assert run.exit_code is ExitCode.FINDINGS
    assert outcomes(run.report)["rows.unchanged"] is Outcome.FAILED
    assert run.report.proofs[-1].outcome is Outcome.FAILED
    assert run.report.proofs[-1].seen != run.report.proofs[-1].expected


def test_an_unreachable_server_is_exit_3_and_the_rest_is_not_run(tmp_path, capsys):
    code = main.main(
        ["prove", "--engine", "mysql-5.7=mysql://root:geheim@127.0.0.1:1/", "--output", str(tmp_path / "o")]
    )
    shown = "".join(capsys.readouterr())
    assert code == ExitCode.ENVIRONMENT
    assert "engine.unreachable" in shown
    assert "geheim" not in shown
    assert "geheim" not in Path(tmp_path / "o" / "report.json").read_text("utf-8")
