"""`specproof ddl` as a user meets it: what it prints where, how it ends, and what it makes of bad input."""

import gc
import json
import resource
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from specproof.cli.main import main
from specproof.ddl import facts as catalogue

GOOD = "CREATE TABLE t (id BIGINT NOT NULL PRIMARY KEY) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;\n"
BAD = "ALTER TABLE t\n  ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES p (id);\n"


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """No configuration of the machine, no language of the terminal, a folder of one's own."""
    monkeypatch.chdir(tmp_path)
    for name in ("SPECPROOF_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def check(capsys):
    """`check(arguments...)`: exit code, stdout and stderr of `specproof ddl check`."""

    def run(*arguments, lang="en"):
        code = main(["--isolated", "--lang", lang, "ddl", "check", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


def write(name, content):
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# --- exit codes and where things go -----------------------------------------------------------------------------------


def test_a_clean_script_ends_with_zero(check):
    code, out, err = check(write("up.sql", GOOD))
    assert (code, err) == (0, "")
    first, last = out.splitlines()
    assert first == "up.sql: ok"
    assert last.startswith("1 file checked (1 ok, 0 in violation, 0 unverified): 0 errors, 0 warnings, 0 info; ")
    assert last.endswith("target mysql-5.7, policy answer-delivery")


def test_a_finding_of_severity_error_ends_with_one_and_shows_the_place(check):
    code, out, _ = check(write("up.sql", BAD))
    assert code == 1
    assert "up.sql:2:7: error[foreign-key] t (a) gets a physical foreign key to p.\n" in out
    assert "2 |   ADD CONSTRAINT fk FOREIGN KEY (a) REFERENCES p (id);\n" in out
    assert "  |       " + "^" * len("CONSTRAINT fk FOREIGN KEY (a) REFERENCES p (id)") + "\n" in out


def test_the_language_can_be_chosen_before_and_behind_the_command(check):
    assert "物理外键" in check(write("up.sql", BAD), lang="zh")[1]
    assert "物理外键" in check("up.sql", "--lang", "zh")[1]


def test_without_the_house_the_server_has_nothing_against_it(check):
    assert check(write("up.sql", BAD), "--policy", "none")[0] == 0


def test_exit_zero(check):
    code, out, _ = check(write("up.sql", BAD), "--exit-zero")
    assert code == 0
    assert "1 error" in out


def test_a_missing_file_among_several_leaves_the_others_reported(check):
    write("up.sql", BAD)
    code, out, err = check("gone.sql", "up.sql", "--exit-zero")
    assert code == 2
    assert "up.sql:2:7: error[foreign-key]" in out
    assert "1 not read" in out
    assert "[script.missing]" in err
    assert "next step:" in err


def test_no_file_at_all(check):
    code, out, err = check()
    assert (code, out) == (2, "")
    assert "Missing argument 'FILE...'" in err


def test_many_files_give_the_same_report_for_any_number_of_processes(check):
    files = [write(f"sql/{n:02}.sql", BAD if n % 3 else GOOD) for n in range(9)]
    one, two = (check("sql", "--format", "json", "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    data = json.loads(one[1])
    assert [f["path"] for f in data["files"]] == [str(f) for f in files]
    assert data["summary"] == {"files": 9, "ok": 3, "violation": 6, "unverified": 0}


def test_a_baseline_removes_the_assumption(check):
    write("up.sql", "ALTER TABLE t ADD COLUMN a INT NULL;\n")
    assert "is taken to exist" in check("up.sql")[1]
    write("dump.sql", "CREATE TABLE `t` (`a` int(11) DEFAULT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n")
    code, out, _ = check("up.sql", "--baseline", "dump.sql")
    assert code == 1
    assert "is taken to exist" not in out
    assert "error[duplicate-column]" in out


# --- formats ----------------------------------------------------------------------------------------------------------


def test_json_is_what_its_schema_says(check):
    write("up.sql", BAD)
    code, out, _ = check("up.sql", "--format", "json")
    assert code == 1
    data = json.loads(out)
    schema = json.loads(check("--schema")[1])
    jsonschema.validate(data, schema)
    assert data["schema"] == schema["properties"]["schema"]["const"] == "specproof/ddl-report/1"
    (finding,) = (f for f in data["files"][0]["findings"] if f["severity"] == "error")
    assert {k: finding[k] for k in ("check", "line", "column", "end_line", "end_column", "object", "errno")} == {
        "check": "foreign-key",
        "line": 2,
        "column": 7,
        "end_line": 2,
        "end_column": 54,
        "object": "t.fk",
        "errno": None,
    }
    assert data["files"][0]["statements"][0] == {
        "number": 1,
        "line": 1,
        "end_line": 2,
        "kind": "alter table",
        "object": "t",
        "status": "violation",
        "predicted": {"outcome": "accepted", "errno": None},
    }


def test_several_reports_from_one_run(check):
    write("up.sql", BAD)
    code, out, _ = check(
        "up.sql",
        "--format",
        "github",
        "--report",
        "sarif=a.sarif",
        "--report",
        "junit=b.xml",
        "--report",
        "json=c.json",
    )
    assert code == 1
    assert out.startswith("::error file=up.sql,line=2,endLine=2,col=7,endColumn=54,title=foreign-key::")
    results = json.loads(Path("a.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert [r["ruleId"] for r in results if r["level"] == "error"] == ["foreign-key"]
    assert ET.parse("b.xml").getroot().get("failures") == "1"
    assert json.loads(Path("c.json").read_text(encoding="utf-8"))["summary"]["violation"] == 1


def test_output_goes_to_a_file_and_nothing_to_stdout(check):
    write("up.sql", BAD)
    code, out, _ = check("up.sql", "--output", "report.txt")
    assert (code, out) == (1, "")
    assert "error[foreign-key]" in Path("report.txt").read_text(encoding="utf-8")


def test_no_colour_without_a_terminal(check):
    assert "\x1b" not in check(write("up.sql", BAD))[1]


def test_verbose_adds_the_statements(check):
    assert "  1  line 1  ok  accepted  create table t\n" in check(write("up.sql", GOOD), "--verbose")[1]


# --- choosing checks --------------------------------------------------------------------------------------------------


def test_select_and_ignore(check):
    write("up.sql", BAD)
    assert check("up.sql", "--ignore", "foreign-key")[0] == 0
    assert check("up.sql", "--select", "check-constraint")[0] == 0
    assert check("up.sql", "--select", "foreign-key")[0] == 1


@pytest.mark.parametrize("option", ["--select", "--ignore", "--explain"])
def test_an_unknown_check_gets_the_nearest(check, option):
    code, _, err = check(write("up.sql", GOOD), option, "foreign-kee")
    assert code == 2
    assert "There is no check 'foreign-kee'. Did you mean 'foreign-key'? [ddl.unknown-check]" in err


def test_an_unknown_policy_gets_the_nearest(check):
    code, _, err = check(write("up.sql", GOOD), "--policy", "answer-delivry")
    assert code == 2
    assert "Did you mean 'answer-delivery'? [policy.missing]" in err


def test_a_policy_file(check):
    write("house.yaml", "name: ours\nrules: {foreign-key: {severity: warning}}\n")
    code, out, _ = check(write("up.sql", BAD), "--policy", "house.yaml")
    assert code == 0
    assert "warning[foreign-key]" in out
    assert "policy ours" in out
    write("house.yaml", "name: ours\nrules: {foreign-kee: {}}\n")
    code, _, err = check("up.sql", "--policy", "house.yaml")
    assert code == 2
    assert "There is no rule 'foreign-kee'. Did you mean 'foreign-key'? [policy.invalid]" in err


def test_the_policy_of_the_configuration(capsys):
    write("specproof.toml", '[ddl]\npolicy = "none"\n')
    assert main(["ddl", "check", str(write("up.sql", BAD))]) == 0
    assert main(["ddl", "check", "up.sql", "--policy", "answer-delivery"]) == 1


def test_list_and_explain(check):
    code, out, _ = check("--list-checks")
    assert code == 0
    assert len(out.splitlines()) >= 50
    rows = json.loads(check("--list-checks", "--format", "json", "--policy", "none")[1])
    assert {row["check"]: row["severity"] for row in rows}["foreign-key"] == "off"
    code, out, _ = check("--explain", "functional-index")
    assert code == 0
    assert "Flagged:" in out
    assert "KEY idx_mail ((LOWER(mail)))" in out
    assert "syn-functional-index-create-table" in out


def test_strict_counts_what_is_not_verified(check):
    write("up.sql", GOOD + "INSERT INTO t (id) VALUES (1);\nALTER TABLE t ADD COLUMN day DATE NOT NULL;\n")
    code, out, _ = check("up.sql")
    assert code == 0
    assert "1 unverified" in out
    assert check("up.sql", "--strict")[0] == 1


# --- facts ------------------------------------------------------------------------------------------------------------


def test_facts(capsys):
    assert main(["--lang", "en", "ddl", "facts", "--category", "limits", "--search", "3073"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("lim-key-3073-dynamic  [limits]  error 1071\n")
    assert out.endswith("1 fact\n")
    assert main(["ddl", "facts", "--search", "3073", "--format", "json"]) == 0
    assert [fact["id"] for fact in json.loads(capsys.readouterr().out)["facts"]] == ["lim-key-3073-dynamic"]
    assert main(["ddl", "facts", "--category", "limit"]) == 2
    assert "Did you mean 'limits'?" in capsys.readouterr().err


def test_the_json_of_facts_is_what_its_schema_says(capsys):
    assert main(["ddl", "facts", "--schema"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert main(["ddl", "facts", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**found, "facts": [{"id": "x"}]}, schema)


def test_facts_that_were_not_run_say_so_and_no_fact_is_answered_with_a_way_on(capsys):
    assert main(["ddl", "facts", "--search", "foreign key", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]
    assert main(["--lang", "en", "ddl", "facts"]) == 0
    out = capsys.readouterr().out
    unrun = [fact for fact in catalogue.entries() if "not_run" in fact]
    assert unrun
    assert out.count("\n    not run: ") == len(unrun)
    assert main(["--lang", "en", "ddl", "facts", "--search", "zzzzz"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("0 facts\nnext step: ")
    assert "limits" in out


# --- bad input --------------------------------------------------------------------------------------------------------

TEXT = "-- 中文说明\nCREATE TABLE t (id INT COMMENT '编号');\n"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "script.empty"),
        (b"\xef\xbb\xbf \r\n", "script.empty"),
        (TEXT.encode("gbk"), "script.not-utf8"),
        (TEXT.encode("utf-16"), "script.not-utf8"),
        (TEXT.encode("utf-16-le"), "script.not-utf8"),
        (b"SELECT 1;\0", "script.nul-byte"),
    ],
)
def test_bytes_that_are_no_script(check, content, code):
    exit_code, out, err = check(write("up.sql", content))
    assert (exit_code, out) == (2, "")
    assert f"[{code}]" in err
    assert "next step:" in err


def test_a_file_that_is_not_there(check):
    code, _, err = check("gone.sql")
    assert code == 2
    assert "gone.sql" in err


def test_a_folder_without_scripts(check):
    Path("empty").mkdir()
    code, _, err = check("empty")
    assert code == 2
    assert "empty" in err
    assert "[script." in err


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github"])
def test_byte_order_mark_and_line_ends_move_no_place(check, form):
    plain = check(write("up.sql", BAD), "--format", form)
    other = check(write("up.sql", b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode()), "--format", form)
    assert other == plain


@pytest.mark.parametrize(
    ("sql", "place"),
    [
        ("SELECT 1;\nINSERT INTO t VALUES ('never closed);\nDROP TABLE t;\n", "up.sql:2:23: error[unterminated]"),
        ("SELECT 1;\n/* never closed\nDROP TABLE t;\n", "up.sql:2:1: error[unterminated]"),
        ("/* never closed\nDROP TABLE t;\n", "up.sql:1:1: error[unterminated]"),
        ("DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; END;\n", "up.sql:1:1: error[unterminated]"),
        ("CREATE TABLE `t (id INT);\n", "up.sql:1:14: error[unterminated]"),
    ],
)
def test_what_never_ends(check, sql, place):
    code, out, _ = check(write("up.sql", sql))
    assert code == 1
    assert place in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--output", "no/such/folder/report.txt"],
        ["--output", "."],
        ["--report", "json=no/such/folder/report.json"],
        ["--report", "json="],
        ["--report", "pdf=report.pdf"],
        ["--report", "report.json"],
    ],
)
def test_reports_that_cannot_be_written(check, arguments):
    code, out, err = check(write("up.sql", BAD), *arguments)
    assert (code, out) == (2, "")
    assert "[report." in err or "directory" in err


def test_a_disk_that_is_full_is_said(check):
    code, _, err = check(write("up.sql", BAD), "--report", "json=/dev/full")
    assert code == 2
    assert "No space left on device" in err
    assert "[report.unwritable]" in err


def run(*arguments, **more):
    command = [
        sys.executable,
        "-c",
        "from specproof.cli.main import run; run()",
        "--isolated",
        "--lang",
        "en",
        "ddl",
        "check",
    ]
    return subprocess.run([*command, *map(str, arguments)], capture_output=True, check=False, **more)


def test_stdin(capsys):
    done = run("-", "--format", "json", input=BAD.encode())
    assert done.returncode == 1
    (file,) = json.loads(done.stdout)["files"]
    assert file["path"] == "<stdin>"
    assert [f["check"] for f in file["findings"] if f["severity"] == "error"] == ["foreign-key"]


def test_a_reader_that_goes_away_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-c", "from specproof.cli.main import run; run()", "ddl", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    process.stdin.write((BAD * 3000).encode())
    process.stdin.close()
    process.wait(60)
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


def test_fifty_megabytes_of_rows_stay_in_bounds():
    rows = "INSERT INTO `t` (`id`, `note`) VALUES\n" + ",\n".join(f"({n}, '值 it''s {n}')" for n in range(1000)) + ";\n"
    target = 50_000_000
    with Path("big.sql").open("w", encoding="utf-8", newline="") as file:
        file.write(GOOD)
        file.writelines(rows for _ in range(target // len(rows.encode()) + 1))
        file.write(BAD)
    gc.collect()
    limit = 600 * 2**20  # the text alone takes two bytes a character
    done = run("big.sql", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert done.returncode == 1, done.stderr[-2000:]
    assert done.stdout.count(b"error[foreign-key]") == 1
    assert b"Traceback" not in done.stderr


# --- the change that ships, and what must not get into it -------------------------------------------------------------

CHANGE = Path(__file__).parents[2] / "ddl" / "changes" / "0001-answer-delivery"
LAST_KEY = "  KEY `idx_delivery_answer` (`answer_uuid`, `answer_revision`)"
ADDED = {
    "foreign-key": "CONSTRAINT fk_answer FOREIGN KEY (`answer_uuid`) REFERENCES `answer` (`uuid`)",
    "check-constraint": "CONSTRAINT ck_retry CHECK (`retry_count` >= 0)",
    "functional-index": "KEY `idx_lower` ((LOWER(`answer_uuid`)))",
    "unknown-collation": "`note` VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NULL",
}
INSIDE = {"functional-index": "(LOWER", "unknown-collation": "utf8mb4_0900"}


def errors(out):
    (file,) = json.loads(out)["files"]
    return [(f["check"], f["line"], f["column"]) for f in file["findings"] if f["severity"] == "error"]


def places(text, slugs):
    """Line and column of what each check must point at."""
    found = []
    for slug in slugs:
        at = text.index(ADDED[slug]) + (ADDED[slug].index(INSIDE[slug]) if slug in INSIDE else 0)
        line = text.count("\n", 0, at) + 1
        found.append((slug, line, at - text.rfind("\n", 0, at)))
    return sorted(found, key=lambda place: place[1:])


@pytest.mark.parametrize("script", ["up.sql", "down.sql", "baseline.sql"])
def test_the_scripts_that_ship_are_clean(check, script):
    assert check(CHANGE / script, "--strict")[0] == 0


@pytest.mark.parametrize("slugs", [*([slug] for slug in ADDED), list(ADDED)], ids="+".join)
def test_what_is_added_to_the_create_table_is_named_with_its_place(check, slugs):
    text = (CHANGE / "up.sql").read_text(encoding="utf-8")
    assert LAST_KEY in text
    text = text.replace(LAST_KEY, ",\n".join([LAST_KEY, *(f"  {ADDED[slug]}" for slug in slugs)]))
    code, out, _ = check(write("up.sql", text), "--format", "json")
    assert code == 1
    assert errors(out) == places(text, slugs)


@pytest.mark.parametrize("slugs", [*([slug] for slug in ADDED), list(ADDED)], ids="+".join)
def test_what_is_added_by_an_alter_table_is_named_with_its_place(check, slugs):
    text = (CHANGE / "up.sql").read_text(encoding="utf-8")
    text += "\nALTER TABLE `answer_delivery`\n" + ",\n".join(f"  ADD {ADDED[slug]}" for slug in slugs) + ";\n"
    code, out, _ = check(write("up.sql", text), "--format", "json")
    assert code == 1
    assert errors(out) == places(text, slugs)


def test_the_whole_output_in_both_languages(check, golden):
    write(
        "up.sql",
        "CREATE TABLE `答卷` (\n"
        "  `编号` BIGINT NOT NULL PRIMARY KEY COMMENT '编号',\n"
        "  `标记` VARCHAR(64) NOT NULL DEFAULT 'x' CHECK (`标记` <> ''),\n"
        "  `app_secret` VARCHAR(64) NULL,\n"
        "  UNIQUE KEY `唯一` (`标记` DESC),\n"
        "  CONSTRAINT `外键` FOREIGN KEY (`标记`) REFERENCES `表单` (`编号`)\n"
        "    ON DELETE CASCADE,\n"
        "  KEY `函数` ((LOWER(`标记`)))\n"
        ") ENGINE=MyISAM DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;\n"
        "ALTER TABLE `表单` RENAME COLUMN `甲` TO `乙`，ADD COLUMN `丙` TEXT DEFAULT '';\n"
        "-- specproof: allow multi-table-drop until 2999-12-31 because both are empty\n"
        "DROP TABLE `丁`, `戊`;\n",
    )
    for language in ("zh", "en"):
        golden(f"ddl-report/check.{language}.txt", check("up.sql", "--verbose", lang=language)[1])
