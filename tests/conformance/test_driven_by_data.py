"""The reference is driven by its data: one value of a structured file is altered, and at least one case turns red.

Each file of a system is either mutated here or named with the reason why nothing reads it yet; the issues that read
more of the law add to the lists.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from specproof import resources
from specproof.conformance.cases import compile_suite
from specproof.conformance.select import Selection, plan
from specproof.conformance.session import Session
from specproof.conformance.subjects.reference import Reference
from specproof.conformance.verdict import judge
from specproof.specs import load

SPECS = resources.room("specs")
NOT_READ = {
    "flight-state/storage.yaml": "says how the store looks; no operation of the reference writes one yet",
    "answer-delivery/policy.yaml": "house rules of DDL, read by the DDL checks",
}

# file -> (JSON pointer, new value)
MUTATIONS: dict[str, list[tuple[str, object]]] = {
    "flight-state/structures.yaml": [
        ("/domains/text/pattern", "[a-z ]+"),
        ("/domains/token/pattern", ".+"),
        ("/domains/sis-time/pattern", "[0-9A-Z]+"),
        ("/domains/sis-time/shape", ".*"),
        ("/domains/sis-time/warning", "zero-entry-attributes-ignored"),
        ("/capacity/unit", "bytes"),
        ("/capacity/value_too_long", "value-empty"),
        ("/capacity/too_many_items", "value-empty"),
        ("/sequence/domain", "text"),
        ("/sequence/max_chars", 17),
        ("/sequence/zero_marker/value", "1"),
        ("/sequence/zero_marker/compare", "number"),
        ("/sequence/zero_entries_needed", 2),
        ("/sequence/zero_entry_attributes/outcome", "refuse"),
        ("/sequence/zero_entry_attributes/warning", "sis-time-shape"),
        ("/sequence/zero_entry_attributes/option/name", "strict"),
        ("/sequence/zero_entry_attributes/option/default", True),
        ("/sequence/zero_entry_attributes/option/refusal", "value-empty"),
        ("/structures/GTDT/kind", "text"),
        ("/structures/GTDT/apply", "none"),
        ("/structures/GTDT/attributes/GATE/max_chars", 2),
        ("/structures/GTDT/attributes/GATE/domain", "unheard-of"),
        ("/structures/DELY/apply", "by-sequence"),
        ("/structures/DELY/max_items", 21),
        ("/structures/DELY/leftover/attribute", "DLNR"),
        ("/structures/DELY/leftover/profiles", ["target"]),
        ("/structures/DELY/forms/empty-array/outcome", "clear"),
        ("/structures/ERUT/attributes_of", "nothing"),
        ("/structures/FDIV/attributes/RESN/max_chars", 199),
        ("/structures/FRET/kind", "text"),
        ("/structures/SRVT/domain", "token"),
        ("/structures/MAFL/max_chars", 3),
        ("/scalars/FLNO/max_chars", 17),
        ("/scalars/FLNO/domain", "text"),
        ("/scalars/STOD/domain", "text"),
    ],
    "flight-state/commands.yaml": [
        ("/commands/set/not_on/kinds", ["scalar"]),
        ("/commands/set/not_on/refusal", "value-empty"),
        ("/commands/replace/not_on/kinds", ["exception", "text"]),
        ("/commands/replace/not_on/refusal", "value-empty"),
        ("/commands/apply/not_on/kinds", ["scalar", "exception", "text", "collection"]),
        ("/commands/apply/not_on/refusal", "value-empty"),
        ("/commands/clear/effects/0/on", ["scalar", "exception"]),
        ("/commands/apply/effects", []),
    ],
    "flight-state/wire.yaml": [
        ("/input/encoding", "latin-1"),
        ("/input/max_depth", 15),
        ("/input/max_depth", 17),
        *(
            (f"/input/refusals/{fault}", "value-empty")
            for fault in ("not-json", "not-utf-8", "number-not-finite", "duplicate-key", "lone-surrogate", "too-deep")
        ),
        ("/input/refusals/envelope", "value-empty"),
        ("/refusals/value-too-long", None),
        ("/warnings/zero-entry-attributes-ignored", None),
    ],
    "qbd/profile.yaml": [
        ("/versions/observation", "fixed-channel-observation-v2"),
        ("/blank/characters", ["U+0020"]),
        ("/comparison/steps", ["trim-blanks", "ascii-upper-case"]),
        ("/senders/normalization/steps", ["trim-blanks"]),
        ("/senders/match", "prefix"),
        ("/senders/registry/0/sender", "op.qbdtravel@gmail.co"),
        ("/senders/registry/0/profile", "QBD2"),
        ("/senders/registry/1/state", "ACTIVE"),
        ("/senders/routes/1/reads_attachments", True),
        ("/senders/routes/2/outcome", "channel-pending"),
        ("/senders/routes/3/input", "new"),
        ("/outcomes/2/applicability", "FAILED"),
        ("/outcomes/3/issue", "CHANNEL_PROFILE_UNKNOWN"),
        ("/months/7", "AUG"),
        (
            "/sheet/name/pattern",
            "^(?P<year>[0-9]{4})年(?P<month>[0-9]+)月[|](?P<month_name>[A-Z]+)_(?P<short_year>[0-9]{2})$",
        ),
        ("/sheet/years", [2025, 2026]),
        ("/sheet/agreement/0/refusal", "year-not-listed"),
        ("/sheet/agreement/1/id", "month-names-month"),
        ("/cell_kinds/1/then/status", "UNRESOLVED"),
        ("/cell_kinds/11/then/status", "UNRESOLVED"),
        ("/operation/entry/flags", []),
        ("/operation/date/forms/1/pattern", "^(?P<year>[0-9]{4})/(?P<day>[0-9]+)/(?P<month>[0-9]+)$"),
        ("/operation/date/absent/status", "UNRESOLVED"),
        ("/operation/date/unreadable/patchability", "REVIEW_ONLY"),
        ("/operation/actions/0/hint", "UPDATE_BOOKING"),
        ("/operation/actions/1/kind", "AMD"),
        ("/operation/actions/2/text", "AMD ALOTMENT"),
        ("/operation/actions/3/kind", "AMD_GROUP"),
        ("/operation/actions/4/kind", "CXL"),
        ("/operation/actions/5/kind", "CANCEL"),
        ("/operation/unknown_action/reason", "VALUE_NOT_READABLE"),
        ("/operation/target_absent/status", "UNRESOLVED"),
        ("/operation/cxl_kind", "CANCEL_BOOKING"),
        ("/group_in/cxl/pattern", "^CXL.*$"),
        ("/group_in/cxl/normalized", "CANCEL"),
        ("/group_in/other_text/reason", "ACTION_UNKNOWN"),
        ("/detail/head/pattern", "^(?P<start>[0-9]+)-(?P<end>[0-9]+)$"),
        ("/detail/head/absent/arrival_with_group_in/reason", "DATE_NOT_SAFE"),
        ("/detail/head/absent/arrival/status", "UNRESOLVED"),
        ("/detail/head/absent/departure/status", "UNRESOLVED"),
        ("/detail/head/unreadable/arrival/patchability", "REVIEW_ONLY"),
        ("/detail/head/unreadable/departure/reason", "DATE_NOT_SAFE"),
        ("/detail/item/open", "["),
        ("/stay/with_group_in/cross_check", "none"),
        ("/stay/with_group_in/disagreement/fields", ["arrival", "departure"]),
        ("/stay/with_group_in/disagreement/status", "UNRESOLVED"),
        ("/stay/with_cxl/months_tried", 1),
        ("/stay/with_cxl/start", "after-operation-date"),
        ("/stay/with_cxl/unsafe/reason", "DAY_NOT_IN_MONTH"),
        ("/stay/without_group_in/patchability", "REVIEW_ONLY"),
        ("/stay/departure/end_after_start", "next-month"),
        ("/stay/departure/end_before_start", "same-month"),
        ("/stay/departure/end_equals_start/patchability", "RECOVERABLE"),
        ("/stay/departure/year_turn", "same-year"),
        ("/stay/departure/day_not_in_month/reason", "DATE_NOT_SAFE"),
        ("/stay/nights/value", "days-inclusive"),
        ("/breakfast/search", "BF"),
        ("/breakfast/present", "false"),
        ("/breakfast/absent/status", "UNRESOLVED"),
        ("/qualifiers/known", ["Q10", "Q11"]),
        ("/qualifiers/search", "(?P<inner>Q1)(?P<bare>X)?"),
        ("/qualifiers/absent/status", "UNRESOLVED"),
        ("/qualifiers/unknown/reason", "ACTION_UNKNOWN"),
        ("/room_text/removes", ["price-token"]),
        ("/room_text/removes", ["breakfast"]),
        ("/room_text/emptied_pairs", ["[]"]),
        ("/room_text/empty/status", "UNRESOLVED"),
        ("/room_text/price_without_reading/reason", "DATE_NOT_SAFE"),
        ("/price/readings/0/at_least", 3),
        ("/price/readings/1/pattern", "^(?P<room>.*)(?P<token>[0-9]+[.][0-9])(?P<tail>.*)$"),
        ("/price/readings/2/then/patchability", "REVIEW_ONLY"),
        ("/price/readings/3/then/reason", "VALUE_NOT_READABLE"),
        ("/price/readings/4/then/rule_ref", "QBD_PRICE_UNCLEAR@1"),
        ("/price/amounts/0/equals", "8.51"),
        ("/price/amounts/0/amount", "8500"),
        ("/price/amounts/1/times", "100"),
        ("/price/amounts/1/rule_ref", "QBD_PRICE_EIGHT_POINT_FIVE@1"),
        ("/quantity/readings/0/then/value", "2"),
        ("/quantity/readings/1/pattern", "^(?P<quantity>[0-9]+)$"),
        ("/quantity/readings/1/then/rule_ref", "QBD_QUANTITY_DEFAULT_ONE@1"),
        ("/quantity/readings/2/at_least", 3),
        ("/quantity/readings/3/then/patchability", "REVIEW_ONLY"),
        ("/statuses/0/patchabilities", ["RECOVERABLE"]),
        ("/statuses/1/patchabilities", ["RECOVERABLE"]),
    ],
    "qbd/observation.yaml": [
        ("/semantic_roles/0/origin", "PROFILE_DERIVED"),
        ("/semantic_roles/8/origin", "SOURCE_EXPLICIT"),
        ("/derived_by", ["QBD_CXL_FORCES_CANCEL@1"]),
        ("/derived_by", ["QBD_QUANTITY_DEFAULT_ONE@1"]),
        ("/dependencies/fields/0/by", "QBD_CONTROLLED_ACTION@1"),
        ("/dependencies/states/1/then/patchability", "RECOVERABLE"),
        ("/dependencies/states/2/then/status", "UNRESOLVED"),
        ("/canonical/form", "sorted keys"),
        ("/ids/leading", ["kind"]),
        ("/ids/encoding", "UTF-16"),
        ("/ids/digest", "SHA-1"),
        ("/ids/hex_digits", 40),
        ("/ids/absent", "null"),
        *((f"/ids/kinds/{number}/prefix", "id_") for number in (0, 1, 2, 3, 4, 5, 6, 7)),
        ("/ids/kinds/1/inputs", ["message_id", "row_number"]),
        ("/ids/kinds/4/inputs", ["semantic_role", "owner_id"]),
    ],
    "answer-delivery/lifecycle.yaml": [
        ("/conditions/due/refusal", "lease-lost"),
        ("/conditions/due/needs_row", False),
        ("/conditions/replay-key-valid/refusal", "replay-not-authorised"),
        ("/conditions/receipt-addressee/refusal", "receipt-signature-invalid"),
        ("/outcomes/enqueued/inserts", "submission_context"),
        ("/outcomes/claimed/writes/next_retry_at", "now"),
        ("/outcomes/broker-accepted/writes", {"broker_accepted_at": "now"}),
        ("/outcomes/broker-accepted-late/writes/broker_accepted_at", "cleared"),
        ("/outcomes/retry-scheduled/writes/retry_count", "cleared"),
        ("/outcomes/given-up/writes/next_retry_at", "now"),
        ("/outcomes/replay-scheduled/writes/next_retry_at", "cleared"),
        ("/outcomes/receipt-recorded/writes/consumer_outcome", "operation-key"),
        ("/outcomes/receipt-differs/answer", "refused"),
        ("/outcomes/context-linked/writes/linked_revision", "one-more"),
        ("/moments/fraction", "rounded"),
        ("/delivery/table", "answer"),
        ("/delivery/events/claim/requires", []),
        ("/delivery/events/receipt-first/requires", ["receipt-signed"]),
        ("/delivery/events/nack-tries-left/requires", []),
        ("/delivery/cells/PENDING/ack/next", "DEAD"),
        ("/delivery/cells/PENDING/enqueue/outcome", "enqueued"),
        ("/delivery/cells/PENDING/replay-new-key/outcome", "replay-scheduled"),
        ("/delivery/cells/PENDING/rewrite/outcome", "time-passes"),
        ("/delivery/cells/FAILED/claim/next", "PENDING"),
        ("/delivery/cells/FAILED/nack-last/next", "FAILED"),
        ("/delivery/cells/FAILED/replay-same-key/outcome", "replay-scheduled"),
        ("/delivery/cells/DEAD/ack/next", "BROKER_ACCEPTED"),
        ("/delivery/cells/DEAD/replay-new-key/next", "FAILED"),
        ("/delivery/cells/DEAD/delete/outcome", "time-passes"),
        ("/delivery/cells/GRANT_REVOKED/replay-new-key/outcome", "replay-scheduled"),
        ("/delivery/cells/BROKER_ACCEPTED/receipt-other/outcome", "receipt-repeated"),
        ("/delivery/scan/states/PENDING/without_time", "not-due"),
        ("/delivery/scan/states/FAILED/without_time", "due"),
        ("/delivery/scan/reached", "after-now"),
        ("/delivery/claim/lease/seconds", 61),
        ("/delivery/claim/owner/column", "create_by"),
        ("/delivery/tries/maximum", 9),
        ("/delivery/backoff/base_seconds", 31),
        ("/delivery/backoff/factor", 3),
        ("/delivery/backoff/exponent", "retry-count-after"),
        ("/delivery/backoff/rounding", "down"),
        ("/delivery/backoff/cap_seconds", 3599),
        ("/delivery/backoff/jitter", "full"),
        ("/delivery/replay/key/column", "create_by"),
        ("/delivery/replay/key/compare", "collation"),
        ("/delivery/receipt/compare", "collation"),
        ("/delivery/last_error/unit", "bytes"),
        ("/delivery/last_error/too_long", "refused"),
        ("/context/events/issue/requires", ["app-auth-verified"]),
        ("/context/events/redeem/requires", []),
        ("/context/cells/open/issue/outcome", "intent-linked"),
        ("/context/cells/open/submit/next", "open"),
        ("/context/cells/linked/redeem/outcome", "context-redeemed"),
        ("/context/cells/expired/redeem/outcome", "context-redeemed"),
        ("/context/cells/absent/redeem/outcome", "context-expired"),
        ("/context/time_to_live/default_minutes", 31),
        ("/context/time_to_live/last_second", "linked_at"),
        ("/context/token/digest", "md5"),
        ("/context/configured/embed_origin/pattern", "^https?://[^/]+$"),
        ("/context/configured/callback_url/pattern", "^.*$"),
        ("/context/link/where_null", "linked_at"),
    ],
    "answer-delivery/writers.yaml": [
        ("/tables/answer_delivery/columns/snapshot_json/immutable", False),
        ("/tables/answer_delivery/columns/event_id/immutable", False),
        ("/tables/answer_delivery/columns/broker_accepted_at/later", []),
        ("/tables/answer_delivery/columns/consumer_applied_at/later/0/by", "dispatcher"),
        ("/tables/answer_delivery/columns/update_by/later/0/by", "receipt-endpoint"),
        ("/tables/submission_context/columns/answer_uuid/later", []),
    ],
    "answer-delivery/schema.yaml": [
        ("/tables/1/columns/22/type", "varchar(65)"),
        ("/tables/1/columns/21/values", ["applied"]),
        ("/tables/1/columns/23/type", "varchar(501)"),
        ("/tables/2/columns/2/minimum", 0),
    ],
}


def forms() -> list[tuple[str, object]]:
    """Every outcome and every code of a form, at whatever kind: each has its case."""
    found: list[tuple[str, object]] = []
    said = value_of("flight-state/structures.yaml")["forms"]
    for kind, names in said.items():
        for name, form in names.items():
            place = f"/forms/{kind}/{name}/outcome"
            outcomes = form["outcome"] if isinstance(form["outcome"], dict) else {None: form["outcome"]}
            for profile, outcome in outcomes.items():
                at = f"{place}/{profile}" if profile else place
                found.append((at, "unchanged" if outcome == "refuse" else "refuse"))
            if "refusal" in form:
                found.append((f"/forms/{kind}/{name}/refusal", "too-many-items"))
    found += [
        (f"/structures/{key}/sequence", "XXNO")
        for key, one in value_of("flight-state/structures.yaml")["structures"].items()
        if "sequence" in one
    ]
    return found


@cache
def value_of(name):
    return load.read(SPECS / name)


@cache
def suite_of(system):
    suite = compile_suite((system,))
    assert suite.problems == ()
    return suite, plan(suite, Selection())


def altered(name, pointer, new):
    """The value of a file with one place changed; None takes the place out."""
    value = json.loads(json.dumps(value_of(name)))
    *above, last = [part.replace("~1", "/") for part in pointer.split("/")[1:]]
    place = value
    for part in above:
        place = place[int(part) if isinstance(place, list) else part]
    last = int(last) if isinstance(place, list) else last
    assert place[last] != new, "nothing is altered"
    if new is None:
        del place[last]
    else:
        place[last] = new
    return value


def first_red(system, root):
    """The first case that is not as it should be under another law."""
    suite, planned = suite_of(system)
    claimed = Session(Reference, suite.operations).hello().features[system]
    profile = None
    with Session(lambda: Reference(root), suite.operations) as session:
        for one in sorted(planned, key=lambda one: one.profile):
            if one.profile != profile:
                profile = one.profile
                session.open({"system": system, "profile": profile, "engine": None})
            if judge(one.case, session.ask(one.case), claimed).red:
                return one.case.id
    return None


ALL = [(name, pointer, new) for name, listed in MUTATIONS.items() for pointer, new in listed]
ALL += [("flight-state/structures.yaml", pointer, new) for pointer, new in forms()]


@pytest.mark.parametrize(("name", "pointer", "new"), ALL, ids=lambda value: str(value)[:60])
def test_a_case_turns_red(tmp_path, name, pointer, new):
    system, _, file = name.partition("/")
    folder = tmp_path / "specs" / system
    folder.mkdir(parents=True)
    for other in (SPECS / system).glob("*.yaml"):
        (folder / other.name).symlink_to(other)
    (folder / file).unlink()
    # JSON is YAML: the loader reads it like any file of the law.
    (folder / file).write_text(json.dumps(altered(name, pointer, new), ensure_ascii=False), encoding="utf-8")
    assert first_red(system, tmp_path), f"no case sees {name}#{pointer}"


@pytest.mark.parametrize("system", ["answer-delivery", "flight-state", "qbd"])
def test_the_law_as_it_stands_is_green(system):
    assert first_red(system, None) is None


def test_every_structured_file_is_mutated_or_excused():
    files = {
        f"{file.parent.name}/{file.name}"
        for system in ("answer-delivery", "flight-state", "qbd")
        for file in (SPECS / system).glob("*.yaml")
        if file.name != "statements.yaml"
    }
    assert files == set(MUTATIONS) | set(NOT_READ)
    assert not set(MUTATIONS) & set(NOT_READ)
