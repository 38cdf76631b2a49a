"""An error code: what happened, the likely cause, what to do, and the exit code that goes with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from specproof.report.page import Page
from specproof.specs.explain import parts
from specproof.specs.explain.words import CHANGED, fact, word
from specproof.specs.model import ErrorCode
from specproof.specs.register import ERRORS, Law
from specproof.text import Text

SHAPE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*")
_KIND = Text(zh="错误代码", en="error code")
_CODE = re.compile(rb"(?m)^- code: ['\"]?([a-z0-9.-]+)")


def find(law: Law, name: str) -> Iterator[Page]:
    if name in names(law):
        yield from (_page(law, one) for one in law.errors if one.code == name)


def names(law: Law) -> Iterable[str]:
    return [found.decode() for found in _CODE.findall(law.bytes(ERRORS))] if law.has(ERRORS) else []


def _page(law: Law, error: ErrorCode) -> Page:
    facts = [fact("exit", str(error.exit))]
    for one in law.exits:
        if one.exit == error.exit:
            facts = [
                fact("exit", Text(zh=f"{one.exit}：{one.title.zh}", en=f"{one.exit}: {one.title.en}")),
                fact("changed", word(CHANGED, one.changed)),
            ]
    return Page(
        id=error.code,
        kind="error",
        kind_name=_KIND,
        title=error.title,
        facts=tuple(facts),
        sections=(
            *parts.prose("cause", "可能的原因", "Likely cause", error.cause),
            *parts.prose("next", "下一步", "Next step", error.next),
        ),
    )
