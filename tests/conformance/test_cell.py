import pytest

from specproof.conformance.cell import equal, is_cell


def stamp(text, precision=0):
    return {"timestamp": text, "precision": precision}


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ({"null": True}, True),
        ({"text": ""}, True),
        (stamp("2026-03-01T08:00:00Z"), True),
        ({}, False),
        ({"text": "x", "number": "1"}, False),
        ({"text": "x", "code": "y"}, False),
        ({"precision": 0}, False),
        (["text"], False),
        (None, False),
    ],
)
def test_what_is_a_cell(value, cell):
    assert is_cell(value) == cell


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"null": True}, {"null": True}, True),
        ({"null": True}, {"text": ""}, False),
        ({"text": ""}, {"text": " "}, False),
        ({"number": "1.50"}, {"number": "1.5"}, True),
        ({"number": "0"}, {"number": "-0"}, True),
        ({"number": "9007199254740993"}, {"number": "9007199254740992"}, False),
        ({"number": "1"}, {"text": "1"}, False),
        ({"bytes": "00ff"}, {"bytes": "00fe"}, False),
        (stamp("2026-03-01T08:00:00Z"), stamp("2026-03-01T09:00:00+01:00"), True),
        (stamp("2026-03-01T08:00:00Z"), stamp("2026-03-01T08:00:00"), False),
        (stamp("2026-03-01T08:00:00Z"), stamp("2026-03-01T08:00:00Z", 3), False),
        (stamp("2026-03-01T08:00:00.120Z", 3), stamp("2026-03-01T08:00:00.12Z", 3), True),
        (stamp("2026-03-01T08:00:00.123456789Z", 9), stamp("2026-03-01T08:00:00.123456788Z", 9), False),
    ],
)
def test_equality(one, other, same):
    assert equal(one, other) == same
    assert equal(other, one) == same
