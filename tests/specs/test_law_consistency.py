"""What holds between the files of one law: register, rules, questions and data, for every system that has them.

A system joins by having `rules/` and `questions/` beside its `statements.yaml`; nothing here names one.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path

import pytest

from specproof import resources
from specproof.specs import load

ROOT = Path(__file__).parents[2]
SPECS = resources.room("specs")
SYSTEMS = sorted(p.parent.name for p in SPECS.glob("*/rules") if (p.parent / "questions").is_dir())
# How the ids of rules start, by the start of the ids of statements.
PREFIXES = {"FS": "fs", "QBD": "qbd", "DDL": "ad"}
BOTH = ["current", "target"]


@cache
def statements(system):
    return {s["id"]: s for s in load.read(SPECS / system / "statements.yaml")["statements"]}


@cache
def rules(system):
    return {r["id"]: r for r in map(load.read, sorted((SPECS / system / "rules").glob("*.yaml")))}


@cache
def questions(system):
    return {q["id"]: q for q in map(load.read, sorted((SPECS / system / "questions").glob("*.yaml")))}


@cache
def structured(system):
    """The files that hold the law as tables."""
    return {p.name: load.read(p) for p in sorted((SPECS / system).glob("*.yaml")) if p.name != "statements.yaml"}


def resolve(system, pointer):
    """The value at `file#/pointer`, as the grammar of RFC 6901 reads it without escapes."""
    file, _, path = pointer.partition("#")
    value = structured(system)[file]
    for part in path.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def prefix(system):
    (start,) = {s.split("-")[0] for s in statements(system)}
    return PREFIXES[start]


def nodes(value, path=""):
    """Every mapping in a value, with its pointer."""
    if isinstance(value, dict):
        yield path, value
        for key, item in value.items():
            yield from nodes(item, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from nodes(item, f"{path}/{index}")


def deviations(system):
    """Pointers of all values in the structured files that differ between the profiles."""
    return [
        (f"{file}#{path}", node)
        for file, value in structured(system).items()
        for path, node in nodes(value)
        if set(node) == set(BOTH)
    ]


def covers(pointer, place):
    """Whether the pointer names the place, something around it or something in it."""
    return f"{place}/".startswith(f"{pointer}/") or f"{pointer}/".startswith(f"{place}/")


pytestmark = pytest.mark.parametrize("system", SYSTEMS)


# --- the register -----------------------------------------------------------------------------------------------------


def test_ids_run_without_a_gap(system):
    numbers = [int(s.split("-")[1]) for s in statements(system)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_sections_are_explained(system):
    sections = load.read(SPECS / system / "statements.yaml")["source"].get("sections", {})
    used = {mark for s in statements(system).values() for mark in s["section"]}
    assert used <= set(sections)


def test_neighbours_of_a_statement_exist_and_are_others(system):
    wrong = [
        (s["id"], other)
        for s in statements(system).values()
        for other in s.get("see", ())
        if other not in statements(system) or other == s["id"]
    ]
    assert wrong == []


# --- every statement has its place ------------------------------------------------------------------------------------


def test_every_statement_that_is_no_open_question_is_in_a_rule(system):
    gathered = {s for rule in rules(system).values() for s in rule["statements"]}
    demanded = {s for s, one in statements(system).items() if one["kind"] != "open-question"}
    assert sorted(demanded - gathered) == []


def test_every_open_statement_is_in_exactly_one_question(system):
    asked = sorted(s for question in questions(system).values() for s in question["statements"])
    assert asked == sorted(s for s, one in statements(system).items() if one["kind"] == "open-question")


def test_a_rule_that_rests_on_an_open_statement_names_its_question(system):
    asks = {s: q["id"] for q in questions(system).values() for s in q["statements"]}
    silent = [
        (rule["id"], s)
        for rule in rules(system).values()
        for s in rule["statements"]
        if s in asks and asks[s] not in rule.get("questions", ())
    ]
    assert silent == []


# --- references -------------------------------------------------------------------------------------------------------


def test_names_are_those_of_the_files(system):
    for folder, infix in (("rules", ""), ("questions", "q.")):
        for file in sorted((SPECS / system / folder).glob("*.yaml")):
            assert load.read(file)["id"] == f"{prefix(system)}.{infix}{file.stem}"


def test_no_reference_dangles(system):
    known, dangling = statements(system), []
    for rule in rules(system).values():
        dangling += [(rule["id"], s) for s in rule["statements"] if s not in known]
        dangling += [(rule["id"], q) for q in rule.get("questions", ()) if q not in questions(system)]
        dangling += [(rule["id"], rule["differs"])] if rule.get("differs", rule["id"]) not in rules(system) else []
        proof = rule["proof"]
        files = [
            *proof.get("static", ()),
            *(f"ddl/checks/{check}.yaml" for check in proof.get("checks", ())),
            *(f"migrator/queries/{query}.sql" for query in proof.get("queries", ())),
        ]
        dangling += [(rule["id"], file) for file in files if not (ROOT / file).exists()]
    dangling += [(q["id"], s) for q in questions(system).values() for s in q["statements"] if s not in known]
    for file, value in structured(system).items():
        for path, node in nodes(value):
            named = node.get("statements")
            if isinstance(named, list) and named and all(isinstance(s, str) for s in named):
                dangling += [(f"{file}#{path}", s) for s in named if s not in known]
    assert dangling == []


def test_pointers_into_the_data_resolve(system):
    pointers = [(r["id"], p) for r in rules(system).values() for p in r.get("data", ())]
    pointers += [(q["id"], p) for q in questions(system).values() for p in q["position"].get("data", ())]
    dangling = []
    for owner, pointer in pointers:
        try:
            resolve(system, pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            dangling.append((owner, pointer))
    assert dangling == []


def test_questions_in_the_data_exist(system):
    named = set(re.findall(r"\b[a-z]+\.q\.[a-z0-9-]+", json.dumps(structured(system))))
    assert sorted(named - set(questions(system))) == []


# --- rules ------------------------------------------------------------------------------------------------------------


def test_digests_are_those_of_the_norms(system):
    for rule in rules(system).values():
        canonical = json.dumps(rule["norm"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert rule["digest"] == hashlib.sha256(canonical.encode()).hexdigest()[:16], rule["id"]


def test_a_norm_is_one_sentence_or_two(system):
    long = [r["id"] for r in rules(system).values() if len(re.findall(r"[。！？]", r["norm"]["zh"])) not in (1, 2)]
    long += [
        r["id"] for r in rules(system).values() if len(re.findall(r"[.!?](?=\s|$)", r["norm"]["en"])) not in (1, 2)
    ]
    assert long == []


def test_titles_tell_the_rules_apart(system):
    for language in ("zh", "en"):
        titles = [one["title"][language] for one in (*rules(system).values(), *questions(system).values())]
        assert sorted({t for t in titles if titles.count(t) > 1}) == []


def test_pairs_of_profiles_are_complete(system):
    for rule in rules(system).values():
        if rule["profiles"] == ["current"]:
            assert "differs" in rule, f"{rule['id']} says what today does and not what is to be"
        if "differs" in rule:
            other = rules(system)[rule["differs"]]
            assert other.get("differs") == rule["id"]
            assert sorted(rule["profiles"] + other["profiles"]) == BOTH, rule["id"]


def test_no_statement_stands_in_both_halves_of_a_pair(system):
    pairs = [(r, rules(system)[r["differs"]]) for r in rules(system).values() if "differs" in r]
    assert [(a["id"], s) for a, b in pairs for s in a["statements"] if s in b["statements"]] == []


def test_profiles_of_a_rule_suit_its_statements(system):
    kinds = {s: one["kind"] for s, one in statements(system).items()}
    for rule in rules(system).values():
        found = {kinds[s] for s in rule["statements"]}
        if "current-deviation" in found:
            assert "current" in rule["profiles"], rule["id"]
        if "target" in found:
            assert rule["profiles"] == ["target"], rule["id"]
        if "differs" in rule and rule["profiles"] == ["current"]:
            assert "current-deviation" in found, rule["id"]


def test_every_difference_in_the_data_has_its_pair_of_rules(system):
    halves = [r for r in rules(system).values() if "differs" in r and r["profiles"] == ["current"]]
    without = []
    for place, node in deviations(system):
        assert node["current"] != node["target"], place
        paired = [
            r
            for r in halves
            if any(covers(p, place) for p in r.get("data", ()))
            and any(covers(p, place) for p in rules(system)[r["differs"]].get("data", ()))
        ]
        without += [] if paired else [place]
    assert without == []


# --- questions --------------------------------------------------------------------------------------------------------


def test_a_position_is_one_of_the_alternatives(system):
    for question in questions(system).values():
        assert question["position"]["choice"] in [a["id"] for a in question["alternatives"]], question["id"]


def test_rules_named_in_questions_exist(system):
    start = prefix(system)
    for question in questions(system).values():
        named = re.findall(rf"\b{start}\.[a-z0-9-]+(?![a-z0-9.-])", json.dumps(question["flips"]))
        assert [r for r in named if r not in rules(system)] == [], question["id"]
