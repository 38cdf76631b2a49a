"""A DDL check: what it finds, what follows, what to write instead, both kinds of example, and the law behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Code, Entry, Page, Paragraph, same
from specproof.specs.explain import parts
from specproof.specs.explain.words import EFFECTS, SEVERITIES, fact, word
from specproof.specs.model import Check
from specproof.specs.register import CHECKS, Law
from specproof.text import Text

SHAPE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_KIND = Text(zh="DDL 检查", en="DDL check")
_MANUAL = "https://dev.mysql.com/doc/refman/5.7/en/{}.html"


def find(law: Law, name: str) -> Iterator[Page]:
    path = f"{CHECKS}/{name}.yaml"
    if law.has(path):
        yield _page(law, law.check_of(path))


def names(law: Law) -> Iterable[str]:
    return (path.removeprefix(f"{CHECKS}/").removesuffix(".yaml") for path in law.files(CHECKS))


def _page(law: Law, check: Check) -> Page:
    rules = law.rules_naming(check.slug, lambda rule: rule.proof.checks)
    facts = [fact("effect", word(EFFECTS, check.effect)), fact("severity", word(SEVERITIES, check.severity))]
    if check.errno:
        facts.append(fact("errno", str(check.errno)))
    facts.append(fact("policy", _asked_by(check)))
    if check.manual:
        facts.append(fact("manual", _MANUAL.format(check.manual)))
    if check.facts:
        facts.append(fact("facts", ", ".join(check.facts)))
    return Page(
        id=check.slug,
        kind="check",
        kind_name=_KIND,
        title=check.title,
        facts=(*facts, fact("file", check.file)),
        sections=(
            *parts.prose("why", "缘由", "Why", check.why),
            *parts.prose("instead", "改为", "What to write instead", check.advice),
            *parts.section("house", "规约", "House rules that ask for it", _house(law, check)),
            *parts.section("bad", "会被指出的写法", "It fires on", _scripts(check.bad)),
            *parts.section("good", "不会被指出的写法", "It is silent on", _scripts(check.good)),
            *parts.section("proof", "怎样证明", "How it is proven", [Paragraph(_proof(check))]),
            *parts.section("rules", "由它证明的规则", "Rules it proves", map(parts.rule_entry, rules)),
            *parts.section(
                "statements", "源文的条文", "Statements of the source", parts.statements(law, check.statements)
            ),
        ),
        related=parts.links(law, (rule.id for rule in rules)),
    )


def _asked_by(check: Check) -> Text:
    if check.policy:
        return Text(
            zh=f"规约 {check.policy}，不是 MySQL 5.7 本身", en=f"house rule {check.policy}, not MySQL 5.7 itself"
        )
    return Text(zh="MySQL 5.7 本身", en="MySQL 5.7 itself")


def _house(law: Law, check: Check) -> Iterator[Entry]:
    for system in law.systems:
        path = f"specs/{system.id}/policy.yaml"
        asked = law.value(path)["rules"].get(check.policy) if check.policy and law.has(path) else None
        if asked and "because" in asked:
            yield Entry(same(system.id), Text.of(asked["because"]))


def _scripts(scripts: Iterable[str]) -> Iterator[Code]:
    return (Code("sql", script) for script in scripts)


def _proof(check: Check) -> Text:
    bad, good = len(check.bad), len(check.good)
    zh = f"上面会被指出的 {bad} 段与不会被指出的 {good} 段脚本，都作为测试运行"
    en = f"The scripts above, {bad} that it fires on and {good} that it is silent on, are run as tests"
    if not check.on_server:
        return Text(zh=f"{zh}。", en=f"{en}.")
    count = check.on_server
    return Text(
        zh=f"{zh}，其中 {count} 段也在真实的 MySQL 5.7 上运行。",
        en=f"{en}, {count} of them on a real MySQL 5.7 as well.",
    )
