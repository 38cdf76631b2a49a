"""Finds engines by discovery and opens the first provider that works.

An engine is a file `specs/engines/<slug>.yaml` and a module of this package, named by the slug's letters and digits,
with an `ENGINE`. It refuses to fall back silently: a given URL is the only way tried, and what every other way lacked
is told.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache

from specproof.engines import facts
from specproof.engines.base import Address, Availability, Engine, Options, Provider, Server
from specproof.engines.url import parse
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.evidence import ProviderKind


@cache
def all() -> tuple[Engine, ...]:  # noqa: A001 - read as `engines.all()`
    """Every engine, sorted by name."""
    return tuple(importlib.import_module(f"specproof.engines.{module_of(slug)}").ENGINE for slug in facts.slugs())


def module_of(slug: str) -> str:
    """`mysql-5.7` lives in the module `mysql57`."""
    return re.sub("[^a-z0-9]", "", slug)


def find(name: str) -> Engine:
    """The engine with that slug. Raises UsageProblem `engine.unknown`."""
    for engine in all():
        if engine.name == name:
            return engine
    known = ", ".join(engine.name for engine in all())
    raise UsageProblem("engine.unknown", f"There is no engine '{name}'.", next_step=f"Use one of: {known}.")


def address(name: str, url: str) -> Address:
    """What a URL of that engine names. Raises UsageProblem `engine.unknown`, `engine.url`, `engine.url-option`."""
    return parse(facts.load(find(name).name), url, {})


@contextmanager
def open(  # noqa: A001 - read as `engines.open(...)`
    name: str,
    url: str | None = None,
    kinds: Collection[ProviderKind] = tuple(ProviderKind),
    options: Options | None = None,
) -> Iterator[Server]:
    """A server of that engine for the time of the block, from the first provider that works.

    `kinds` limits the providers. Raises what the only provider raised when a URL is given, else EnvironmentProblem
    `engine.none` with the reason of every provider.
    """
    engine = find(name)
    options = options or Options()
    providers = [one for one in engine.providers(url, options) if one.kind in kinds]
    with ExitStack() as stack:
        yield _first(engine, providers, stack)


def _first(engine: Engine, providers: list[Provider], stack: ExitStack) -> Server:
    reasons: list[Availability] = []
    for provider in providers:
        if provider.kind is ProviderKind.URL:
            return stack.enter_context(provider.open())
        seen = provider.availability()
        if not seen.usable:
            reasons.append(seen)
            continue
        try:
            return stack.enter_context(provider.open())
        except EnvironmentProblem as problem:
            why = f"{problem.what} {problem.cause or ''}".rstrip()
            reasons.append(Availability(provider.kind, usable=False, why=why, how=problem.next_step))
    raise _none(engine.name, reasons)


def _none(name: str, reasons: list[Availability]) -> EnvironmentProblem:
    return EnvironmentProblem(
        "engine.none",
        f"No {name} server can be had here.",
        cause="; ".join(f"{one.provider}: {one.why}" for one in reasons) or "No provider was allowed.",
        next_step=" Or: ".join([*(one.how for one in reasons if one.how), f"Give the URL of one: --engine {name}=…"]),
    )
