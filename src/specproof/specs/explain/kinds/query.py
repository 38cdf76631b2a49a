"""A query of the migrator: what it asks, what it costs, what its rows mean, and its SQL.

The name of its file alone is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Code, Page
from specproof.specs.explain import parts
from specproof.specs.explain.words import fact
from specproof.specs.model import Query
from specproof.specs.register import QUERIES, Law
from specproof.text import Text

SHAPE = re.compile(r"(?:[a-z]+/)?[a-z0-9]+(?:-[a-z0-9]+)*")
_KIND = Text(zh="迁移查询", en="query of the migrator")
_NOTES = {
    "finds": Text(zh="查到时说明", en="What a row says"),
    "next": Text(zh="下一步", en="Next step"),
    "weakness": Text(zh="原来的写法弱在哪里", en="Where the original is weak"),
}


def find(law: Law, name: str) -> Iterator[Page]:
    for path in law.files(QUERIES, ".sql"):
        if path.removesuffix(".sql").endswith(f"/{name}"):
            yield _page(law, law.query_of(path))


def names(law: Law) -> Iterable[str]:
    return (path.removeprefix(f"{QUERIES}/").removesuffix(".sql") for path in law.files(QUERIES, ".sql"))


def _page(law: Law, query: Query) -> Page:
    rules = law.rules_naming(query.id, lambda rule: rule.proof.queries)
    notes = (one for key, said in query.notes.items() for one in parts.prose(key, *_heading(key), said))
    return Page(
        id=query.id,
        kind="query",
        kind_name=_KIND,
        title=query.asks,
        facts=(fact("expects", query.expects), fact("cost", query.cost), fact("file", query.file)),
        sections=(
            *notes,
            *parts.section("sql", "SQL", "SQL", [Code("sql", query.sql)]),
            *parts.section("rules", "由它证明的规则", "Rules it proves", map(parts.rule_entry, rules)),
            *parts.section(
                "statements", "源文的条文", "Statements of the source", parts.statements(law, query.statements)
            ),
        ),
        related=parts.links(law, (rule.id for rule in rules)),
    )


def _heading(key: str) -> tuple[str, str]:
    named = _NOTES.get(key)
    return (named.zh, named.en) if named else (key, key)
