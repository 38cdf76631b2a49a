"""The QBD reference against every worked example of its law, and against what the examples do not reach."""

import datetime as dt

import pytest

from specproof.errors import UsageProblem
from specproof.reference.qbd import channel, identity, operation, room
from specproof.reference.qbd.channel import Month
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.stay import stay
from specproof.reference.rejection import Rejection

LAW = Law()
PROFILE, OBSERVATION = LAW.profile, LAW.observation


def day(text):
    return dt.date.fromisoformat(text) if text else None


def read_stay(line, group_in=None, *, cxl=False, operation_date=None):
    found = stay(LAW, line, day(group_in), cxl=cxl, operation_date=day(operation_date))
    return found.arrival, found.departure, found.nights


# --- senders and sheets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", PROFILE["senders"]["examples"], ids=lambda e: e["sender"])
def test_senders(example):
    assert channel.sender(LAW, example["sender"], "new").state == example["state"]


def test_routes_lead_to_the_outcomes_of_the_law():
    active = channel.sender(LAW, "op.qbdtravel@gmail.com", "new")
    assert (active.profile, active.reads_attachments, active.issue) == ("QBD", True, None)
    pending = channel.sender(LAW, "op.liantaitravel@gmail.com", "new")
    assert pending.issue == "CHANNEL_PROFILE_IMPLEMENTATION_PENDING"
    assert not pending.reads_attachments
    assert channel.sender(LAW, "", "new").issue == "CHANNEL_PROFILE_UNKNOWN"
    assert channel.sender(LAW, "", "historical").reads_attachments


def test_sheets():
    name = PROFILE["sheet"]["name"]
    for text in name["refused"]:
        assert channel.sheet_month(LAW, text) == Rejection("no-business-sheet")
    for example in name["examples"]:
        expected = Month(int(example["groups"]["year"]), int(example["groups"]["month"]))
        assert channel.sheet_month(LAW, example["text"]) == expected
    assert channel.sheet_month(LAW, "2026年8月|JULY_26") == Rejection("month-disagrees")
    assert channel.sheet_month(LAW, "2026年8月|AUGUST_27") == Rejection("month-disagrees")
    assert channel.sheet_month(LAW, "2027年8月|AUGUST_27") == Rejection("year-not-listed")


# --- C, H and J -------------------------------------------------------------------------------------------------------


def test_group_code_is_trimmed_of_every_blank_and_no_more():
    assert operation.group_code(LAW, "\u3000 QBD-1 李 \u00a0").value == "QBD-1 李"
    assert operation.group_code(LAW, "\u200bX").value == "\u200bX"
    blank = operation.group_code(LAW, " \u00a0")
    assert (blank.status, blank.patchability, blank.value) == ("MISSING", "LOCKED", None)


@pytest.mark.parametrize("example", PROFILE["operation"]["entry"]["examples"], ids=lambda e: e["text"])
def test_entries(example):
    found = operation.entry(LAW, example["text"], cxl=False)
    groups = example["groups"]
    assert (found.target.value or "") == groups["target"]
    assert (found.date.status == "MISSING") == (groups["date"] is None)
    kinds = {one["text"]: (one["kind"], one["hint"]) for one in PROFILE["operation"]["actions"]}
    expected = kinds[LAW.compared(groups["action"])] if groups["action"] else (None, None)
    assert (found.kind.value, found.hint) == expected


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("2026/8/3 NEW BOOKING", "2026-08-03", None),
        ("2026年8月3日 NEW BOOKING", "2026-08-03", None),
        ("2026-02-30 NEW BOOKING", None, "VALUE_NOT_READABLE"),
        ("8/3 NEW BOOKING", None, "VALUE_NOT_READABLE"),
        ("２０２６/8/3 NEW BOOKING", None, "VALUE_NOT_READABLE"),
        ("NEW BOOKING", None, None),
    ],
)
def test_operation_dates(text, value, reason):
    found = operation.entry(LAW, text, cxl=False).date
    assert (found.value, found.reason) == (value, reason)


def test_an_unknown_action_is_for_review_and_a_line_without_any_is_missing():
    unknown = operation.entry(LAW, "2026-08-03 HOLD", cxl=False).kind
    assert (unknown.status, unknown.patchability, unknown.reason) == ("UNRESOLVED", "REVIEW_ONLY", "ACTION_UNKNOWN")
    assert operation.entry(LAW, "2026-08-03", cxl=False).kind.status == "MISSING"


def test_cxl_overrules_the_action():
    forced = operation.entry(LAW, "2026-08-03 NEW BOOKING", cxl=True)
    assert (forced.kind.value, forced.kind.rule_ref) == ("CANCEL", "QBD_CXL_FORCES_CANCEL@1")
    assert (forced.kind.origin, forced.hint) == ("PROFILE_DERIVED", "CANCEL_BOOKING")


@pytest.mark.parametrize(
    ("text", "status", "value"),
    [("CXL", "RESOLVED", "CXL"), (" cxl: ", "RESOLVED", "CXL"), ("CXLD", "UNRESOLVED", None), (" ", "MISSING", None)],
)
def test_group_in_as_text(text, status, value):
    found = operation.group_in(LAW, text)
    assert (found.status, found.value) == (status, value)


