"""Flights on real databases: the same rows as in memory, values that come back, and faults that leave the old rows."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from specproof import engines, resources
from specproof.conformance.lending import _url
from specproof.engines.transaction import Transaction
from specproof.persistence import failing, statements
from specproof.persistence.flight_store import FlightStore
from specproof.reference.flight_state import day, day_result
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.process import COMPARE_AND_SET, Processor

pytestmark = pytest.mark.engine
GOLDEN = Path(__file__).parents[1] / "golden"
NOW = datetime.fromisoformat("2026-03-01T08:00:00.123999")
GATES = [{"GTNO": "1", "GATE": "A1"}, {"GTNO": "2", "GATE": "A2"}, {"GTNO": "2", "GATE": "A2"}]
FULL = {
    "FLNO": "MU5101",
    "REMK": " é😀文 ",
    "GTDT": GATES,
    "CKDT": [{"CKNO": "1", "CHKC": "C1", "CABN": "Y"}, {"CKNO": "2", "CHKC": "C1", "CABN": "F"}],
    "DELY": [{"DLCD": "93"}],
    "ROUT": [{"RTNO": "1", "APCD": "SHA"}],
    "ERUT": [{"RTNO": "1", "APCD": "CTU"}, {"RTNO": "2", "APCD": "WUH"}],
    "FDIV": {"APCD": "NKG", "RESN": "weather"},
    "SRVT": "none",
}


@cache
def processor(profile: str = "target") -> Processor:
    return Processor(profile)


def flop(version, fields, flid="F1", **more):
    said = {"kind": "FLOP", "identity_key": f"{flid}-{version}", "version": version, "fday": "01MAR26", "flid": flid}
    return json.dumps({**said, "fields": fields, **more}, ensure_ascii=False).encode()


def snapshot(version, flights, **more):
    listed = [{"flid": flid, "fields": fields} for flid, fields in flights.items()]
    said = {"kind": "DNLD", "identity_key": f"s{version}", "message_id": f"m{version}", "version": version}
    return json.dumps({**said, "fday": "01MAR26", "flights": listed, **more}).encode()


@pytest.fixture(params=["postgresql", "mysql-5.7"])
def place(request):
    """The name of an engine and the address of an empty database on it."""
    fixture = {"postgresql": "postgresql_database", "mysql-5.7": "mysql57_database"}[request.param]
    return request.param, request.getfixturevalue(fixture)


@pytest.fixture
def store(place):
    with FlightStore(*place, processor().procedure) as made:
        made.create()
        yield made


def outcome(store, *messages):
    return [processor().process(one, store, NOW).outcome for one in messages]


DAY = [
    flop(1, FULL),
    flop(2, {"GTDT": [], "FDIV": None, "CKDT": [{"CKNO": "0"}], "ERUT": [{"RTNO": "1", "APCD": "X"}]}),
    snapshot(3, {"F1": {"FLNO": "MU1"}, "F2": FULL, "F3": {}}),
    flop(2, {"FLNO": "OLD"}, identity_key="late"),
    flop(9, {"FLNO": "NEW"}, "F3"),
    flop(4, FULL, "F4"),
    flop(6, {"GTDT": [{"GTNO": "1"}, {"GTNO": "2"}]}, "F5"),
    flop(7, {"GTDT": [{"GTNO": "3"}]}, "F5"),
    snapshot(5, {"F2": {"FDIV": {"DATM": "01MAR260900"}}, "F3": {"FLNO": "NO"}}),
    snapshot(6, {"F2": {}}, message_id="m5"),
    flop(10, {"GTDT": [{"GTNO": "0"}, {"GTNO": "1"}]}, "F2"),
    flop(1, FULL),
]
OUTCOMES = ["APPLIED"] * 3 + ["STALE"] + ["APPLIED"] * 5 + ["REPLAYED", "REFUSED", "DUPLICATE"]


@pytest.mark.parametrize("profile", ["current", "target"])
def test_a_day_leaves_the_same_rows_as_in_memory(place, profile):
    law = processor(profile)
    memory = Memory(law.procedure)
    with FlightStore(*place, law.procedure) as store:
        store.create()
        for message in DAY:
            one, other = law.process(message, memory, NOW), law.process(message, store, NOW)
            assert (one.outcome, one.decision) == (other.outcome, other.decision)
            assert store.rows() == memory.rows()


def test_the_outcomes_of_the_day(store):
    assert outcome(store, *DAY) == OUTCOMES
    # The second snapshot lacks F1.
    assert [row["FLID"] for row in store.rows()["flight"]] == ["F2", "F3", "F4", "F5"]


@pytest.mark.parametrize("profile", ["current", "target"])
def test_the_committed_script_makes_the_tables_that_the_store_uses(place, profile):
    name, address = place
    script = resources.path("ddl", "flight-state", f"{name}-{profile}.sql").read_text("utf-8")
    with closing(engines.find(name).connect(address)) as session:
        for statement in script.split(";\n"):
            if statement.strip():
                session.run(statement)
    law = processor(profile)
    memory = Memory(law.procedure)
    with FlightStore(*place, law.procedure) as store:
        for message in DAY:
            law.process(message, memory, NOW)
            law.process(message, store, NOW)
        assert store.rows() == memory.rows()


def test_the_day_of_500_flights_ends_in_the_same_place(store):
    """As the golden digests of the day, which the store in memory has to give as well."""
    law, moment = processor(), datetime.fromisoformat("2026-03-01T08:00:00")
    messages = list(day.messages(law.procedure.law, 500))
    found = day_result.digest("target", messages, day_result.run(law, messages, store, moment))
    assert found == json.loads((GOLDEN / "flight-day-target.json").read_text("utf-8"))


def test_the_flight_is_given_back_as_it_was_written(store):
    outcome(store, flop(1, FULL))
    assert processor().read_back.fields(store.held("F1")) == FULL
    assert store.held("F9") is None


# --- the round-trip law -----------------------------------------------------------------------------------------------

PIECES = [
    "a",
    "A",
    "á",
    "a\u0301",
    "ß",
    " ",
    "\t",
    "\n",
    "😀",
    "𠮷",
    "文",
    "\u200b",
    "\ufeff",
    "'",
    '"',
    "\\",
    "%s",
    "\x7f",
    "\u0085",
]
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
edges = st.sampled_from(["x" * 500, "文" * 500, "😀" * 500, "x" * 499 + " ", " "])


@given(value=st.one_of(texts, edges))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_value_of_the_domain_comes_back(store, value):
    store.clear()
    assert outcome(store, flop(1, {"REMK": value})) == ["APPLIED"]
    assert processor().read_back.fields(store.held("F1")) == {"REMK": value}


def values_of(field, *, spoilt):
    """Values of a field's domain, short ones and ones that fill its column; `spoilt` brings some beyond it."""
    size = field.max_chars
    if field.pattern.fullmatch("é"):
        full = [*(one * size for one in "x文😀"), "x" * (size - 1) + " "]
        inside = texts.map(lambda text: text[:size]) | st.sampled_from(full)
    else:  # tokens
        visible = st.characters(min_codepoint=33, max_codepoint=126)
        inside = st.text(visible, min_size=1, max_size=min(size, 6)) | st.just("x" * size)
    return inside | st.sampled_from(["x" * (size + 1), "nul\x00", "", "😀" * (size + 1)]) if spoilt else inside


