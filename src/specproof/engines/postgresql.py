"""The engine `postgresql`."""

from __future__ import annotations

from specproof.engines import postgresql_session
from specproof.engines.postgresql_local import PostgreSqlRecipe
from specproof.engines.product import Product

ENGINE = Product(name="postgresql", driver=postgresql_session, recipe=PostgreSqlRecipe)