# --- room items -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", PROFILE["price"]["examples"], ids=lambda e: e["label"])
def test_labels(example):
    found = room.label(LAW, example["label"])
    assert found.price.value == example["amount"]
    assert found.room.value == example["room"]
    assert found.token.value == (example["token"] if found.price.resolved else None)


@pytest.mark.parametrize("example", PROFILE["quantity"]["examples"], ids=lambda e: e["outer"] or "empty")
def test_quantities(example):
    found = room.quantity(LAW, example["outer"])
    assert found.value == (int(example["quantity"]) if example["quantity"] else None)


def test_an_unwritten_quantity_is_derived():
    assert room.quantity(LAW, "").origin == "PROFILE_DERIVED"
    assert room.quantity(LAW, "1").origin == "SOURCE_EXPLICIT"


def test_the_room_text_waits_for_the_price():
    unclear = room.label(LAW, "DELUXE12")
    assert (unclear.room.reason, unclear.room.patchability) == ("DEPENDENCY_UNRESOLVED", "RECOVERABLE")
    elsewhere = room.label(LAW, "DELUXE 1.2")
    assert (elsewhere.room.reason, elsewhere.room.patchability) == ("DEPENDENCY_UNRESOLVED", "REVIEW_ONLY")
    assert room.label(LAW, "BF").room.status == "MISSING"


def test_breakfast_and_qualifiers():
    both = room.label(LAW, "DELUXE bf(q10)1.2")
    assert (both.breakfast.value, both.qualifiers.value, both.room.value) == (True, ["Q10"], "DELUXE (q10)")
    assert room.label(LAW, "DELUXE Q11").qualifiers.reason == "VALUE_NOT_READABLE"
    assert room.label(LAW, "DELUXE").breakfast.status == room.label(LAW, "DELUXE").qualifiers.status == "MISSING"


# --- dates ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", PROFILE["stay"]["examples"], ids=str)
def test_stays(example):
    line = f"{example['start']}-{example['end']}【A】"
    cxl = "group_in" not in example
    arrival, departure, nights = read_stay(
        line, example.get("group_in"), cxl=cxl, operation_date=example.get("operation_date")
    )
    found = (arrival.value, departure.value, nights.value)
    assert found == (example["arrival"], example["departure"], example["nights"])
    assert next((one.reason for one in (arrival, departure) if not one.resolved), None) == example.get("reason")


def test_a_date_that_disagrees_is_a_conflict_of_all_three():
    for one in read_stay("6-7【A】", "2026-08-05"):
        assert (one.status, one.patchability, one.reason) == ("CONFLICT", "REVIEW_ONLY", "SOURCES_DISAGREE")


def test_nights_depend_on_both_dates():
    nights = read_stay("5-31【A】", "2026-09-05")[2]
    assert (nights.status, nights.reason) == ("UNRESOLVED", "DEPENDENCY_UNRESOLVED")
    assert read_stay("5-5【A】", "2026-08-05")[2].reason == "STAY_NOT_POSITIVE"


def test_a_line_without_days():
    arrival, departure, nights = read_stay("【A】", "2026-08-05")
    assert (arrival.reason, departure.status, nights.reason) == (
        "START_DAY_MISSING",
        "MISSING",
        "DEPENDENCY_UNRESOLVED",
    )
    assert [one.status for one in read_stay("【A】")] == ["MISSING"] * 3
    assert [one.reason for one in read_stay("5/8-7/8【A】", "2026-08-05")[:2]] == ["VALUE_NOT_READABLE"] * 2


def test_neither_date_nor_cxl_gives_no_month():
    assert [one.reason for one in read_stay("5-7【A】", operation_date="2026-08-01")] == ["DEPENDENCY_UNRESOLVED"] * 3


# --- identities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", OBSERVATION["ids"]["examples"], ids=lambda e: e["id"])
def test_ids(example):
    found = identity.identity(LAW, example["kind"], {**example["inputs"], "normalized_value": "x"})
    assert (found.id, found.preimage) == (example["id"], example["preimage"])


def test_what_is_absent_is_two_empty_texts():
    example = next(e for e in OBSERVATION["ids"]["examples"] if e["inputs"].get("span_start") == "")
    inputs = {**example["inputs"], "span_start": None, "span_end": None}
    assert identity.identity(LAW, "evidence", inputs).id == example["id"]


@pytest.mark.parametrize(("kind", "inputs"), [("message", {"message_id": "1"}), ("nothing", {})])
def test_ids_need_their_inputs(kind, inputs):
    with pytest.raises(UsageProblem) as caught:
        identity.identity(LAW, kind, inputs)
    assert caught.value.code == "reference.missing-input"


@pytest.mark.parametrize("example", OBSERVATION["canonical"]["examples"], ids=lambda e: e["json"])
def test_canonical_json(example):
    assert identity.canonical(LAW, example["value"]) == example["json"]


@pytest.mark.parametrize("value", [1.5, {"a": [0.1]}, 2**53, "\ud800"])
def test_what_has_no_canonical_json_is_told(value):
    with pytest.raises(UsageProblem) as caught:
        identity.canonical(LAW, value)
    assert caught.value.code == "reference.not-canonical"