@st.composite
def fields_of_flights(draw):
    """Fields over all keys of the law: every column of every table gets values of its pool."""
    found = {}
    law, spoilt = processor().procedure.law, draw(st.integers(0, 3)) == 0
    for name, key in law.keys.items():
        if not draw(st.integers(0, 3)):
            continue
        if key.value is not None:
            found[name] = draw(values_of(key.value, spoilt=spoilt))
            continue
        parts = {one: values_of(field, spoilt=spoilt) for one, field in key.attributes.items()}
        number = {key.sequence: values_of(law.sequence, spoilt=spoilt)} if key.sequence else {}
        item = st.fixed_dictionaries(number, optional=parts)
        found[name] = draw(item if key.kind == "exception" else st.lists(item, max_size=3))
    return found


@given(fields=fields_of_flights())
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_taken_comes_back_in_every_column(store, fields):
    """What is refused leaves no row; what is taken reads as it does in memory, where nothing is stored at all."""
    store.clear()
    memory = Memory(processor().procedure)
    message = flop(1, fields)
    expected = processor().process(message, memory, NOW).outcome
    assert outcome(store, message) == [expected]
    assert store.rows() == memory.rows()
    if expected == "APPLIED":
        read = processor().read_back.fields(store.held("F1"))
        taken = {name: value for name, value in fields.items() if value and not zeros(name, value)}
        assert read == {name: value for name, value in taken.items() if value != "null"}


def zeros(name, value):
    sequence = processor().procedure.law.keys[name].sequence
    return bool(sequence) and all(item[sequence] == "0" for item in value)


@pytest.mark.parametrize("value", ["", "x" * 501, "😀" * 501, "nul\x00", 1, True, [], {}])
def test_a_value_outside_is_refused_before_the_engine_is_asked_to_write(store, value):
    outcome(store, flop(1, FULL))
    before, written = store.rows(), []
    event.listen(store._engine, "before_cursor_execute", lambda *said: written.append(said[2]))
    assert outcome(store, flop(2, {"REMK": value})) == ["REFUSED"]
    assert [sql for sql in written if not sql.lstrip().upper().startswith("SELECT")] == []
    assert store.rows() == before


