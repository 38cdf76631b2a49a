"""The whole check: order, independence of the number of processes, bad files beside good ones, assumptions in words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from specproof.ddl.run import Options, check_paths
from specproof.errors import UsageProblem
from specproof.finding import Prediction, Status
from specproof.schema import Column, Schema, Table

TODAY = date(2026, 12, 1)
GOOD = "CREATE TABLE t (a INT) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n"
BAD = "CREATE TABLE t (a INT, a INT) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n"


def options(**changes: object) -> Options:
    return Options(**{"policy": "none", "today": TODAY, **changes})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(6):
        (tmp_path / f"{number}.sql").write_text(BAD if number % 3 == 0 else GOOD)
    return tmp_path


def test_a_script_is_reported_statement_by_statement(tmp_path):
    file = tmp_path / "up.sql"
    file.write_text(GOOD + "ALTER TABLE t ADD b INT, DROP COLUMN nosuch;\n")
    (report,) = check_paths([file], options()).files
    assert report.status is Status.VIOLATION
    assert [(s.number, s.line, s.kind, s.object, s.predicted, s.errno) for s in report.statements] == [
        (1, 1, "create table", "t", Prediction.ACCEPTED, None),
        (2, 2, "alter table", "t", Prediction.REJECTED, 1091),
    ]


def test_files_come_in_the_order_of_the_paths(folder):
    report = check_paths([folder], options())
    assert [Path(f.path).name for f in report.files] == [f"{n}.sql" for n in range(6)]
    assert [f.status for f in report.files] == [Status.VIOLATION, Status.OK, Status.OK] * 2
    assert report.target == "mysql-5.7"


def test_the_number_of_processes_changes_nothing(folder):
    assert check_paths([folder], options(jobs=2)) == check_paths([folder], options())


def test_an_executor_of_ones_own_runs_the_files(folder):
    with ThreadPoolExecutor(2) as pool:
        assert check_paths([folder], options(), pool) == check_paths([folder], options())


def test_a_bad_file_does_not_lose_the_others(folder):
    (folder / "2.sql").write_bytes(b"\xff\xfeS\x00E\x00")
    (folder / "4.sql").write_text("  \n")
    report = check_paths([folder, folder / "gone.sql"], options())
    assert [Path(f.path).name for f in report.files] == ["0.sql", "1.sql", "3.sql", "5.sql"]
    assert [(Path(u.path).name, u.code) for u in report.unread] == [
        ("2.sql", "script.not-utf8"),
        ("4.sql", "script.empty"),
        ("gone.sql", "script.missing"),
    ]


def test_the_error_of_an_only_file_is_raised(tmp_path):
    with pytest.raises(UsageProblem) as caught:
        check_paths([tmp_path / "gone.sql"], options())
    assert caught.value.code == "script.missing"


def test_checking_nothing_is_an_error():
    with pytest.raises(UsageProblem) as caught:
        check_paths([], options())
    assert caught.value.code == "script.none-given"


@pytest.mark.parametrize(("language", "word"), [("en", "taken to exist"), ("zh", "假定它已存在")])
def test_assumptions_are_sentences_in_the_readers_language(tmp_path, language, word):
    file = tmp_path / "up.sql"
    file.write_text("ALTER TABLE answer ADD state INT;\n")
    (report,) = check_paths([file], options(language=language)).files
    (sentence,) = report.assumptions
    assert word in sentence
    assert "answer" in sentence


def test_a_baseline_file_removes_assumptions(tmp_path):
    dump, file = tmp_path / "dump.sql", tmp_path / "up.sql"
    dump.write_text("CREATE TABLE answer (id INT);")
    file.write_text("ALTER TABLE answer ADD state INT;\nALTER TABLE answer ADD state INT;\n")
    (report,) = check_paths([file], options(baseline=dump)).files
    assert report.assumptions == ()
    assert [s.errno for s in report.statements] == [None, 1060]


def test_a_schema_may_be_the_baseline(tmp_path):
    file = tmp_path / "up.sql"
    file.write_text("ALTER TABLE answer ADD id INT;\n")
    schema = Schema(tables=(Table("answer", (Column("id", "int(11)", nullable=False),)),))
    (report,) = check_paths([file], options(baseline=schema)).files
    assert report.statements[0].errno == 1060


def test_settings_of_the_server_count(tmp_path):
    file = tmp_path / "up.sql"
    file.write_text("CREATE TABLE t (d DATE DEFAULT '0000-00-00') DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n")
    assert check_paths([file], options()).files[0].statements[0].errno == 1067
    loose = options(variables={"sql_mode": ""})
    assert check_paths([file], loose).files[0].statements[0].errno is None
