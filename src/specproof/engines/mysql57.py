"""The engine `mysql-5.7`: its providers in order, and its sessions."""

from __future__ import annotations

from dataclasses import dataclass

from specproof.engines import facts as engine_facts
from specproof.engines import mysql_session
from specproof.engines.base import Address, Options, Provider, Session
from specproof.engines.facts import EngineFacts
from specproof.engines.local import LocalProvider
from specproof.engines.mysql_local import MySqlRecipe


@dataclass(frozen=True, slots=True)
class MySql57:
    name: str = "mysql-5.7"

    @property
    def facts(self) -> EngineFacts:
        return engine_facts.load(self.name)

    def providers(self, url: str | None = None, options: Options | None = None) -> tuple[Provider, ...]:
        options = options or Options()
        if url:
            return ()
        return (LocalProvider(MySqlRecipe(self.facts), options),)

    def connect(self, address: Address) -> Session:
        return mysql_session.connect(self.facts, address)


ENGINE = MySql57()
