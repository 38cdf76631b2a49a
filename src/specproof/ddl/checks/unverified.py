"""Statements for which neither reader nor simulator has an answer: said aloud instead of passed over."""

from __future__ import annotations

from specproof.ddl.subject import Conflict, Hit, Hits, Judged, Subject
from specproof.ddl.syntax import Other, Place
from specproof.finding import Prediction

_TOLD = ("null-for-rows", "zero-date-for-rows")  # conflicts that have words of their own


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        if judged.predicted is Prediction.UNKNOWN:
            doubts = [c for c in judged.conflicts if c.errno is not None and not c.certain]
            yield from (_doubt(judged, conflict) for conflict in doubts)
            if not doubts:
                yield _unread(judged)


def _unread(judged: Judged) -> Hit:
    """The reader has no answer; where it knows a reason, or the kind of the statement, it says so."""
    reason, found = judged.reading.unplaced, judged.reading.statement
    if isinstance(found, Other):
        return Hit(_head(judged), judged.statement.number, values={"kind": found.kind}, variant="head-only")
    variant = "because" if reason else None
    return Hit(_head(judged), judged.statement.number, values={"reason": reason}, variant=variant)


def _doubt(judged: Judged, conflict: Conflict) -> Hit:
    """What the server may refuse, depending on rows or settings that the script does not tell."""
    values = {"kind": conflict.kind, **conflict.values}
    variant = conflict.kind if conflict.kind in _TOLD else "depends"
    return Hit(conflict.place, judged.statement.number, conflict.object, values, conflict.errno, variant)


def _head(judged: Judged) -> Place:
    """The first two words, which say what kind of statement it is."""
    tokens = judged.statement.tokens
    if not tokens:
        return (judged.statement.start, judged.statement.end)
    return (tokens[0].start, tokens[min(1, len(tokens) - 1)].end)
