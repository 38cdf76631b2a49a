"""Runs the checks over one subject: hits become findings in the reader's language, statements and file get a status.

Sits between the simulator, which knows what a server does, and the renderers. It decides nothing about SQL: what fires
is said by the catalogue, what counts by the policy, what is excused by comments in the script.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from specproof.ddl import suppression
from specproof.ddl.catalogue import ANYTHING_ELSE, Catalogue, Check
from specproof.ddl.policy import Policy
from specproof.ddl.prose import Fired, Speaker, outline
from specproof.ddl.script import Script
from specproof.ddl.subject import Hit, Judged, Subject
from specproof.ddl.syntax import DropTable, Other, Place, RenameTable, SyntaxProblem, Use
from specproof.finding import (
    Effect,
    FileReport,
    Finding,
    Prediction,
    Rule,
    Severity,
    StatementReport,
    Status,
    Suppressed,
)
from specproof.text import Language

UNVERIFIED = "unverified"  # the check that speaks where the reader has no answer


@dataclass(frozen=True, slots=True)
class Selection:
    """Which checks run: those of the policy, narrowed by `--select` and `--ignore`. Stable ones unless selected."""

    select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    @classmethod
    def of(cls, select: Iterable[str], ignore: Iterable[str], catalogue: Catalogue) -> Selection:
        """Raises UsageProblem `ddl.unknown-check` for a slug that no check has."""
        chosen, dropped = frozenset(select), frozenset(ignore)
        for slug in sorted(chosen | dropped):
            catalogue.get(slug)
        return cls(chosen, dropped)

    def takes(self, check: Check, policy: Policy) -> bool:
        if check.slug in self.ignore:
            return False
        if self.select:
            return check.slug in self.select and (policy.active(check) or check.slug in policy.rules)
        return policy.active(check) and (check.status == "stable" or check.slug in policy.rules)


def apply(
    subject: Subject,
    *,
    catalogue: Catalogue,
    policy: Policy,
    language: Language,
    today: date,
    selection: Selection | None = None,
) -> FileReport:
    """The report of one script. `today` decides which allowances have run out."""
    chosen = selection or Selection()
    active = {slug: check for slug, check in catalogue.checks.items() if chosen.takes(check, policy)}
    subject = replace(subject, policy=policy.parameters)
    allowances = suppression.read(subject.script, catalogue, today)
    fired = _settle(f for f in _fire(subject, catalogue, active) if f.check.slug in active)
    excused = {f: a for f in fired if (a := allowances.cover(f.check.slug, f.hit.statement))}
    shown = [f for f in fired if f not in excused]
    guard = active.get(suppression.SLUG)
    if guard:
        faults = (*allowances.faults, *suppression.unused(allowances, excused.values(), active))
        shown += [Fired(guard, hit) for hit in faults]
    shown.sort(key=lambda f: (f.hit.place, f.check.slug))
    speaker = Speaker(subject.script, policy, language)
    suppressed = (
        Suppressed(speaker.finding(f), allowance.reason, allowance.until.isoformat() if allowance.until else None)
        for f, allowance in excused.items()
    )
    return _report(subject, tuple(speaker.finding(f) for f in shown), tuple(suppressed))


def rules(catalogue: Catalogue, policy: Policy, language: Language, selection: Selection) -> tuple[Rule, ...]:
    """The checks that run under a policy, as reports list them."""
    return tuple(
        Rule(
            slug=check.slug,
            title=check.title.pick(language),
            why=outline(check.why, language),
            advice=outline(check.advice, language),
            effect=check.effect,
            severity=policy.rule(check).severity or check.severity,
            url=check.source.url,
            errno=check.errno,
            policy=check.policy,
        )
        for check in catalogue.checks.values()
        if selection.takes(check, policy)
    )


# --- what fires -------------------------------------------------------------------------------------------------------


def _fire(subject: Subject, catalogue: Catalogue, active: Mapping[str, Check]) -> Iterator[Fired]:
    for check in active.values():
        if check.run:
            yield from (Fired(check, hit) for hit in check.run(subject))
    for judged in subject.statements:
        yield from _conflicts(judged, catalogue)
        yield from _constructs(judged, catalogue)
    for problem in subject.script.problems:
        owner = catalogue.problems.get(problem.code) or catalogue.problems.get(ANYTHING_ELSE)
        if owner:
            hit = Hit((problem.start, problem.end), None, values={"message": problem.message}, variant=problem.code)
            yield Fired(owner, replace(hit, statement=_statement_at(subject.script, problem.start)))


def _conflicts(judged: Judged, catalogue: Catalogue) -> Iterator[Fired]:
    for conflict in judged.conflicts:
        owner = catalogue.conflicts.get(conflict.kind)
        if owner is None and conflict.errno is not None:
            owner = catalogue.conflicts.get(ANYTHING_ELSE)
        if owner and conflict.certain:
            values = {"kind": conflict.kind, **conflict.values}
            number = judged.statement.number
            yield Fired(owner, Hit(conflict.place, number, conflict.object, values, conflict.errno, conflict.kind))


def _constructs(judged: Judged, catalogue: Catalogue) -> Iterator[Fired]:
    reading = judged.reading
    for problem in (*((reading.problem,) if reading.problem else ()), *reading.notes):
        owner = catalogue.constructs.get(problem.construct or "") or catalogue.origins.get(origin(problem))
        if owner:
            values = {"since": problem.since or "", "expected": problem.expected}
            variant = problem.construct or _shape(problem)
            yield Fired(owner, Hit(problem.place, judged.statement.number, None, values, problem.errno, variant))


def _shape(problem: SyntaxProblem) -> str | None:
    """How a refusal without a name reads: at the statement's end, or without a word on what 5.7 wants there."""
    bare = not problem.expected
    at_end = problem.place[0] == problem.place[1]
    return ("end-bare" if bare else "end") if at_end else ("bare" if bare else None)


