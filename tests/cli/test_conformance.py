"""`specproof conformance`: exit codes, formats, languages, filters, and what a user meets when something is wrong."""

from __future__ import annotations

import json
from contextlib import contextmanager
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from specproof import resources
from specproof.cli.main import main
from specproof.conformance import cases, lending, subject
from specproof.conformance.subjects.reference import Reference
from specproof.errors import EnvironmentProblem
from specproof.specs.problem import Problem

ONE = ["--system", "flight-state", "--case", "fs.clear-marker.all-zero"]


def schema(name):
    return json.loads(
        resources.path("specs", "metaschema", "report", f"{name}.schema.json").read_text(encoding="utf-8")
    )


def run(*arguments):
    return main(["conformance", "run", *arguments])


class Wrong(Reference):
    """The reference with every value emptied."""

    def run(self, request):
        answer = super().run(request)
        return {"outcome": "value", "observed": {"commands": {}, "warnings": []}} if "observed" in answer else answer


@pytest.fixture
def wrong(monkeypatch):
    monkeypatch.setattr(subject, "find", lambda _slug: Wrong)


# --- run --------------------------------------------------------------------------------------------------------------


def test_a_clean_run_ends_with_0(capsys):
    assert run(*ONE) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-3:] == [
        "2 planned: 2 pass",
        "Rules: 3 of 3 hold in every case",
        "Self-check: fs.clear-marker.all-zero with an impossible expectation came out as fail, as it must",
    ]
    assert err == ""


def test_the_text_is_in_the_language_of_the_reader(capsys):
    assert run(*ONE, "--by-rule", "--lang", "zh") == 0
    out = capsys.readouterr().out
    assert "✓ fs.clear-marker@1  2/2 通过" in out
    assert "自检：fs.clear-marker.all-zero" in out


def test_red_ends_with_1_and_shows_the_place(capsys, wrong):
    assert run(*ONE, "--profile", "target") == 1
    out = capsys.readouterr().out
    assert "FAIL fs.clear-marker.all-zero (target)" in out
    assert '  /commands/GTDT\n    expected  {"command": "clear"}\n    seen      (nothing)' in out


def test_json_keeps_to_its_schema_and_repeats_byte_by_byte(capsys):
    assert run("--system", "answer-delivery", "--format", "json") == 0
    first = capsys.readouterr().out
    report = json.loads(first)
    jsonschema.validate(report, schema("conformance-report"))
    assert report["subject"]["name"] == "reference"
    assert report["summary"]["planned"] == report["summary"]["pass"] == len(report["results"])
    assert run("--system", "answer-delivery", "--format", "json") == 0
    assert capsys.readouterr().out == first


