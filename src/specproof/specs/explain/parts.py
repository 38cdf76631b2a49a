"""What pages of several kinds share: how a statement, a rule, a question and a proof are told on somebody else's page.

Every function gives blocks or sections; none reads more files than it tells of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from specproof.report.page import Block, Entry, Fact, Link, Paragraph, Section, same
from specproof.specs.explain.words import KINDS, LEVELS, PROFILES, STATUSES, fact, joined, word
from specproof.specs.model import Question, Rule, Statement
from specproof.specs.pointers import MISSING, resolve
from specproof.specs.register import CHECKS, Law
from specproof.text import LANGUAGES, Language, Text

_MAX_VALUE = 160  # characters of a datum on one line

_NO_CASE = Text(
    zh="还欠着：一个接受、一个拒绝；现在一个也没有",
    en="owed, one that accepts and one that refuses; there are none yet",
)


def systems_fact(law: Law, name: str) -> Fact:
    title = next((one.title for one in law.systems if one.id == name), None)
    return fact("system", Text(zh=f"{name}：{title.zh}", en=f"{name}: {title.en}") if title else name)


def section(key: str, zh: str, en: str, blocks: Iterable[Block]) -> Iterator[Section]:
    """A section, unless it would be empty."""
    found = tuple(blocks)
    if found:
        yield Section(key, Text(zh=zh, en=en), found)


def prose(key: str, zh: str, en: str, text: Text | None) -> Iterator[Section]:
    return section(key, zh, en, [Paragraph(text)] if text else [])


def statements(law: Law, names: Iterable[str]) -> Iterator[Entry]:
    for name in names:
        found = law.statement(name)
        if found:
            yield Entry(same(name), found.text, (where(law, found),))
        else:
            yield Entry(same(name), Text(zh="登记里没有这一条", en="the register does not have it"))


def where(law: Law, statement: Statement) -> Text:
    """The kind of a statement and its place in the source."""
    place, kind = places(law, statement), word(KINDS, statement.kind)
    return Text(zh=f"{kind.zh}；{place.zh}", en=f"{kind.en}; {place.en}")


def places(law: Law, statement: Statement) -> Text:
    """The sections of the source that a statement comes from, with their titles."""
    sections = law.sections(statement.system)
    named = [
        Text(zh=f"{mark}（{sections[mark].zh}）", en=f"{mark} ({sections[mark].en})")
        if mark in sections
        else same(mark)
        for mark in statement.sections
    ]
    return joined(named)


def rule_entry(rule: Rule) -> Entry:
    """A rule in brief: its norm under its id, title and standing below."""
    return Entry(same(rule.id), rule.norm, (standing(rule),))


def standing(rule: Rule) -> Text:
    profiles = joined(word(PROFILES, one) for one in rule.profiles)
    level = word(LEVELS, rule.level)
    zh = f"{rule.title.zh}；{level.zh}；{profiles.zh}"
    en = f"{rule.title.en}; {level.en}; {profiles.en}"
    if rule.status != "stable":
        status = word(STATUSES, rule.status)
        zh, en = f"{zh}；{status.zh}", f"{en}; {status.en}"
    return Text(zh=zh, en=en)


def question_entry(question: Question) -> Entry:
    """A question in brief: what is open, and the position below."""
    choice = question.choice
    status = word(STATUSES, question.status)
    return Entry(
        same(question.id),
        question.open,
        (
            Text(
                zh=f"参考实现的立场（{choice}，{status.zh}）：{question.position.zh}",
                en=f"Position of the reference ({choice}, {status.en}): {question.position.en}",
            ),
        ),
    )


def pair(law: Law, rule: Rule) -> Iterator[Section]:
    """Both halves of a deviation, today's first."""
    other = law.rule(rule.differs) if rule.differs else None
    if other:
        halves = sorted((rule, other), key=lambda one: one.profiles)
        entries = [Entry(word(PROFILES, one.profiles[0]), one.norm, (same(one.id),)) for one in halves]
        yield from section("deviation", "今天与目标", "Today and target", entries)


def proof(law: Law, rule: Rule) -> Iterator[Entry]:
    """How a rule is proven: what exists, and what is owed."""
    how = rule.proof
    if how.untestable:
        yield Entry(Text(zh="不可测", en="not testable"), how.untestable)
    if how.cases:
        cases = law.cases_of(rule.id)
        said = same(", ".join(case.id for case in cases)) if cases else _NO_CASE
        yield Entry(Text(zh="案例", en="cases"), said)
    if how.engines:
        named = ", ".join(how.engines)
        yield Entry(
            Text(zh="引擎", en="engines"), Text(zh=f"要在真实的 {named} 上运行", en=f"to be run on a real {named}")
        )
    for slug in how.checks:
        path = f"{CHECKS}/{slug}.yaml"
        title = law.check_of(path).title if law.has(path) else Text(zh="没有这个检查", en="there is no such check")
        yield Entry(Text(zh=f"DDL 检查 {slug}", en=f"DDL check {slug}"), title)
    for name in how.queries:
        path = f"migrator/queries/{name}.sql"
        asks = law.query_of(path).asks if law.has(path) else Text(zh="没有这个查询", en="there is no such query")
        yield Entry(Text(zh=f"查询 {name}", en=f"query {name}"), asks)
    for test in how.static:
        yield Entry(Text(zh="本仓库的测试", en="test of this repository"), same(test))


def data(law: Law, system: str, pointers: Iterable[str]) -> Iterator[Entry]:
    """Where the law stands as data, and what stands there."""
    for pointer in pointers:
        path = f"specs/{system}/{pointer}"
        value = resolve(law, system, pointer) if "#" in pointer else MISSING
        yield Entry(None, same(path), () if value is MISSING else (shown(value),))


def shown(value: Any) -> Text:
    """A datum on one line, without the traces that lead back to statements."""
    return Text(zh=_line(value, "zh"), en=_line(value, "en"))


def _line(value: Any, language: Language) -> str:
    text = json.dumps(_bare(value, language), ensure_ascii=False)
    return text if len(text) <= _MAX_VALUE else text[: _MAX_VALUE - 1] + "…"


def _bare(value: Any, language: Language) -> Any:
    if isinstance(value, dict):
        if set(value) == set(LANGUAGES):
            return value[language]
        return {key: _bare(item, language) for key, item in value.items() if key != "statements"}
    return [_bare(item, language) for item in value] if isinstance(value, list) else value


def links(law: Law, *groups: Iterable[str]) -> tuple[Link, ...]:
    """Links to rules, questions and statements by id, each once, without those that do not exist."""
    found: dict[str, Text] = {}
    for name in (one for group in groups for one in group):
        title = _title(law, name)
        if title and name not in found:
            found[name] = title
    return tuple(Link(name, title) for name, title in found.items())


def _title(law: Law, name: str) -> Text | None:
    if statement := law.statement(name):
        return statement.text
    if rule := law.rule(name):
        return rule.title
    question = law.question(name)
    return question.title if question else None
