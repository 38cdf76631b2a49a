"""A check of scripts as workflow commands of GitHub Actions: annotations on the lines of the change.

Source: GitHub documentation, "Workflow commands for GitHub Actions"; columns only where the span stays on one line,
as the runner drops them otherwise. A step shows ten annotations of a kind, so the last line tells the whole number.
"""

from __future__ import annotations

from collections.abc import Iterator

from specproof.finding import DdlReport, FileReport, Finding, Severity, Unread
from specproof.report.text import summary
from specproof.text import Language

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: DdlReport, language: Language) -> str:
    """One line an annotation, errors first because only the first ones show, then the summary; a final newline."""
    order = list(Severity)
    found = [(f, file) for file in report.files for f in file.findings]
    found.sort(key=lambda pair: order.index(pair[0].severity))
    lines = [*map(_unread, report.unread), *(_finding(file, f) for f, file in found), summary(report, language)]
    return "\n".join(lines) + "\n"


def _finding(file: FileReport, finding: Finding) -> str:
    span = finding.span
    properties = {"file": file.path, "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = finding.check
    return _command(_COMMAND[finding.severity], properties, f"{finding.message} {finding.advice} {finding.url}")


def _unread(unread: Unread) -> str:
    return _command("error", {"file": unread.path, "title": unread.code}, f"{unread.what} {unread.next_step}")


def _command(name: str, properties: dict[str, object], message: str) -> str:
    said = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{name} {said}::{_data(message)}"


def _data(text: str) -> str:
    return "".join(_escapes(text, "%\r\n"))


def _property(text: str) -> str:
    return "".join(_escapes(text, "%\r\n:,"))


def _escapes(text: str, special: str) -> Iterator[str]:
    return (f"%{ord(char):02X}" if char in special else char for char in text)
