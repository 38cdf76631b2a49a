"""A page as Markdown: for a ticket, a review or the site. Prose is escaped, so that a `*` of the law stays a `*`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Block, Code, Entry, Page, Paragraph, head
from specproof.text import Language, Text

_RELATED = Text(zh="另见", en="See also")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def render(pages: Iterable[Page], language: Language) -> str:
    """The pages one after the other, with a final newline."""
    return "\n".join("\n".join(_page(page, language)) + "\n" for page in pages)


def escape(text: str) -> str:
    """Text whose characters mean nothing to Markdown."""
    return _SPECIAL.sub(r"\\\1", text)


def _page(page: Page, language: Language) -> Iterator[str]:
    yield f"# {escape(page.id)}: {escape(page.title.pick(language))}"
    yield ""
    for fact in head(page):
        yield f"- **{escape(fact.label.pick(language))}**: {escape(fact.value.pick(language))}"
    for section in page.sections:
        yield from ("", f"## {escape(section.heading.pick(language))}", "")
        for number, block in enumerate(section.blocks):
            # A list goes on without a blank line; everything else is a paragraph of its own.
            if number and not (isinstance(block, Entry) and isinstance(section.blocks[number - 1], Entry)):
                yield ""
            yield from _block(block, language)
    if page.related:
        yield from ("", f"## {_RELATED.pick(language)}", "")
        yield from (f"- `{link.id}` {escape(link.title.pick(language))}" for link in page.related)


def _block(block: Block, language: Language) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield escape(text.pick(language))
        case Code(name, text):
            fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
            yield from (f"{fence}{name}", *text.splitlines(), fence)
        case Entry(mark, text, below):
            head = f"**{escape(mark.pick(language))}** " if mark else ""
            yield f"- {head}{escape(text.pick(language))}"
            yield from (f"  - {escape(line.pick(language))}" for line in below)
