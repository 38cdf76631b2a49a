"""The law of the flight state: complete against its source, and its four structured files agree with each other."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from specproof import resources
from specproof.specs import load

SYSTEM = resources.path("specs", "flight-state")
REGISTER = load.read(SYSTEM / "statements.yaml")["statements"]
COMMANDS = load.read(SYSTEM / "commands.yaml")
STRUCTURES = load.read(SYSTEM / "structures.yaml")
STORAGE = load.read(SYSTEM / "storage.yaml")
WIRE = load.read(SYSTEM / "wire.yaml")
KEYS = STRUCTURES["structures"]
TABLES = STORAGE["tables"]
KINDS = ["scalar", "exception", "text", "collection"]
ENGINES = {"postgresql", "mysql-5.7", "oracle"}

# As counted on the source, before later readings added statements.
FIRST_READING = 133
KINDS_OF_FIRST_READING = {"must": 78, "must-not": 11, "current-deviation": 16, "open-question": 20, "target": 8}


@cache
def rules():
    return {r["id"]: r for r in map(load.read, sorted((SYSTEM / "rules").glob("*.yaml")))}


def of_kind(kind):
    return {key: one for key, one in KEYS.items() if one["kind"] == kind}


def attributes(key):
    return KEYS[KEYS[key].get("attributes_of", key)]["attributes"]


def fields():
    """Every field with a domain and a length, by a name for messages."""
    yield from STRUCTURES["scalars"].items()
    for key, one in KEYS.items():
        if one["kind"] == "text":
            yield key, one
        else:
            yield from ((f"{key}.{name}", field) for name, field in attributes(key).items())


def values_of(value, name):
    """What stands under a key of that name, at any depth."""
    if isinstance(value, dict):
        if name in value:
            yield value[name]
        for item in value.values():
            yield from values_of(item, name)
    elif isinstance(value, list):
        for item in value:
            yield from values_of(item, name)


def per_profile(value):
    return list(value.values()) if isinstance(value, dict) else [value]


# --- the register -----------------------------------------------------------------------------------------------------


def test_the_register_holds_what_was_counted_on_the_source():
    first = REGISTER[:FIRST_READING]
    assert first[-1]["id"] == "FS-133"
    assert Counter(s["kind"] for s in first) == KINDS_OF_FIRST_READING


def test_chinese_texts_keep_the_names_that_english_ones_use():
    # Keys, columns, commands and tables are the same words in both languages.
    name = re.compile(r"\b(?:[A-Z]{4}|[A-Z]+_[A-Z_]+|[a-z]+_[a-z_]+|Unchanged|Replace|Clear|Apply|Set)\b(?!-)")
    for statement in REGISTER:
        zh, en = (set(name.findall(re.sub(r"[\u3400-\u9fff]", " ", statement["text"][k]))) for k in ("zh", "en"))
        assert en <= zh | {"NULL", "DELETE", "INSERT"}, statement["id"]


# --- structures -------------------------------------------------------------------------------------------------------


def test_there_are_ten_collections_three_exception_objects_and_three_text_keys():
    assert {kind: len(of_kind(kind)) for kind in KINDS[1:]} == {"exception": 3, "text": 3, "collection": 10}


def test_sequence_attributes_are_those_of_the_source():
    assert {key: one.get("sequence") for key, one in of_kind("collection").items()} == {
        "GTDT": "GTNO",
        "CKDT": "CKNO",
        "CLDT": "CLNO",
        "PSDT": "PSNO",
        "CHDT": "CHNO",
        "DELY": None,
        "ABTM": "ASNO",
        "CHOT": "CSNO",
        "ROUT": "RTNO",
        "ERUT": "RTNO",
    }


def test_apply_is_for_collections_with_a_sequence_attribute():
    for key, one in KEYS.items():
        assert (one["apply"] == "by-sequence") == ("sequence" in one), key


def test_carriers_are_those_of_the_source():
    assert {key: " ".join(one["carrier"].values()) for key, one in KEYS.items()} == {
        "GTDT": "flight_gate",
        "CKDT": "flight_checkin",
        "CLDT": "flight_belt",
        "PSDT": "flight_stand_plan",
        "CHDT": "flight_chute",
        "DELY": "flight_delay",
        "ABTM": "flight_bridge_op",
        "CHOT": "flight_chock_op",
        "ROUT": "flight_route_point ROUT",
        "ERUT": "flight_route_point ERUT",
        "FDIV": "flight FDIV_",
        "FRET": "flight FRET_",
        "FLAB": "flight FLAB_",
        "SRVT": "flight SRVT_TEXT",
        "VIPF": "flight VIPF_TEXT",
        "MAFL": "flight MAFL_TEXT",
    }


def test_shared_flights_stay_in_a_text_column_while_nobody_queries_them():
    assert KEYS["MAFL"]["queried"] is False
    assert KEYS["MAFL"]["kind"] == "text"
    assert "MAFL" in TABLES["flight"]["holds"]


def test_what_the_source_names_is_not_marked_as_ours():
    named = {"CKDT.CHKC", "CHOT.CHID", "SRVT", "VIPF", "MAFL"}
    assert {name for name, field in fields() if field["assumed"] == "length"} == named


def test_a_resource_is_an_attribute_and_a_sequence_attribute_is_none():
    for key, one in of_kind("collection").items():
        assert one.get("resource", next(iter(attributes(key)))) in attributes(key), key
        assert one.get("sequence") not in attributes(key), key
        assert one.get("leftover", {}).get("attribute") not in attributes(key), key


def test_lengths_fit_every_store():
    capacity = STRUCTURES["capacity"]
    assert capacity["ceiling_chars"] * 4 <= capacity["ceiling_bytes"] <= 4000
    assert [name for name, field in fields() if field["max_chars"] > capacity["ceiling_chars"]] == []
    assert {field["domain"] for _, field in fields()} <= set(STRUCTURES["domains"])


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        ("text", ["a", " ", "登机口", "\U0001f6eb", "a  "], ["", "a\x00b"]),
        ("token", ["0", "00", "0.0", "-0", "A12"], ["", " 0", "0 ", "０", "登", "a\tb"]),
        ("sis-time", ["15AUG261230", "soon"], ["", "\x00"]),
    ],
)
def test_domains_hold_what_they_should(domain, inside, outside):
    pattern = re.compile(STRUCTURES["domains"][domain]["pattern"])
    assert [v for v in inside if not pattern.fullmatch(v)] == []
    assert [v for v in outside if pattern.fullmatch(v)] == []


@pytest.mark.parametrize(
    ("value", "usual"),
    [
        ("15AUG261230", True),
        ("01JAN260000", True),
        ("31DEC992359", True),
        ("15AUG262400", False),
        ("32AUG261230", False),
        ("15aug261230", False),
        ("15AUG2612:30", False),
        ("2026-08-15T12:30", False),
    ],
)
def test_the_shape_of_a_sis_time(value, usual):
    assert bool(re.fullmatch(STRUCTURES["domains"]["sis-time"]["shape"], value)) is usual


def test_the_zero_marker_is_a_value_of_the_sequence_domain():
    sequence = STRUCTURES["sequence"]
    marker = sequence["zero_marker"]["value"]
    assert marker == "0"
    assert re.fullmatch(STRUCTURES["domains"][sequence["domain"]]["pattern"], marker)
    assert sequence["zero_entries_needed"] == 1


# --- forms and commands -----------------------------------------------------------------------------------------------


def test_outcomes_of_forms_are_commands_or_explained_words():
    known = set(COMMANDS["commands"]) | set(STRUCTURES["words"])
    used = {o for outcome in values_of(STRUCTURES, "outcome") for o in per_profile(outcome)}
    assert used - known == set()
    assert set(STRUCTURES["words"]) <= used


def test_a_form_has_a_code_when_it_is_refused_and_only_then():
    for kind, forms in STRUCTURES["forms"].items():
        for form, one in forms.items():
            assert ("refuse" in per_profile(one["outcome"])) == ("refusal" in one), f"{kind}/{form}"


def test_forms_that_a_field_overrides_are_forms_of_its_kind():
    for key, one in KEYS.items():
        assert set(one.get("forms", {})) <= set(STRUCTURES["forms"][one["kind"]]), key
    for key, one in STRUCTURES["scalars"].items():
        assert set(one.get("forms", {})) <= set(STRUCTURES["forms"]["scalar"]), key


def test_a_form_becomes_a_command_that_its_kind_allows():
    for kind in KINDS:
        for form, one in STRUCTURES["forms"][kind].items():
            for outcome in per_profile(one["outcome"]):
                command = COMMANDS["commands"].get(outcome.removesuffix("-json-text"))
                assert command is None or any(kind in e["on"] for e in command["effects"]), f"{kind}/{form}"


def test_production_forms_issue_every_command_but_the_reserved_one():
    issued = {
        o.removesuffix("-json-text")
        for kind in KINDS
        for one in STRUCTURES["forms"][kind].values()
        for o in per_profile(one["outcome"])
    } - {"refuse"}
    assert issued == {name for name, one in COMMANDS["commands"].items() if one["production"]}
    assert set(COMMANDS["commands"]) - issued == {"apply"}


def test_each_command_has_an_effect_on_each_kind_or_is_refused_there():
    for name, one in COMMANDS["commands"].items():
        for kind in KINDS:
            effects = [e for e in one["effects"] if kind in e["on"]]
            refused = kind in one.get("not_on", {}).get("kinds", ())
            assert bool(effects) != refused, f"{name} on {kind}"
            cases = [e.get("when") for e in effects]
            assert len(cases) == len(set(cases)), f"{name} on {kind}"


def test_words_of_effects_are_explained_and_used():
    effects = [e for one in COMMANDS["commands"].values() for e in one["effects"]]
    for part, words in COMMANDS["words"].items():
        assert {w for e in effects for w in per_profile(e[part])} == set(words)


def test_effects_name_forms_of_the_wire():
    named = {e["wire"] for one in COMMANDS["commands"].values() for e in one["effects"]}
    assert named == set(WIRE["output"]["forms"])


# --- storage ----------------------------------------------------------------------------------------------------------


def test_every_key_is_held_by_the_table_that_carries_it():
    held = [(key, name) for name, table in TABLES.items() for key in table.get("holds", ())]
    carried = [(key, one["carrier"]["table"]) for key, one in KEYS.items()]
    assert sorted(held) == sorted([*carried, ("scalars", "flight")])
    assert [name for name, table in TABLES.items() if table["role"] == "main"] == ["flight"]
    for key, one in KEYS.items():
        role = TABLES[one["carrier"]["table"]]["role"]
        assert role == ("detail" if one["kind"] == "collection" else "main"), key


def columns(name):
    """All columns of a table in order: its own or the common ones, then those of what it holds."""
    table = TABLES[name]
    found = [*(STORAGE["detail_columns"] if table["role"] == "detail" else ()), *table.get("columns", ())]
    for key in table.get("holds", ()):
        if key == "scalars":
            found += [one["column"] for one in STRUCTURES["scalars"].values()]
        elif KEYS[key]["kind"] == "text":
            found.append(KEYS[key]["carrier"]["column"])
        elif "attributes_of" not in KEYS[key]:
            found += [field["column"] for field in attributes(key).values()]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_columns_of_a_table_are_distinct_and_hold_its_keys(name):
    found, table = columns(name), TABLES[name]
    assert len(found) == len(set(found))
    own = {**table.get("columns", {}), **(STORAGE["detail_columns"] if table["role"] == "detail" else {})}
    keys = [*per_profile(table["primary_key"]), *table.get("indexes", {}).values()]
    assert {column for key in keys for column in key} <= set(own)
    for key in per_profile(table["primary_key"]):
        assert [column for column in key if own[column]["nullable"]] == []


def test_common_columns_are_those_of_the_source():
    assert list(STORAGE["detail_columns"]) == [
        "FLID",
        "ORDINAL",
        "SOURCE_SEQ",
        "RECORD_VERSION",
        "CREATED_AT",
        "UPDATED_AT",
    ]


def test_the_keys_of_detail_tables_today_and_to_be():
    found = {name: table["primary_key"] for name, table in TABLES.items() if table["role"] == "detail"}
    route = found.pop("flight_route_point")
    assert route == {"current": ["FLID", "ORDINAL"], "target": ["FLID", "ROUTE_KIND", "ORDINAL"]}
    assert set(map(tuple, found.values())) == {("FLID", "ORDINAL")}


def test_columns_of_exception_objects_carry_their_prefix():
    for key, one in of_kind("exception").items():
        for name, field in attributes(key).items():
            assert field["column"] == one["carrier"]["prefix"] + name


def test_keys_that_share_a_table_share_their_attributes_and_tell_their_rows_apart():
    for name, table in TABLES.items():
        if table["role"] == "detail" and len(table["holds"]) > 1:
            kinds = [KEYS[key]["carrier"]["route_kind"] for key in table["holds"]]
            assert len(set(kinds)) == len(kinds)
            assert len({tuple(attributes(key)) for key in table["holds"]}) == 1
            assert max(map(len, kinds)) <= table["columns"]["ROUTE_KIND"]["max_chars"], name
            assert "ROUTE_KIND" in table["primary_key"]["target"]


def test_columns_take_their_length_from_fields_that_exist():
    known = {**WIRE["envelope"]["fields"], "sequence": {"type": "text", **STRUCTURES["sequence"]}}
    for group in (*(table.get("columns", {}) for table in TABLES.values()), STORAGE["detail_columns"]):
        for name, column in group.items():
            if "field" in column:
                assert known[column["field"]]["type"] == column["type"], name
                assert "max_chars" in known[column["field"]] or "maximum" in known[column["field"]], name


def test_what_fills_a_column_is_explained_and_used():
    assert set(values_of([TABLES, STORAGE["detail_columns"]], "value")) == set(STORAGE["values"])


def test_names_are_free_of_words_that_mysql_reserves():
    reserved = set(load.read(resources.path("ddl", "facts", "words.yaml"))["reserved_in_5_7"])
    assert "SELECT" in reserved
    names = {name.upper() for name in TABLES} | {column for name in TABLES for column in columns(name)}
    assert names & reserved == set()


# --- wire -------------------------------------------------------------------------------------------------------------


def test_every_code_that_the_data_give_is_on_the_list_and_every_code_is_given():
    given = {
        *values_of([STRUCTURES, COMMANDS], "refusal"),
        *WIRE["input"]["refusals"].values(),
        *WIRE["input"]["xml"]["refusals"].values(),
        STRUCTURES["capacity"]["value_too_long"],
        STRUCTURES["capacity"]["too_many_items"],
    }
    # A value outside its domain is refused by the domain itself, whatever the field.
    assert given | {"value-outside-domain"} == set(WIRE["refusals"])
    assert set(values_of(STRUCTURES, "warning")) == set(WIRE["warnings"])


def test_codes_of_rules_are_on_the_list_and_every_code_has_a_rule():
    known = set(WIRE["refusals"]) | set(WIRE["warnings"])
    assert {code for rule in rules().values() for code in rule.get("codes", ())} == known


def test_a_rule_shows_its_codes_through_cases():
    assert [r["id"] for r in rules().values() if "codes" in r and "cases" not in r["proof"]] == []
    assert {e for r in rules().values() for e in r["proof"].get("engines", ())} == ENGINES


def test_judgement_names_messages_fields_and_outcomes_that_exist():
    for step in WIRE["judgement"]:
        assert set(step["on"]) <= set(WIRE["messages"])
        assert step["outcome"] in WIRE["outcomes"]
        assert step.get("key", "kind") in WIRE["envelope"]["fields"]
    assert [s["step"] for s in WIRE["judgement"]][:3] == ["read", "duplicate", "replay"]
    assert WIRE["order_token"]["field"] in WIRE["envelope"]["fields"]
    assert WIRE["order_token"]["compared_in"].keys() == WIRE["messages"].keys()
    assert all(WIRE["order_token"]["column"] in columns(name) for name in WIRE["order_token"]["compared_in"].values())
    assert set(WIRE["output"]["payload"]) <= set(WIRE["envelope"]["fields"])
    assert {s["outcome"] for s in WIRE["judgement"]} | {"APPLIED"} == set(WIRE["outcomes"])


def test_envelope_fields_belong_to_messages_and_domains_that_exist():
    for name, field in WIRE["envelope"]["fields"].items():
        assert set(field["in"]) <= set(WIRE["messages"]), name
        assert field.get("domain", "text") in STRUCTURES["domains"], name


def test_a_message_without_rules_of_its_own_is_provisional():
    for name, message in WIRE["messages"].items():
        assert ("like" in message) == (message["status"] == "provisional"), name
        assert message.get("like", name) in WIRE["messages"]
    assert [r["id"] for r in rules().values() if r.get("status") == "provisional"] == ["fs.adft-like-flop"]


def test_no_file_calls_clear_and_the_empty_replace_equal_before_the_samples_are_confirmed():
    contract, forms = WIRE["output"]["clear_contract"], WIRE["output"]["forms"]
    assert contract["equality_may_be_claimed"] is (contract["golden_samples"] == "confirmed")
    assert contract["golden_samples"] == "proposed"
    assert forms["cleared"]["key"] == "absent"
    assert forms["emptied"]["key"] == {"current": "empty-list", "target": "absent"}


def test_an_unfinished_wire_and_state_agree_on_the_empty_replace():
    (empty,) = [e for e in COMMANDS["commands"]["replace"]["effects"] if e["when"] == "empty"]
    form = WIRE["output"]["forms"][empty["wire"]]["key"]
    assert empty["state"] == form
    assert STORAGE["read_back"]["no-rows"]["becomes"] == "key-absent"
