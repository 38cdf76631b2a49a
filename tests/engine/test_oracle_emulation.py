"""H2 in its Oracle mode: the laws that it may speak for; the store's SQL for Oracle, run and kept as golden files."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from types import SimpleNamespace

import pytest
from tests.engine.h2_as_oracle import Connection
from tests.engine.test_flight_store import DAY, OUTCOMES

from specproof import engines
from specproof.engines import facts, laws, oracle_emulation, probe
from specproof.engines.base import Address, Secret, SqlError
from specproof.engines.probe import Verdict
from specproof.evidence import Evidence
from specproof.persistence import connecting, ddl
from specproof.persistence.flight_store import FlightStore
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.process import Processor

pytestmark = pytest.mark.engine

EMULATION = facts.load("oracle").emulation
NOW = datetime.fromisoformat("2026-03-01T08:00:00.123999")


@pytest.fixture(scope="module")
def emulated():
    with oracle_emulation.open() as (engine, server):
        yield engine, server


def ask(emulated, **how):
    return {one.line.law: one for one in probe.run(*emulated, **how)}


def test_everything_is_labelled_as_emulated(emulated):
    identity = emulated[1].identity
    assert (identity.name, identity.product, identity.evidence) == ("oracle", "H2", Evidence.EMULATED)
    assert identity.version == EMULATION.artifact.version


def test_it_says_what_the_documents_say_and_nothing_of_other_laws(emulated):
    found = ask(emulated)
    assert {law for law, one in found.items() if one.verdict is Verdict.OK} == set(EMULATION.laws)
    assert {one.verdict for law, one in found.items() if law not in EMULATION.laws} == {Verdict.NOT_RUN}
    assert found["empty-string"].observed == found["empty-long-text"].observed == "becomes-null"
    assert (found["unique-part-null"].observed, found["unique-all-null"].observed) == ("refused", "accepted")


@pytest.mark.parametrize("law", EMULATION.laws)
def test_a_line_with_another_word_fails(emulated, law):
    lines = dict(laws.load("oracle"))
    other = next(word for word in lines[law].words if word != lines[law].value)
    lines[law] = replace(lines[law], value=other)
    found = ask(emulated, lines=lines, only=(law,))
    assert found[law].verdict is Verdict.WRONG


def test_it_is_no_provider(emulated):
    assert emulated[0].providers() == ()
    kinds = {provider.kind for provider in engines.find("oracle").providers()}
    assert "local" not in kinds


def test_an_error_keeps_its_state(emulated):
    session = emulated[0].connect(emulated[1].address)
    with pytest.raises(SqlError) as caught:
        session.run("SELECT nothing FROM nowhere")
    session.close()
    assert caught.value.sqlstate.startswith("42")


# --- the store's SQL for Oracle ---------------------------------------------------------------------------------------


@pytest.fixture
def oracle(emulated, monkeypatch, request):
    """`(name, address)` of an empty database, and the statements that reach it."""
    seen: list[str] = []
    url = f"jdbc:h2:mem:{abs(hash(request.node.name))};MODE=Oracle;DB_CLOSE_DELAY=-1"
    product = SimpleNamespace(name="oracle", dbapi=lambda _address: Connection(url, seen))
    monkeypatch.setattr(connecting.engines, "find", lambda _name: product)
    return ("oracle", Address("h2", 0, "", Secret(""))), seen


@pytest.mark.parametrize("profile", ["current", "target"])
def test_a_day_leaves_the_same_rows_as_in_memory(oracle, golden, profile):
    place, seen = oracle
    law = Processor(profile)
    memory = Memory(law.procedure)
    outcomes = []
    with FlightStore(*place, law.procedure) as store:
        store.create()
        del seen[:]
        for message in DAY:
            one, other = law.process(message, memory, NOW), law.process(message, store, NOW)
            assert (one.outcome, one.decision) == (other.outcome, other.decision)
            outcomes.append(other.outcome)
            assert store.rows() == memory.rows()
    if profile == "target":
        assert outcomes == OUTCOMES
    golden(f"flight-store-oracle-{profile}.sql", "".join(f"{sql};\n\n" for sql in dict.fromkeys(map(plain, seen))))


def plain(sql):
    """On one line but for the clauses; lists of many binds show the first and the last."""
    text = re.sub(r"\s+", " ", sql)
    return re.sub(r" (FROM|WHERE|ORDER BY|VALUES|SET|FOR UPDATE)\b", r"\n  \1", text)


def test_the_committed_script_makes_the_same_tables(oracle):
    place, _ = oracle
    law = Processor("target")
    assert "VARCHAR2(64 CHAR)" in ddl.script("oracle", "target", law.procedure.layout)
    with FlightStore(*place, law.procedure) as store:
        store.create()
        assert set(store.rows()) == set(Memory(law.procedure).rows())
