"""The three forms of one run with every verdict in it, and the shape of the JSON."""

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.conformance.report import json as as_json
from specproof.conformance.report import junit, text
from specproof.conformance.run import run
from specproof.conformance.select import Selection, plan
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

SCHEMA = json.loads(
    resources.path("specs", "metaschema", "report", "conformance-report.schema.json").read_text(encoding="utf-8")
)
FIXED = {"specproof": "0.0.0", "suite": "0" * 64}


@pytest.fixture
def report(made):
    answers = {
        "good": made.VALUE,
        "wrong-value": made.WRONG,
        "wrong-kind": {"outcome": "rejected", "error": {"code": "json-invalid", "path": "/a", "detail": "\x1b[31m"}},
        "wrong-code": {"outcome": "rejected", "error": {"code": "json-invalid", "path": ""}},
        "claimed": made.UNSUPPORTED,
        "lacking": {"outcome": "unsupported", "feature": "strict-zero-entries"},
        "tentative": made.WRONG,
        "store": made.VALUE,
    }

    def answer(request):
        slug = request["case"].rpartition(".")[2]
        return answers[slug] if slug in answers else made.crash(request)

    suite = made.suite(
        made.case("claimed", level="extended"),
        made.case("crashing", rules=("fs.clear-marker@1", "fs.set-overwrites@3")),
        made.case("good", rules=("fs.unchanged-keeps@1",), profiles=("current", "target")),
        made.case("lacking", level="extended", rules=("fs.clear-marker-attributes@1",)),
        made.case("store", engines=("mysql-5.7", "postgresql"), rules=("fs.round-trip@2",)),
        made.case("tentative", level="provisional", rules=("fs.adft-like-flop@1",)),
        made.rejecting("wrong-code"),
        made.case("wrong-kind"),
        made.case("wrong-value"),
    )
    found = run(suite, plan(suite, Selection()), lambda: made.Fake(answer), made.no_engine)
    engine = EngineIdentity("postgresql", "PostgreSQL", "16.4", ProviderKind.LOCAL, Evidence.ENGINE)
    return replace(found, engines=(engine,), **FIXED)


def test_text(golden, report):
    golden("conformance/report.en.txt", text.render(report, "en", by_rule=True))
    golden("conformance/report.zh.txt", text.render(report, "zh"))


def test_json(golden, report):
    golden("conformance/report.json", as_json.render(report))
    assert list(Draft202012Validator(SCHEMA).iter_errors(as_json.to_data(report))) == []


def test_junit(golden, report):
    golden("conformance/report.xml", junit.render(report, "en"))


def test_junit_shows_what_was_not_run_as_an_error_and_what_does_not_count_as_skipped(report):
    root = ET.fromstring(junit.render(report, "en"))
    told = {
        case.get("name"): [child.tag for child in case if child.tag != "properties"] for case in root.iter("testcase")
    }
    assert told["fs.made.store [target, postgresql]"] == ["error"]
    assert told["fs.made.crashing [target]"] == ["error"]
    assert told["fs.made.wrong-code [target]"] == ["failure"]
    assert told["fs.made.lacking [target]"] == told["fs.made.tentative [target]"] == ["skipped"]
    assert told["fs.made.good [target]"] == []
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "11",
        "failures": "4",
        "errors": "3",
        "skipped": "2",
    }


def test_rules_that_do_not_hold_come_first(report):
    rules = [(one.rule, one.red > 0, one.holds) for one in report.rules]
    assert rules == [
        ("fs.clear-marker@1", True, False),
        ("fs.round-trip@2", True, False),
        ("fs.set-overwrites@3", True, False),
        ("fs.adft-like-flop@1", False, False),
        ("fs.clear-marker-attributes@1", False, False),
        ("fs.unchanged-keeps@1", False, True),
    ]


def test_a_clean_run_is_three_lines_and_says_so_in_its_schema(made):
    suite = made.suite(made.case())
    found = run(suite, plan(suite, Selection()), lambda: made.Fake(made.VALUE), made.no_engine)
    assert text.render(found, "en").splitlines() == [
        "Subject fake 1, systems flight-state",
        "",
        "1 planned: 1 pass",
        "Rules: 1 of 1 hold in every case",
        "Self-check: fs.made.one with an impossible expectation came out as fail, as it must",
    ]
    data = as_json.to_data(found)
    assert data["results"][0]["detail"] is None
    assert list(Draft202012Validator(SCHEMA).iter_errors(data)) == []


def test_a_run_without_an_answer_says_that_it_has_no_self_check(made):
    suite = made.suite(made.case())
    found = run(suite, plan(suite, Selection()), lambda: made.Fake(made.crash), made.no_engine)
    assert text.render(found, "zh").splitlines()[-1] == "自检做不了：没有一个案例得到回答"
    assert as_json.to_data(found)["self_check"] is None


def test_many_differences_are_cut_with_their_number(made):
    items = [{"GTNO": str(number)} for number in range(25)]
    expected = {"commands": {"GTDT": {"command": "replace", "items": items}}, "warnings": []}
    seen = {"commands": {"GTDT": {"command": "replace", "items": [{"GTNO": "x"}] * 25}}, "warnings": []}
    suite = made.suite(made.case(expect=(made.Expected(expected),)))
    answer = {"outcome": "value", "observed": seen}
    found = run(suite, plan(suite, Selection()), lambda: made.Fake(answer), made.no_engine)
    shown = text.render(found, "en")
    assert shown.count("expected") == 10
    assert "15 more places" in shown
    assert len(as_json.to_data(found)["results"][0]["detail"]["differences"]) == 25
