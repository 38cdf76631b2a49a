"""The made-up day: the same bytes every time, everything in it that a day has, and where it ends."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime

import pytest

from specproof.reference.flight_state import day, day_result
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.process import Processor

LAW = Processor("target").procedure.law
NOW = datetime.fromisoformat("2026-03-01T08:00:00")


def ended(profile, messages):
    processor = Processor(profile)
    return day_result.run(processor, messages, Memory(processor.procedure), NOW)


@pytest.fixture(scope="module")
def messages():
    return list(day.messages(LAW, 500))


@pytest.mark.parametrize("profile", ["current", "target"])
def test_the_day_of_500_flights_ends_where_it_did(messages, golden, profile):
    found = day_result.digest(profile, messages, ended(profile, messages))
    golden(f"flight-day-{profile}.json", json.dumps(found, ensure_ascii=False, indent=2) + "\n")


def test_one_flight_of_it_in_full(messages, golden):
    """What the digests cannot show: a state, its rows and what went out of it last."""
    result = ended("target", messages)
    shown = {
        "state": result.state["flights"]["F00007"],
        "rows": {name: [row for row in rows if row.get("FLID") == "F00007"] for name, rows in result.rows.items()},
        "wire": [one for one in result.wire if one["payload"]["flid"] == "F00007"][-1],
    }
    golden("flight-day-one-flight.json", json.dumps(shown, ensure_ascii=False, indent=2) + "\n")


def test_another_seed_is_another_day_and_the_same_seed_is_not(messages):
    assert list(day.messages(LAW, 500)) == messages
    few = [list(day.messages(LAW, 5, seed)) for seed in (1, 2)]
    assert few[0] != few[1]


def test_everything_that_happens_on_a_day_is_in_it(messages):
    result = ended("target", messages)
    assert set(Counter(one["outcome"] for one in result.outcomes)) == {
        "APPLIED",
        "DUPLICATE",
        "REFUSED",
        "REPLAYED",
        "STALE",
    }
    said = [json.loads(message) for message in messages]
    assert {one["kind"] for one in said} == {"DNLD", "FLOP", "ADFT"}
    fields = [one["fields"] for one in said if "fields" in one]
    assert set().union(*fields) == set(LAW.keys)
    for name, key in LAW.keys.items():
        values = [one[name] for one in fields if name in one]
        forms = {json.dumps(value) for value in values if not value} | {
            "zero" for value in values if key.sequence and value == [{key.sequence: "0"}]
        }
        wanted = {"[]", "zero"} if key.sequence else {"[]"} if isinstance(values[0], list) else {"null"}
        assert forms >= wanted, name
        assert any(values), name
    flights = result.state["flights"]
    assert any(flid.startswith("N") for flid in flights)  # came with the second snapshot
    assert sum(flid.startswith("F") for flid in flights) < 512  # and some did not come again
    assert {flight.get("generation") for flight in flights.values()} >= {None, 2}


def test_a_digest_notices_a_single_value(messages):
    result = ended("target", messages[:3])
    before = day_result.digest("target", messages[:3], result)
    table = next(name for name, rows in result.rows.items() if rows)
    column = next(name for name, value in result.rows[table][0].items() if isinstance(value, str))
    result.rows[table][0][column] += "!"
    after = day_result.digest("target", messages[:3], result)
    assert before["rows"][table]["sha256"] != after["rows"][table]["sha256"]
    assert {k: v for k, v in before.items() if k != "rows"} == {k: v for k, v in after.items() if k != "rows"}
