"""The QBD law read as a program would read it: every grammar runs, every worked example comes out, every code exists.

What is the same for all systems stands in `test_law_consistency.py`. The readings here are the shortest ones that the
data allows; the reference has its own.
"""

from __future__ import annotations

import calendar
import datetime as dt
import hashlib
import json
import re
from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest

from specproof import resources
from specproof.specs import load, metaschema

SPECS = resources.room("specs")
PROFILE = load.read(SPECS / "qbd" / "profile.yaml")
OBSERVATION = load.read(SPECS / "qbd" / "observation.yaml")
REGISTER = load.read(SPECS / "qbd" / "statements.yaml")["statements"]
RULES = {rule["id"]: rule for rule in map(load.read, sorted((SPECS / "qbd" / "rules").glob("*.yaml")))}


def code_points(spelt):
    ends = [int(end, 16) for end in re.findall(r"U\+([0-9A-F]+)", spelt)]
    return range(ends[0], ends[-1] + 1)


BLANK = "".join(chr(c) for spelt in PROFILE["blank"]["characters"] for c in code_points(spelt))
MASK = chr(code_points(PROFILE["patterns"]["macros"]["mask"])[0])


def expression(pattern, flags=()):
    """A pattern of the data, its macros filled in."""
    text = pattern.replace("{blank}", BLANK).replace("{mask}", MASK)
    return re.compile(text, re.ASCII | (re.IGNORECASE if "ignore-ascii-case" in flags else 0))


