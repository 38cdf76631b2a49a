"""The engine `oracle`: from a URL or a container; no build of it may be started here."""

from __future__ import annotations

from specproof.engines import oracle_session
from specproof.engines.product import Product

ENGINE = Product(name="oracle", driver=oracle_session, recipe=None)
