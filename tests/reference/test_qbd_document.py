"""The whole document of every parse case against the tables of observation.yaml: members, order, types, codes, ids."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import json
import re
from decimal import Decimal

import pytest
import rfc8785

from specproof.conformance.cases import compile_suite
from specproof.reference.qbd import graph, parse
from specproof.reference.qbd.index import Index
from specproof.reference.qbd.law import Law

LAW = Law()
OBJECTS = LAW.observation["objects"]
CASES = [case for case in compile_suite(("qbd",)).cases if case.operation.name == "parse"]
SENDER = LAW.profile["senders"]["registry"][0]["sender"]
CODES = {
    **{name: {one["code"] for one in LAW.profile[name]} for name in ("applicabilities", "statuses", "origins")},
    **{name: {one["code"] for one in LAW.profile[name]} for name in ("patchabilities", "issues", "reasons")},
    "refusals": {one["id"] for one in LAW.profile["refusals"]},
    "semantic_roles": {one["code"] for one in LAW.observation["semantic_roles"]},
    "change_roles": {one["code"] for one in LAW.observation["change_roles"]},
    "merge_statuses": {one["code"] for one in LAW.observation["merge_statuses"]},
    **{name: set(LAW.observation[name]) for name in ("action_hints", "booking_types", "target_kinds")},
}
PREFIX = {one["kind"]: one["prefix"] for one in LAW.observation["ids"]["kinds"]}
ROLES = {one["code"]: one for one in LAW.observation["semantic_roles"]}


def document(case):
    attachments = tuple(
        parse.Attachment(
            one.get("attachment_id", f"att-{number}"),
            one.get("file_name", "QBD.xlsx"),
            bytes.fromhex(one["hex"]) if "hex" in one else base64.b64decode(one["base64"]),
        )
        for number, one in enumerate(case.input["attachments"], 1)
    )
    mail = parse.Mail(case.input.get("sender", SENDER), "m", "1", attachments, case.input.get("kind", "new"))
    return parse.parse(LAW, mail)


def is_id(value, kind):
    return re.fullmatch(rf"{PREFIX.get(kind) or '[a-z]{3}_'}[0-9a-f]{{32}}", value)


PLAIN = {
    "code": lambda value, rest: value in CODES[rest],
    "version": lambda value, rest: value == LAW.profile["versions"][rest],
    "id": is_id,
    "sha256": lambda value, _: re.fullmatch(r"[0-9a-f]{64}", value),
    "integer": lambda value, _: type(value) is int,
    "boolean": lambda value, _: type(value) is bool,
    "text": lambda value, _: isinstance(value, str),
    "date": lambda value, _: dt.date.fromisoformat(value).isoformat() == value,
    "decimal": lambda value, _: isinstance(value, str) and format(Decimal(value), "f") == value,
    "role-value": lambda _value, _: True,  # told by the field's own role
}


def check(value, kind, place):
    """Holds a value against a type of the tables."""
    if kind.endswith("?") and value is None:
        return
    word, _, rest = kind.removesuffix("?").partition(" ")
    match word:
        case "list":
            assert isinstance(value, list), place
            for number, one in enumerate(value):
                check(one, rest, f"{place}/{number}")
        case "object":
            members = OBJECTS[rest]["members"]
            assert list(value) == [one["name"] for one in members], place
            for one in members:
                check(value[one["name"]], one["type"], f"{place}/{one['name']}")
        case "field":
            check(value, "object field_observation", place)
            assert value["semantic_role"] == rest, place
            role_value(value, ROLES[rest]["value"], place)
        case _:
            assert PLAIN[word](value, rest), place


def role_value(field, kind, place):
    value = field["normalized_value"]
    assert (value is not None) == (field["status"] == "RESOLVED"), place
    if value is None:
        return
    if kind == "date-or-cxl":
        kind = "text" if value == "CXL" else "date"
    check(value, kind, place)


@pytest.mark.parametrize("case", CASES, ids=lambda one: one.id)
def test_a_document_keeps_to_the_tables(case):
    found = document(case)
    check(found, "object parsed_fact_set", "")
    text = json.dumps(found, ensure_ascii=False)
    for never in ("http://", "https://", "AGENT_RECOVERED", "room_type_code"):
        assert never not in text
    observations = found["parser_observations"]
    if observations is None:
        return
    without = {name: value for name, value in observations.items() if name != "observation_hash"}
    assert observations["observation_hash"] == hashlib.sha256(rfc8785.dumps(without)).hexdigest()
    for field in Index(observations).fields():
        needed = next(one for one in LAW.profile["statuses"] if one["code"] == field["status"])
        assert field["patchability"] in needed["patchabilities"]
        assert (field["reason_code"] is not None) == (needed["reason"] == "required")
        assert field["rule_ref"] in (*ROLES[field["semantic_role"]]["rule_refs"], *derived(field))
        at = observations
        for part in field["field_path"].strip("/").split("/"):
            at = at[int(part)] if isinstance(at, list) else at[part]
        assert at is field


def derived(field):
    """A value by rule may name the rule that made it."""
    return LAW.observation["derived_by"] if field["origin"] == "PROFILE_DERIVED" else ()


@pytest.mark.parametrize("case", CASES, ids=lambda one: one.id)
def test_the_same_mail_gives_the_same_bytes(case):
    assert json.dumps(document(case)) == json.dumps(document(case))


def test_a_changed_strike_changes_the_evidence():
    first, second = (
        document(next(one for one in CASES if one.id == f"qbd.role-by-coverage.{name}"))["parser_observations"]
        for name in ("own-strike-only", "plain-text-in-a-struck-cell")
    )
    hashes = [one["row_units"][0]["selection"]["evidence_refs"][1]["content_hash"] for one in (first, second)]
    assert hashes[0] != hashes[1]
    assert graph.observation_hash(LAW, first) == first["observation_hash"]
