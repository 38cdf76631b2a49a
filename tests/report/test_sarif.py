"""SARIF against the parts of the standard that consumers depend on; section numbers are those of SARIF 2.1.0."""

from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from specproof.finding import Span
from specproof.report import sarif


@pytest.fixture
def run(ddl_report, language):
    return sarif.to_data(ddl_report, language)["runs"][0]


def test_sarif(ddl_report, language, golden):
    golden(f"ddl-report/report.{language}.sarif", sarif.render(ddl_report, language))


def test_version_and_schema(ddl_report, language):
    log = sarif.to_data(ddl_report, language)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")


def test_columns_count_code_points_and_are_in_the_region(run):
    assert run["columnKind"] == "unicodeCodePoints"  # 3.14.17
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endLine"], region["endColumn"]) == (2, 12, 2, 13)


def test_a_rule_index_points_at_the_rule_of_that_id(run):
    rules = run["tool"]["driver"]["rules"]
    indexed = [result for result in run["results"] if "ruleIndex" in result]
    assert indexed
    for result in indexed:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # 3.27.6


def test_levels_are_those_of_the_standard(run):
    assert {result["level"] for result in run["results"]} == {"error", "warning", "note"}  # 3.27.10


def test_artifact_uris_are_valid_and_relative_ones_have_a_base(run):
    locations = [artifact["location"] for artifact in run["artifacts"]]
    assert locations == [
        {"uri": "sql/up%202%2C1.sql", "uriBaseId": "%SRCROOT%"},
        {"uri": "file:///srv/ok.sql"},
    ]
    assert urlsplit(locations[1]["uri"]).scheme == "file"
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert run["artifacts"][place["index"]]["location"]["uri"] == place["uri"]  # 3.4.5


def test_an_allowed_finding_is_suppressed_with_its_reason(run):
    suppressed = [r for r in run["results"] if r["suppressions"]]
    assert [r["ruleId"] for r in suppressed] == ["multi-table-drop"]
    assert suppressed[0]["suppressions"][0]["kind"] == "inSource"  # 3.35.2
    assert suppressed[0]["suppressions"][0]["justification"]
    assert all("suppressions" in r for r in run["results"])  # 3.27.23: present in all results or in none


def test_an_unread_file_makes_the_run_unsuccessful(run):
    invocation = run["invocations"][0]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["descriptor"]["id"] == "script.missing"


def _moved(report, lines):
    file = report.files[0]
    down = tuple(
        replace(f, span=Span(f.span.line + lines, f.span.column, f.span.end_line + lines, f.span.end_column))
        for f in file.findings
    )
    return replace(report, files=(replace(file, source="\n" * lines + file.source, findings=down, suppressed=()),))


def _prints(report, language):
    results = sarif.to_data(report, language)["runs"][0]["results"]
    return [result["partialFingerprints"]["specproofFinding/v1"] for result in results]


def test_fingerprints_survive_a_move_and_differ_between_findings(ddl_report, language):
    here, there = _prints(_moved(ddl_report, 0), language), _prints(_moved(ddl_report, 7), language)
    assert here == there
    assert len(set(here)) == len(here)


def test_equal_findings_are_told_apart(ddl_report, language):
    file = ddl_report.files[0]
    twice = replace(ddl_report, files=(replace(file, findings=file.findings[:1] * 2, suppressed=()),))
    assert len(set(_prints(twice, language))) == 2