def test_a_lone_surrogate_is_refused(store):
    assert outcome(store, flop(1, {}).replace(b'"fields": {}', b'"fields": {"REMK": "\\ud800"}')) == ["REFUSED"]


def test_flight_ids_that_other_collations_fold_are_two_flights(store):
    assert outcome(store, flop(1, {}, "f1"), flop(1, {}, "F1")) == ["APPLIED", "APPLIED"]
    assert [row["FLID"] for row in store.rows()["flight"]] == ["F1", "f1"]


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after", range(4))
def test_a_crash_between_two_changes_leaves_the_old_rows(place, store, tmp_path, after):
    outcome(store, flop(1, FULL))
    before = store.rows()
    message = tmp_path / "m.json"
    message.write_bytes(flop(2, {"GTDT": [{"GTNO": "9", "GATE": "Z9"}]}))
    script = str(Path(__file__).with_name("flight_crash.py"))
    crashed = subprocess.run([sys.executable, script, place[0], _url(*place), str(after), str(message)], check=False)
    assert crashed.returncode == -signal.SIGKILL
    assert store.rows() == before
    assert outcome(store, message.read_bytes()) == ["APPLIED"]
    assert [row["GATE"] for row in store.rows()["flight_gate"]] == ["Z9"]


def test_a_constraint_that_breaks_in_the_middle_of_a_batch_leaves_the_old_rows(store, monkeypatch):
    outcome(store, flop(1, FULL))
    before = store.rows()
    real = statements._many

    def twice(connection, prepared, rows):
        real(connection, prepared, [*rows, rows[-1]] if "flight_gate" in prepared.sql else rows)

    monkeypatch.setattr(statements, "_many", twice)
    done = processor().process(flop(2, {"GTDT": GATES}), store, NOW)
    assert (done.outcome, done.failure.reason) == ("FAILED(INFRA)", "constraint")
    assert store.rows() == before


class Held(threading.Thread):
    """A writer that stops between its DELETE and its INSERT until it is let go on."""

    def __init__(self, place, message):
        super().__init__()
        self.place, self.message = place, message
        self.reached, self.go_on, self.done = threading.Event(), threading.Event(), None

    def run(self):
        with FlightStore(*self.place, processor().procedure) as store:

            @event.listens_for(store._engine, "before_cursor_execute")
            def stop(_connection, _cursor, sql, *_rest):
                if sql.lstrip().upper().startswith("INSERT INTO FLIGHT_GATE"):
                    self.reached.set()
                    assert self.go_on.wait(60)

            self.done = processor().process(self.message, store, NOW)


@pytest.fixture
def held(place, store):
    """A writer of another gate, stopped while its DELETE is done and its INSERT is not."""
    outcome(store, flop(1, FULL))
    writer = Held(place, flop(2, {"GTDT": [{"GTNO": "9", "GATE": "Z9"}]}))
    writer.start()
    assert writer.reached.wait(60)
    yield writer
    writer.go_on.set()
    writer.join(60)


def test_a_reader_during_replace_sees_the_old_set_whole(store, held):
    assert processor().read_back.fields(store.held("F1"))["GTDT"] == GATES
    held.go_on.set()
    held.join(60)
    assert held.done.outcome == "APPLIED"
    assert processor().read_back.fields(store.held("F1"))["GTDT"] == [{"GTNO": "9", "GATE": "Z9"}]


def test_of_two_writers_on_one_flight_the_later_one_fails_and_leaves_nothing(place, store, held):
    """Its look was before the first writer's commit, and its lock after it."""
    looked = threading.Event()
    result = []

    class Store(FlightStore):
        def write(self, message, peek, decide):
            looked.set()
            return super().write(message, peek, decide)

    def second():
        with Store(*place, processor().procedure) as other:
            result.append(processor().process(flop(3, {"CKDT": []}), other, NOW))

    thread = threading.Thread(target=second)
    thread.start()
    assert looked.wait(60)
    held.go_on.set()
    held.join(60)
    thread.join(60)
    assert held.done.outcome == "APPLIED"
    assert (result[0].outcome, result[0].failure.reason) == ("FAILED(INFRA)", COMPARE_AND_SET)
    fields = processor().read_back.fields(store.held("F1"))
    assert (fields["GTDT"], fields["CKDT"]) == ([{"GTNO": "9", "GATE": "Z9"}], FULL["CKDT"])


