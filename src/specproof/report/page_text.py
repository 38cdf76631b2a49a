"""A page for a terminal: the same columns everywhere, headings without decoration, ids at the start of their lines.

Nothing is coloured and nothing depends on the terminal, so that a page can be compared and pasted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from specproof.report.cells import safe
from specproof.report.page import Block, Code, Entry, Page, Paragraph, Section, head
from specproof.report.table import aligned
from specproof.report.wrap import indented
from specproof.text import Language, Text

_RELATED = Text(zh="另见", en="See also")


def render(pages: Iterable[Page], language: Language) -> str:
    """The pages one after the other, with a final newline."""
    return "\n".join("\n".join(_page(page, language)) + "\n" for page in pages)


def _page(page: Page, language: Language) -> Iterator[str]:
    yield from indented(page.title.pick(language), "  ", f"{page.id}  ")
    yield ""
    yield from aligned([(fact.label.pick(language), fact.value.pick(language)) for fact in head(page)])
    for section in page.sections:
        yield from _section(section, language)
    if page.related:
        yield from ("", _RELATED.pick(language))
        yield from aligned([(link.id, link.title.pick(language)) for link in page.related])


def _section(section: Section, language: Language) -> Iterator[str]:
    yield from ("", section.heading.pick(language))
    for number, block in enumerate(section.blocks):
        if number and isinstance(block, Code):
            yield ""
        yield from _block(block, language)


def _block(block: Block, language: Language) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield from indented(text.pick(language), "  ")
        case Code(_, text):
            yield from (f"    {safe(line)}".rstrip() for line in text.splitlines())
        case Entry(mark, text, below):
            start = f"  {mark.pick(language)}  " if mark else "  - "
            yield from indented(text.pick(language), "    ", start)
            for line in below:
                yield from indented(line.pick(language), "      ", "    ")
