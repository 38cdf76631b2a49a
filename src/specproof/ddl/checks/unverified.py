"""Statements for which neither reader nor simulator has an answer: said aloud instead of passed over."""

from __future__ import annotations

from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import Place
from specproof.finding import Prediction


def check(subject: Subject) -> Hits:
    for judged in subject.statements:
        if judged.predicted is Prediction.UNKNOWN:
            reason = judged.reading.unplaced
            variant = "because" if reason else None
            yield Hit(_head(judged), judged.statement.number, values={"reason": reason}, variant=variant)


def _head(judged: Judged) -> Place:
    """The first two words, which say what kind of statement it is."""
    tokens = judged.statement.tokens
    if not tokens:
        return (judged.statement.start, judged.statement.end)
    return (tokens[0].start, tokens[min(1, len(tokens) - 1)].end)
