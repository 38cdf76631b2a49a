"""A page about one thing, before it is rendered: headings, paragraphs and entries in both languages.

`specs.explain` fills it, `page_text`, `page_markdown` and `page_json` render it. It knows nothing of the law.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from specproof.text import Text


def same(text: str) -> Text:
    """What reads alike in both languages: a name, a path, a number."""
    return Text(zh=text, en=text)


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a list: a mark (an id, `good`), what it says, and lines that belong below it."""

    mark: Text | None
    text: Text
    below: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is shown as it is; `language` is the name a highlighter knows."""

    language: str
    text: str


Block: TypeAlias = Paragraph | Entry | Code


@dataclass(frozen=True, slots=True)
class Section:
    """`key` is stable and names the section for programs."""

    key: str
    heading: Text
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One line at the head of a page: a label and a short value."""

    key: str
    label: Text
    value: Text


@dataclass(frozen=True, slots=True)
class Link:
    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class Page:
    """`kind` is the stable word (`rule`), `kind_name` what a reader is told."""

    id: str
    kind: str
    kind_name: Text
    title: Text
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
    related: tuple[Link, ...] = ()


def head(page: Page) -> tuple[Fact, ...]:
    """The facts of a page, behind what it is."""
    return (Fact("what", Text(zh="类别", en="what"), page.kind_name), *page.facts)
