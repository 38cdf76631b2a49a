from specproof.cli import exits
from specproof.errors import EnvironmentProblem, ExitCode, Refusal


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
