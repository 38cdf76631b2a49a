"""A run as JUnit XML: a suite for each system, a case for each case, profile and engine.

What is red is a failure or an error; what could not be run is an error, so that no CI shows it green. A verdict that
does not count is skipped with its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from specproof.conformance.report.text import reason
from specproof.conformance.result import Report, Result
from specproof.conformance.verdict import Verdict
from specproof.report.xml import clean
from specproof.text import Language

_ERRORS = (Verdict.CRASH, Verdict.NOT_RUN)


def render(report: Report, language: Language) -> str:
    """The document with a declaration and a final newline."""
    name = f"specproof conformance {report.subject}"
    root = ET.Element("testsuites", {"name": clean(name), **_counts(report.results)})
    for system in report.systems:
        results = [one for one in report.results if one.case.system == system]
        suite = ET.SubElement(root, "testsuite", {"name": system, **_counts(results)})
        properties = ET.SubElement(suite, "properties")
        for key, value in (("subject", f"{report.subject} {report.version}"), ("suite.sha256", report.suite)):
            ET.SubElement(properties, "property", name=key, value=clean(value))
        suite.extend(_case(one, language) for one in results)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(results: Sequence[Result]) -> dict[str, str]:
    found = [_child(one) for one in results]
    names = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    return {"tests": str(len(found)), **{name: str(found.count(child)) for name, child in names.items()}}


def _child(one: Result) -> str | None:
    """The element that tells a verdict."""
    if one.judgement.red:
        return "error" if one.verdict in _ERRORS else "failure"
    return None if one.verdict is Verdict.PASS else "skipped"


def _case(one: Result, language: Language) -> ET.Element:
    place = ", ".join(filter(None, (one.profile, one.engine)))
    attributes = {"name": f"{one.case.id} [{place}]", "classname": one.case.system, "file": one.case.file, "time": "0"}
    case = ET.Element("testcase", attributes)
    properties = ET.SubElement(case, "properties")
    for key, value in (("rules", " ".join(one.case.rules)), ("level", one.case.level), ("digest", one.case.digest)):
        ET.SubElement(properties, "property", name=key, value=value)
    child = _child(one)
    if child is not None:
        lines = reason(one, language)
        told = ET.SubElement(case, child, type=one.verdict.value, message=clean(lines[0]))
        told.text = clean("\n".join([one.case.title.pick(language), *lines]))
    return case
