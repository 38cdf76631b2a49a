"""The data of the law as it ships: valid, complete, each fact once, and the SQL in step with it."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.ddl.judge import judge
from specproof.ddl.splitter import read_script
from specproof.finding import Prediction
from specproof.migrator import queries
from specproof.specs import load, metaschema, tables
from specproof.specs.validate import validate

CHANGE = resources.path("ddl", "changes", "0001-answer-delivery")
SCHEMA = load.read(resources.path("specs", "answer-delivery", "schema.yaml"))
DESCRIPTION = load.read(CHANGE / "change.yaml")
METASCHEMAS = sorted(resources.path("specs", "metaschema").glob("*.json"))
OPEN_OBJECTS = {"meta"}  # prose conventions of the fact catalogue, which no code reads


def test_all_shipped_data_is_valid():
    assert [f"{p} {p.path} -> {p.next_step}" for p in validate().problems] == []


def test_every_kind_says_where_its_files_lie():
    rooms = {pattern.split("/")[0] for kind in metaschema.kinds() for pattern in kind.patterns}
    assert rooms <= set(resources.ROOMS)


# --- metaschemas ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", METASCHEMAS, ids=lambda file: file.name)
def test_metaschemas_are_json_schema_2020_12_and_closed(file):
    schema = json.loads(file.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert [
        path for path, node in _objects(schema, "") if not _closed(node) and path.split("/")[-1] not in OPEN_OBJECTS
    ] == []


def _objects(node, path):
    """Every sub-schema that describes the keys of a mapping."""
    if isinstance(node, dict):
        if node.get("type") == "object" or "properties" in node:
            yield path, node
        for key, item in node.items():
            # Conditions repeat keys without closing the mapping anew.
            if key not in ("if", "then", "else", "not", "allOf", "anyOf", "oneOf"):
                yield from _objects(item, f"{path}/{key}")
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from _objects(item, f"{path}/{index}")


def _closed(node):
    return (
        "additionalProperties" in node or "unevaluatedProperties" in node or "properties" in node.get("properties", {})
    )


# --- the change -------------------------------------------------------------------------------------------------------


def _statements(name):
    script = read_script((CHANGE / name).read_bytes(), name)
    assert script.problems == ()
    return [script.sql(statement) for statement in script.statements]


def _declared_comments():
    """Comments by statement: of columns in order, then of the table."""
    for table in SCHEMA["tables"]:
        of_columns = [column["comment"]["zh"] for column in table["columns"]]
        yield of_columns + ([table["comment"]["zh"]] if "comment" in table else [])


def test_comments_of_the_script_are_the_chinese_texts_of_the_schema():
    comments = [
        [text.replace("''", "'") for text in re.findall(r"COMMENT[ =]'((?:[^']|'')*)'", sql)]
        for sql in _statements("up.sql")
    ]
    assert comments == list(_declared_comments())


def test_described_statements_are_those_of_the_script():
    words = [re.match(r"(\w+ \w+) `(\w+)`", sql).groups() for sql in _statements("up.sql")]
    assert [(kind.lower(), name) for kind, name in words] == [
        (s["kind"], s["object"]) for s in DESCRIPTION["statements"]
    ]
    assert DESCRIPTION["expected"]["tables"] == [name for _, name in words]


def test_way_back_undoes_the_statements_in_reverse():
    assert [re.match(r"(\w+ \w+) `(\w+)`", sql).groups() for sql in _statements("down.sql")] == [
        ("DROP TABLE", "submission_context"),
        ("DROP TABLE", "answer_delivery"),
        ("ALTER TABLE", "answer"),
    ]


@pytest.mark.parametrize("name", ["up.sql", "down.sql", "baseline.sql"])
def test_scripts_say_what_they_assume_in_both_languages(name):
    head = re.match(r"(?:--[^\n]*\n)+", (CHANGE / name).read_text(encoding="utf-8")).group()
    assert "5.7" in head
    assert re.search("[\u4e00-\u9fff]", head)
    assert "IF NOT EXISTS" not in " ".join(_statements(name)).upper()


def _judged(name, baseline=None):
    return judge(read_script((CHANGE / name).read_bytes(), name), baseline=baseline).statements


def test_simulated_change_gives_the_promised_tables_and_the_way_back_the_baseline():
    before = _judged("baseline.sql")[-1].after.schema
    changed = _judged("up.sql", before)
    after = changed[-1].after.schema
    assert [(one.predicted, one.conflicts) for one in changed] == [(Prediction.ACCEPTED, ())] * 3
    assert tables.expectation("answer-delivery").differences(after) == ()
    assert _judged("down.sql", after)[-1].after.schema == before


def test_declared_online_class_is_the_one_that_follows_from_the_facts():
    changed = _judged("up.sql", _judged("baseline.sql")[-1].after.schema)
    found = [{"how": one.online.how, "lock": one.online.lock} if one.online else None for one in changed]
    declared = [statement["online"] for statement in DESCRIPTION["statements"]]
    assert found[0] == declared[0]
    # A new table has no rows to work on and nobody who could be locked out.
    assert found[1:] == [None, None]
    assert declared[1:] == [{"how": "metadata", "lock": "none"}] * 2


# --- the self-checks --------------------------------------------------------------------------------------------------


def test_self_checks_are_single_reading_statements_with_a_complete_header():
    verify = {query.slug: query for query in queries.load("verify")}
    assert list(verify) == sorted(SCHEMA["self_checks"])
    for query in verify.values():
        assert query.expects == "no row"
        assert query.header["severity"] == "error"
        assert {"finds.zh", "finds.en", "next.zh", "next.en", "statements", "placeholders"} <= set(query.header)
        assert query.sql.startswith("SELECT ")
        assert ";" not in query.sql
        assert "DATABASE()" not in query.sql
        # A text with a place is filled from the columns that the query gives.
        for key in ("finds.zh", "finds.en"):
            assert set(re.findall(r"\{(\w+)\}", query.header[key])) <= set(query.gives)
        for text in (query.asks, query.text("finds"), query.text("next"), query.text("weakness")):
            assert re.search("[\u4e00-\u9fff]", text.zh)
            assert not re.search("[\u4e00-\u9fff]", text.en)


def test_self_checks_take_the_schema_in_one_place():
    places = {query.slug: re.findall(r":(\w+)", query.sql) for query in queries.load("verify")}
    assert {slug: found for slug, found in places.items() if found != ["schema"]} == {"no-history-backfill": []}


def test_forbidden_names_are_the_same_in_law_and_query():
    (pattern,) = [entry["pattern"] for entry in SCHEMA["forbidden"] if "pattern" in entry]
    (query,) = [query for query in queries.load("verify") if query.slug == "no-secret-columns"]
    assert f"REGEXP '{pattern}'" in query.sql


def test_keys_of_the_law_are_those_that_the_queries_expect():
    queried = {}
    for query in queries.load("verify"):
        for name, columns in re.findall(r"SELECT '(uk_\w+)'(?: AS index_name)?, '([\w, ]+)'", query.sql):
            queried[name] = columns.split(", ")
    declared = {key["name"]: key["columns"] for table in SCHEMA["tables"] for key in table.get("keys", ())}
    assert queried == {name: declared[name] for name in queried}
    assert sorted(queried) == ["uk_ctx_answer", "uk_ctx_intent", "uk_delivery_event", "uk_delivery_revision"]
