"""A page as JSON-ready data, every text in both languages; `specs/metaschema/report/explain.schema.json` fixes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from specproof.report.page import Block, Code, Entry, Page, Paragraph, head
from specproof.text import Text


def to_data(name: str, pages: Iterable[Page]) -> dict[str, Any]:
    """The answer to the question what `name` is."""
    return {"schema": "specproof/explain/1", "name": name, "pages": [_page(page) for page in pages]}


def both(text: Text) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}


def _page(page: Page) -> dict[str, Any]:
    return {
        "id": page.id,
        "kind": page.kind,
        "title": both(page.title),
        "facts": [{"key": f.key, "label": both(f.label), "value": both(f.value)} for f in head(page)],
        "sections": [
            {"key": s.key, "heading": both(s.heading), "blocks": [_block(block) for block in s.blocks]}
            for s in page.sections
        ],
        "related": [{"id": link.id, "title": both(link.title)} for link in page.related],
    }


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Paragraph(text):
            return {"type": "paragraph", "text": both(text)}
        case Code(language, text):
            return {"type": "code", "language": language, "code": text}
        case Entry(mark, text, below):
            return {
                "type": "entry",
                "mark": both(mark) if mark else None,
                "text": both(text),
                "below": [both(line) for line in below],
            }
