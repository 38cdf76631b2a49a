"""What a driver module gives to the providers, and the first look at a server that turns an address into a `Server`.

`mysql_session`, `postgresql_session` and `oracle_session` are drivers. It refuses to accept a server by its address:
only by its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from specproof.engines.base import Address, Scratch, Server, Session
from specproof.engines.facts import EngineFacts
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

CONNECT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Greeting:
    """Product and version as a server gives them of itself."""

    product: str
    version: str

    def accepted_by(self, facts: EngineFacts) -> bool:
        return self.product in (facts.product, *facts.relatives) and facts.accepts(self.version)


class Driver(Protocol):
    def connect(self, facts: EngineFacts, address: Address, *, seconds: float | None = None) -> Session:
        """A session on a server that was recognised. Raises EnvironmentProblem `engine.*`.

        `seconds` limits every step of the way in; None means the address's `connect-timeout`, else the usual limit.
        """
        ...

    def dbapi(self, facts: EngineFacts, address: Address) -> Any:
        """A connection of the driver itself (PEP 249), autocommit off, to a server recognised as by `connect`."""
        ...

    def describe(self, session: Session) -> Greeting:
        """What the server at the other end is."""
        ...

    def scratch(self, address: Address, name: str, defaults: str) -> Scratch:
        """How an empty database of that name is made; see `base.Engine.scratch`."""
        ...


def database(address: Address, name: str, defaults: str) -> Scratch:
    """The `scratch` of a product with CREATE DATABASE."""
    create = f"CREATE DATABASE {name} {defaults}".rstrip()
    return Scratch(address.at(name), (create,), (f"DROP DATABASE IF EXISTS {name}",))


def limit(address: Address, seconds: float | None) -> float:
    """How long each step of the way in may take."""
    return seconds or float(dict(address.options).get("connect-timeout", CONNECT_SECONDS))


def greet(
    driver: Driver, facts: EngineFacts, address: Address, kind: ProviderKind, *, seconds: float | None = None
) -> Server:
    """Logs in once and says who answered. Raises what the driver's `connect` raises."""
    session = driver.connect(facts, address, seconds=seconds)
    try:
        found = driver.describe(session)
    finally:
        session.close()
    evidence = Evidence.ENGINE if found.product == facts.product else Evidence.LINEAGE
    return Server(EngineIdentity(facts.name, found.product, found.version, kind, evidence), address)
