"""What `prove` does before it needs a server."""

from specproof import prove as main_job
from specproof.cli import main
from specproof.errors import ExitCode
from specproof.evidence import Outcome, RunOutcome
from specproof.prove import Request, prove
from specproof.specs.problem import Problem
from specproof.specs.validate import Validation

BROKEN = Validation({"errors": 1}, (Problem("specs/errors.yaml", 7, 3, "/0", "spec.x", "It is wrong.", "Mend it."),))


def test_specs_with_a_problem_end_the_run_with_exit_2(tmp_path, monkeypatch):
    monkeypatch.setattr(main_job, "validate", lambda: BROKEN)
    run = prove(Request(state=tmp_path))
    assert (run.exit_code, run.report.outcome) == (ExitCode.USAGE, RunOutcome.FAILED)
    assert (
        "1 problems, the first: specs/errors.yaml:7: It is wrong. [prove.invalid-specs]" in run.report.steps[0].reason
    )
    assert [s.outcome for s in run.report.steps[1:]] == [Outcome.NOT_RUN] * 9
    assert run.report.proofs == ()


def test_a_missing_script_is_exit_2(tmp_path):
    run = prove(Request(state=tmp_path, script=tmp_path / "nowhere.sql"))
    assert run.exit_code is ExitCode.USAGE
    assert "nowhere.sql" in run.report.steps[1].reason


def test_a_folder_that_takes_no_file_is_exit_3(tmp_path, capsys):
    taken = tmp_path / "file"
    taken.write_text("", "utf-8")
    assert main.main(["--lang", "en", "prove", "--output", str(taken / "below")]) == ExitCode.ENVIRONMENT
    assert "[prove.unwritable]" in capsys.readouterr().err


def test_an_engine_option_without_url_is_exit_2(tmp_path, capsys):
    assert main.main(["prove", "--engine", "mysql-5.7", "--output", str(tmp_path)]) == ExitCode.USAGE
    assert "[engine.bad-option]" in capsys.readouterr().err


def test_an_unknown_engine_is_exit_2(tmp_path, capsys):
    assert main.main(["prove", "--engine", "mysql-8=x", "--output", str(tmp_path)]) == ExitCode.USAGE
    assert "[engine.unknown]" in capsys.readouterr().err


def interrupt(*_):
    raise KeyboardInterrupt


def test_ctrl_c_ends_with_a_report_and_exit_130(tmp_path, monkeypatch):
    monkeypatch.setattr(main_job, "validate", interrupt)
    run = prove(Request(state=tmp_path))
    assert run.exit_code is ExitCode.INTERRUPTED
    assert run.report.steps[0].outcome is Outcome.FAILED
    assert run.report.steps[0].reason.startswith("interrupted")
    assert [s.outcome for s in run.report.steps[1:]] == [Outcome.NOT_RUN] * 9


def test_reports_of_an_earlier_run_do_not_outlive_the_start_of_a_new_one(tmp_path, monkeypatch):
    for name in ("report.json", "report.html"):
        (tmp_path / name).write_text("an earlier run", "utf-8")
    monkeypatch.setattr(main_job, "prove", interrupt)
    assert main.main(["prove", "--output", str(tmp_path)]) == ExitCode.INTERRUPTED
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_written_does_not_hide_the_result(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(main_job, "validate", lambda: (tmp_path / ".report.json").mkdir() or BROKEN)
    assert main.main(["--lang", "en", "prove", "--output", str(tmp_path)]) == ExitCode.ENVIRONMENT
    said = capsys.readouterr()
    assert "spec.validate" in said.out
    assert "[prove.unwritable]" in said.err