def nodes(value, path=""):
    if isinstance(value, dict):
        yield path, value
        for key, item in value.items():
            yield from nodes(item, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from nodes(item, f"{path}/{index}")


def compared(text):
    """The steps of `comparison`."""
    assert PROFILE["comparison"]["steps"] == ["trim-blanks", "collapse-blanks-to-one-space", "ascii-upper-case"]
    text = re.sub(f"[{BLANK}]+", " ", text.strip(BLANK))
    return "".join(c.upper() if c.isascii() else c for c in text)


GRAMMARS = {
    f"{file}#{path}": node
    for file, data in (("profile.yaml", PROFILE), ("observation.yaml", OBSERVATION))
    for path, node in nodes(data)
    if ("pattern" in node or "search" in node) and "examples" in node and "readings" not in node
}


# --- the register and what is marked ----------------------------------------------------------------------------------

# As counted on the source, before later readings added statements.
KINDS_OF_FIRST_READING = {"must": 122, "must-not": 37, "current-deviation": 2, "open-question": 16}


def test_the_register_holds_what_was_counted_on_the_source():
    first = REGISTER[:177]
    assert first[-1]["id"] == "QBD-177"
    assert Counter(one["kind"] for one in first) == KINDS_OF_FIRST_READING


def test_both_languages_use_the_same_names():
    # Codes, members and classes are the same words in both; a word of prose has no capitals or underscore inside.
    name = re.compile(r"\b(?:[A-Z]{2,}(?:_[A-Z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z][a-z]+[A-Z][A-Za-z]+)\b", re.ASCII)
    differing = []
    for one in [*REGISTER, *RULES.values()]:
        text = one.get("text", one.get("norm"))
        names = [sorted(set(name.findall(text[language]))) for language in ("zh", "en")]
        differing += [] if names[0] == names[1] else [(one["id"], *names)]
    assert differing == []


def test_what_adr_008_supersedes_is_marked_and_asks():
    parts = {f"QBD-{number}" for number in (103, 111, 112, 113, 114, 115, 116, 117, 140, 141, 142)}
    marked = [rule for rule in RULES.values() if rule.get("status") == "superseded"]
    assert {s for rule in marked for s in rule["statements"]} >= parts
    assert all("qbd.q.superseded-contract" in rule["questions"] for rule in marked)
    assert all(rule["id"] in {m["id"] for m in marked} for rule in RULES.values() if parts & set(rule["statements"]))


def test_one_channel_is_active():
    active = [one for one in PROFILE["senders"]["registry"] if one["state"] == "ACTIVE"]
    assert [(one["sender"], one["profile"]) for one in active] == [("op.qbdtravel@gmail.com", "QBD")]


def test_no_workbook_lies_in_the_content_rooms():
    found = [p for room in resources.ROOMS for p in resources.room(room).rglob("*") if ".xls" in p.suffix.lower()]
    assert found == []
    known = {sample["sha256"] for sample in PROFILE["samples"]["workbooks"]}
    assert {len(digest) for digest in known} == {64}


# --- grammars ---------------------------------------------------------------------------------------------------------


def test_every_expression_of_the_data_compiles():
    found = [
        expression(node[key])
        for data in (PROFILE, OBSERVATION)
        for _, node in nodes(data)
        for key in ("pattern", "search", "strip")
        if isinstance(node.get(key), str)
    ]
    assert len(found) > len(GRAMMARS)


def test_only_declared_macros_are_used():
    used = {name for _, node in nodes(PROFILE) for name in re.findall(r"\{([a-z]+)\}", str(node.get("pattern", "")))}
    assert used == set(PROFILE["patterns"]["macros"])


@pytest.mark.parametrize("place", GRAMMARS)
def test_a_grammar_takes_its_examples_and_refuses_the_others(place):
    grammar = GRAMMARS[place]
    whole = "pattern" in grammar
    one = expression(grammar["pattern" if whole else "search"], grammar.get("flags", ()))
    find = one.fullmatch if whole else one.search
    strip = expression(grammar["strip"]) if "strip" in grammar else None

    def seen(text):
        return strip.sub("", text) if strip else text

    for example in grammar["examples"]:
        match = find(seen(example["text"]))
        assert match, example["text"]
        assert match.groupdict() == example["groups"], example["text"]
    never = {text.upper() for text in grammar.get("never", ())}
    for text in grammar["refused"]:
        assert text.upper() in never or not find(seen(text)), text


def test_blank_is_what_java_takes_and_the_no_break_spaces():
    python = {chr(c) for c in range(0x10000) if chr(c).isspace()}
    assert set(BLANK) == python - {"\x85"}
    for spelt in PROFILE["blank"]["examples"]:
        assert chr(code_points(spelt)[0]) in BLANK
    for spelt in PROFILE["blank"]["refused"]:
        assert chr(code_points(spelt)[0]) not in BLANK


def test_comparison():
    for example in PROFILE["comparison"]["examples"]:
        assert compared(example["text"]) == example["compared"]


# --- senders and gates ------------------------------------------------------------------------------------------------


def test_senders_are_routed_as_shown():
    assert PROFILE["senders"]["normalization"]["steps"] == ["trim-blanks", "ascii-lower-case"]
    registry = {entry["sender"]: entry["state"] for entry in PROFILE["senders"]["registry"]}
    for example in PROFILE["senders"]["examples"]:
        normal = "".join(c.lower() if c.isascii() else c for c in example["sender"].strip(BLANK))
        assert (registry.get(normal, "UNKNOWN") if normal else "NO_SENDER") == example["state"], example


def test_every_state_of_a_sender_has_one_route_for_each_class_of_input():
    routes = PROFILE["senders"]["routes"]
    for state in {r["state"] for r in routes}:
        mine = [r for r in routes if r["state"] == state]
        assert [r.get("input") for r in mine] == [None] or sorted(r["input"] for r in mine) == [
            "historical",
            "new",
            "test",
        ]
    assert [r["state"] for r in routes if r["observations"]] == ["ACTIVE"]
    assert [r["state"] for r in routes if "outcome" not in r] == ["ACTIVE"]


def test_the_sheets_of_the_samples_pass_the_gate():
    grammar = expression(PROFILE["sheet"]["name"]["pattern"])
    for sample in PROFILE["samples"]["workbooks"]:
        found = grammar.fullmatch(sample["sheet"])
        assert f"{found['year']}-{int(found['month']):02}" == sample["month"]
        assert PROFILE["months"][int(found["month"]) - 1] == compared(found["month_name"])
        assert int(found["year"]) in PROFILE["sheet"]["years"]
        assert found["year"].endswith(found["short_year"])


def test_samples_add_up():
    samples, together = PROFILE["samples"]["workbooks"], PROFILE["samples"]["together"]
    assert sum(s["row_units"] for s in samples) == together["row_units"] == 9
    assert 2 * together["pairs"] + together["current"] == together["segments"] == 16


def test_header_labels_stand_on_the_core_columns():
    core = [letter for letter, column in PROFILE["columns"].items() if column["core"]]
    assert core == list(PROFILE["header"]["labels"]) == ["C", "E", "H", "J"]
    labels = [compared(label) for labels in PROFILE["header"]["labels"].values() for label in labels]
    assert len(set(labels)) == len(labels)
    assert PROFILE["columns"]["F"]["role"] == "ignored"


def test_every_core_cell_has_one_line_for_each_kind():
    for column in PROFILE["header"]["labels"]:
        kinds = [c["kind"] for c in PROFILE["cell_kinds"] if c["column"] == column]
        assert len(set(kinds)) == len(kinds)
        assert {"empty", "other", "text"} <= set(kinds)
        assert ("date" in kinds) == (column == "J")


# --- selection --------------------------------------------------------------------------------------------------------


def is_orange(fill):
    orange = PROFILE["selection"]["orange"]
    near = abs(Decimal(fill.get("tint", "0")) - Decimal(orange["tint"])) <= Decimal(orange["tolerance"])
    return fill["fill"] == orange["fill"] and fill.get("theme") == orange["theme"] and near


def test_orange_is_told_by_identity():
    orange = PROFILE["selection"]["orange"]
    assert [fill for fill in orange["examples"] if not is_orange(fill)] == []
    assert [fill for fill in orange["refused"] if is_orange(fill)] == []
    fixture = PROFILE["selection"]["fixture_argb"]
    assert [c for c in fixture["examples"] if c[-6:].upper() not in fixture["colours"]] == []
    assert [c for c in fixture["refused"] if c[-6:].upper() in fixture["colours"]] == []
    assert fixture["input"] == "test"


# --- operation --------------------------------------------------------------------------------------------------------


def test_actions_of_the_grammar_are_those_of_the_table():
    entry = PROFILE["operation"]["entry"]
    grammar = expression(entry["pattern"], entry["flags"])
    for action in PROFILE["operation"]["actions"]:
        found = grammar.fullmatch(f"2026-08-03 {action['text'].lower()} X")
        assert compared(found["action"]) == action["text"]
        assert found["target"] == "X"
        assert action["kind"] == action["text"].replace(" ", "_")
        assert action["hint"] in OBSERVATION["action_hints"]
    assert len(PROFILE["operation"]["actions"]) == 6
    assert {a["hint"] for a in PROFILE["operation"]["actions"]} == set(OBSERVATION["action_hints"])
    assert PROFILE["operation"]["cxl_kind"] in [a["kind"] for a in PROFILE["operation"]["actions"]]


def test_dates_of_entries_are_read_by_one_form_at_most():
    forms = [expression(form["pattern"]) for form in PROFILE["operation"]["date"]["forms"]]
    for example in PROFILE["operation"]["entry"]["examples"]:
        date = example["groups"]["date"]
        assert date is None or sum(bool(f.fullmatch(date)) for f in forms) == (date != "8/3")


# --- segments and roles -----------------------------------------------------------------------------------------------


def marked(cell):
    """The text of a cell and which of its characters are struck."""
    text, struck, on = "", [], False
    for character in cell:
        if character == "~":
            on = not on
        else:
            text += "\n" if character == "/" else character
            struck.append(on)
    return text, struck


def spans(text, cuts):
    start = 0
    for piece in re.split(f"[{''.join(cuts)}]", text):
        yield start, start + len(piece)
        start += len(piece) + 1


def coverage(text, struck, start, end):
    bits = {struck[i] for i in range(start, end) if text[i] not in BLANK}
    return {frozenset(): None, frozenset([True]): "all", frozenset([False]): "none"}.get(frozenset(bits), "some")


def role(table, covered, siblings):
    for line in table:
        if line["struck"] == covered and ("sibling" not in line or line["sibling"] in siblings):
            return line["role"]
    raise AssertionError(covered)


def item_spans(text, start, end):
    separators = BLANK + "".join(PROFILE["detail"]["item"]["separators"])
    for found in re.finditer(PROFILE["detail"]["item"]["search"], text[start:end]):
        yield start + found.start(), start + found.start() + len(found.group().rstrip(separators))


@pytest.mark.parametrize("example", PROFILE["segments"]["examples"], ids=lambda e: e["cell"])
def test_roles_of_lines_and_items(example):
    law = PROFILE["segments"]
    text, struck = marked(example["cell"])
    lines = [s for s in spans(text, PROFILE["rich_text"]["line_breaks"]["cut_at"]) if coverage(text, struck, *s)]
    first = [role(law["roles"], coverage(text, struck, *line), ()) for line in lines]
    roles = [role(law["roles"], coverage(text, struck, *line), set(first)) for line in lines]
    assert roles == example["roles"]
    if "items" in example:
        found = []
        for line, own in zip(lines, roles, strict=True):
            covered = [coverage(text, struck, *item) for item in item_spans(text, *line)]
            beside = set(roles) | {"BEFORE" for one in covered if one == "all"}
            found.append([role(law["item_roles"], c, beside) if own == "MIXED" else own for c in covered])
        assert found == example["items"]


# --- room items -------------------------------------------------------------------------------------------------------


def first_reading(readings, text):
    for reading in readings:
        if "pattern" in reading and (found := expression(reading["pattern"]).fullmatch(text)):
            return reading, found
        if "search" in reading and len(expression(reading["search"]).findall(text)) >= reading["at_least"]:
            return reading, None
    raise AssertionError(text)


def masked(label, *, qualifiers=True):
    for token in ("breakfast", "qualifiers") if qualifiers else ("breakfast",):
        grammar = expression(PROFILE[token]["search"], PROFILE[token]["flags"])
        label = grammar.sub(lambda found: MASK * len(found.group()), label)
    return label


def amount(token):
    for line in PROFILE["price"]["amounts"]:
        if "times" in line:
            return plain(Decimal(token) * Decimal(line["times"])), line["rule_ref"]
        if Decimal(token) == Decimal(line["equals"]):
            return line["amount"], line["rule_ref"]
    raise AssertionError(token)


def plain(value):
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def room_text(label, price):
    text = masked(label, qualifiers=False)
    if price.re.groupindex.get("token"):
        text = text[: price.start("token")] + text[price.end("token") :]
    text = text.replace(MASK, "")
    for pair in PROFILE["room_text"]["emptied_pairs"]:
        text = text.replace(pair, "")
    return re.sub(f"[{BLANK}]+", " ", text).strip(BLANK)


@pytest.mark.parametrize("example", PROFILE["price"]["examples"], ids=lambda e: e["label"])
def test_prices(example):
    reading, found = first_reading(PROFILE["price"]["readings"], masked(example["label"]))
    assert reading["id"] == example["reading"]
    assert (found.groupdict().get("token") if found else None) == example["token"]
    priced = reading["id"] == "tight"
    assert example["amount"] == (amount(found["token"])[0] if priced else None)
    clear = priced or reading["id"] == "absent"
    assert example["room"] == (room_text(example["label"], found) if clear else None)


def test_the_price_rule_tells_eight_point_five_from_all_others():
    assert amount("8.5") == amount("8.500") == ("850", "QBD_PRICE_EIGHT_POINT_FIVE@1")
    assert amount("8.51") == ("8510", "QBD_PRICE_TIMES_THOUSAND@1")
    assert amount("0.0015") == ("1.5", "QBD_PRICE_TIMES_THOUSAND@1")


@pytest.mark.parametrize("example", PROFILE["quantity"]["examples"], ids=lambda e: e["outer"] or "empty")
def test_quantities(example):
    reading, found = first_reading(PROFILE["quantity"]["readings"], example["outer"])
    assert reading["id"] == example["reading"]
    written = found.groupdict().get("quantity") if found else None
    assert (str(int(written)) if written else reading["then"].get("value")) == example["quantity"]


# --- dates ------------------------------------------------------------------------------------------------------------


def date_or_none(year, month, day):
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return dt.date(year, month, day) if day <= calendar.monthrange(year, month)[1] else None


def stay(example):
    """Arrival, departure and the reason of the first that is missing, by the `stay` part of the profile."""
    law, start, end = PROFILE["stay"], example["start"], example["end"]
    if "group_in" in example:
        arrival = dt.date.fromisoformat(example["group_in"])
        if arrival.day != start:
            return None, None, law["with_group_in"]["disagreement"]["reason"]
        return arrival, *departure(arrival, start, end)
    anchor = example["operation_date"] and dt.date.fromisoformat(example["operation_date"])
    for step in range(law["with_cxl"]["months_tried"]) if anchor else ():
        arrival = date_or_none(anchor.year, anchor.month + step, start)
        if arrival and arrival >= anchor:
            leaving, reason = departure(arrival, start, end)
            if reason != law["departure"]["day_not_in_month"]["reason"]:
                return arrival, leaving, reason
    return None, None, law["with_cxl"]["unsafe"]["reason"]


def departure(arrival, start, end):
    law = PROFILE["stay"]["departure"]
    if end == start:
        return None, law["end_equals_start"]["reason"]
    leaving = date_or_none(arrival.year, arrival.month + (end < start), end)
    return leaving, None if leaving else law["day_not_in_month"]["reason"]


@pytest.mark.parametrize("example", PROFILE["stay"]["examples"], ids=json.dumps)
def test_stays(example):
    arrival, leaving, reason = stay(example)
    nights = (leaving - arrival).days if arrival and leaving else None
    assert (arrival and str(arrival), leaving and str(leaving), nights, reason) == (
        example["arrival"],
        example["departure"],
        example["nights"],
        example.get("reason"),
    )


def test_serials_become_dates():
    dates = PROFILE["workbook"]["dates"]
    systems = {one["name"]: one for one in dates["systems"]}
    for example in dates["serial_examples"]:
        system, serial = systems[example["system"]], Decimal(example["serial"])
        held = system["serial_minimum"] <= serial < system["serial_maximum"] + 1
        day = dt.date.fromisoformat(system["epoch"]) + dt.timedelta(days=int(serial)) if held else None
        assert (day and str(day)) == example["date"], example
    for system in systems.values():
        last = dt.date.fromisoformat(system["epoch"]) + dt.timedelta(days=system["serial_maximum"])
        assert last == dt.date(9999, 12, 31)


def test_booking_types_leave_no_number_of_rooms_out():
    types = PROFILE["booking_type"]["types"]
    assert types[0]["rooms"]["minimum"] == 1
    assert [b["rooms"]["minimum"] - a["rooms"]["maximum"] for a, b in pairwise(types)] == [1]
    assert "maximum" not in types[-1]["rooms"]
    for example in PROFILE["booking_type"]["examples"]:
        known = None not in example["quantities"]
        found = [t["type"] for t in types if known and in_range(sum(example["quantities"]), t["rooms"])]
        assert found == ([example["type"]] if example["type"] else [])
        assert known == (example["type"] is not None)


def in_range(rooms, limits):
    return limits["minimum"] <= rooms <= limits.get("maximum", rooms)


# --- codes ------------------------------------------------------------------------------------------------------------


def codes(name, data=PROFILE):
    return [one["code"] for one in data[name]]


def states():
    """Every state of a field that the data gives, with its place."""
    for file, data in (("profile", PROFILE), ("observation", OBSERVATION)):
        for path, node in nodes(data):
            if {"status", "patchability"} <= set(node) and node["patchability"] != "as-price":
                yield f"{file}#{path}", node


def test_every_state_of_a_field_is_one_that_the_law_allows():
    allowed = {s["code"]: s for s in PROFILE["statuses"]}
    assert codes("statuses") == ["RESOLVED", "MISSING", "UNRESOLVED", "CONFLICT", "NOT_APPLICABLE"]
    assert codes("origins") == ["SOURCE_EXPLICIT", "PROFILE_DERIVED"]
    assert codes("patchabilities") == ["LOCKED", "RECOVERABLE", "REVIEW_ONLY"]
    found = list(states())
    assert len(found) > 30
    for place, state in found:
        law = allowed[state["status"]]
        assert state["patchability"] in law["patchabilities"], place
        assert ("reason" in state) == (law["reason"] == "required"), place
    assert {p for s in PROFILE["statuses"] for p in s["patchabilities"]} == set(codes("patchabilities"))


def test_unresolved_is_recoverable_in_a_frozen_place_only():
    law = PROFILE["recoverable"]
    elsewhere = {"POSITION_NOT_FROZEN", *law["exceptions"]}
    for place, state in states():
        if state["status"] == "UNRESOLVED" and place.startswith("profile") and "/qualifiers/" not in place:
            expected = law["other_place"] if state["reason"] in elsewhere else law["frozen_place"]
            assert state["patchability"] == expected, place


def test_reasons_issues_and_outcomes_exist_and_are_used():
    reasons = {node["reason"] for _, node in nodes(PROFILE) if codes_like(node.get("reason"))}
    reasons |= {state["reason"] for _, state in states() if "reason" in state}
    reasons |= set(PROFILE["recoverable"]["exceptions"])
    assert reasons == set(codes("reasons"))
    gates = {node["gate"] for _, node in nodes(PROFILE) if codes_like(node.get("gate"))}
    issued = {o["issue"] for o in PROFILE["outcomes"] if o["issue"]}
    warned = {PROFILE["selection"]["orange"]["theme_part"]["warning"]}
    by_kind = {kind: {i["code"] for i in PROFILE["issues"] if i["kind"] == kind} for kind in ("issue", "gate")}
    assert by_kind == {"issue": issued, "gate": gates | {PROFILE["merge_review"]["code"]}}
    assert {i["code"] for i in PROFILE["issues"]} == issued | gates | warned | {PROFILE["merge_review"]["code"]}
    assert {o["applicability"] for o in PROFILE["outcomes"]} == set(codes("applicabilities"))
    assert codes("merge_statuses", OBSERVATION) == [PROFILE["merge_review"]["code"]]


def codes_like(value):
    return isinstance(value, str) and re.fullmatch(r"[A-Z][A-Z_]+", value)


def test_refusals_and_outcomes_named_anywhere_exist():
    outcomes = {o["id"] for o in PROFILE["outcomes"]}
    refusals = {r["id"]: r["outcome"] for r in PROFILE["refusals"]}
    assert set(refusals.values()) == {"workbook-failed", "template-mismatch"} <= outcomes
    named = {node["refusal"] for _, node in nodes(PROFILE) if isinstance(node.get("refusal"), str)}
    named |= {PROFILE["header"]["doubled_label"], PROFILE["rich_text"]["strike"]["otherwise"]}
    named |= {PROFILE["rich_text"]["text"]["lone_surrogate"]}
    assert named - set(refusals) == {"of-first-unreadable", "of-first-candidate"}
    routed = {r["outcome"] for r in PROFILE["senders"]["routes"] if "outcome" in r}
    assert routed | set(refusals.values()) | {PROFILE["selection"]["no_row"], "parsed"} == outcomes


def references():
    """Every rule_ref in the data; the grammar of references shows some that are none."""
    data = [PROFILE, {name: part for name, part in OBSERVATION.items() if name != "rule_ref"}]
    return set(re.findall(r"QBD_[A-Z0-9_]+@[0-9]+", json.dumps(data)))


def test_every_rule_reference_is_one_rule_at_its_revision():
    pattern = expression(OBSERVATION["rule_ref"]["pattern"])
    assert "QBD_QUANTITY_DEFAULT_ONE@1" in references()
    for reference in references():
        found = pattern.fullmatch(reference)
        (owner,) = [rule for rule in RULES.values() if found["code"] in rule.get("codes", ())]
        assert owner["revision"] == int(found["revision"]), reference


def test_codes_of_rules_are_declared_and_all_issues_and_reasons_have_a_rule():
    declared = {*codes("issues"), *codes("reasons")}
    used = {code for rule in RULES.values() for code in rule.get("codes", ())}
    assert used == declared | {reference.split("@")[0] for reference in references()}


# --- the graph of observations ----------------------------------------------------------------------------------------

OBJECTS = {name: [member["name"] for member in one["members"]] for name, one in OBSERVATION["objects"].items()}


def test_members_that_the_source_lists_stand_in_its_order():
    assert OBJECTS["parsed_fact_set"][-1] == OBSERVATION["contract"]["member"] == "parser_observations"
    assert OBJECTS["row_unit"] == [
        "row_unit_id",
        "source_scope",
        "selection",
        "group_code",
        "operation",
        "source_rate_code",
        "group_in",
        "detail_segments",
    ]
    assert OBJECTS["field_observation"] == [
        "field_id",
        "semantic_role",
        "field_path",
        "status",
        "raw_value",
        "normalized_value",
        "origin",
        "patchability",
        "reason_code",
        "rule_ref",
        "evidence_refs",
    ]
    assert OBJECTS["evidence_locator"] == [
        "attachment_id",
        "attachment_sha256",
        "sheet_name",
        "row_number",
        "column",
        "span",
    ]
    forbidden = OBSERVATION["objects"]["room_item_fact"]["forbidden"]
    assert forbidden == ["room_type_code"]
    assert not set(forbidden) & set(OBJECTS["room_item_fact"])


def test_types_of_members_lead_to_what_exists():
    lists = {**PROFILE, **OBSERVATION}
    kinds = {k["kind"] for k in OBSERVATION["ids"]["kinds"]}
    roles = set(codes("semantic_roles", OBSERVATION))
    fields = []
    for one in OBSERVATION["objects"].values():
        for member in one["members"]:
            word, _, name = member["type"].rstrip("?").removeprefix("list ").partition(" ")
            match word:
                case "object":
                    assert name in OBJECTS
                case "id":
                    assert name in kinds | {"of-target-kind"}
                case "code":
                    assert name in lists
                case "version":
                    assert name in PROFILE["versions"]
                case "field":
                    fields.append(name)
    assert sorted(fields) == sorted(roles)


def test_semantic_roles_stand_where_they_say():
    for one in OBSERVATION["semantic_roles"]:
        owner = OBSERVATION["objects"][one["owner"]]
        for part in one["place"].split("/"):
            (member,) = [m for m in owner["members"] if m["name"] == part]
            word, _, name = member["type"].partition(" ")
            if word == "object":
                owner = OBSERVATION["objects"][name]
        assert (word, name) == ("field", one["code"])
        assert one["origin"] in codes("origins")
        assert one["column"] is None or PROFILE["columns"][one["column"]]["core"]
    named = [one["code"] for one in OBSERVATION["semantic_roles"] if "named_by" in one]
    assert named == ["SOURCE_RATE_CODE", "GROUP_IN", "ROOM_QUALIFIERS"]


def test_dependencies_are_computed_after_what_they_need():
    fields = OBSERVATION["dependencies"]["fields"]
    roles = set(codes("semantic_roles", OBSERVATION))
    derived = {line["role"] for line in fields}
    for number, line in enumerate(fields):
        assert {line["role"], *line["from"]} <= roles
        later = {one["role"] for one in fields[number:]}
        assert not (set(line["from"]) & derived) & (later - {line["role"]})
        refs = next(r["rule_refs"] for r in OBSERVATION["semantic_roles"] if r["code"] == line["role"])
        assert line["by"] in refs
    assert [s["if"] for s in OBSERVATION["dependencies"]["states"]] == ["CONFLICT", "UNRESOLVED", "MISSING", "RESOLVED"]


def test_only_active_roles_are_projected():
    projection = OBSERVATION["projection"]
    assert projection["never"] == ["BEFORE"]
    assert projection["item"]["roles"] == PROFILE["segments"]["active_roles"] == ["AFTER", "CURRENT"]
    assert set(codes("change_roles", OBSERVATION)) == {*projection["segment"]["roles"], *projection["never"]}


# --- canonical form, ids, hashes --------------------------------------------------------------------------------------


def canonical(value):
    """RFC 8785 for what these examples hold: ASCII names, no fractions, so that sorting by code point is enough."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_canonical_examples():
    for example in OBSERVATION["canonical"]["examples"]:
        assert canonical(example["value"]) == example["json"]
    assert {type(e["value"]) for e in OBSERVATION["canonical"]["examples"]} == {int, str, bool, list, dict}


@pytest.mark.parametrize("example", OBSERVATION["ids"]["examples"], ids=lambda e: e["id"])
def test_worked_ids_come_out_byte_for_byte(example):
    law = OBSERVATION["ids"]
    (kind,) = [k for k in law["kinds"] if k["kind"] == example["kind"]]
    assert list(example["inputs"]) == kind["inputs"]
    values = [PROFILE["versions"]["observation"], kind["kind"], *example["inputs"].values()]
    assert canonical(values) == example["preimage"]
    assert kind["prefix"] + sha256(example["preimage"])[: law["hex_digits"]] == example["id"]


def test_every_kind_of_id_has_an_example_and_a_prefix_of_its_own():
    kinds = OBSERVATION["ids"]["kinds"]
    assert {e["kind"] for e in OBSERVATION["ids"]["examples"]} == {k["kind"] for k in kinds}
    assert len({k["prefix"] for k in kinds}) == len(kinds)
    words = {word for k in kinds for word in k["inputs"]}
    assert not {w for w in words if "time" in w or "normal" in w or "agent" in w}


def test_ids_hold_all_that_the_source_demands():
    demanded = {"message_id", "message_revision", "attachment_id", "attachment_sha256", "sheet_name", "row_number"}
    inputs = {k["kind"]: set(k["inputs"]) for k in OBSERVATION["ids"]["kinds"]}
    for kind in ("row_unit", "detail_segment", "room_item", "evidence"):
        assert demanded <= inputs[kind]
    assert {"segment_order", "segment_start", "segment_end"} <= inputs["detail_segment"] < inputs["room_item"]
    assert inputs["field"] == {"owner_id", "semantic_role"}
    assert inputs["fact"] == {"segment_id"}


def test_ids_build_on_each_other_in_the_examples():
    made = {e["id"] for e in OBSERVATION["ids"]["examples"]}
    used = {v for e in OBSERVATION["ids"]["examples"] for k, v in e["inputs"].items() if k.endswith("_id")}
    assert {one for one in used if re.match(r"[a-z]{3}_[0-9a-f]{32}$", one)} <= made
    hashes = {e["content_hash"] for e in OBSERVATION["evidence"]["examples"]}
    wanted = {e["inputs"]["content_hash"] for e in OBSERVATION["ids"]["examples"] if e["kind"] == "evidence"}
    assert wanted <= hashes


def test_the_observation_hash_comes_out():
    example = OBSERVATION["observation_hash"]["example"]
    whole = OBSERVATION["objects"][OBSERVATION["observation_hash"]["of"]]
    names = [m["name"] for m in whole["members"] if m["name"] not in OBSERVATION["observation_hash"]["without"]]
    assert list(example["observations"]) == names
    for member in whole["members"]:
        word, _, name = member["type"].partition(" ")
        if word == "version":
            assert example["observations"][member["name"]] == PROFILE["versions"][name]
    assert canonical(example["observations"]) == example["preimage"]
    assert sha256(example["preimage"]) == example["hash"]


def test_evidence_hashes_come_out_and_see_the_strike():
    names = [member["name"] for member in OBSERVATION["evidence"]["content"]]
    for example in OBSERVATION["evidence"]["examples"]:
        assert canonical({name: example[name] for name in names}) == example["preimage"]
        assert sha256(example["preimage"]) == example["content_hash"]
        assert example["cell_kind"] in OBSERVATION["evidence"]["cell_kinds"]
        assert all(start < end <= len(example["value"]) for start, end in example["struck"])
    plain_text = {e["value"]: e["content_hash"] for e in OBSERVATION["evidence"]["examples"] if not e["struck"]}
    assert plain_text


def test_spans_count_code_points_of_the_whole_cell():
    assert OBSERVATION["spans"]["unit"] == "unicode-code-points"
    for example in OBSERVATION["spans"]["examples"]:
        assert example["cell"][example["start"] : example["end"]] == example["segment"]


# --- what the schemas refuse ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("profile", "sheet/name/pattern", "2026"),
        ("profile", "sheet/name/pattern", "^(2026$"),
        ("profile", "selection/orange/tint", 0.8),
        ("profile", "selection/orange/theme", 12),
        ("profile", "limits/rows", 1048577),
        ("profile", "limits/file_bytes", 0),
        ("profile", "senders/registry/0/sender", "Op.QBD@gmail.com"),
        ("profile", "senders/registry/0/state", "PENDING"),
        ("profile", "outcomes/0/applicability", "Applicable"),
        ("profile", "price/amounts/0/equals", "8,5"),
        ("profile", "price/amounts/0/times", "10"),
        ("profile", "stay/examples/0/nights", 0),
        ("profile", "stay/examples/0/reason", "DATE_NOT_SAFE"),
        ("profile", "segments/roles/0/role", "OLD"),
        ("profile", "issues/6/question", None),
        ("profile", "samples/workbooks/0/sha256", "b81b"),
        ("profile", "detail/extra", 1),
        ("observation", "objects/row_unit/members/0/type", "uuid"),
        ("observation", "objects/RowUnit", {}),
        ("observation", "ids/digest", "MD5"),
        ("observation", "ids/hex_digits", 8),
        ("observation", "ids/never", []),
        ("observation", "canonical/form", "sorted JSON"),
        ("observation", "observation_hash/without", []),
        ("observation", "contract/member_names", "camelCase"),
        ("observation", "projection/rate_hint", "BAR"),
        ("observation", "entry_points/0/name", "fixed contracts"),
    ],
)
def test_schemas_refuse(kind, path, value):
    data = json.loads(json.dumps({"profile": PROFILE, "observation": OBSERVATION}[kind]))
    (schema,) = [one for one in metaschema.kinds() if one.name == kind]
    assert list(metaschema.errors(schema, data)) == []
    *above, last = path.split("/")
    node = data
    for part in above:
        node = node[int(part)] if isinstance(node, list) else node[part]
    node[int(last) if isinstance(node, list) else last] = value
    found = list(metaschema.errors(schema, data))
    assert found
    assert all("/".join(map(str, error.absolute_path)).startswith("/".join(above)) for error in found)
