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
from specproof.engines.base import Address, Options, Provider, Scratch, Session
from specproof.engines.containers import ContainerProvider
from specproof.engines.driver import Driver
from specproof.engines.facts import EngineFacts
from specproof.engines.local import LocalProvider, Recipe


@dataclass(frozen=True, slots=True)
class Product:
    """Implements `base.Engine`."""

    name: str
    driver: Driver
    recipe: Callable[[EngineFacts], Recipe] | None  # None for a product that cannot be started here

    @property
    def facts(self) -> EngineFacts:
        return engine_facts.load(self.name)

    def providers(self, url: str | None = None, options: Options | None = None) -> tuple[Provider, ...]:
        options = options or Options()
        given = url or options.environment.get(f"{self.facts.environment}_URL")
        if given:
            return (engine_url.UrlProvider(self.facts, self.driver, given, options),)
        container = ContainerProvider(self.facts, self.driver, options)
        if self.recipe is None:
            return (container,)
        return (container, LocalProvider(self.recipe(self.facts), self.driver, options))

    def scratch(self, address: Address, name: str, defaults: str) -> Scratch:
        return self.driver.scratch(address, name, defaults)

    def connect(self, address: Address) -> Session:
        return self.driver.connect(self.facts, address)

    def dbapi(self, address: Address) -> Any:
        return self.driver.dbapi(self.facts, address)
