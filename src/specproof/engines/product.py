"""An engine put together from its facts, its driver and its way to be started here.

One shape for every product, so that a new engine is a YAML file and a module of a few lines. It refuses to try
anything else when a URL was given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from specproof.engines import facts as engine_facts
from specproof.engines import url as engine_url
from specproof.engines.base import Address, Options, Provider, Session
from specproof.engines.containers import ContainerProvider
from specproof.engines.driver import Driver
from specproof.engines.facts import EngineFacts
from specproof.engines.local import LocalProvider, Recipe


@dataclass(frozen=True, slots=True)
class Product:
    """Implements `base.Engine`."""

    name: str
    driver: Driver
    recipe: Callable[[EngineFacts], Recipe]

    @property
    def facts(self) -> EngineFacts:
        return engine_facts.load(self.name)

    def providers(self, url: str | None = None, options: Options | None = None) -> tuple[Provider, ...]:
        options = options or Options()
        given = url or options.environment.get(f"{self.facts.environment}_URL")
        if given:
            return (engine_url.UrlProvider(self.facts, self.driver, given, options),)
        return (
            ContainerProvider(self.facts, self.driver, options),
            LocalProvider(self.recipe(self.facts), self.driver, options),
        )

    def local(self, options: Options | None = None) -> LocalProvider:
        """The provider whose servers can be left running."""
        return LocalProvider(self.recipe(self.facts), self.driver, options or Options())

    def connect(self, address: Address) -> Session:
        return self.driver.connect(self.facts, address)

    def dbapi(self, address: Address) -> Any:
        return self.driver.dbapi(self.facts, address)
