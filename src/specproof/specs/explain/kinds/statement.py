"""A statement of a source: what it says, which rules or which question it ended up in, and what stands beside it.

`fs-22`, `FS-022` and `fs022` are the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Entry, Page, Paragraph, same
from specproof.specs.explain import parts
from specproof.specs.explain.words import KINDS, MARKS, fact, joined, word
from specproof.specs.model import Rule, Statement
from specproof.specs.register import Law
from specproof.text import Text

SHAPE = re.compile(r"([A-Za-z]+)[- ]?0*([0-9]{1,3})")
_KIND = Text(zh="条文", en="statement")
_ID = re.compile(rb"\bid: ['\"]?([A-Z]+-[0-9]{3})\b")


def find(law: Law, name: str) -> Iterator[Page]:
    shape = SHAPE.fullmatch(name)
    assert shape
    statement = law.statement(f"{shape[1].upper()}-{int(shape[2]):03}")
    if statement:
        yield _page(law, statement)


def names(law: Law) -> Iterable[str]:
    for system in law.systems:
        path = f"specs/{system.id}/statements.yaml"
        if law.has(path):
            yield from (found.decode() for found in _ID.findall(law.bytes(path)))


def _page(law: Law, statement: Statement) -> Page:
    rules, questions = law.rules_on(statement.id), law.questions_on(statement.id)
    kind = word(KINDS, statement.kind)
    if statement.derived:
        kind = Text(
            zh=f"{kind.zh}；源文没有写出这句话，是推出来的", en=f"{kind.en}; implied by the source, not written in it"
        )
    title = rules[0].title if rules else questions[0].title if questions else law.source_title(statement.system)
    sections = [
        *parts.section("says", "条文", "What it says", [Paragraph(statement.text)]),
        *parts.section("rules", "归入的规则", "Rules it became part of", _rules(law, rules)),
        *(one for rule in rules for one in parts.pair(law, rule)),
        *parts.section(
            "open", "未决的问题与参考实现的立场", "Open, and the position taken", map(parts.question_entry, questions)
        ),
        *parts.section("beside", "对照的条文", "Beside it", parts.statements(law, statement.see)),
    ]
    return Page(
        id=statement.id,
        kind="statement",
        kind_name=_KIND,
        title=title,
        facts=(
            parts.systems_fact(law, statement.system),
            fact("source", _source(law, statement)),
            fact("kind", kind),
            fact("marks", joined(word(MARKS, mark) for mark in statement.checks)),
        ),
        sections=tuple(sections),
        related=parts.links(
            law, (r.id for r in rules), (q for r in rules for q in r.questions), (q.id for q in questions)
        ),
    )


def _source(law: Law, statement: Statement) -> Text:
    title, place = law.source_title(statement.system), parts.places(law, statement)
    return Text(zh=f"《{title.zh}》{place.zh}", en=f"{title.en}, {place.en}")


def _rules(law: Law, rules: Iterable[Rule]) -> Iterator[Entry]:
    for rule in rules:
        why = Text(zh=f"缘由：{rule.why.zh}", en=f"Why: {rule.why.en}")
        yield Entry(same(rule.id), rule.norm, (parts.standing(rule), why, *map(_told, parts.proof(law, rule))))


def _told(how: Entry) -> Text:
    mark = how.mark or same("")
    return Text(zh=f"证明，{mark.zh}：{how.text.zh}", en=f"Proof, {mark.en}: {how.text.en}")
