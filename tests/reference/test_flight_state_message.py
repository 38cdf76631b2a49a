"""The envelope of a message, and bytes that nobody should send: typed refusals, and memory that stays in bounds."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from specproof.reference.flight_state import message
from specproof.reference.flight_state.law import read as read_law
from specproof.reference.flight_state.message import FlightFields, Message
from specproof.reference.rejection import Rejection

LAW = read_law("target")
FLOP = {"kind": "FLOP", "identity_key": "k", "version": 1, "fday": "01MAR26", "flid": "F1", "fields": {"FLNO": "MU1"}}
DNLD = {"kind": "DNLD", "identity_key": "k", "message_id": "m", "version": 1, "fday": "01MAR26", "flights": []}
MEGABYTE = 1 << 20


def read(value):
    return message.read(value if isinstance(value, bytes) else json.dumps(value).encode(), LAW)


def without(said, name):
    return {key: value for key, value in said.items() if key != name}


def test_an_increment():
    flight = FlightFields("F1", {"FLNO": "MU1"}, ("fields",))
    assert read(FLOP) == Message("FLOP", "k", 1, "01MAR26", None, (flight,))


def test_a_snapshot_keeps_the_order_of_its_flights():
    flights = [{"flid": "F2", "fields": {}}, {"flid": "F1", "fields": {"FLNO": "A"}}]
    found = read({**DNLD, "flights": flights})
    assert (found.kind, found.message_id) == ("DNLD", "m")
    assert [(one.flid, one.path) for one in found.flights] == [
        ("F2", ("flights", 0, "fields")),
        ("F1", ("flights", 1, "fields")),
    ]


@pytest.mark.parametrize("version", [0, 1, 2**53 - 1])
def test_versions_up_to_the_limit(version):
    assert read({**FLOP, "version": version}).version == version


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({**FLOP, "more": 1}, "/more"),
        ({**FLOP, "message_id": "m"}, "/message_id"),
        ({**DNLD, "flid": "F1"}, "/flid"),
        *((without(FLOP, name), f"/{name}") for name in FLOP if name != "kind"),
        *((without(DNLD, name), f"/{name}") for name in DNLD if name != "kind"),
        ({**FLOP, "version": 2**53}, "/version"),
        ({**FLOP, "version": -1}, "/version"),
        ({**FLOP, "version": True}, "/version"),
        ({**FLOP, "version": 1.0}, "/version"),
        ({**FLOP, "version": None}, "/version"),
        ({**FLOP, "flid": ""}, "/flid"),
        ({**FLOP, "flid": "F" * 65}, "/flid"),
        ({**FLOP, "flid": "航班"}, "/flid"),
        ({**FLOP, "flid": 1}, "/flid"),
        ({**FLOP, "fields": []}, "/fields"),
        ({**DNLD, "flights": {}}, "/flights"),
        ({**DNLD, "flights": ["F1"]}, "/flights/0"),
        ({**DNLD, "flights": [{"flid": "F1"}]}, "/flights/0/fields"),
        ({**DNLD, "flights": [{"fields": {}}]}, "/flights/0/flid"),
        ({**DNLD, "flights": [{"flid": "F1", "fields": {}, "x": 1}]}, "/flights/0/x"),
        ({**DNLD, "flights": [{"flid": "F1", "fields": None}]}, "/flights/0/fields"),
        ({**DNLD, "flights": [{"flid": "F1", "fields": {}}] * 2}, "/flights/1/flid"),
        ([], ""),
    ],
)
def test_an_envelope_that_does_not_fit_names_the_place(said, path):
    assert read(said) == Rejection("envelope-invalid", path)


@pytest.mark.parametrize("kind", ["NOPE", "flop", "", None, 1, ["FLOP"]])
def test_a_kind_that_there_is_not(kind):
    assert read({**FLOP, "kind": kind}) == Rejection("message-kind-unknown", "/kind")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "json-invalid"),
        (b"\xef\xbb\xbf{}", "json-invalid"),
        ("{}".encode("utf-16"), "json-invalid"),
        (b'{"kind": "FLOP"', "json-invalid"),
        (b'{"kind": "\xff"}', "json-invalid"),
        (b'{"kind": "FLOP", "kind": "FLOP"}', "json-duplicate-key"),
        (b'{"kind": NaN}', "json-invalid"),
        (b'{"kind": -Infinity}', "json-invalid"),
        (b'{"kind": "\\ud800"}', "text-not-unicode"),
        (b"[" * 1_000_000, "json-too-deep"),
        (b'{"a":' * 200_000, "json-too-deep"),
    ],
)
def test_bytes_that_are_no_message(data, code):
    assert read(data).code == code


def test_a_number_of_a_million_digits_is_refused_by_its_length():
    assert read(json.dumps(FLOP).replace('"version": 1', f'"version": {"9" * 1_000_000}').encode()) == Rejection(
        "envelope-invalid", "/version"
    )


def test_the_limit_of_a_kind_is_its_own():
    padded = json.dumps(FLOP).encode() + b" " * LAW.max_bytes["FLOP"]
    assert read(padded) == Rejection("message-too-large", "")
    assert isinstance(read(json.dumps(DNLD).encode() + b" " * LAW.max_bytes["FLOP"]), Message)


@pytest.mark.parametrize(
    ("data", "megabytes"),
    [
        pytest.param(b'{"kind": "' + b"x" * (10 * MEGABYTE) + b'"}', 60, id="ten megabytes of text"),
        pytest.param(json.dumps({**FLOP, "fields": {"GTDT": [{"GTNO": "1"}] * 100_000}}).encode(), 120, id="items"),
        pytest.param(b" " * (LAW.max_bytes["DNLD"] + 1), 1, id="more than any kind may have"),
    ],
)
def test_large_input_is_refused_within_a_bound(data, megabytes):
    tracemalloc.start()
    try:
        found = read(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(found, Rejection)
    assert found.code in {"message-kind-unknown", "message-too-large"}
    assert peak < megabytes * MEGABYTE
