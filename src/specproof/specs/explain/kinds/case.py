"""A conformance case: the rules it speaks of, and what it gives, does and expects, as its file has it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Code, Entry, Page, same
from specproof.specs.explain import parts
from specproof.specs.explain.words import fact
from specproof.specs.model import Case
from specproof.specs.register import CASES, Law
from specproof.text import Text

SHAPE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_KIND = Text(zh="案例", en="case")
_TOLD = ("id", "title", "rules")  # on the page already


def find(law: Law, name: str) -> Iterator[Page]:
    for path in law.mentioning(law.files(CASES), name):
        case = law.case_of(path)
        if case.id == name:
            yield _page(law, case)


def names(law: Law) -> Iterable[str]:
    return (case.id for case in law.cases)


def _page(law: Law, case: Case) -> Page:
    rules = [rule for name in case.rules if (rule := law.rule(name))]
    content = {key: value for key, value in case.value.items() if key not in _TOLD}
    missing = [
        Entry(same(name), Text(zh="没有这条规则", en="there is no such rule"))
        for name in case.rules
        if not law.rule(name)
    ]
    return Page(
        id=case.id,
        kind="case",
        kind_name=_KIND,
        title=case.title or (rules[0].title if rules else same(case.id)),
        facts=(fact("file", case.file),),
        sections=(
            *parts.section("rules", "它检验的规则", "Rules it tests", [*map(parts.rule_entry, rules), *missing]),
            *parts.section(
                "content",
                "内容",
                "What it gives, does and expects",
                [Code("json", json.dumps(content, ensure_ascii=False, indent=2))],
            ),
        ),
        related=parts.links(law, case.rules),
    )
