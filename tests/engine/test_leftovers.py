from __future__ import annotations

from dataclasses import replace

import pytest

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Server
from specproof.engines.leftovers import leftovers
from specproof.evidence import ProviderKind

pytestmark = pytest.mark.engine


def test_what_a_killed_run_left_is_named_and_not_dropped(mysql57: Server):
    engine = engines.find("mysql-5.7")
    given = replace(mysql57, identity=replace(mysql57.identity, provider=ProviderKind.URL))
    with scratch.database(engine, mysql57) as idle, scratch.database(engine, mysql57) as used:
        session = engine.connect(used)
        found = leftovers(engine, given)
        session.close()
        assert (idle.database in found, used.database in found) == (True, False)
        session = engine.connect(mysql57.address)
        assert (idle.database,) in session.query("SHOW DATABASES")
        session.close()
    assert leftovers(engine, mysql57) == ()
