"""Comments in a script that allow a finding: who is silenced, on which statement, until when, and for what reason.

    -- specproof: allow foreign-key until 2027-03-01 because the archive is never written to

A reason is mandatory, and whatever does not work (unknown check, no reason, past its date, nothing to allow) is a
finding of the check `suppression`. Today's date comes in as an argument; this file reads no clock.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from specproof.ddl.catalogue import Catalogue, nearest
from specproof.ddl.script import Comment, Script, Statement
from specproof.ddl.subject import Hit
from specproof.ddl.syntax import Place

SLUG = "suppression"

_MARK = re.compile(r"specproof\s*:\s*(?P<rest>[^\r\n]*)", re.IGNORECASE)
_ALLOW = re.compile(
    r"allow\s+(?P<slugs>[A-Za-z0-9_-]+(?:\s*,\s*[A-Za-z0-9_-]+)*)"
    r"(?:\s+until\s+(?P<until>\S+))?"
    r"(?:\s+because\b\s*(?P<reason>.*))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Allowance:
    """One check allowed on one statement (None: the comment stands where no statement is)."""

    slug: str
    statement: int | None
    place: Place
    reason: str
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Allowances:
    """What a script allows, and what is wrong with its comments."""

    valid: tuple[Allowance, ...]
    faults: tuple[Hit, ...]

    def cover(self, slug: str, statement: int | None) -> Allowance | None:
        """The allowance for a finding of that check on that statement."""
        return next((a for a in self.valid if a.slug == slug and a.statement == statement), None)


def read(script: Script, catalogue: Catalogue, today: date) -> Allowances:
    """Every allowance of a script. An allowance holds through the day it names."""
    valid: list[Allowance] = []
    faults: list[Hit] = []
    for comment in _comments(script):
        mark = _MARK.search(comment.text)
        if mark:
            place = (comment.start, comment.start + len(comment.text.rstrip()))
            statement = _target(script, comment)
            for result in _directive(mark["rest"], place, statement, catalogue, today):
                if isinstance(result, Allowance):
                    valid.append(result)
                else:
                    faults.append(result)
    return Allowances(tuple(valid), tuple(faults))


def unused(allowances: Allowances, used: Iterable[Allowance], ran: Iterable[str]) -> Iterator[Hit]:
    """The allowances that nothing needed, among the checks that ran."""
    needed, running = set(used), set(ran)
    for allowance in allowances.valid:
        if allowance not in needed and allowance.slug in running:
            yield _fault("unused", allowance.place, allowance.statement, slug=allowance.slug)


def _comments(script: Script) -> list[Comment]:
    inside = (comment for statement in script.statements for comment in statement.comments)
    return sorted({comment.start: comment for comment in (*script.comments, *inside)}.values(), key=lambda c: c.start)


def _target(script: Script, comment: Comment) -> int | None:
    """The statement around the comment, else the one that ends on its line, else the next one."""
    statements = [s for s in script.statements if not s.client]
    index = bisect_right([s.start for s in statements], comment.start) - 1
    before: Statement | None = statements[index] if index >= 0 else None
    if before and comment.start < before.end:
        return before.number
    if before and script.position(before.end)[0] == script.position(comment.start)[0]:
        return before.number
    return statements[index + 1].number if index + 1 < len(statements) else None


def _directive(
    text: str, place: Place, statement: int | None, catalogue: Catalogue, today: date
) -> Iterator[Allowance | Hit]:
    found = _ALLOW.match(text.strip().removesuffix("*/").strip())
    if found is None:
        yield _fault("malformed", place, statement)
        return
    reason = (found["reason"] or "").strip()
    try:
        until = date.fromisoformat(found["until"]) if found["until"] else None
    except ValueError:
        yield _fault("bad-date", place, statement, date=found["until"])
        return
    for slug in re.split(r"\s*,\s*", found["slugs"]):
        if slug not in catalogue.checks:
            near = nearest(slug, catalogue.checks)
            yield _fault("unknown-near" if near else "unknown", place, statement, slug=slug, near=near)
        elif not reason:
            yield _fault("no-reason", place, statement, slug=slug)
        elif until and until < today:
            yield _fault("expired", place, statement, slug=slug, date=until.isoformat())
        else:
            yield Allowance(slug, statement, place, reason, until)


def _fault(variant: str, place: Place, statement: int | None, **values: str | None) -> Hit:
    return Hit(place, statement, values=values, variant=variant)
