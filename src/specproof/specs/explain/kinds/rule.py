"""A rule: its norm, why it is there, examples, what it gathers, where it stands as data, and how it is proven.

An id may carry a revision (`fs.clear-marker@1`), be an earlier name, or be the last part alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Entry, Page, Paragraph, same
from specproof.specs.explain import parts
from specproof.specs.explain.words import LEVELS, PROFILES, STATUSES, fact, joined, word
from specproof.specs.model import Rule
from specproof.specs.register import Law
from specproof.text import Text

SHAPE = re.compile(r"[a-z0-9][a-z0-9.-]*(?:@[0-9]+)?")
_KIND = Text(zh="规则", en="rule")
_GOOD, _BAD = Text(zh="对", en="good"), Text(zh="错", en="bad")


def find(law: Law, name: str) -> Iterator[Page]:
    wanted = name.partition("@")[0]
    if "." in wanted:
        found = law.rule(wanted)
        if found:
            yield _page(law, found)
        return
    for system in law.systems:
        path = f"specs/{system.id}/rules/{wanted}.yaml"
        if law.has(path):
            yield _page(law, law.rule_of(path))


def names(law: Law) -> Iterable[str]:
    for system in law.systems:
        for path in law.files(f"specs/{system.id}/rules"):
            yield f"{system.rule_prefix}.{path.rpartition('/')[2].removesuffix('.yaml')}"


def _page(law: Law, rule: Rule) -> Page:
    questions = [question for name in rule.questions if (question := law.question(name))]
    facts = [
        parts.systems_fact(law, rule.system),
        fact("level", word(LEVELS, rule.level)),
        fact("profiles", joined(word(PROFILES, one) for one in rule.profiles)),
        fact("revision", str(rule.revision)),
    ]
    if rule.status != "stable":
        facts.append(fact("status", word(STATUSES, rule.status)))
    if rule.codes:
        facts.append(fact("codes", ", ".join(rule.codes)))
    notes = [Entry(same(engine), note) for engine, note in rule.engine_notes.items()]
    return Page(
        id=rule.id,
        kind="rule",
        kind_name=_KIND,
        title=rule.title,
        facts=(*facts, fact("file", rule.file)),
        sections=(
            *parts.section("says", "规范", "What it says", [Paragraph(rule.norm)]),
            *parts.prose("why", "缘由", "Why", rule.why),
            *parts.section("examples", "例子", "Examples", _examples(rule)),
            *parts.pair(law, rule),
            *parts.section("engines", "各引擎", "On the engines", notes),
            *parts.section("proof", "怎样证明", "How it is proven", parts.proof(law, rule)),
            *parts.section(
                "open",
                "未决的问题与参考实现的立场",
                "Open, and the position taken",
                map(parts.question_entry, questions),
            ),
            *parts.section("statements", "汇集的条文", "Statements it gathers", parts.statements(law, rule.statements)),
            *parts.section(
                "data", "写成数据的地方", "Where it stands as data", parts.data(law, rule.system, rule.data)
            ),
        ),
        related=parts.links(law, [rule.differs] if rule.differs else [], rule.questions),
    )


def _examples(rule: Rule) -> Iterator[Entry]:
    for example in rule.examples:
        yield Entry(_GOOD, example.good)
        if example.bad:
            yield Entry(_BAD, example.bad)