def test_two_writers_that_create_one_flight(place, store):
    """Neither saw the flight; the key lets one of them in."""
    barrier, results = threading.Barrier(2), []

    class Store(FlightStore):
        def write(self, message, peek, decide):
            barrier.wait(60)
            return super().write(message, peek, decide)

    def write(number):
        with Store(*place, processor().procedure) as other:
            results.append(processor().process(flop(number, {"GTDT": GATES}), other, NOW))

    threads = [threading.Thread(target=write, args=(number,)) for number in (1, 2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    assert sorted(one.outcome for one in results) == ["APPLIED", "FAILED(INFRA)"]
    assert next(one.failure.reason for one in results if one.failure) in {"constraint", "deadlock", COMPARE_AND_SET}
    assert len(store.rows()["flight_gate"]) == len(GATES)


@pytest.mark.parametrize("when", ["changes", "commit"])
def test_a_lost_connection_is_a_failure_and_leaves_the_old_rows(place, store, when):
    outcome(store, flop(1, FULL))
    before = store.rows()
    name, address = place
    with FlightStore(*place, processor().procedure) as other, closing(engines.find(name).connect(address)) as killer:

        def kill(connection):
            number = connection.exec_driver_sql(
                {"postgresql": "SELECT pg_backend_pid()", "mysql-5.7": "SELECT CONNECTION_ID()"}[name]
            ).scalar()
            killer.run({"postgresql": f"SELECT pg_terminate_backend({number})", "mysql-5.7": f"KILL {number}"}[name])

        if when == "commit":
            event.listen(other._engine, "commit", kill)
        else:
            dead = []

            @event.listens_for(other._engine, "before_cursor_execute")
            def stop(connection, _cursor, sql, *_rest):
                if sql.lstrip().upper().startswith("INSERT INTO FLIGHT_GATE") and not dead:
                    dead.append(sql)
                    kill(connection)

        done = processor().process(flop(2, {"GTDT": []} | {"GTDT": GATES[:1]}), other, NOW)
    assert done.outcome == "FAILED(INFRA)"
    assert done.failure.reason == (failing.LOST if when == "changes" else failing.IN_DOUBT)
    assert store.rows() == before
    assert outcome(store, flop(2, {"GTDT": GATES[:1]})) == ["APPLIED"]


def test_a_writer_that_waits_too_long_for_a_lock_fails_typed(place, store, held):
    name, _ = place
    with FlightStore(*place, processor().procedure) as other:
        limit = {"postgresql": "SET lock_timeout = '200ms'", "mysql-5.7": "SET innodb_lock_wait_timeout = 1"}[name]
        event.listen(other._engine, "begin", lambda connection: connection.exec_driver_sql(limit))
        done = processor().process(flop(3, {"CKDT": []}), other, NOW)
    assert (done.outcome, done.failure.reason) == ("FAILED(INFRA)", "lock-timeout")
    held.go_on.set()
    held.join(60)
    assert held.done.outcome == "APPLIED"


WAITERS = {
    "postgresql": "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    "mysql-5.7": "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'",
}


def test_a_deadlock_with_a_stranger_is_a_typed_failure_and_leaves_the_old_rows(place, store):
    """Somebody else locks the flights the other way round; whom the engine gives up is made sure of."""
    name, address = place
    outcome(store, flop(1, FULL), flop(2, FULL, "F2"))
    before = store.rows()
    stranger = Transaction(engines.find(name), address)
    # PostgreSQL ends whoever looks first, MySQL whoever has changed fewer rows.
    if name == "postgresql":
        stranger.run("SET deadlock_timeout = '60s'")
    stranger.run("UPDATE flight SET REMK = 'his' WHERE FLID = 'F2'")
    stranger.run("UPDATE flight_gate SET GATE = 'his'")

    def cross():
        with closing(engines.find(name).connect(address)) as observer:
            deadline = time.monotonic() + 60
            while not observer.query(WAITERS[name])[0][0] and time.monotonic() < deadline:
                time.sleep(0.2)  # MySQL renews the table only when nobody has read it for 0.1 s
        stranger.run("UPDATE flight SET FSTS = 'his' WHERE FLID = 'F1'")

    thread = threading.Thread(target=cross)
    thread.start()
    with FlightStore(*place, processor().procedure) as other:
        done = processor().process(snapshot(5, {"F1": {}, "F2": {}}), other, NOW)
    thread.join(60)
    stranger.run("ROLLBACK")
    stranger.close()
    assert (done.outcome, done.failure.reason) == ("FAILED(INFRA)", "deadlock")
    assert store.rows() == before


def test_no_failure_tells_a_password(place):
    _, address = place
    with (
        FlightStore(*place, processor().procedure) as store,
        pytest.raises(Exception, match="could not be read") as caught,
    ):
        store.rows()  # the tables were not created
    assert caught.value.code == "store.unreadable"
    assert not address.password.reveal() or address.password.reveal() not in str(caught.value)
