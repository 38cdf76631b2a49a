"""A run as `specproof/conformance-report/1`: the shape that pipelines and `spec coverage` read.

The same run gives the same bytes: no times, no order of arrival. Keys are fixed; a new meaning gets a new number.
"""

from __future__ import annotations

import json
from typing import Any

from specproof.conformance.compare import ABSENT, Difference
from specproof.conformance.result import Report, Result, RuleResult
from specproof.conformance.verdict import Verdict
from specproof.evidence import EngineIdentity

SCHEMA = "specproof/conformance-report/1"


def render(report: Report) -> str:
    """The report as indented JSON with a final newline."""
    return json.dumps(to_data(report), ensure_ascii=False, indent=2) + "\n"


def to_data(report: Report) -> dict[str, Any]:
    check = report.self_check
    return {
        "schema": SCHEMA,
        "specproof": report.specproof,
        "subject": {"name": report.subject, "version": report.version},
        "suite": {"systems": list(report.systems), "sha256": report.suite},
        "engines": [_engine(one) for one in report.engines],
        "results": [_result(one) for one in report.results],
        "rules": [_rule(one) for one in report.rules],
        "self_check": {"case": check.case, "verdict": check.verdict} if check else None,
        "summary": {
            "planned": len(report.results),
            **{verdict.value: report.count(verdict) for verdict in Verdict},
            "red": len(report.red),
        },
    }


def _engine(engine: EngineIdentity) -> dict[str, str]:
    return {
        "name": engine.name,
        "product": engine.product,
        "version": engine.version,
        "provider": engine.provider,
        "evidence": engine.evidence,
    }


def _result(one: Result) -> dict[str, Any]:
    judgement = one.judgement
    told = judgement.why or judgement.differences
    return {
        "case": one.case.id,
        "digest": one.case.digest,
        "rules": list(one.case.rules),
        "level": one.case.level,
        "profile": one.profile,
        "engine": one.engine,
        "verdict": one.verdict,
        "red": judgement.red,
        "detail": {
            "why": judgement.why.en if judgement.why else None,
            "differences": [_difference(place) for place in judgement.differences],
        }
        if told
        else None,
    }


def _difference(place: Difference) -> dict[str, Any]:
    """A side where nothing is has no key."""
    sides = {"expected": place.expected, "seen": place.seen}
    return {"path": place.path, **{side: value for side, value in sides.items() if value is not ABSENT}}


def _rule(one: RuleResult) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "holds": one.holds,
        "planned": len(one.results),
        **{verdict.value: one.count(verdict) for verdict in Verdict},
        "red": one.red,
    }
