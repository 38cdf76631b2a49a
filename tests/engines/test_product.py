from __future__ import annotations

import pytest

from specproof import engines
from specproof.engines.base import Options
from specproof.evidence import ProviderKind

STEMS = {"mysql-5.7": "SPECPROOF_MYSQL57", "postgresql": "SPECPROOF_POSTGRESQL"}


@pytest.mark.parametrize("name", sorted(STEMS))
def test_without_a_url_container_comes_before_local(name):
    providers = engines.find(name).providers(None, Options(environment={"PATH": ""}))
    assert [one.kind for one in providers] == [ProviderKind.CONTAINER, ProviderKind.LOCAL]


@pytest.mark.parametrize("name", sorted(STEMS))
def test_a_url_is_the_only_way_whoever_gives_it(name):
    engine = engines.find(name)
    named = Options(environment={f"{STEMS[name]}_URL": "x://"})
    for providers in (engine.providers("x://", Options(environment={})), engine.providers(None, named)):
        assert [one.kind for one in providers] == [ProviderKind.URL]
