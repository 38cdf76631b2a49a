import subprocess
import sys
from pathlib import Path

import pytest

from specproof.cli import exits
from specproof.errors import EnvironmentProblem, ExitCode, Refusal

RUN = "from specproof.cli.main import run; run()"


def test_an_error_is_rendered_with_every_part_it_has():
    error = Refusal("plan.edited", "The script changed.", where="up.sql", cause="an edit", next_step="Rehearse again.")
    assert exits.render(error, "en") == (
        "error: The script changed. [plan.edited]\n"
        "  where: up.sql\n  likely cause: an edit\n  next step: Rehearse again."
    )


def test_the_labels_are_in_the_readers_language_and_absent_parts_leave_no_line():
    assert exits.render(EnvironmentProblem("a.b", "x", next_step="y"), "zh") == "错误: x [a.b]\n  下一步: y"


def test_the_highest_exit_code_wins():
    assert exits.highest() is ExitCode.OK
    assert exits.highest(ExitCode.FINDINGS, ExitCode.REFUSED, ExitCode.USAGE) is ExitCode.REFUSED


def test_a_reader_that_went_away_does_not_change_how_a_command_ends(tmp_path):
    """`specproof migrate plan ... | head -0` still says by its exit code that the script cannot be run."""
    (tmp_path / "up.sql").write_text("START TRANSACTION;", encoding="utf-8")
    command = [sys.executable, "-c", RUN, "--isolated", "migrate", "plan", "up.sql"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == ExitCode.FINDINGS


@pytest.mark.parametrize("arguments", [["migrate", "status"], ["engine", "list"], ["--help"]])
def test_a_full_disk_behind_stdout_is_said_without_a_traceback(tmp_path, arguments):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full here")
    with full.open("w", encoding="utf-8") as stdout:
        done = subprocess.run(
            [sys.executable, "-c", RUN, "--isolated", "--lang", "en", *arguments],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert done.returncode == ExitCode.ENVIRONMENT
    assert "[output.unwritable]" in done.stderr
    assert "Traceback" not in done.stderr