def test_further_reports_are_written_to_files(capsys, tmp_path):
    junit, as_json = tmp_path / "a.xml", tmp_path / "a.json"
    assert run(*ONE, "--report", f"junit={junit}", "--report", f"json={as_json}") == 0
    assert "2 planned: 2 pass" in capsys.readouterr().out
    assert ET.fromstring(junit.read_text(encoding="utf-8")).get("tests") == "2"
    assert json.loads(as_json.read_text(encoding="utf-8"))["summary"]["pass"] == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--report", "xml=a"], "report.unknown-format"),
        (["--report", "json=/no/such/folder/a"], "report.unwritable"),
        (["--subject", "referense"], "conformance.unknown-subject"),
        (["--system", "flight"], "conformance.unknown-system"),
        (["--system", "qbd", "--case", "fs.*"], "conformance.unknown-case"),
        (["--rule", "fs.clear-markr"], "conformance.unknown-rule"),
        (["--system", "qbd", "--engine", "postgresql"], "conformance.nothing-selected"),
        (["--engine", "postgres=postgresql://x"], "conformance.nothing-selected"),
    ],
)
def test_usage_errors_end_with_2(capsys, arguments, code):
    assert run(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"[{code}]" in err
    assert "Traceback" not in err


def test_nothing_selected_says_why(capsys):
    assert run("--rule", "fs.element-unchecked", "--profile", "target") == 2
    err = capsys.readouterr().err
    assert "Not one case is selected" in err
    assert "--profile target, " not in err
    assert "--rule fs.element-unchecked, --profile target" in err


# --- engines ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def stored(monkeypatch):
    """The suite with one case that needs PostgreSQL, and no PostgreSQL."""
    compiled = cases.compile_suite

    def with_engine(systems):
        from dataclasses import replace  # noqa: PLC0415 - here alone

        suite = compiled(systems)
        first, *others = [case for case in suite.cases if not case.engines and len(case.profiles) == 2][:3]
        return replace(suite, cases=(replace(first, engines=("postgresql",)), *others))

    @contextmanager
    def none(_name, _url, **_options):
        raise EnvironmentProblem("engine.none", "No postgresql server can be had here.", next_step="Start one.")
        yield

    monkeypatch.setattr(cases, "compile_suite", with_engine)
    monkeypatch.setattr(lending.engines, "open", none)


@pytest.mark.parametrize("asked", [[], ["--engine", "postgresql"]])
def test_a_missing_engine_ends_with_3_and_is_told(capsys, stored, asked):
    assert run("--system", "flight-state", *asked) == 3
    out = capsys.readouterr().out
    assert "not run: postgresql: No postgresql server can be had here." in out
    assert "2 not run" in out


def test_cases_without_an_engine_run_alone_when_asked_for(capsys, stored):
    assert run("--system", "flight-state", "--engine", "none") == 0
    assert "4 planned: 4 pass" in capsys.readouterr().out


def test_an_engine_that_there_is_not_is_a_usage_error(capsys, stored):
    assert run("--system", "flight-state", "--engine", "postgresql", "--engine", "postgres") == 2
    assert "[engine.unknown]" in capsys.readouterr().err


# --- cases that cannot be used ----------------------------------------------------------------------------------------


def test_every_problem_of_the_cases_is_shown_with_its_next_step(capsys, monkeypatch):
    problem = Problem("conformance/cases/x.yaml", 3, 9, "/rules/0", "spec.dangling", "No such rule.", "Name one.")
    compiled = cases.compile_suite

    def broken(systems):
        from dataclasses import replace  # noqa: PLC0415 - here alone

        return replace(compiled(systems), problems=(problem,))

    monkeypatch.setattr(cases, "compile_suite", broken)
    assert run(*ONE, "--lang", "zh") == 2
    err = capsys.readouterr().err
    assert "conformance/cases/x.yaml:3:9: No such rule. [spec.dangling]\n    下一步: Name one.\n" in err
    assert "[conformance.invalid-cases]" in err


# --- list -------------------------------------------------------------------------------------------------------------


def test_list(capsys):
    assert main(["conformance", "list", "--case", "fs.clear-marker-attributes.s*", "--lang", "zh"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "fs.clear-marker-attributes.strict-and-bare  (extended)",
        "    严格选项下，光秃秃的 0 条目照样清除",
        "    fs.clear-marker-attributes@1; current; target",
        "fs.clear-marker-attributes.strict-option  (extended)",
        "    声明了严格选项：0 条目带其他属性就拒绝",
        "    fs.clear-marker-attributes@1; current; target",
        "2 个案例，4 次运行",
    ]


def test_list_as_json_keeps_to_its_schema(capsys):
    assert main(["conformance", "list", "--rule", "fs.clear-marker", "--profile", "current", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    jsonschema.validate(listed, schema("conformance-list"))
    first = next(one for one in listed["cases"] if one["case"] == "fs.clear-marker.all-zero")
    assert (first["op"], first["runs"]) == ("translate", [{"profile": "current", "engine": None}])


@pytest.mark.parametrize(("command", "name"), [("run", "conformance-report"), ("list", "conformance-list")])
def test_schemas_are_printed(capsys, command, name):
    assert main(["conformance", command, "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == schema(name)
