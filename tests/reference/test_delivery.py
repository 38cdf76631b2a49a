"""The steps of outbox and context beyond what the conformance cases show: the whole table, and laws over all of it."""

from datetime import UTC, datetime, timedelta

import pytest

from specproof.errors import UsageProblem
from specproof.reference.delivery import backoff, conditions
from specproof.reference.delivery.conditions import OUTSIDE, Request
from specproof.reference.delivery.law import Law
from specproof.reference.delivery.transition import Step, step
from specproof.reference.rejection import Rejection

LAW = Law()
LIFECYCLE = LAW.lifecycle
NOW = datetime(2026, 3, 1, 8, 0, 0, 999_999, tzinfo=UTC)
MOMENT = NOW.replace(microsecond=0)
HOLDS = dict.fromkeys(OUTSIDE, True)
STATES = [state for state in LIFECYCLE["delivery"]["states"] if state != "absent"]
EVENTS = ["enqueue", "claim", "ack", "nack", "lease-end", "grant-changed", "replay", "receipt", "rewrite", "delete"]
ARGUMENTS = {
    "mark": "worker-1#7",
    "actor": "outbox",
    "cause": "no confirm",
    "operation_key": "op-1",
    "outcome": "APPLIED",
    "app_key": "crm",
    "column": "content_hash",
}
CONTEXT = {
    "consumer_school_id": 7,
    "form_uuid": "f" * 32,
    "form_version": 3,
    "app_code": "enrol",
    "code": "main",
    "submitter_id": 42,
    "expires_at": MOMENT,
    "answer_uuid": None,
}
ISSUE = {
    **{k: v for k, v in CONTEXT.items() if k not in ("expires_at", "answer_uuid")},
    "embed_origin": "https://crm.example",
    "callback_url": "https://crm.example/done",
    "token": "t",
    "actor": "issuer",
}


def row(state="PENDING", **cells):
    return {
        "state": state,
        "retry_count": 0,
        "next_retry_at": None,
        "update_by": ARGUMENTS["mark"],
        "consumer_outcome": None,
        "consumer_app_key": "crm",
        "last_replay_operation_id": None,
        **cells,
    }


def run(event, stored, machine="delivery", now=NOW, holds=HOLDS, **arguments):
    return step(LAW, machine, stored, Request(event, {**ARGUMENTS, **arguments}, holds), now)


def test_every_condition_is_judged_by_someone():
    judged = OUTSIDE | {"due"} | set(conditions._DELIVERY) | set(conditions._CONTEXT)
    assert judged == set(LIFECYCLE["conditions"])


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", EVENTS)
def test_a_step_goes_where_the_table_says(state, event):
    found = run(event, row(state, next_retry_at=MOMENT))
    words = {"nack": "nack-tries-left", "replay": "replay-new-key", "receipt": "receipt-first"}
    cell = LIFECYCLE["delivery"]["cells"][state][words.get(event, event)]
    said = LIFECYCLE["outcomes"][cell["outcome"]]
    if isinstance(found, Rejection):
        assert (said["answer"], found.code) == ("refused", cell["outcome"]) or found.code in ("not-due", "lease-lost")
    else:
        assert (found.outcome, found.state) == (cell["outcome"], cell.get("next", state))
        assert set(found.writes) == set(said.get("writes", {})) - {"last_error"} | ({"last_error"} & set(found.writes))


@pytest.mark.parametrize("event", EVENTS)
def test_without_a_row_nothing_is_written(event):
    found = run(event, None)
    assert isinstance(found, Rejection) or (found.writes, found.state in ("absent", "PENDING")) == ({}, True)


def test_claim():
    lease = timedelta(seconds=LIFECYCLE["delivery"]["claim"]["lease"]["seconds"])
    expected = {"next_retry_at": MOMENT + lease, "update_by": "worker-1#7", "update_time": MOMENT}
    assert run("claim", row()) == Step("claimed", "PENDING", expected)
    assert run("claim", row(next_retry_at=MOMENT)) == Step("claimed", "PENDING", expected)
    assert run("claim", row(next_retry_at=MOMENT + timedelta(seconds=1))) == Rejection("not-due")
    assert run("claim", row("FAILED")) == Rejection("not-due")
    assert run("claim", row("FAILED", next_retry_at=MOMENT)).state == "FAILED"


def test_the_last_try_is_the_one_that_reaches_the_maximum():
    most = LIFECYCLE["delivery"]["tries"]["maximum"]
    before = run("nack", row("FAILED", retry_count=most - 2))
    assert (before.outcome, before.writes["retry_count"]) == ("retry-scheduled", most - 1)
    last = run("nack", row("FAILED", retry_count=most - 1))
    assert (last.state, last.writes["retry_count"], last.writes["next_retry_at"]) == ("DEAD", most, None)
    assert run("nack", row(update_by="another")) == Rejection("lease-lost")


def test_causes_are_cut_by_code_points():
    assert run("nack", row(), cause="😀" * 600).writes["last_error"] == "😀" * 500


