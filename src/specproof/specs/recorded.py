"""Results of runs as coverage counts them: which rules and statements passed on which engine.

Reads the JSON reports of `conformance run` and `prove`. A result counts for the revision of the rule that it names and
on the very engine, never on a relative of it; one failure on an engine takes back all that passed there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specproof.errors import UsageProblem

PASSED = ("pass", "ok")
_SILENT = ("not_run", "unsupported")  # neither proof nor refutation


@dataclass(frozen=True, slots=True)
class Recorded:
    """`rules` by (id@revision, engine), `statements` by (id, engine): whether all results were good."""

    rules: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    statements: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    sources: tuple[str, ...] = ()


def read(files: Iterable[Path]) -> Recorded:
    """The results of report files. Raises UsageProblem `spec.results`."""
    rules: dict[tuple[str, str], bool] = {}
    statements: dict[tuple[str, str], bool] = {}
    sources = []
    for file in files:
        report = _report(file)
        sources.append(f"{file.name} ({report['schema']})")
        try:
            if report["schema"] == "specproof/conformance-report/1":
                _conformance(report, rules)
            else:
                _prove(report, statements)
        except (KeyError, TypeError, AttributeError):
            raise _unusable(file, "It lacks what a report of its schema has.") from None
    return Recorded(rules, statements, tuple(sources))


def _report(file: Path) -> dict[str, Any]:
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unusable(file, f"It cannot be read as JSON: {error}.") from None
    if not isinstance(report, dict) or report.get("schema") not in (
        "specproof/conformance-report/1",
        "specproof/prove/1",
    ):
        raise _unusable(file, "It is no report of `conformance run` or `prove`.")
    return report


def _unusable(file: Path, why: str) -> UsageProblem:
    return UsageProblem(
        "spec.results",
        f"The file of results cannot be used. {why}",
        where=str(file),
        next_step="Give the JSON report of `specproof conformance run` or `specproof prove`.",
    )


def _conformance(report: dict[str, Any], rules: dict[tuple[str, str], bool]) -> None:
    real = {one["name"] for one in report["engines"] if one["evidence"] == "engine"}
    for result in report["results"]:
        if result["engine"] in real and result["verdict"] not in _SILENT:
            for rule in result["rules"]:
                key = (rule, result["engine"])
                rules[key] = rules.get(key, True) and result["verdict"] in PASSED


def _prove(report: dict[str, Any], statements: dict[tuple[str, str], bool]) -> None:
    real = {
        step["engine"]["name"] for step in report["steps"] if step["engine"] and step["engine"]["evidence"] == "engine"
    }
    for proof in report["proofs"]:
        if proof["outcome"] != "not_run":
            for statement in proof["statements"]:
                for engine in real:
                    key = (statement, engine)
                    statements[key] = statements.get(key, True) and proof["outcome"] in PASSED
