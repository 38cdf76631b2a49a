"""Flights beside the least that could be done: rows written by the bare driver, and `json.loads` of the same bytes.

A snapshot of many flights with every collection goes into PostgreSQL and MySQL 5.7 (started here, loopback), ours and
the bare driver's in turn; then the cost for each flight as their number grows; then one FLOP in memory.
Usage: python benchmarks/flight_persist.py [flights]
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from typing import Any

from specproof import engines
from specproof.engines import scratch
from specproof.engines.base import Address
from specproof.persistence.flight_store import FlightStore
from specproof.reference.flight_state import layout
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.process import Processor
from specproof.reference.flight_state.rows import Insert

NOW = datetime.fromisoformat("2026-03-01T08:00:00")
DAY = "01MAR26"
TIME = "01MAR260700"
ROUNDS = 5
FIELDS: dict[str, Any] = {
    "FLNO": "MU5101",
    "FSTS": "BOR",
    "ETOD": "01MAR260830",
    "REMK": "late crew",
    "GTDT": [{"GTNO": str(n), "GATE": f"A1{n}", "GTOP": TIME, "GTCL": TIME} for n in (1, 2)],
    "CKDT": [{"CKNO": str(n), "CHKC": f"C0{n}", "CABN": "Y", "CKOP": TIME, "CKCL": TIME} for n in range(1, 7)],
    "CLDT": [{"CLNO": "1", "BELT": "4", "BLFB": TIME}],
    "PSDT": [{"PSNO": "1", "STND": "212", "PSIN": TIME}],
    "CHDT": [{"CHNO": "1", "CHUT": "K1"}],
    "DELY": [{"DLCD": "93", "DLMN": "25", "DLRS": "rotation"}],
    "ABTM": [{"ASNO": "1", "BRDG": "B1", "ABOP": "ON", "ABAT": TIME}],
    "CHOT": [{"CSNO": "1", "CHID": "ON", "CHAT": TIME}],
    "ROUT": [{"RTNO": str(n), "APCD": code} for n, code in enumerate(("SHA", "WUH", "CTU"), 1)],
    "ERUT": [{"RTNO": "1", "APCD": "SHA"}],
    "FDIV": {"APCD": "NKG", "DATM": TIME, "RESN": "weather"},
    "SRVT": "meals",
}


def main() -> None:
    flights = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    processor = Processor("target")
    for name in ("postgresql", "mysql-5.7"):
        with engines.open(name) as server, scratch.database(engines.find(name), server) as address:
            print(f"{name} {server.identity.version}")
            _persisting(name, address, processor, flights)
    _in_memory(processor)


def _persisting(name: str, address: Address, processor: Processor, flights: int) -> None:
    with FlightStore(name, address, processor.procedure) as store:
        store.create()
        inserts = _inserts(processor, flights)
        rows = sum(len(one.rows) for one in inserts)
        ratios, write = [], _Timed(store)
        for _ in range(ROUNDS):
            store.clear()
            whole = _seconds(lambda: processor.process(_snapshot(flights), write, NOW))
            ours = write.seconds
            store.clear()
            bare = _seconds(lambda: _bare(name, address, inserts))
            ratios.append((ours / bare, whole / bare, ours, bare))
        ratios.sort()
        ratio, whole_ratio, ours, bare = ratios[len(ratios) // 2]
        print(
            f"  {flights} flights, {rows} rows: write {ours:.2f} s, bare driver {bare:.2f} s, "
            f"ratio {ratio:.2f} (goal 1.5)"
        )
        print(f"  with reading, judging and deciding: ratio {whole_ratio:.2f}")
        for number in (flights, 3 * flights, 10 * flights):
            store.clear()
            seconds = _seconds(lambda number=number: processor.process(_snapshot(number), store, NOW))
            print(f"  {number} flights: {1e6 * seconds / number:.0f} us a flight, all in all")


class _Timed:
    """A store that takes the time of its writing, the decision within it taken off."""

    def __init__(self, store: FlightStore) -> None:
        self._store = store
        self.seconds = 0.0
        self.peek = store.peek

    def write(self, message: Any, peek: Any, decide: Callable[[Any], Any]) -> Any:
        deciding = 0.0

        def timed(held: Any) -> Any:
            nonlocal deciding
            begun = time.perf_counter()
            decision = decide(held)
            deciding = time.perf_counter() - begun
            return decision

        begun = time.perf_counter()
        written = self._store.write(message, peek, timed)
        self.seconds = time.perf_counter() - begun - deciding
        return written


def _snapshot(flights: int) -> bytes:
    listed = [{"flid": f"F{number}", "fields": FIELDS} for number in range(flights)]
    said = {"kind": "DNLD", "identity_key": "k", "message_id": "m", "version": 1, "fday": DAY, "flights": listed}
    return json.dumps(said).encode()


def _inserts(processor: Processor, flights: int) -> list[Insert]:
    done = processor.process(_snapshot(flights), Memory(processor.procedure), NOW)
    assert done.decision is not None, done
    return [one for one in done.decision.changes if isinstance(one, Insert)]


def _bare(name: str, address: Address, inserts: list[Insert]) -> None:
    with closing(engines.find(name).dbapi(address)) as connection, closing(connection.cursor()) as cursor:
        for one in inserts:
            places = ", ".join(["%s"] * len(one.columns))
            cursor.executemany(f"INSERT INTO {one.table} ({', '.join(one.columns)}) VALUES ({places})", one.rows)
        connection.commit()


def _in_memory(processor: Processor) -> None:
    said = {"kind": "FLOP", "fday": DAY, "flid": "F1", "fields": FIELDS}
    messages = [json.dumps({**said, "identity_key": f"k{n}", "version": n}).encode() for n in range(400)]
    assert layout.read("target").tables  # the law is read before anything is timed
    ratios = []
    for _ in range(ROUNDS):
        store = Memory(processor.procedure)
        ours = _seconds(lambda store=store: [processor.process(one, store, NOW) for one in messages])
        bare = _seconds(lambda: [json.loads(one) for one in messages])
        ratios.append(ours / bare)
    print(f"FLOP of {len(messages[0])} bytes in memory: {statistics.median(ratios):.1f} times json.loads (goal 30)")


def _seconds(action: Callable[[], object]) -> float:
    begun = time.perf_counter()
    action()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
