"""Every line of the laws on real servers: as it stands, changed to another word, and on servers set otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specproof import engines
from specproof.engines import laws, probe
from specproof.engines.base import Server
from specproof.engines.laws import Step
from specproof.engines.probe import Observation, Verdict

pytestmark = pytest.mark.engine

AT_HAND = {"mysql-5.7": "mysql57", "postgresql": "postgresql"}  # engine -> fixture
LINES = [(engine, law) for engine in AT_HAND for law in laws.load(engine)]
Asked = dict[str, dict[str, Observation]]


@pytest.fixture(scope="module")
def asked() -> Asked:
    """Answers by engine and law, one run for all tests of an engine."""
    return {}


@pytest.fixture
def server(request, engine) -> Server:
    return request.getfixturevalue(AT_HAND[engine])


def ask(engine, server, **how) -> dict[str, Observation]:
    return {one.line.law: one for one in probe.run(engines.find(engine), server, **how)}


@pytest.mark.parametrize(("engine", "law"), LINES, ids=[f"{engine}-{law}" for engine, law in LINES])
def test_the_server_says_what_the_line_says(engine, law, server, asked):
    if engine not in asked:
        asked[engine] = ask(engine, server)
    found = asked[engine][law]
    assert (found.verdict, found.observed, found.detail) == (Verdict.OK, laws.load(engine)[law].value, None)


def another(line: laws.Line) -> laws.Line:
    """The same line with the next word of its list."""
    words = list(line.words)
    return replace(line, value=words[(words.index(line.value) + 1) % len(words)])


@pytest.mark.parametrize("engine", AT_HAND)
def test_a_line_with_another_word_of_its_list_fails(engine, server):
    lines = laws.load(engine)
    found = ask(engine, server, lines={law: another(line) for law, line in lines.items()})
    assert {law: (one.verdict, one.observed) for law, one in found.items()} == {
        law: (Verdict.WRONG, line.value) for law, line in lines.items()
    }


@pytest.mark.parametrize(
    ("engine", "setting", "told"),
    [
        (
            "mysql-5.7",
            {"session": "SET SESSION sql_mode = ''"},
            {
                "five-megabytes": "becomes-null",
                "fraction-of-last-second": "cuts",
                "integer-overflow": "clipped",
                "offset-in-literal": "dropped",
                "overflow": "cut",
                "zero-date": "kept",
            },
        ),
        (
            "mysql-5.7",
            {"database": "DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"},
            {
                "equality-accent": "different",
                "equality-case": "different",
                "equality-supplementary": "different",
                # No word of the law: the answer is shown as it came, and the line is broken.
                "show-create-collation": (
                    "CREATE TABLE `t` (\n  `v` int(11) DEFAULT NULL\n) "
                    "ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin"
                ),
            },
        ),
        (
            "mysql-5.7",
            {"session": "SET SESSION transaction_isolation = 'READ-UNCOMMITTED'"},
            {"default-isolation": "read-committed", "uncommitted-replace": "visible"},
        ),
        (
            "postgresql",
            {"session": "SET default_transaction_isolation = 'repeatable read'"},
            {"default-isolation": "repeatable-read"},
        ),
    ],
    ids=["no strict mode", "another default collation", "dirty reads", "another default isolation"],
)
def test_a_server_that_is_set_otherwise_is_found_out(engine, setting, told, server, monkeypatch):
    usual = laws.preparation(engine)
    set_so = replace(
        usual,
        database=setting.get("database", usual.database),
        session=(*usual.session, *([setting["session"]] if "session" in setting else [])),
    )
    monkeypatch.setattr(laws, "preparation", lambda _name: set_so)
    found = ask(engine, server)
    assert {law: one.observed for law, one in found.items() if one.verdict is not Verdict.OK} == told


@pytest.mark.parametrize(
    ("engine", "suicide"),
    [("mysql-5.7", "KILL CONNECTION_ID()"), ("postgresql", "SELECT pg_terminate_backend(pg_backend_pid())")],
)
@pytest.mark.parametrize("session", ["main", "other"])
def test_a_lost_connection_costs_its_line_alone(engine, suicide, session, server):
    lines = dict(laws.load(engine))
    broken = lines["locking-read"]
    lines["locking-read"] = replace(
        broken, probe=replace(broken.probe, setup=(*broken.probe.setup, Step(suicide, session)))
    )
    found = ask(engine, server, lines=lines, only=("length-unit", "locking-read", "overflow"))
    assert {law: one.verdict for law, one in found.items()} == {
        "length-unit": Verdict.OK,
        "locking-read": Verdict.BROKEN,
        "overflow": Verdict.OK,
    }
    assert suicide in found["locking-read"].detail


@pytest.mark.parametrize("engine", AT_HAND)
def test_nothing_is_left_behind(engine, server):
    schemas = (
        "SELECT schema_name FROM information_schema.schemata"
        if engine == "mysql-5.7"
        else ("SELECT datname FROM pg_database")
    )
    session = engines.find(engine).connect(server.address)
    try:
        before = session.query(schemas)
        ask(engine, server, only=("empty-string",))
        assert session.query(schemas) == before
    finally:
        session.close()
