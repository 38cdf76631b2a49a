"""A question: what the source leaves open, the alternatives, what the reference does meanwhile and what would flip."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Entry, Page
from specproof.specs.explain import parts
from specproof.specs.explain.words import STATUSES, fact, word
from specproof.specs.model import Question
from specproof.specs.register import Law
from specproof.text import Text

SHAPE = re.compile(r"[a-z0-9][a-z0-9.-]*")
_KIND = Text(zh="问题", en="question")


def find(law: Law, name: str) -> Iterator[Page]:
    if "." in name:
        found = law.question(name)
        if found:
            yield _page(law, found)
        return
    for system in law.systems:
        path = f"specs/{system.id}/questions/{name}.yaml"
        if law.has(path):
            yield _page(law, law.question_of(path))


def names(law: Law) -> Iterable[str]:
    for system in law.systems:
        for path in law.files(f"specs/{system.id}/questions"):
            yield f"{system.rule_prefix}.q.{path.rpartition('/')[2].removesuffix('.yaml')}"


def _page(law: Law, question: Question) -> Page:
    status = word(STATUSES, question.status)
    if question.contradiction:
        status = Text(
            zh=f"{status.zh}；源文两处互相矛盾", en=f"{status.en}; two places of the source contradict each other"
        )
    rules = law.rules_naming(question.id, lambda rule: rule.questions)
    return Page(
        id=question.id,
        kind="question",
        kind_name=_KIND,
        title=question.title,
        facts=(parts.systems_fact(law, question.system), fact("status", status), fact("file", question.file)),
        sections=(
            *parts.prose("open", "源文没有定的", "What is open", question.open),
            *parts.section("alternatives", "可能的答案", "Alternatives", _alternatives(question)),
            *parts.prose("position", "参考实现的立场", "Position of the reference", question.position),
            *parts.prose("proposal", "向主人提出的建议", "Proposed to the owner", question.proposal),
            *parts.prose("flips", "若改选，会变的", "What would flip", question.flips),
            *parts.prose("elsewhere", "别处怎么做", "What others do", question.elsewhere),
            *parts.section(
                "statements", "未决的条文", "The open statements", parts.statements(law, question.statements)
            ),
            *parts.section("rules", "依此立场的规则", "Rules that rest on it", map(parts.rule_entry, rules)),
            *parts.section(
                "data",
                "立场写成数据的地方",
                "Where the position stands as data",
                parts.data(law, question.system, question.data),
            ),
        ),
        related=parts.links(law, (rule.id for rule in rules)),
    )


def _alternatives(question: Question) -> Iterator[Entry]:
    for name, text in question.alternatives.items():
        mark = Text(zh=f"{name}（所取）", en=f"{name} (taken)") if name == question.choice else Text(zh=name, en=name)
        yield Entry(mark, text)
    if question.choice not in question.alternatives:
        yield Entry(
            None,
            Text(zh=f"所取的 {question.choice} 不在其中", en=f"{question.choice}, which is taken, is not among them"),
        )
