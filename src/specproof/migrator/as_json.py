"""The results of the migrator as JSON-ready data; `specs/metaschema/report/migrate-*.schema.json` fixes the shapes.

Every document names its schema and changes only with a new number. It holds no password and no statement text.
"""

from __future__ import annotations

from typing import Any

from specproof.engines.base import ServerWarning
from specproof.errors import SpecproofError
from specproof.evidence import Outcome
from specproof.finding import Severity
from specproof.migrator.apply import Migration
from specproof.migrator.journal import Journal
from specproof.migrator.plan import Plan
from specproof.migrator.preflight import Preflight, Question
from specproof.migrator.rehearsal import Rehearsal
from specproof.migrator.status import Status
from specproof.migrator.verify import Verification
from specproof.text import Text


def preflight(found: Preflight) -> dict[str, Any]:
    return {
        "schema": "specproof/preflight/1",
        "target": found.target.to_data(),
        "outcome": "findings" if found.count(Severity.ERROR) else "ok",
        "questions": [_question(q) for q in found.questions],
        "summary": {
            **{s.value: found.count(s) for s in Severity},
            "not_checked": len(found.not_checked),
        },
    }


def _question(question: Question) -> dict[str, Any]:
    return {
        "question": question.slug,
        "asks": _both(question.asks),
        "expects": question.expects,
        "cost": question.cost,
        "findings": [
            {
                "severity": f.severity,
                "message": _both(f.message),
                "advice": _both(f.advice),
                "values": {k: v if isinstance(v, int | None) else str(v) for k, v in f.values.items()},
            }
            for f in question.findings
        ],
        "not_checked": _both(question.not_checked) if question.not_checked else None,
    }


def rehearsal(found: Rehearsal, plan: Plan) -> dict[str, Any]:
    """The report; the record that apply reads holds the structures as well."""
    titles = {s.number: s.title for s in plan.statements}
    return {
        "schema": "specproof/rehearsal-report/1",
        "outcome": "failed" if found.failed else "ok",
        "plan": found.plan,
        "script": found.script,
        "target": found.target.to_data(),
        "engine": {
            "name": found.scratch.name,
            "product": found.scratch.product,
            "version": found.scratch.version,
            "provider": found.scratch.provider,
            "evidence": found.scratch.evidence,
        },
        "at": found.at,
        "rows": found.rows,
        "fingerprints": list(found.fingerprints),
        "statements": [
            {
                "number": s.number,
                "title": titles[s.number],
                "seconds": s.seconds,
                "affected": s.affected,
                "work": s.work,
                "traceless": None if s.failure else found.traceless(s.number),
                "warnings": [_warning(w) for w in s.warnings],
                "failure": {"errno": s.failure.errno, "message": s.failure.message} if s.failure else None,
            }
            for s in found.statements
        ],
        "variables": dict(found.variables),
        "differing": [{"name": n, "live": live, "scratch": own} for n, live, own in found.differing],
        "left_out": list(found.scope.left_out),
        "notes": list(found.notes),
    }


def migration(found: Migration) -> dict[str, Any]:
    return {
        "schema": "specproof/migration/1",
        "outcome": "done",
        "plan": found.plan,
        "script": found.script,
        "target": found.target.to_data(),
        "journal": found.journal,
        "resumed": found.resumed,
        "started": found.started,
        "ended": found.ended,
        "statements": [
            {
                "number": s.number,
                "title": s.title,
                "by": s.by,
                "seconds": s.seconds,
                "warnings": [_warning(w) for w in s.warnings],
            }
            for s in found.statements
        ],
        "error": None,
    }


def abandoned(found: Journal) -> dict[str, Any]:
    """A run that was given up: the same document again, without statements."""
    return {
        "schema": "specproof/migration/1",
        "outcome": "abandoned",
        "plan": found.plan,
        "script": str(found.header["script"]),
        "target": found.target.to_data(),
        "journal": str(found.path),
        "started": found.entries[0].at,
        "ended": found.entries[-1].at,
        "error": None,
    }


def stopped(plan: Plan, error: SpecproofError) -> dict[str, Any]:
    """An apply or resume that did not finish: the same document, with the error in place of the rest."""
    return {
        "schema": "specproof/migration/1",
        "outcome": "stopped",
        "plan": plan.hash,
        "script": plan.script,
        "error": {
            "code": error.code,
            "exit": int(error.exit_code),
            "what": error.what,
            "where": error.where,
            "cause": error.cause,
            "next_step": error.next_step,
        },
    }


def verification(found: Verification) -> dict[str, Any]:
    return {
        "schema": "specproof/verification/1",
        "outcome": found.outcome,
        "plan": found.plan,
        "script": found.script,
        "target": found.target.to_data(),
        "comparisons": [
            {
                "comparison": c.slug,
                "asks": _both(c.asks),
                "expected": _both(c.expected),
                "outcome": c.outcome,
                "seen": [_both(t) for t in c.seen],
                "reason": _both(c.reason) if c.reason else None,
            }
            for c in found.comparisons
        ],
        "summary": {o.value: sum(c.outcome is o for c in found.comparisons) for o in Outcome},
    }


def statuses(found: tuple[Status, ...]) -> dict[str, Any]:
    return {
        "schema": "specproof/migration-status/1",
        "migrations": [
            {
                "journal": str(s.journal.path),
                "plan": s.journal.plan,
                "script": s.journal.header["script"],
                "target": s.journal.target.to_data(),
                "state": s.state,
                "done": s.standing.done,
                "open": s.standing.open,
                "statements": len(s.journal.statements),
                "summary": _both(s.summary),
                "next_step": _both(s.next_step),
                "live": _both(s.live) if s.live else None,
                "events": [{"at": at, "text": _both(t)} for at, t in s.events],
                "torn_bytes": s.journal.torn,
            }
            for s in found
        ],
    }


def _warning(warning: ServerWarning) -> dict[str, Any]:
    return {"level": warning.level, "code": warning.code, "message": warning.message}


def _both(text: Text) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}
