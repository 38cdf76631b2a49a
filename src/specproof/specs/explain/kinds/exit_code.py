"""An exit code: what it tells the caller, whether anything was changed, and the error codes that end with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Entry, Page, Paragraph, same
from specproof.specs.explain import parts
from specproof.specs.explain.words import CHANGED, fact, word
from specproof.specs.model import Exit
from specproof.specs.register import Law
from specproof.text import Text

SHAPE = re.compile(r"(?:exit[- ]?)?([0-9]{1,3})")
_KIND = Text(zh="退出码", en="exit code")


def find(law: Law, name: str) -> Iterator[Page]:
    shape = SHAPE.fullmatch(name)
    assert shape
    yield from (_page(law, one) for one in law.exits if one.exit == int(shape[1]))


def names(law: Law) -> Iterable[str]:
    return (f"exit {one.exit}" for one in law.exits)


def _page(law: Law, code: Exit) -> Page:
    errors = [Entry(same(one.code), one.title) for one in law.errors if one.exit == code.exit]
    return Page(
        id=f"exit {code.exit}",
        kind="exit",
        kind_name=_KIND,
        title=code.title,
        facts=(fact("changed", word(CHANGED, code.changed)),),
        sections=(
            *parts.section("says", "含义", "What it says", [Paragraph(code.meaning)]),
            *parts.prose("next", "下一步", "Next step", code.next),
            *parts.section("errors", "以它结束的错误", "Errors that end with it", errors),
        ),
    )
