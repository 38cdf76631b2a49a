"""The engine `mysql-5.7`."""

from __future__ import annotations

from specproof.engines import mysql_session
from specproof.engines.mysql_local import MySqlRecipe
from specproof.engines.product import Product

ENGINE = Product(name="mysql-5.7", driver=mysql_session, recipe=MySqlRecipe)
