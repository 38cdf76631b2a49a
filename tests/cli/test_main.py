import subprocess
import sys

import pytest

from specproof import __version__
from specproof.cli import main
from specproof.errors import EnvironmentProblem, ExitCode, Refusal


def run(*arguments):
    return main.main(list(arguments))


def test_version_and_help(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out == f"specproof, version {__version__}\n"
    assert run("--help") == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("ddl", "engine", "migrate", "prove", "spec"))


def test_an_unknown_command_names_the_nearest(capsys):
    assert run("migarte") == ExitCode.USAGE
    assert "Did you mean 'migrate'?" in capsys.readouterr().err


def test_no_command_shows_the_help(capsys):
    assert run() == ExitCode.USAGE
    assert "specproof prove" in "".join(capsys.readouterr())


def test_an_unreadable_option_is_a_usage_error(capsys):
    assert run("--lang", "de", "prove") == ExitCode.USAGE
    assert "'de' is not one of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["ddl", "check", "a.sql", "--lang", "zh"], ["--lang", "zh", "ddl", "check", "a.sql"]),
        (["ddl", "--lang=en", "check"], ["--lang=en", "ddl", "check"]),
        (["ddl", "check", "--", "--lang", "zh"], ["ddl", "check", "--", "--lang", "zh"]),
        (["prove", "--lang"], ["prove", "--lang"]),
        ([], []),
    ],
)
def test_the_language_may_stand_anywhere(given, read):
    assert main._language_first(given) == read


@pytest.fixture
def failing(monkeypatch):
    """Replaces the program by one that raises what the test says."""

    def install(error):
        def program(*_args, **_options):
            raise error

        monkeypatch.setattr(main.program, "main", program)

    return install


def test_an_error_is_shown_in_full_without_traceback(failing, capsys):
    failing(Refusal("plan.edited", "The script changed.", where="up.sql", cause="an edit", next_step="Rehearse again."))
    assert run("--lang", "en", "x") == ExitCode.REFUSED
    assert capsys.readouterr().err == (
        "error: The script changed. [plan.edited]\n"
        "  where: up.sql\n  likely cause: an edit\n  next step: Rehearse again.\n"
    )


def test_the_labels_follow_the_language(failing, capsys):
    failing(EnvironmentProblem("a.b", "x", next_step="y"))
    assert run("--lang=zh", "x") == ExitCode.ENVIRONMENT
    assert capsys.readouterr().err == "错误: x [a.b]\n  下一步: y\n"


def test_a_fault_of_our_own_is_70_with_a_traceback(failing, capsys):
    failing(ValueError("boom"))
    assert run("x") == ExitCode.INTERNAL
    shown = capsys.readouterr().err
    assert "ValueError: boom" in shown
    assert "internal.unexpected" in shown


def test_ctrl_c_is_130(failing, capsys):
    failing(KeyboardInterrupt())
    assert run("x") == ExitCode.INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from specproof.cli.main import main; main(['--help']); "
        "print(sorted(m for m in ('sqlglot', 'rich', 'jsonschema', 'pymysql', 'psycopg', 'testcontainers', 'yaml')"
        " if m in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_a_closed_pipe_is_no_error():
    code = "from specproof.cli.main import run; import sys; sys.argv[1:] = ['--help']; run()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
        process.wait(timeout=30)
