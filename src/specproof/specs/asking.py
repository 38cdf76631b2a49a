"""The list of open questions for the owner of the law: per system, contradictions of the source first.

Every question comes with the alternatives and the position taken, so that it can be answered with one word. It
refuses to rank them otherwise: what matters most is for the owner to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from specproof.report.page import Entry, Fact, Page, Section, same
from specproof.report.page_json import both
from specproof.specs.explain.words import STATUSES, word
from specproof.specs.listing import rows
from specproof.specs.model import Question
from specproof.specs.register import Law
from specproof.text import Text

_GROUPS = (
    ("contradictions", Text(zh="源文自相矛盾", en="Where the source contradicts itself"), True),
    ("open", Text(zh="源文没有定", en="Where the source decides nothing"), False),
)
_COUNT = Text(zh="数量", en="count")


def questions(law: Law, system: str | None = None, status: str | None = None) -> tuple[Question, ...]:
    """The questions in the order of the list. Raises UsageProblem `spec.unknown-system`."""
    filters = {name: value for name, value in (("system", system), ("status", status)) if value}
    found = (law.question(row.id) for row in rows(law, "question", filters))
    order = [one.id for one in law.systems]
    return tuple(
        sorted((one for one in found if one), key=lambda q: (order.index(q.system), not q.contradiction, q.id))
    )


def pages(law: Law, found: Iterable[Question]) -> tuple[Page, ...]:
    """One page a system, contradictions first."""
    asked = tuple(found)
    made = []
    for system in law.systems:
        own = [one for one in asked if one.system == system.id]
        if own:
            facts = tuple(
                Fact(key, heading, same(str(sum(one.contradiction is c for one in own)))) for key, heading, c in _GROUPS
            )
            sections = (
                Section(key, heading, tuple(_entry(one) for one in own if one.contradiction is contradiction))
                for key, heading, contradiction in _GROUPS
            )
            made.append(
                Page(
                    id=system.id,
                    kind="questions",
                    kind_name=Text(zh="给规范主人的问题", en="questions to the owner of the law"),
                    title=system.title,
                    facts=facts,
                    sections=tuple(one for one in sections if one.blocks),
                )
            )
    return tuple(made)


def to_data(found: Iterable[Question]) -> dict[str, Any]:
    """JSON-ready form; `specs/metaschema/report/spec-questions.schema.json` fixes it."""
    return {"schema": "specproof/spec-questions/1", "questions": [_data(one) for one in found]}


def _entry(question: Question) -> Entry:
    status, asked = word(STATUSES, question.status), ", ".join(question.statements)
    below = [Text(zh=f"{question.title.zh}；{asked}；{status.zh}", en=f"{question.title.en}; {asked}; {status.en}")]
    for name, text in question.alternatives.items():
        taken = name == question.choice
        zh, en = ("（所取）", " (taken)") if taken else ("", "")
        below.append(Text(zh=f"{name}{zh}：{text.zh}", en=f"{name}{en}: {text.en}"))
    below.append(Text(zh=f"立场：{question.position.zh}", en=f"Position: {question.position.en}"))
    if question.proposal:
        below.append(Text(zh=f"建议：{question.proposal.zh}", en=f"Proposal: {question.proposal.en}"))
    below.append(Text(zh=f"若改选：{question.flips.zh}", en=f"Otherwise: {question.flips.en}"))
    return Entry(same(question.id), question.open, tuple(below))


def _data(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "system": question.system,
        "file": question.file,
        "statements": list(question.statements),
        "status": question.status,
        "contradiction": question.contradiction,
        "title": both(question.title),
        "open": both(question.open),
        "alternatives": [{"id": name, "text": both(text)} for name, text in question.alternatives.items()],
        "choice": question.choice,
        "position": both(question.position),
        "proposal": both(question.proposal) if question.proposal else None,
        "flips": both(question.flips),
        "elsewhere": both(question.elsewhere) if question.elsewhere else None,
    }