def origin(problem: SyntaxProblem) -> str:
    """Whose syntax a construct is that no check names: `mariadb`, `later` (of MySQL itself), or `unknown`."""
    since = problem.since or ""
    if not since:
        return "unknown"
    return "later" if since[0].isdigit() else since.split()[0].lower()


def _statement_at(script: Script, offset: int) -> int | None:
    return next((s.number for s in script.statements if s.start <= offset <= s.end), None)


def _settle(fired: Iterable[Fired]) -> list[Fired]:
    """One finding a check and place, and none from a check that leaves the word to another one that fired."""
    spoken: dict[str, _Spoken] = {}
    kept = [f for f in fired if spoken.setdefault(f.check.slug, _Spoken()).takes(f.hit)]
    none = _Spoken()
    return [
        f
        for f in kept
        if not any(spoken.get(slug, none).covers(f.hit.place) for slug in f.check.yields_to)
        and not any(f.hit.statement in spoken.get(slug, none).statements for slug in f.check.silent_beside)
    ]


class _Spoken:
    """Where one check has fired: places that do not overlap, in order, and statements."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.statements: set[int | None] = set()

    def takes(self, hit: Hit) -> bool:
        if self.covers(hit.place):
            return False
        insort(self.places, hit.place)
        self.statements.add(hit.statement)
        return True

    def covers(self, place: Place) -> bool:
        """Whether the check has fired on a part of this place."""
        index = bisect_left(self.places, place)
        return any(start < place[1] and place[0] < end for start, end in self.places[max(index - 1, 0) : index + 1])


# --- status -----------------------------------------------------------------------------------------------------------


def _report(subject: Subject, findings: tuple[Finding, ...], suppressed: tuple[Suppressed, ...]) -> FileReport:
    vouched = {s.finding.statement for s in suppressed if s.finding.check == UNVERIFIED}
    told = [*findings, *(s.finding for s in suppressed)]
    refused = {f.statement: f.errno for f in reversed(told) if f.effect is Effect.REJECTED and f.errno}
    errors = {f.statement for f in findings if f.severity is Severity.ERROR}
    statements = tuple(_statement(_agreed(j, refused), subject.script, errors, vouched) for j in subject.statements)
    if errors:
        status = Status.VIOLATION
    elif any(s.status is Status.UNVERIFIED for s in statements):
        status = Status.UNVERIFIED
    else:
        status = Status.OK
    return FileReport(
        path=subject.script.path,
        status=status,
        statements=statements,
        findings=findings,
        assumptions=subject.assumptions,
        source=subject.script.text if findings or suppressed else "",
        suppressed=suppressed,
    )


def _agreed(judged: Judged, refused: Mapping[int | None, int]) -> Judged:
    """The prediction with what only a check has seen: statements that are placed by their first words are not read."""
    errno = refused.get(judged.statement.number)
    if errno is None or judged.predicted is Prediction.REJECTED:
        return judged
    return replace(judged, predicted=Prediction.REJECTED, errno=errno)


def _statement(judged: Judged, script: Script, errors: set[int | None], vouched: set[int | None]) -> StatementReport:
    """A statement whose outcome is not known is unverified, unless a comment in the script vouches for it."""
    number = judged.statement.number
    kind, name = describe(judged)
    if number in errors:
        status = Status.VIOLATION
    elif judged.predicted is Prediction.UNKNOWN and number not in vouched:
        status = Status.UNVERIFIED
    else:
        status = Status.OK
    return StatementReport(
        number=number,
        line=script.position(judged.statement.start)[0],
        end_line=script.position(max(judged.statement.start, judged.statement.end - 1))[0],
        kind=kind,
        object=name,
        status=status,
        predicted=judged.predicted,
        errno=judged.errno,
    )


def describe(judged: Judged) -> tuple[str, str | None]:
    """Kind (`alter table`) and object (`answer`) of a statement, from its reading or from its first words."""
    match judged.reading.structure:
        case None:
            words = [t.text.lower() for t in judged.statement.tokens[:2] if t.upper]
            return " ".join(words) or "unknown", None
        case Other(kind=kind, object=name):
            return kind, name
        case Use(database=database):
            return "use", database.value
        case DropTable(tables=tables):
            return "drop table", ", ".join(map(str, tables))
        case RenameTable(pairs=pairs):
            return "rename table", ", ".join(str(old) for old, _ in pairs)
        case read:
            return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(read).__name__).lower(), str(read.table)