def test_receipts():
    first = run("receipt", row("DEAD"), local_ref="ref-1")
    assert (first.state, first.writes["consumer_outcome"], first.writes["last_error"]) == ("DEAD", "APPLIED", "ref-1")
    assert "last_error" not in run("receipt", row()).writes
    assert run("receipt", row(consumer_outcome="APPLIED")).outcome == "receipt-repeated"
    assert run("receipt", row(consumer_outcome="IGNORED")) == Step("receipt-differs", "PENDING")
    assert run("receipt", row(), outcome="applied") == Rejection("receipt-outcome-unknown")
    assert run("receipt", row(), app_key="CRM") == Rejection("receipt-not-addressee")
    assert run("receipt", row(), holds=HOLDS | {"receipt-signed": False}) == Rejection("receipt-signature-invalid")


def test_conditions_are_judged_in_their_order():
    unsigned = HOLDS | {"receipt-signed": False}
    assert run("receipt", row(), holds=unsigned, outcome="?") == Rejection("receipt-signature-invalid")
    assert run("receipt", row(), outcome="?", app_key="?") == Rejection("receipt-outcome-unknown")


@pytest.mark.parametrize(("key", "valid"), [("", False), ("k" * 64, True), ("k" * 65, False)])
def test_replay_keys_have_a_length(key, valid):
    found = run("replay", row("DEAD"), operation_key=key)
    assert isinstance(found, Step) == valid
    assert valid or found == Rejection("replay-key-invalid")


def test_a_replay_with_the_last_key_was_accepted_before():
    assert run("replay", row("DEAD", last_replay_operation_id="op-1")) == Step("replay-repeated", "DEAD")
    assert run("replay", row("DEAD", last_replay_operation_id="OP-1")).outcome == "replay-scheduled"


def test_only_columns_that_stay_can_be_rewritten_against_the_law():
    assert run("rewrite", row(), column="snapshot_json") == Rejection("payload-immutable")
    with pytest.raises(UsageProblem):
        run("rewrite", row(), column="state")


def test_what_is_not_said_is_not_assumed():
    with pytest.raises(UsageProblem) as caught:
        run("replay", row("DEAD"), holds={})
    assert caught.value.code == "reference.missing-input"
    with pytest.raises(UsageProblem):
        step(LAW, "delivery", row(), Request("claim"), NOW)


# --- contexts ---------------------------------------------------------------------------------------------------------


def in_context(event, stored, **arguments):
    return run(event, stored, "context", **{**ISSUE, **arguments})


def test_issue_and_renewal():
    assert in_context("issue", None) == Step("context-issued", "open", {}, "submission_context")
    renewed = in_context("issue", {**CONTEXT, "expires_at": MOMENT - timedelta(days=1)})
    assert (renewed.outcome, renewed.state) == ("context-renewed", "open")
    assert renewed.writes["expires_at"] == MOMENT + timedelta(minutes=30)
    assert renewed.writes["token_digest"] == "e3b98a4da31a127d4bde6e43033f66ba274cab0eb7eb1c70ec41402bf6273dd8"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"consumer_school_id": 0}, "school-invalid"),
        ({"consumer_school_id": 8}, "intent-taken"),
        ({"form_version": 4}, "intent-mismatch"),
        ({"submitter_id": 43}, "intent-mismatch"),
        ({"embed_origin": "https://*.example"}, "consumer-not-configured"),
        ({"embed_origin": "https://crm.example/"}, "consumer-not-configured"),
        ({"callback_url": "/done"}, "consumer-not-configured"),
    ],
)
def test_an_issue_is_refused(arguments, code):
    assert in_context("issue", CONTEXT, **arguments) == Rejection(code)


def test_the_last_second_is_open():
    assert in_context("redeem", CONTEXT, submitter="42").outcome == "context-redeemed"
    assert in_context("redeem", {**CONTEXT, "expires_at": MOMENT - timedelta(seconds=1)}, submitter="42") == Rejection(
        "context-expired"
    )
    assert in_context("redeem", CONTEXT, submitter="042") == Rejection("submitter-mismatch")
    assert in_context("redeem", None, submitter="42") == Rejection("token-unknown")


def test_linking():
    linked = in_context("submit", CONTEXT, answer_uuid="a" * 32, answer_revision=1)
    expected = {
        "answer_uuid": "a" * 32,
        "linked_revision": 1,
        "linked_at": MOMENT,
        "update_by": "issuer",
        "update_time": MOMENT,
    }
    assert linked == Step("context-linked", "linked", expected)
    assert in_context("submit", {**CONTEXT, "answer_uuid": "b" * 32}) == Rejection("context-already-linked")
    assert in_context("submit", CONTEXT, code="other") == Rejection("coordinates-mismatch")


# --- backoff ----------------------------------------------------------------------------------------------------------


def test_backoff_doubles_up_to_the_cap_exactly():
    said = LIFECYCLE["delivery"]["backoff"]
    assert [backoff.seconds(said, n) for n in range(9)] == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert backoff.seconds(said, 10**12) == 3600


@pytest.mark.parametrize(("factor", "waits"), [("1.1", [30, 33, 37, 40]), (1, [30, 30, 30, 30])])
def test_fractions_of_a_second_are_rounded_up(factor, waits):
    said = {**LIFECYCLE["delivery"]["backoff"], "factor": factor}
    assert [backoff.seconds(said, n) for n in range(4)] == waits
