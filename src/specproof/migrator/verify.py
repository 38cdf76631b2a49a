"""Verify: is the live structure what was rehearsed, what the spec promises, and what the self-checks ask for?

Reads information_schema and never SHOW CREATE text. Every comparison says what was expected and what was seen; what
could not be compared is not run, with its reason, and never counts as fine.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from specproof import resources
from specproof.engines.base import Session
from specproof.errors import SpecproofError
from specproof.evidence import Outcome
from specproof.migrator import drift, preflight, queries
from specproof.migrator.change import change_of
from specproof.migrator.plan import Plan
from specproof.migrator.rehearsal import read_record
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, Target, identify
from specproof.schema import Schema
from specproof.specs import load, tables
from specproof.text import Text

NO_SPEC = "none"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One question about the live structure. `seen` holds one text per difference or offender; empty is good."""

    slug: str
    asks: Text
    expected: Text
    outcome: Outcome
    seen: tuple[Text, ...] = ()
    reason: Text | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    target: Target
    plan: str
    script: str
    comparisons: tuple[Comparison, ...]

    @property
    def outcome(self) -> Outcome:
        found = {c.outcome for c in self.comparisons}
        return Outcome.FAILED if Outcome.FAILED in found else Outcome.OK if Outcome.OK in found else Outcome.NOT_RUN


def verify(plan: Plan, database: Database, folder: StateFolder | None, spec: str | None = None) -> Verification:
    """Compares; changes nothing.

    `spec` names a system, `none` skips it, None means the one of the change that the script is. Raises UsageProblem
    `spec.unknown-system`.
    """
    change = change_of(plan)
    system = None if spec == NO_SPEC else spec or (change.system if change else None)
    with closing(database.open()) as session:
        target = identify(session, database)
        session.run("SET SESSION TRANSACTION READ ONLY")
        live = database.structure(session)
        comparisons = (
            _with_rehearsal(plan, target, live, folder),
            _with_spec(live, system),
            *_self_checks(system, plan, target, session),
        )
    return Verification(target, plan.hash, plan.script, comparisons)


def _with_rehearsal(plan: Plan, target: Target, live: Schema, folder: StateFolder | None) -> Comparison:
    path = folder.rehearsal(target, plan.hash) if folder else None
    if path is None or not path.is_file():
        return _rehearsed(Outcome.NOT_RUN, reason=_NO_RECORD)
    try:
        record = read_record(path)
    except SpecproofError as error:
        return _rehearsed(Outcome.NOT_RUN, reason=Text(error.what, error.what))
    if record.failed:
        return _rehearsed(Outcome.NOT_RUN, reason=_FAILED_RECORD)
    found = drift.differences(record.scope.of(record.states[-1]), record.scope.of(live))
    seen = tuple(Text(drift.line(d, "zh"), drift.line(d, "en")) for d in found)
    return _rehearsed(Outcome.FAILED if seen else Outcome.OK, seen)


def _rehearsed(outcome: Outcome, seen: tuple[Text, ...] = (), reason: Text | None = None) -> Comparison:
    return Comparison("rehearsed", _REHEARSED, _NO_DIFFERENCE, outcome, seen, reason)


def _with_spec(live: Schema, system: str | None) -> Comparison:
    if system is None:
        return Comparison("spec", _SPEC, _NO_DIFFERENCE, Outcome.NOT_RUN, reason=_NO_SYSTEM)
    # Comments are prose: the spec says their meaning in its own words.
    found = tables.expectation(system).differences(live, comments=False)
    seen = tuple(Text(drift.line(d, "zh"), drift.line(d, "en")) for d in found)
    return Comparison(f"spec:{system}", _SPEC, _NO_DIFFERENCE, Outcome.FAILED if seen else Outcome.OK, seen)


def _self_checks(system: str | None, plan: Plan, target: Target, session: Session) -> tuple[Comparison, ...]:
    """The queries that the spec lists to be run one by one after the script."""
    if system is None:
        return ()
    slugs = load.read(resources.path("specs", system, "schema.yaml")).get("self_checks", ())
    by_slug = {q.slug: q for q in queries.load("verify")}
    asked = preflight.ask([by_slug[s] for s in slugs], session, preflight.bindings(plan, target))
    return tuple(
        Comparison(
            slug=q.slug,
            asks=q.asks,
            expected=Text(_EXPECTS.get(q.expects, q.expects), q.expects),
            outcome=Outcome.NOT_RUN if q.not_checked else Outcome.FAILED if q.findings else Outcome.OK,
            seen=tuple(f.message for f in q.findings),
            reason=q.not_checked,
        )
        for q in asked
    )


_REHEARSED = Text(
    zh="实际结构与演练结束时的结构是否相同？", en="Is the live structure the one that the rehearsal ended with?"
)
_SPEC = Text(
    zh="实际结构是否符合规范（注释除外，规范之外的表不论）？",
    en="Is the live structure what the spec promises (comments and other tables aside)?",
)
_NO_DIFFERENCE = Text(zh="没有差异", en="no difference")
_EXPECTS = {"no row": "0 行"}
_NO_RECORD = Text(
    zh="没有这个脚本在这个目标上的演练记录。", en="There is no rehearsal record of this script for this target."
)
_FAILED_RECORD = Text(zh="最近一次演练没有成功。", en="The last rehearsal did not succeed.")
_NO_SYSTEM = Text(
    zh="脚本不是已登记的变更；用 --spec 指定规范。",
    en="The script is no catalogued change; name a spec with --spec.",
)
