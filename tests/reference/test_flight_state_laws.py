"""The laws of the flight state as properties, over random messages and the store in memory."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specproof.reference.flight_state.commands import UNCHANGED
from specproof.reference.flight_state.memory import Memory
from specproof.reference.flight_state.merge import merge
from specproof.reference.flight_state.process import Processor
from specproof.reference.flight_state.read_back import Held
from specproof.reference.flight_state.translate import translate

NOW = datetime.fromisoformat("2026-03-01T08:00:00.123456")
PROFILES = pytest.mark.parametrize("profile", ["current", "target"])
SEQUENCED = {"GTDT": ("GTNO", "GATE"), "CKDT": ("CKNO", "CHKC"), "ROUT": ("RTNO", "APCD"), "ERUT": ("RTNO", "APCD")}
tokens = st.text("AB01", min_size=1, max_size=3)
sequences = st.sampled_from(["1", "2", "01", "00", "9"])


@cache
def processor(profile: str) -> Processor:
    return Processor(profile)


def _items(key: str) -> st.SearchStrategy[list[dict[str, str]]]:
    sequence, attribute = SEQUENCED[key]
    ordinary = st.fixed_dictionaries({sequence: sequences}, optional={attribute: tokens})
    return st.one_of(st.lists(ordinary, max_size=4), st.just([{sequence: "0"}]))


fields = st.fixed_dictionaries(
    {},
    optional={
        **{key: _items(key) for key in SEQUENCED},
        "DELY": st.lists(
            st.fixed_dictionaries({"DLCD": tokens}, optional={"DLRS": st.text("é文😀 ", min_size=1)}), max_size=3
        ),
        "FDIV": st.one_of(
            st.sampled_from([None, "null", "", {}]),
            st.fixed_dictionaries({}, optional={"APCD": tokens, "RESN": tokens}).filter(bool),
        ),
        "FLNO": st.one_of(st.none(), tokens),
        "SRVT": tokens,
    },
)


def text(version: int, of: dict[str, object], kind: str = "FLOP", flid: str = "F1") -> bytes:
    envelope = {"kind": kind, "identity_key": f"{kind}-{version}", "version": version, "fday": "01MAR26"}
    if kind == "DNLD":
        return json.dumps({**envelope, "message_id": f"m{version}", "flights": [{"flid": flid, "fields": of}]}).encode()
    return json.dumps({**envelope, "flid": flid, "fields": of}).encode()


def state(profile: str, store: Memory, flid: str = "F1") -> dict[str, object]:
    held = store.held(flid)
    return processor(profile).read_back.fields(held) if held else {}


def run(profile: str, store: Memory, *messages: bytes) -> list[str]:
    return [processor(profile).process(one, store, NOW).outcome for one in messages]


@PROFILES
@given(before=fields)
def test_a_message_without_keys_changes_no_value(profile, before):
    store = Memory(processor(profile).procedure)
    run(profile, store, text(1, before))
    held = state(profile, store)
    assert run(profile, store, text(2, {})) == ["APPLIED"]
    assert state(profile, store) == held


@PROFILES
@given(before=fields, then=fields)
def test_the_same_fields_twice_leave_what_they_left_once(profile, before, then):
    store = Memory(processor(profile).procedure)
    run(profile, store, text(1, before), text(2, then))
    once = state(profile, store)
    run(profile, store, text(3, then))
    assert state(profile, store) == once


@PROFILES
@given(before=fields, one=fields, other=fields)
def test_messages_about_different_keys_commute(profile, before, one, other):
    other = {key: value for key, value in other.items() if key not in one}
    if profile == "current" and {"ROUT", "ERUT"} & one.keys() and {"ROUT", "ERUT"} & other.keys():
        return  # today both routes share their key in the table
    ends = []
    for pair in ((one, other), (other, one)):
        store = Memory(processor(profile).procedure)
        run(profile, store, text(1, before), text(2, pair[0]), text(3, pair[1]))
        ends.append(state(profile, store))
    assert ends[0] == ends[1]


@given(before=fields, then=fields)
def test_what_is_read_back_is_the_next_state(before, then):
    store = Memory(processor("target").procedure)
    run("target", store, text(1, before))
    done = processor("target").process(text(2, then), store, NOW)
    assert done.decision is not None
    assert state("target", store) == done.decision.states["F1"]


@given(before=fields, then=fields)
def test_rows_written_from_nothing_are_those_that_a_snapshot_writes(before, then):
    stores = [Memory(processor("target").procedure) for _ in range(2)]
    for store, kind in zip(stores, ("FLOP", "DNLD"), strict=True):
        run("target", store, text(1, before, kind), text(2, then, kind))
    one, other = (
        {name: rows for name, rows in store.rows().items() if name not in ("schd_gen", "message_log", "flight")}
        for store in stores
    )
    assert one == other


@PROFILES
@given(
    before=fields,
    then=fields,
    broken=st.sampled_from([{"GTDT": None}, {"GTDT": [{"GTNO": "0"}, {"GTNO": "1"}]}, {"X": 1}]),
)
def test_a_refusal_leaves_every_row(profile, before, then, broken):
    store = Memory(processor(profile).procedure)
    run(profile, store, text(1, before))
    rows = store.rows()
    assert run(profile, store, text(2, {**then, **broken})) == ["REFUSED"]
    assert store.rows() == rows


@PROFILES
@given(before=fields, then=fields)
def test_merging_leaves_the_fields_that_it_was_given(profile, before, then):
    law = processor(profile).procedure
    held = dict(merge({}, translate(json.dumps(before).encode(), law.law, {}).changing, law).fields)
    copy = json.dumps(held)
    merge(held, translate(json.dumps(then).encode(), law.law, {}).changing, law)
    assert json.dumps(held) == copy
    assert merge(held, {"GTDT": UNCHANGED}, law).fields == held


def test_the_rows_of_a_flight_without_details_give_its_columns_alone():
    one = processor("target")
    main = one.procedure.layout.only_of("main")
    row = ["F1", "01MAR26", None, 1, NOW, NOW, *[None] * (len(main.columns) - 6)]
    row[main.names.index("FLNO")] = "MU5101"
    assert one.read_back.fields(Held(row)) == {"FLNO": "MU5101"}
