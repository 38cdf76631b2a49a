from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

import pytest

import specproof.engines
from specproof import engines, resources
from specproof.engines import registry
from specproof.engines.base import Address, Availability, Options, Secret, Server
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.evidence import EngineIdentity, Evidence, ProviderKind

PACKAGE = Path(specproof.engines.__file__).parent


def test_every_engine_is_a_file_and_a_module():
    modules = {file.stem for file in PACKAGE.glob("*.py") if "\nENGINE = " in file.read_text(encoding="utf-8")}
    files = {file.stem for file in resources.path("specs", "engines").glob("*.yaml")}
    assert {registry.module_of(slug) for slug in files} == modules
    assert {engine.name for engine in engines.all()} == files == {"mysql-5.7", "oracle", "postgresql"}


def test_an_unknown_engine():
    with pytest.raises(UsageProblem) as caught:
        engines.find("mysql-8")
    assert caught.value.code == "engine.unknown"
    assert caught.value.next_step == "Use one of: mysql-5.7, oracle, postgresql."


class FakeProvider:
    def __init__(self, kind: ProviderKind, *, usable: bool, fails: bool = False) -> None:
        self.kind = kind
        self._usable = usable
        self._fails = fails

    def availability(self) -> Availability:
        return Availability(self.kind, self._usable, f"{self.kind} says why", f"do {self.kind}.")

    @contextmanager
    def open(self):
        if self._fails:
            raise EnvironmentProblem("engine.start-failed", "It fell over.", cause="Disk full.", next_step="Make room.")
        identity = EngineIdentity("fake", "Fake", "1", self.kind, Evidence.ENGINE)
        yield Server(identity, Address("h", 1, "u", Secret("")))


class FakeEngine:
    name = "fake"

    def __init__(self, *providers: FakeProvider) -> None:
        self._providers = providers

    def providers(self, *_given):
        return self._providers


@pytest.fixture
def fake_engine(monkeypatch):
    def install(*providers: FakeProvider) -> None:
        monkeypatch.setattr(registry, "find", lambda _name: FakeEngine(*providers))

    return install


def test_the_first_provider_that_works_is_taken(fake_engine):
    fake_engine(
        FakeProvider(ProviderKind.CONTAINER, usable=True, fails=True), FakeProvider(ProviderKind.LOCAL, usable=True)
    )
    with engines.open("fake") as server:
        assert server.identity.provider is ProviderKind.LOCAL


def test_none_works_and_every_reason_is_told(fake_engine):
    fake_engine(
        FakeProvider(ProviderKind.CONTAINER, usable=False), FakeProvider(ProviderKind.LOCAL, usable=True, fails=True)
    )
    with pytest.raises(EnvironmentProblem) as caught, engines.open("fake"):
        raise AssertionError("no server may be given")
    problem = caught.value
    assert problem.code == "engine.none"
    assert problem.cause == "container: container says why; local: It fell over. Disk full."
    assert problem.next_step == "do container. Or: Make room. Or: Give the URL of one: --engine fake=…"


def test_providers_can_be_limited(fake_engine):
    fake_engine(FakeProvider(ProviderKind.CONTAINER, usable=True), FakeProvider(ProviderKind.LOCAL, usable=True))
    with engines.open("fake", kinds=[ProviderKind.LOCAL]) as server:
        assert server.identity.provider is ProviderKind.LOCAL
    with pytest.raises(EnvironmentProblem) as caught, engines.open("fake", kinds=[]):
        raise AssertionError("no server may be given")
    assert caught.value.cause == "No provider was allowed."


def test_an_error_inside_the_block_is_not_taken_for_the_providers(fake_engine):
    fake_engine(FakeProvider(ProviderKind.LOCAL, usable=True))
    with pytest.raises(EnvironmentProblem) as caught, engines.open("fake", options=Options()):
        raise EnvironmentProblem("x.y", "mine", next_step="-")
    assert caught.value.code == "x.y"
