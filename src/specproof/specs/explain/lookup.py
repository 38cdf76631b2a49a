"""From a name as somebody types it to pages: every kind whose names look like it is asked.

Kinds are the modules of `specs.explain.kinds`; a module there is a kind. A name that nothing has is answered with the
nearest names of all kinds.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Protocol

from specproof.errors import UsageProblem
from specproof.report.page import Page
from specproof.specs.explain import kinds
from specproof.specs.register import Law


class Kind(Protocol):
    """A module of `kinds`: names of this shape may be its own."""

    SHAPE: re.Pattern[str]
    find: Callable[[Law, str], Iterator[Page]]
    names: Callable[[Law], Iterable[str]]


def pages(law: Law, words: Iterable[str]) -> tuple[Page, ...]:
    """The pages of a name, which may come in several words (`exit 5`).

    Raises UsageProblem `spec.unknown-id` with the nearest names.
    """
    name = " ".join(" ".join(words).split())
    found = _found(law, name) or _found(law, name.lower())
    if not found:
        raise _unknown(law, name)
    return found


def _found(law: Law, name: str) -> tuple[Page, ...]:
    return tuple(page for kind in _kinds() if kind.SHAPE.fullmatch(name) for page in kind.find(law, name))


def _kinds() -> Iterator[Kind]:
    for module in pkgutil.iter_modules(kinds.__path__):
        yield import_module(f"{kinds.__name__}.{module.name}")


def _unknown(law: Law, name: str) -> UsageProblem:
    known: dict[str, str] = {}
    for kind in _kinds():
        for one in kind.names(law):
            known[one.casefold()] = one
            # The last part alone is what people remember.
            known.setdefault(re.split(r"[./]", one)[-1].casefold(), one)
    near = list(dict.fromkeys(known[one] for one in get_close_matches(name.casefold(), known, n=5, cutoff=0.6)))[:3]
    return UsageProblem(
        "spec.unknown-id",
        f"Nothing is called '{name}'." + (f" Did you mean {' or '.join(repr(one) for one in near)}?" if near else ""),
        next_step="Name a rule, a statement, a question, a DDL check, a query, a case, a term, an error code or an "
        "exit code; `specproof spec list` has rules and statements.",
    )
