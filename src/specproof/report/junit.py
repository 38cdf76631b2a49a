"""A check of scripts as JUnit XML: a suite for each file, a case for each statement, so that CI shows them as tests.

An error is a failure, an unverified statement is skipped, a file that cannot be read is an error; warnings and hints go
to `system-out`.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from specproof.finding import DdlReport, FileReport, Finding, Severity, StatementReport, Status, Unread
from specproof.report.xml import clean
from specproof.text import Language, Text

_WORDS = {
    "statement": Text(zh="语句 {number}（第 {line} 行）：{what}", en="statement {number} (line {line}): {what}"),
    "file": Text(zh="整个文件", en="the file as a whole"),
    "read": Text(zh="读取文件", en="reading the file"),
    "unverified": Text(zh="未能核实", en="unverified"),
}


def render(report: DdlReport, language: Language) -> str:
    """The document with a declaration and a final newline."""
    suites = [_suite(file, language) for file in report.files] + [_unread(u, language) for u in report.unread]
    root = ET.Element("testsuites", {"name": "specproof ddl check", **_totals(suites)})
    root.extend(suites)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _totals(suites: Sequence[ET.Element]) -> dict[str, str]:
    names = ("tests", "failures", "errors", "skipped")
    return {name: str(sum(int(suite.get(name, "0")) for suite in suites)) for name in names}


def _suite(file: FileReport, language: Language) -> ET.Element:
    path = clean(file.path)
    cases = [_statement(file, s, path, language) for s in file.statements]
    numbers = {s.number for s in file.statements}
    elsewhere = [f for f in file.findings if f.statement not in numbers]
    if elsewhere or not cases:
        case = ET.Element("testcase", name=_WORDS["file"].pick(language), classname=path, file=path, time="0")
        cases.append(_judge(case, path, elsewhere))
    return _with_counts(ET.Element("testsuite", name=path, file=path, time="0"), cases)


def _statement(file: FileReport, statement: StatementReport, path: str, language: Language) -> ET.Element:
    what = " ".join(filter(None, (statement.kind, statement.object)))
    name = _WORDS["statement"].fill(language, {"number": statement.number, "line": statement.line, "what": what})
    case = ET.Element("testcase", name=clean(name), classname=path, file=path, line=str(statement.line), time="0")
    findings = [f for f in file.findings if f.statement == statement.number]
    _judge(case, path, findings)
    if statement.status is Status.UNVERIFIED:
        reason = next((f.message for f in findings), _WORDS["unverified"].pick(language))
        case.insert(0, ET.Element("skipped", message=clean(reason)))
    return case


def _judge(case: ET.Element, path: str, findings: Sequence[Finding]) -> ET.Element:
    errors = [f for f in findings if f.severity is Severity.ERROR]
    others = [f for f in findings if f.severity is not Severity.ERROR]
    if errors:
        # One failure a case: some readers keep only the first.
        message = clean("; ".join(f"[{f.check}] {f.message}" for f in errors))
        failure = ET.SubElement(case, "failure", message=message, type=errors[0].check)
        failure.text = clean("\n\n".join(_told(path, f) for f in errors))
    if others:
        ET.SubElement(case, "system-out").text = clean("\n\n".join(_told(path, f) for f in others))
    return case


def _told(path: str, finding: Finding) -> str:
    head = f"{path}:{finding.span.line}:{finding.span.column}: {finding.severity}[{finding.check}] {finding.message}"
    return f"{head}\n{finding.why}\n{finding.advice}\n{finding.url}"


def _unread(unread: Unread, language: Language) -> ET.Element:
    path = clean(unread.path)
    case = ET.Element("testcase", name=_WORDS["read"].pick(language), classname=path, file=path, time="0")
    error = ET.SubElement(case, "error", message=clean(unread.what), type=unread.code)
    error.text = clean("\n".join(filter(None, (unread.what, unread.cause, unread.next_step))))
    return _with_counts(ET.Element("testsuite", name=path, file=path, time="0"), [case])


def _with_counts(suite: ET.Element, cases: Sequence[ET.Element]) -> ET.Element:
    suite.set("tests", str(len(cases)))
    for name, child in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(child) is not None for case in cases)))
    suite.extend(cases)
    return suite
