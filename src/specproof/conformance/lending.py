"""Engines for cases: a server found by the engines room, and in it an empty database of one's own, as a URL.

What was made is dropped and what was started is stopped at the end. The URL holds the password and goes to the subject
alone; it refuses to show up in a report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import quote, urlencode

from specproof import engines
from specproof.engines import facts, scratch
from specproof.engines.base import Address, Options
from specproof.evidence import EngineIdentity


@dataclass(frozen=True, slots=True)
class Lent:
    """An engine for a while."""

    identity: EngineIdentity
    url: str = field(repr=False)


Lender: TypeAlias = Callable[[str], AbstractContextManager[Lent]]


def lender(url_of: Callable[[str], str | None], options: Options | None = None) -> Lender:
    """Lends engines by name: on the server whose URL `url_of` gives, else on the first that a provider has.

    Lending raises EnvironmentProblem `engine.none`, and what `url_of` and the engines room raise for a URL.
    """

    @contextmanager
    def lend(name: str) -> Iterator[Lent]:
        with (
            engines.open(name, url_of(name), options=options) as server,
            scratch.database(engines.find(name), server) as address,
        ):
            yield Lent(server.identity, _url(name, address))

    return lend


def _url(name: str, address: Address) -> str:
    login = f"{quote(address.user, safe='')}:{quote(address.password.reveal(), safe='')}"
    host = f"[{address.host}]" if ":" in address.host else address.host
    options = dict(address.options) | ({"socket": address.socket} if address.socket else {})
    query = f"?{urlencode(options, quote_via=quote)}" if options else ""
    return f"{facts.load(name).schemes[0]}://{login}@{host}:{address.port}/{quote(address.database or '')}{query}"
