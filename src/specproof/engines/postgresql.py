"""The engine `postgresql`: its providers in order, and its sessions."""

from __future__ import annotations

from dataclasses import dataclass

from specproof.engines import facts as engine_facts
from specproof.engines import postgresql_session
from specproof.engines.base import Address, Options, Provider, Session
from specproof.engines.facts import EngineFacts
from specproof.engines.local import LocalProvider
from specproof.engines.postgresql_local import PostgreSqlRecipe


@dataclass(frozen=True, slots=True)
class PostgreSql:
    name: str = "postgresql"

    @property
    def facts(self) -> EngineFacts:
        return engine_facts.load(self.name)

    def providers(self, url: str | None = None, options: Options | None = None) -> tuple[Provider, ...]:
        options = options or Options()
        if url:
            return ()
        return (LocalProvider(PostgreSqlRecipe(self.facts), options),)

    def connect(self, address: Address) -> Session:
        return postgresql_session.connect(self.facts, address)


ENGINE = PostgreSql()
