"""A check of scripts as SARIF 2.1.0, for code scanning: rules with their prose, results with stable fingerprints.

Source: OASIS, Static Analysis Results Interchange Format 2.1.0. Columns count code points, as our positions do.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from specproof import __version__
from specproof.finding import DdlReport, FileReport, Finding, Rule, Severity, Unread
from specproof.report.frame import Source
from specproof.text import Language

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "specproofFinding/v1"
_TAGS = {"zh": "zh-CN", "en": "en-US"}


def render(report: DdlReport, language: Language) -> str:
    """The log with a final newline."""
    return json.dumps(to_data(report, language), ensure_ascii=False, indent=2) + "\n"


def to_data(report: DdlReport, language: Language) -> dict[str, Any]:
    index = {rule.slug: number for number, rule in enumerate(report.rules)}
    run = {
        "tool": {
            "driver": {
                "name": "specproof",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in report.rules],
            }
        },
        "language": _TAGS[language],
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.unread,
                "toolExecutionNotifications": [_notification(unread) for unread in report.unread],
            }
        ],
        "artifacts": [{"location": _location(file.path)} for file in report.files],
        "results": [result for number, file in enumerate(report.files) for result in _results(file, number, index)],
        "properties": {"target": report.target, "policy": report.policy},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.slug,
        "name": "".join(word.capitalize() for word in rule.slug.split("-")),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.why}\n\n{rule.advice}", "markdown": f"{rule.why}\n\n**→** {rule.advice}"},
        "helpUri": rule.url,
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
        "properties": {"effect": rule.effect, "errno": rule.errno, "policy": rule.policy},
    }


def _results(file: FileReport, artifact: int, index: dict[str, int]) -> Iterator[dict[str, Any]]:
    source = Source(file.source)
    seen: Counter[str] = Counter()
    entries = [(finding, None) for finding in file.findings] + [(s.finding, s.reason) for s in file.suppressed]
    for finding, reason in sorted(entries, key=lambda entry: entry[0].span):
        result = _result(file.path, artifact, finding, source, seen)
        if finding.check in index:
            result["ruleIndex"] = index[finding.check]
        result["suppressions"] = [] if reason is None else [{"kind": "inSource", "justification": reason}]
        yield result


def _result(path: str, artifact: int, finding: Finding, source: Source, seen: Counter[str]) -> dict[str, Any]:
    span = finding.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
        "snippet": {"text": source.line(span.line)[:1000]},
    }
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {**_location(path), "index": artifact}, "region": region}
    }
    if finding.object:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.object}]
    return {
        "ruleId": finding.check,
        "level": _LEVEL[finding.severity],
        "message": {"text": f"{finding.message} {finding.advice}"},
        "locations": [location],
        "partialFingerprints": {_FINGERPRINT: _fingerprint(finding, source, seen)},
        "properties": {"effect": finding.effect, "errno": finding.errno, "statement": finding.statement},
    }


def _fingerprint(finding: Finding, source: Source, seen: Counter[str]) -> str:
    """The same for a finding that only moved: made of check, object and line text without blanks, never of positions.

    Equal ones of a file are told apart by their order.
    """
    text = " ".join(source.line(finding.span.line).split())
    key = "\n".join((finding.check, finding.object or "", text))
    seen[key] += 1
    return hashlib.sha256(f"{key}\n{seen[key]}".encode()).hexdigest()[:32]


def _notification(unread: Unread) -> dict[str, Any]:
    return {
        "level": "error",
        "descriptor": {"id": unread.code},
        "message": {"text": f"{unread.what} {unread.next_step}"},
        "locations": [{"physicalLocation": {"artifactLocation": _location(unread.path)}}],
    }


def _location(path: str) -> dict[str, str]:
    """A URI as RFC 3986 wants it: relative to the checkout for a relative path, else of the scheme `file`."""
    if PurePath(path).is_absolute():
        return {"uri": PurePath(path).as_uri()}
    return {"uri": quote(PurePath(path).as_posix()), "uriBaseId": "%SRCROOT%"}
