"""A term of the glossary, found by its id, by its word in either language or by another name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Page, Paragraph
from specproof.specs.explain import parts
from specproof.specs.explain.words import fact
from specproof.specs.model import Term
from specproof.specs.register import Law
from specproof.text import Text

SHAPE = re.compile(r"(?![0-9]+$)[^.@]+")
_KIND = Text(zh="术语", en="term")


def find(law: Law, name: str) -> Iterator[Page]:
    yield from (_page(law, one) for one in law.terms if name.casefold() in map(str.casefold, _called(one)))


def names(law: Law) -> Iterable[str]:
    return (name for term in law.terms for name in _called(term))


def _called(term: Term) -> tuple[str, ...]:
    return (term.id, term.term.zh, term.term.en, *term.aliases)


def _page(law: Law, term: Term) -> Page:
    facts = [fact("other", Text(zh=term.term.en, en=term.term.zh))]
    if term.aliases:
        facts.append(fact("aliases", ", ".join(term.aliases)))
    facts += [parts.systems_fact(law, name) for name in term.systems]
    return Page(
        id=term.id,
        kind="term",
        kind_name=_KIND,
        title=term.term,
        facts=tuple(facts),
        sections=tuple(parts.section("says", "含义", "What it means", [Paragraph(term.meaning)])),
    )
