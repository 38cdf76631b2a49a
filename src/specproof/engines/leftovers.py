"""Scratch databases that a killed run may have left on a MySQL server which it did not start.

Only names them. It refuses to drop one: a name is no proof that nobody else needs what it stands for.
"""

from __future__ import annotations

from contextlib import closing

from specproof.engines.base import Engine, Server
from specproof.engines.scratch import PREFIX
from specproof.evidence import ProviderKind

_UNUSED = f"""
SELECT s.SCHEMA_NAME FROM information_schema.SCHEMATA s
WHERE s.SCHEMA_NAME REGEXP '^{PREFIX}[0-9a-f]{{12}}$'
  AND NOT EXISTS (SELECT 1 FROM information_schema.PROCESSLIST p WHERE p.DB = s.SCHEMA_NAME)
ORDER BY s.SCHEMA_NAME
"""


def leftovers(engine: Engine, server: Server) -> tuple[str, ...]:
    """Databases with names like ours that no visible connection has selected; none on a server of our own.

    Raises SqlError, EnvironmentProblem as connecting does.
    """
    if server.identity.provider is not ProviderKind.URL:
        return ()
    with closing(engine.connect(server.address.at(None))) as session:
        return tuple(str(row[0]) for row in session.query(_UNUSED))
