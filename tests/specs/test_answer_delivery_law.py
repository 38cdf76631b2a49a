"""The law of answer delivery: complete against its source, its tables total, and its structured files in agreement.

What is the same for all systems stands in `test_law_consistency.py`. Nothing here runs the lifecycle; that is the
reference's part.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections import Counter
from functools import cache

import pytest
import rfc8785

from specproof import resources
from specproof.specs import load

SYSTEM = resources.path("specs", "answer-delivery")
REGISTER = load.read(SYSTEM / "statements.yaml")["statements"]
SCHEMA = load.read(SYSTEM / "schema.yaml")
LIFECYCLE = load.read(SYSTEM / "lifecycle.yaml")
WRITERS = load.read(SYSTEM / "writers.yaml")
DELIVERY, CONTEXT = LIFECYCLE["delivery"], LIFECYCLE["context"]
OUTCOMES, CONDITIONS = LIFECYCLE["outcomes"], LIFECYCLE["conditions"]
MACHINES = {"delivery": DELIVERY, "context": CONTEXT}
COLUMNS = {table["name"]: {c["name"]: c for c in table["columns"]} for table in SCHEMA["tables"]}

# As counted on the source, before a later reading added statements.
FIRST_READING = 115
KINDS_OF_FIRST_READING = {"must": 78, "must-not": 22, "current-deviation": 1, "open-question": 14}
# What DDL-111 lists as still changing in a written row.
CHANGING = {
    "state",
    "retry_count",
    "next_retry_at",
    "broker_accepted_at",
    "consumer_applied_at",
    "consumer_outcome",
    "last_replay_operation_id",
    "last_error",
    "update_by",
    "update_time",
}


@cache
def rules():
    return {r["id"]: r for r in map(load.read, sorted((SYSTEM / "rules").glob("*.yaml")))}


def cells(machine):
    """Every cell as (state, event, cell)."""
    for state, row in machine["cells"].items():
        for event, cell in row.items():
            yield state, event, cell


def written(machine):
    """Every column that a cell writes, as (event, outcome, column); `next` counts where it is another state."""
    for state, event, cell in cells(machine):
        for column in OUTCOMES[cell["outcome"]].get("writes", ()):
            yield event, cell["outcome"], column
        moved = cell.get("next", state) != state and state != "absent"
        if moved and "state_column" in machine and OUTCOMES[cell["outcome"]]["answer"] == "done":
            yield event, cell["outcome"], machine["state_column"]


# --- the register -----------------------------------------------------------------------------------------------------


def test_the_register_holds_what_was_counted_on_the_source():
    first = REGISTER[:FIRST_READING]
    assert first[-1]["id"] == "DDL-115"
    assert Counter(s["kind"] for s in first) == KINDS_OF_FIRST_READING


def test_neighbours_point_at_each_other():
    see = {s["id"]: set(s.get("see", ())) for s in REGISTER}
    assert [(a, b) for a, others in see.items() for b in others if a not in see[b]] == []


def test_chinese_texts_keep_the_names_that_english_ones_use():
    # Columns, keys, states and codes are the same words in both languages.
    name = re.compile(r"[a-z]+(?:_[a-z0-9]+)+|[A-Z]+(?:_[A-Z]+)+|DEAD|FAILED|PENDING|APPLIED|IGNORED|CONFLICT|DDL-\d+")
    for statement in REGISTER:
        zh, en = (set(name.findall(statement["text"][language])) for language in ("zh", "en"))
        assert zh == en, statement["id"]


# --- the state tables -------------------------------------------------------------------------------------------------


def test_states_of_a_row_are_those_of_its_column_and_the_missing_row():
    assert DELIVERY["state_column"] == "state"
    assert list(DELIVERY["states"]) == ["absent", *COLUMNS["answer_delivery"]["state"]["values"]]


@pytest.mark.parametrize("name", MACHINES)
def test_every_state_has_a_cell_for_every_event(name):
    machine = MACHINES[name]
    assert {state: list(row) for state, row in machine["cells"].items()} == {
        state: list(machine["events"]) for state in machine["states"]
    }


def moves(machine, event):
    """Where an event leads, by state; `=` where it writes and stays, `-` where it does neither."""
    row = {}
    for state, cells_of_state in machine["cells"].items():
        cell = cells_of_state[event]
        row[state] = "-" if "next" not in cell else "=" if cell["next"] == state else cell["next"]
    return " ".join(row.values())


@pytest.mark.parametrize(
    ("event", "leads"),
    # absent, PENDING, BROKER_ACCEPTED, FAILED, DEAD, GRANT_REVOKED
    [
        ("enqueue", "PENDING - - - - -"),
        ("claim", "- = - = - -"),
        ("ack", "- BROKER_ACCEPTED - BROKER_ACCEPTED = ="),
        ("nack-tries-left", "- FAILED - = - -"),
        ("nack-last", "- DEAD - DEAD - -"),
        ("lease-end", "- - - - - -"),
        ("grant-changed", "- GRANT_REVOKED - GRANT_REVOKED - -"),
        ("replay-new-key", "- - PENDING PENDING PENDING -"),
        ("replay-same-key", "- - - - - -"),
        ("receipt-first", "- = = = = ="),
        ("receipt-same", "- - - - - -"),
        ("receipt-other", "- - - - - -"),
        ("rewrite", "- - - - - -"),
        ("delete", "- - - - - -"),
    ],
)
def test_where_events_lead_a_row(event, leads):
    assert moves(DELIVERY, event) == leads


@pytest.mark.parametrize(
    ("event", "leads"),
    # absent, open, expired, linked
    [("issue", "open = open -"), ("redeem", "- - - -"), ("submit", "- linked - -"), ("expire", "- expired - -")],
)
def test_where_events_lead_a_context(event, leads):
    assert moves(CONTEXT, event) == leads


def test_what_is_answered_as_success_without_effect():
    assert {slug for slug, one in OUTCOMES.items() if one["answer"] == "no-effect"} == {
        "confirm-repeated",
        "context-ran-out",
        "context-redeemed",
        "due-again",
        "grant-left-alone",
        "receipt-differs",
        "receipt-repeated",
        "replay-pending",
        "replay-repeated",
        "time-passes",
    }


@pytest.mark.parametrize("name", MACHINES)
def test_cells_lead_somewhere_only_when_something_is_done(name):
    machine = MACHINES[name]
    for state, event, cell in cells(machine):
        answer = OUTCOMES[cell["outcome"]]["answer"]
        # A context has no column for its state: time moves it without a write.
        by_time = event == "expire" and "state_column" not in machine
        assert ("next" in cell) == (answer == "done" or (by_time and cell.get("next") == "expired")), (state, event)
        assert cell.get("next", state) in machine["states"], (state, event)


@pytest.mark.parametrize("name", MACHINES)
def test_only_a_missing_row_is_inserted_and_only_a_row_is_written(name):
    machine = MACHINES[name]
    for state, event, cell in cells(machine):
        outcome = OUTCOMES[cell["outcome"]]
        assert outcome.get("inserts", machine["table"]) == machine["table"]
        assert ("inserts" in outcome) == (state == "absent" and outcome["answer"] == "done"), (state, event)


@pytest.mark.parametrize("name", MACHINES)
def test_events_without_an_actor_write_nothing(name):
    machine = MACHINES[name]
    idle = {event for event, one in machine["events"].items() if "actor" not in one}
    assert {event for event, _, _ in written(machine)} & idle == set()


def test_no_event_removes_or_rewrites_a_row():
    for row in DELIVERY["cells"].values():
        assert row["delete"]["outcome"] == "deletion-not-offered"
        assert OUTCOMES[row["rewrite"]["outcome"]]["answer"] == "refused"


def test_dead_rows_move_by_an_authorised_replay_alone():
    moves = {event for event, cell in DELIVERY["cells"]["DEAD"].items() if cell.get("next", "DEAD") != "DEAD"}
    assert moves == {"replay-new-key"}
    assert DELIVERY["events"]["replay-new-key"]["requires"][0] == "replay-authorised"


def test_rows_stopped_by_their_grant_never_move_again():
    assert {cell.get("next", "GRANT_REVOKED") for cell in DELIVERY["cells"]["GRANT_REVOKED"].values()} == {
        "GRANT_REVOKED"
    }


def test_a_receipt_is_settled_in_every_state_and_a_later_one_in_none():
    events = [DELIVERY["events"][f"receipt-{kind}"] for kind in ("first", "same", "other")]
    assert [(one["actor"], one["requires"]) for one in events] == [("receipt-endpoint", events[0]["requires"])] * 3
    for state, row in DELIVERY["cells"].items():
        if state != "absent":
            assert row["receipt-first"]["outcome"] == "receipt-recorded"
            assert row["receipt-same"]["outcome"] == "receipt-repeated"
            assert row["receipt-other"]["outcome"] == "receipt-differs"


def test_states_that_stop_delivery_have_no_time_to_retry():
    for state, event, cell in cells(DELIVERY):
        stopped = cell.get("next") in {"BROKER_ACCEPTED", "DEAD", "GRANT_REVOKED"} and cell["next"] != state
        if stopped:
            assert OUTCOMES[cell["outcome"]]["writes"]["next_retry_at"] == "cleared", (state, event)


def test_exactly_the_scanned_states_can_be_claimed():
    claimable = {state for state, row in DELIVERY["cells"].items() if row["claim"]["outcome"] == "claimed"}
    assert claimable == set(DELIVERY["scan"]["states"]) == {"PENDING", "FAILED"}
    assert DELIVERY["events"]["claim"]["requires"] == ["due"]


def test_the_lease_lasts_longer_than_the_wait_for_a_confirm():
    assert DELIVERY["claim"]["lease"]["seconds"] > DELIVERY["publish"]["confirm_wait_seconds"]


def test_a_receipt_leaves_the_mark_of_a_claim_alone():
    # It may come while a worker holds the row, and must not void the claim.
    owner = DELIVERY["claim"]["owner"]["column"]
    assert owner not in OUTCOMES["receipt-recorded"]["writes"]
    assert OUTCOMES["claimed"]["writes"][owner] == "owner-mark"
    assert [one for one, what in OUTCOMES.items() if what.get("writes", {}).get(owner) == "owner-mark"] == ["claimed"]


def test_a_replay_writes_the_key_and_makes_the_row_due_and_no_more():
    audit = {"update_by", "update_time"}
    assert set(OUTCOMES["replay-scheduled"]["writes"]) - audit == {"next_retry_at", "last_replay_operation_id"}
    assert OUTCOMES["replay-scheduled"]["writes"]["next_retry_at"] == "now"


def test_a_renewed_context_changes_its_token_and_its_end_and_no_more():
    audit = {"update_by", "update_time"}
    assert set(OUTCOMES["context-renewed"]["writes"]) - audit == {"token_digest", "expires_at"}


# --- the closed lists -------------------------------------------------------------------------------------------------


def test_words_of_the_lifecycle_are_all_defined_and_all_used():
    used_values = {word for one in OUTCOMES.values() for word in one.get("writes", {}).values()}
    assert used_values == set(LIFECYCLE["values"])
    used_conditions = {
        c for machine in MACHINES.values() for event in machine["events"].values() for c in event.get("requires", ())
    }
    assert used_conditions == set(CONDITIONS)


def test_outcomes_are_all_defined_and_all_reached():
    reached = {cell["outcome"] for machine in MACHINES.values() for _, _, cell in cells(machine)}
    reached |= {one["refusal"] for one in CONDITIONS.values()}
    reached |= {path["refusal"] for path in LIFECYCLE["revision"]["paths"].values() if "refusal" in path}
    reached |= {LIFECYCLE["snapshot"]["canonical"]["refusal"]}
    assert reached == set(OUTCOMES)


def test_refusals_of_conditions_refuse():
    for slug, condition in CONDITIONS.items():
        assert OUTCOMES[condition["refusal"]]["answer"] == "refused", slug


def test_codes_of_the_rules_are_the_outcomes():
    named = {code for rule in rules().values() for code in rule.get("codes", ())}
    assert named == set(OUTCOMES)


def test_columns_named_in_the_lifecycle_exist():
    assert LIFECYCLE["revision"]["column"] in COLUMNS["answer"]
    delivery, context = COLUMNS["answer_delivery"], COLUMNS["submission_context"]
    for machine in MACHINES.values():
        assert {column for _, _, column in written(machine)} <= set(COLUMNS[machine["table"]])
    claim, publish, receipt = DELIVERY["claim"], DELIVERY["publish"], DELIVERY["receipt"]
    named = {claim["lease"]["column"], claim["owner"]["column"], publish["correlation"], publish["payload"]}
    named |= {*publish["envelope"], *DELIVERY["grant"]["coordinate"], DELIVERY["grant"]["epoch"]}
    named |= {DELIVERY["replay"]["key"]["column"], receipt["found_by"], receipt["settled"]["where_null"]}
    named |= {DELIVERY["last_error"]["column"], *LIFECYCLE["moments"]["copied"]}
    named |= {LIFECYCLE["snapshot"]["hash"]["column"]}
    named |= {member["column"] for member in LIFECYCLE["snapshot"]["core"].values() if "column" in member}
    assert named <= set(delivery)
    named = {CONTEXT["token"]["column"], CONTEXT["link"]["where_null"], *CONTEXT["link"]["pinned"]}
    named |= {*CONTEXT["configured"], CONTEXT["time_to_live"]["last_second"]}
    named |= {member["column"] for member in LIFECYCLE["snapshot"]["intent"]["members"].values()}
    assert named <= set(context)


def test_event_types_of_the_paths_are_those_of_the_column():
    paths = LIFECYCLE["revision"]["paths"]
    types = {path["event_type"] for path in paths.values() if "event_type" in path}
    assert types == set(COLUMNS["answer_delivery"]["event_type"]["values"])
    assert [name for name, path in paths.items() if path.get("event_type") == "tombstoned"] == ["soft-delete"]
    assert paths["soft-delete"]["is_deleted"] == 1


# --- the backoff ------------------------------------------------------------------------------------------------------


def backoff(n):
    law = DELIVERY["backoff"]
    assert (law["exponent"], law["rounding"], law["jitter"]) == ("retry-count-before", "up-to-whole-seconds", "none")
    return min(law["base_seconds"] * law["factor"] ** n, law["cap_seconds"])


def test_the_backoff_table():
    assert [backoff(n) for n in range(13)] == [
        30,
        60,
        120,
        240,
        480,
        960,
        1920,
        3600,
        3600,
        3600,
        3600,
        3600,
        3600,
    ]


def test_the_cap_is_one_hour_and_holds_for_any_count():
    assert backoff(2**10) == int(dt.timedelta(hours=1).total_seconds())


def test_every_failed_publish_counts_and_the_tenth_is_the_last():
    assert DELIVERY["tries"]["maximum"] == 10
    counting = {one for one, what in OUTCOMES.items() if what.get("writes", {}).get("retry_count") == "one-more"}
    failures = {
        row[event]["outcome"] for row in DELIVERY["cells"].values() for event in ("nack-tries-left", "nack-last")
    }
    assert counting == {one for one in failures if OUTCOMES[one]["answer"] == "done"}


# --- the snapshot and its hash ----------------------------------------------------------------------------------------


def test_the_worked_example_comes_out():
    snapshot, example = LIFECYCLE["snapshot"], LIFECYCLE["snapshot"]["example"]
    whole = json.loads(example["snapshot_json"])
    intent = whole.pop(snapshot["intent"]["member"])
    assert set(intent) == set(snapshot["intent"]["members"])
    assert list(whole) == list(snapshot["core"])
    moment = dt.datetime.strptime(whole["occurredAt"], snapshot["moment_form"]).replace(tzinfo=dt.UTC)
    assert moment == dt.datetime(2026, 3, 1, 8, 15, 30, tzinfo=dt.UTC)
    assert rfc8785.dumps(whole).decode() == example["canonical"]
    assert hashlib.sha256(example["canonical"].encode()).hexdigest() == example["content_hash"]


def test_members_have_the_type_of_their_column():
    types = {"text": r"(var)?char\(\d+\)", "integer": "int|bigint", "boolean": "tinyint", "moment": "datetime"}
    both = [(LIFECYCLE["snapshot"]["core"], "answer_delivery")]
    both += [(LIFECYCLE["snapshot"]["intent"]["members"], "submission_context")]
    for members, table in both:
        for name, member in members.items():
            if "column" in member:
                assert re.fullmatch(types[member["type"]], COLUMNS[table][member["column"]]["type"]), name


def test_names_that_the_source_fixes_are_the_ones_in_the_data():
    texts = {s["id"]: s["text"]["en"] for s in REGISTER}
    assert LIFECYCLE["snapshot"]["canonical"]["name"] in texts["DDL-034"]
    assert COLUMNS["answer_delivery"]["protocol_version"]["values"][0] in texts["DDL-034"]
    life = CONTEXT["time_to_live"]
    assert life["setting"] in texts["DDL-095"]
    assert f"{life['default_minutes']} minutes" in texts["DDL-095"]


def test_nothing_of_the_core_may_change_later_or_differ_by_consumer():
    columns = {member["column"] for member in LIFECYCLE["snapshot"]["core"].values() if "column" in member}
    assert columns & CHANGING == set()
    assert columns & {*DELIVERY["grant"]["coordinate"], DELIVERY["grant"]["epoch"], "event_id"} == set()


# --- the writers ------------------------------------------------------------------------------------------------------


def test_writers_cover_exactly_the_columns_of_the_schema():
    assert {name: list(table["columns"]) for name, table in WRITERS["tables"].items()} == {
        name: list(columns) for name, columns in COLUMNS.items()
    }


def test_words_of_the_writers_are_all_defined_and_all_used():
    columns = [one for table in WRITERS["tables"].values() for one in table["columns"].values()]
    writes = [write for one in columns for write in (*one["insert"], *one.get("later", ()))]
    assert {write["by"] for write in writes} == set(WRITERS["actors"])
    assert {write["from"] for write in writes} == set(WRITERS["sources"])
    assert {word for one in columns for word in one.get("never_from", ())} == set(WRITERS["untrusted"])


def test_what_changes_in_a_written_row_is_what_the_law_lists():
    columns = WRITERS["tables"]["answer_delivery"]["columns"]
    assert {name for name, one in columns.items() if "later" in one} == CHANGING
    (listing,) = (s["text"]["en"] for s in REGISTER if s["id"] == "DDL-111")
    assert all(column in listing for column in CHANGING)


@pytest.mark.parametrize("name", MACHINES)
def test_writers_are_the_actors_of_the_events_that_write(name):
    machine = MACHINES[name]
    by_lifecycle = {(machine["events"][event]["actor"], column) for event, _, column in written(machine)}
    by_writers = {
        (write["by"], column)
        for column, one in WRITERS["tables"][machine["table"]]["columns"].items()
        for write in one.get("later", ())
    }
    assert by_lifecycle == by_writers


@pytest.mark.parametrize("name", MACHINES)
def test_whoever_inserts_a_row_is_the_actor_of_its_first_event(name):
    machine = MACHINES[name]
    (first,) = (event for _, event, cell in cells(machine) if "inserts" in OUTCOMES[cell["outcome"]])
    columns = WRITERS["tables"][machine["table"]]["columns"].values()
    assert {write["by"] for one in columns for write in one["insert"]} == {machine["events"][first]["actor"]}


def test_each_moment_has_one_writer_and_none_in_common():
    columns = WRITERS["tables"]["answer_delivery"]["columns"]
    writers = [[w["by"] for w in columns[c]["later"]] for c in ("broker_accepted_at", "consumer_applied_at")]
    assert writers == [["confirm-callback"], ["receipt-endpoint"]]


@pytest.mark.parametrize("table", ["answer_delivery", "submission_context"])
def test_values_not_there_at_the_insert_are_of_nullable_columns(table):
    for name, one in WRITERS["tables"][table]["columns"].items():
        sources = [write["from"] for write in one["insert"]]
        if sources == ["nothing"]:
            assert COLUMNS[table][name]["nullable"], name
            assert "later" in one, name
        if sources == ["column-default"]:
            assert COLUMNS[table][name]["default"] is not None, name


def test_what_is_locked_at_issue_is_immutable():
    columns = WRITERS["tables"]["submission_context"]["columns"]
    locked = {"form_uuid", "form_version", "app_code", "code", "submitter_id", "embed_origin", "callback_url"}
    assert [name for name in sorted(locked) if "immutable" not in columns[name]] == []


# --- the context ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value", "accepted"),
    [
        ("embed_origin", "https://school.example", True),
        ("embed_origin", "http://localhost:8080", True),
        ("embed_origin", "https://school.example/", False),
        ("embed_origin", "https://*.example", False),
        ("embed_origin", "*", False),
        ("embed_origin", "https://user@school.example", False),
        ("callback_url", "https://school.example/confirm?x=1", True),
        ("callback_url", "https://school.example", True),
        ("callback_url", "/confirm", False),
        ("callback_url", "//school.example/confirm", False),
        ("callback_url", "javascript:alert(1)", False),
    ],
)
def test_configured_addresses(column, value, accepted):
    pattern = CONTEXT["configured"][column]["pattern"]
    assert bool(re.search(pattern, value)) is accepted


def test_issuing_looks_at_the_caller_before_anything_that_is_stored():
    requires = CONTEXT["events"]["issue"]["requires"]
    assert requires[0] == "app-auth-verified"
    needs = [CONDITIONS[one]["needs_row"] for one in requires]
    assert needs == sorted(needs)


# --- the proofs -------------------------------------------------------------------------------------------------------


def test_every_self_check_and_every_house_rule_stands_behind_a_rule():
    queries = {q for rule in rules().values() for q in rule["proof"].get("queries", ())}
    assert {f"verify/{slug}" for slug in SCHEMA["self_checks"]} <= queries
    checks = {c for rule in rules().values() for c in rule["proof"].get("checks", ())}
    assert set(load.read(SYSTEM / "policy.yaml")["rules"]) <= checks


def test_statements_to_be_seen_on_5_7_are_owed_a_proof_there():
    on_engine = {s["id"] for s in REGISTER if "MY" in s["checks"]}
    proven = {s for rule in rules().values() if rule["proof"].get("engines") for s in rule["statements"]}
    assert sorted(on_engine - proven) == []
