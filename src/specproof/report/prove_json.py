"""A run as `specproof/prove/1`: the shape that pipelines read. Keys are fixed; a new meaning gets a new number."""

from __future__ import annotations

import json
from typing import Any

from specproof.evidence import EngineIdentity, Proof, RunReport, Step

SCHEMA = "specproof/prove/1"


def render(report: RunReport) -> str:
    """The report as indented JSON with a final newline."""
    return json.dumps(to_data(report), ensure_ascii=False, indent=2) + "\n"


def to_data(report: RunReport) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "outcome": report.outcome,
        "started": report.started,
        "specproof": report.version,
        "inputs": [{"path": name, "sha256": digest} for name, digest in report.inputs],
        "steps": [_step(s) for s in report.steps],
        "proofs": [_proof(p) for p in report.proofs],
        "not_run": [{"what": n.what, "why": n.why, "how": n.how} for n in report.not_run],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "step": step.step,
        "outcome": step.outcome,
        "reason": step.reason,
        "detail": step.detail,
        "seconds": round(step.seconds, 3),
        "engine": _engine(step.engine) if step.engine else None,
    }


def _engine(engine: EngineIdentity) -> dict[str, str]:
    return {
        "name": engine.name,
        "product": engine.product,
        "version": engine.version,
        "provider": engine.provider,
        "evidence": engine.evidence,
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "what": proof.what,
        "statements": list(proof.statements),
        "expected": proof.expected,
        "seen": proof.seen,
        "outcome": proof.outcome,
    }
