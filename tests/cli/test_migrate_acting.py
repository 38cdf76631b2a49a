import pytest

from specproof.cli.main import main


@pytest.fixture
def script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "up.sql"
    path.write_text("CREATE TABLE t (id INT);\n", encoding="utf-8")
    return path


def run(capsys, *arguments):
    code = main(["--isolated", "--lang", "en", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    "options",
    [
        ["--because", "why"],
        ["--assume-done", "1"],
        ["--abandon"],
        ["--assume-done", "1", "--assume-not-done", "1", "--because", "why"],
        ["--assume-done", "1", "--because", "  "],
    ],
)
def test_a_word_needs_a_reason_and_a_reason_a_word(capsys, script, options):
    code, _, err = run(capsys, "migrate", "resume", script, "--server", "mysql://me@127.0.0.1:1/shop", *options)
    assert code == 2
    assert "--because" in err or "Give one of" in err


@pytest.mark.parametrize("seconds", ["0", "-1", "x"])
def test_a_lock_wait_has_to_be_a_number_of_seconds(capsys, script, seconds):
    url = "mysql://me@127.0.0.1:1/shop"
    code, _, err = run(capsys, "migrate", "apply", script, "--server", url, "--lock-wait-timeout", seconds)
    assert code == 2
    assert "--lock-wait-timeout" in err


def test_the_sql_of_an_apply_needs_no_server(capsys, script):
    code, out, _ = run(capsys, "migrate", "apply", script, "--server", "mysql://me@127.0.0.1:1/shop", "--print-sql")
    assert code == 0
    assert out.splitlines()[1:] == ["CREATE TABLE t (id INT);"]
