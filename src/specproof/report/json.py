"""A check of scripts as `specproof/ddl-report/1`: the shape that pipelines read.

Keys are fixed; more may be added, and a new meaning gets a new number. `specs/metaschema/report` holds its JSON Schema.
"""

from __future__ import annotations

import json
from typing import Any

from specproof.finding import DdlReport, FileReport, Finding, StatementReport, Status, Suppressed, Unread

SCHEMA = "specproof/ddl-report/1"


def render(report: DdlReport) -> str:
    """The report as indented JSON with a final newline."""
    return json.dumps(to_data(report), ensure_ascii=False, indent=2) + "\n"


def to_data(report: DdlReport) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "target": report.target,
        "policy": report.policy,
        "files": [_file(f) for f in report.files],
        "unread": [_unread(u) for u in report.unread],
        "summary": {"files": len(report.files), **{status.value: report.count(status) for status in Status}},
    }


def _file(file: FileReport) -> dict[str, Any]:
    return {
        "path": file.path,
        "status": file.status,
        "statements": [_statement(s) for s in file.statements],
        "findings": [_finding(f) for f in file.findings],
        "suppressed": [_suppressed(s) for s in file.suppressed],
        "assumptions": list(file.assumptions),
    }


def _statement(statement: StatementReport) -> dict[str, Any]:
    return {
        "number": statement.number,
        "line": statement.line,
        "end_line": statement.end_line,
        "kind": statement.kind,
        "object": statement.object,
        "status": statement.status,
        "predicted": {"outcome": statement.predicted, "errno": statement.errno},
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check,
        "effect": finding.effect,
        "severity": finding.severity,
        "errno": finding.errno,
        "statement": finding.statement,
        "line": finding.span.line,
        "column": finding.span.column,
        "end_line": finding.span.end_line,
        "end_column": finding.span.end_column,
        "object": finding.object,
        "message": finding.message,
        "why": finding.why,
        "advice": finding.advice,
        "url": finding.url,
    }


def _suppressed(entry: Suppressed) -> dict[str, Any]:
    return {**_finding(entry.finding), "reason": entry.reason, "until": entry.until}


def _unread(unread: Unread) -> dict[str, Any]:
    return {
        "path": unread.path,
        "code": unread.code,
        "what": unread.what,
        "cause": unread.cause,
        "next_step": unread.next_step,
    }
