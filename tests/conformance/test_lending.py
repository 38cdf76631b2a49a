from contextlib import contextmanager

import pytest

from specproof import engines
from specproof.conformance import lending
from specproof.conformance.lending import Lent, lender
from specproof.conformance.run import run
from specproof.conformance.select import Selection, plan
from specproof.conformance.verdict import Verdict
from specproof.engines import facts
from specproof.engines.base import Address, Secret
from specproof.engines.url import parse
from specproof.errors import EnvironmentProblem
from specproof.evidence import Evidence, ProviderKind

ADDRESS = Address(
    "127.0.0.1", 5432, "ro/ot", Secret("p@ss:w%rd"), "scratch_1", "/run/a b.sock", (("ssl-mode", "DISABLED"),)
)


@pytest.mark.parametrize("name", ["postgresql", "mysql-5.7"])
def test_the_url_is_read_back_as_the_address(name):
    plain = Address("::1", 3307, "root", Secret(""), "x")
    for address in (plain, ADDRESS) if name == "postgresql" else (plain,):
        back = parse(facts.load(name), lending._url(name, address), {})
        assert (back.host, back.port, back.user, back.database) == (
            address.host,
            address.port,
            address.user,
            address.database,
        )
        assert back.password.reveal() == address.password.reveal()
        assert back.socket == address.socket


def test_what_is_lent_does_not_show_its_url():
    assert "secret" not in repr(Lent(None, "postgresql://u:secret@127.0.0.1/x"))


def test_an_engine_that_cannot_be_had_is_told_by_the_engines_room(monkeypatch):
    @contextmanager
    def none(name, url, options):
        raise EnvironmentProblem("engine.none", f"No {name} server can be had here.", next_step="Start one.")
        yield

    monkeypatch.setattr(engines, "open", none)
    with pytest.raises(EnvironmentProblem), lender(lambda _: None)("postgresql"):
        pass


@pytest.mark.engine
def test_a_case_on_a_real_engine_has_an_empty_database_of_its_own(made, postgresql):
    address = postgresql.address

    class Store(made.Fake):
        def open(self, environment):
            engine = engines.find(environment["engine"]["name"])
            self.session = engine.connect(parse(facts.load("postgresql"), environment["engine"]["url"], {}))

        def run(self, _request):
            tables = self.session.query("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'")
            self.session.run("CREATE TABLE left_behind (id int)")
            return made.VALUE if tables == ((0,),) else made.WRONG

        def reset(self):
            self.session.run("DROP TABLE left_behind")

        def close(self):
            self.session.close()

    suite = made.suite(made.case(engines=("postgresql",), profiles=("current", "target")))
    report = run(suite, plan(suite, Selection()), Store, lender(lambda _: lending._url("postgresql", address)))
    assert [one.verdict for one in report.results] == [Verdict.PASS, Verdict.PASS]
    (identity,) = report.engines
    assert (identity.name, identity.evidence, identity.provider) == ("postgresql", Evidence.ENGINE, ProviderKind.URL)
