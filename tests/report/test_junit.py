from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from specproof.report import junit


@pytest.fixture
def root(ddl_report, language):
    return ET.fromstring(junit.render(ddl_report, language))


def test_junit(ddl_report, language, golden):
    golden(f"ddl-report/report.{language}.xml", junit.render(ddl_report, language))


def test_a_suite_for_each_file_and_a_case_for_each_statement(root):
    assert [(s.get("name"), s.get("tests")) for s in root] == [
        ("sql/up 2,1.sql", "3"),
        ("/srv/ok.sql", "1"),
        ("gone.sql", "1"),
    ]
    assert {k: root.get(k) for k in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
    }


def test_errors_fail_unverified_is_skipped_and_hints_are_only_said(root):
    first, second, third = root[0]
    assert first.find("failure").get("type") == "full-width-punctuation"
    assert "foreign-key" in first.find("failure").text
    assert second.find("skipped") is not None
    assert second.find("failure") is None
    assert [child.tag for child in third] == ["system-out"]


def test_characters_that_xml_forbids_are_replaced(ddl_report, language):
    file = ddl_report.files[0]
    odd = replace(file.findings[0], message="a\x00b\x1bc\ud800")
    report = replace(ddl_report, files=(replace(file, findings=(odd,)),))
    root = ET.fromstring(junit.render(report, language))
    assert "a\ufffdb\ufffdc\ufffd" in root[0][0].find("failure").get("message")


def test_a_finding_outside_all_statements_has_a_case_of_its_own(ddl_report, language):
    file = ddl_report.files[0]
    outside = replace(file.findings[0], statement=None)
    report = replace(ddl_report, files=(replace(file, findings=(outside,)),), unread=())
    root = ET.fromstring(junit.render(report, language))
    assert [case.find("failure") is not None for case in root[0]] == [False, False, False, True]
