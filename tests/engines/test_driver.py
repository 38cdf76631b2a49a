from __future__ import annotations

import pytest

from specproof.engines import driver, facts
from specproof.engines.base import Address, Secret
from specproof.engines.driver import Greeting
from specproof.evidence import Evidence, ProviderKind

MYSQL = facts.load("mysql-5.7")
ADDRESS = Address("h", 1, "u", Secret(""))


class FakeDriver:
    """Its sessions remember that they were closed."""

    def __init__(self, product: str, version: str) -> None:
        self._greeting = Greeting(product, version)
        self.closed = 0
        self.seconds: list[float | None] = []

    def connect(self, _facts, _address, *, seconds=None):
        self.seconds.append(seconds)
        return self

    def describe(self, _session) -> Greeting:
        return self._greeting

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(("product", "level"), [("MySQL", Evidence.ENGINE), ("Percona Server", Evidence.LINEAGE)])
def test_a_relative_is_evidence_of_the_lineage_only(product, level):
    fake = FakeDriver(product, "5.7.44-48-log")
    server = driver.greet(fake, MYSQL, ADDRESS, ProviderKind.URL, seconds=3)
    assert server.identity.evidence is level
    assert (server.identity.name, server.identity.product) == ("mysql-5.7", product)
    assert server.identity.version == "5.7.44-48-log"
    assert server.identity.provider is ProviderKind.URL
    assert (fake.closed, fake.seconds) == (1, [3])


@pytest.mark.parametrize(
    ("product", "version", "accepted"),
    [
        ("MySQL", "5.7.22", True),
        ("MySQL", "8.0.1", False),
        ("MariaDB", "5.7.1", False),
        ("Percona Server", "5.7.1", True),
    ],
)
def test_product_and_version_must_both_be_right(product, version, accepted):
    assert Greeting(product, version).accepted_by(MYSQL) is accepted


def test_the_limit_is_the_callers_then_the_urls_then_the_usual_one():
    timed = Address("h", 1, "u", Secret(""), options=(("connect-timeout", "30"),))
    assert driver.limit(timed, 2) == 2
    assert driver.limit(timed, None) == 30
    assert driver.limit(ADDRESS, None) == driver.CONNECT_SECONDS
