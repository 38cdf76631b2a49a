"""Online-DDL classes against the facts: every form of every operation that ran on a real 5.7."""

from __future__ import annotations

from typing import Any

import pytest

from specproof.ddl import words
from specproof.ddl.online import How, Lock, classify, operation
from specproof.ddl.reader import read
from specproof.ddl.simulator.replay import Outcome, Simulator
from specproof.ddl.splitter import read_script
from specproof.schema import Schema, Table

ENTRIES = {e["id"]: e for e in words.table("mysql57")["entries"] if e.get("online_ddl")}
FORMS = [
    pytest.param(entry, form, id=f"{slug}-{number}")
    for slug, entry in ENTRIES.items()
    for number, form in enumerate(entry["online_ddl"].get("forms", ()))
]
HOW = {"yes": True, "yes*": True, "no": False, "n/a": False}


def run(simulator: Simulator, sql: str) -> list[Outcome]:
    script = read_script(f"{sql}\n;".encode(), "fact.sql")
    outcomes = []
    for statement in script.statements:
        reading = read(statement, script)
        assert reading.statement is not None, (sql, reading)
        outcomes.append(simulator.run(statement, reading.statement, script.text))
    return outcomes


def prepared(entry: dict[str, Any]) -> Simulator:
    simulator = Simulator(Schema(tables=(), charset="utf8mb4", collation="utf8mb4_general_ci"))
    online = entry["online_ddl"]
    for sql in (*entry["probe"].get("setup", ()), *online.get("forms_setup", ())):
        assert all(not o.refused for o in run(simulator, sql)), sql
    return simulator


@pytest.mark.parametrize(("entry", "form"), FORMS)
def test_a_form_gets_what_the_server_gave(entry, form):
    simulator = prepared(entry)
    if form["statement"].startswith("OPTIMIZE"):
        pytest.skip("OPTIMIZE TABLE is no statement of the simulator")
    (outcome,) = run(simulator, form["statement"])
    assert (outcome.errno or 0) == form["expected_error"]


@pytest.mark.parametrize("slug", [s for s, e in ENTRIES.items() if e["online_ddl"].get("forms")])
def test_the_class_is_what_the_server_did(slug):
    entry = ENTRIES[slug]
    form = entry["online_ddl"]["forms"][0]
    if form["expected_error"] or form["statement"].startswith("OPTIMIZE") or "partition" in slug:
        pytest.skip("the plain form is refused, or not simulated")
    (outcome,) = run(prepared(entry), form["statement"])
    assert outcome.online is not None
    if outcome.online.how is How.PARTITIONS:
        assert slug.startswith("ddl-part-")
        return
    assert (outcome.online.how is How.COPY) == (form["rows_copied"] > 0)
    if form.get("table_id_changes") is not None:
        assert (outcome.online.how in {How.COPY, How.REBUILD}) == form["table_id_changes"]


@pytest.mark.parametrize("name", sorted(words.table("online")["operations"]))
def test_the_data_agrees_with_the_fact_it_names(name):
    found = operation(name, (0, 0))
    online = ENTRIES[found.fact]["online_ddl"]
    if found.how is How.PARTITIONS:
        assert online["algorithm_chosen_on_5_7"] == "special"
        return
    assert (found.how is How.COPY) == (online["algorithm_chosen_on_5_7"] == "COPY")
    assert (found.how in {How.REBUILD, How.COPY}) == HOW[online["rebuilds_table"]]
    assert (found.how is How.METADATA) == HOW[online["only_metadata"].rstrip("*")] or name == "auto-increment-value"
    weakest = online.get("weakest_lock_clause")
    if weakest:
        assert weakest.split()[0] == found.lock.upper()


def alter(sql: str, *tables: Table) -> Outcome:
    simulator = Simulator(Schema(tables=tables) if tables else None)
    return run(simulator, sql)[-1]


def test_a_statement_is_as_heavy_as_its_heaviest_clause():
    outcome = alter("CREATE TABLE t (a INT, b INT); ALTER TABLE t ADD KEY (a), ADD c INT, COMMENT 'x', MODIFY b BIGINT")
    assert outcome.online is not None
    assert (outcome.online.how, outcome.online.lock) == (How.COPY, Lock.SHARED)
    assert [o.name for o in outcome.online.operations] == ["add-index", "add-column", "table-comment", "change-type"]


def test_a_statement_without_clauses_does_nothing():
    table = Table("t", ())
    assert classify((), table, table).how is How.METADATA


def test_a_column_that_nobody_defined_has_no_class():
    outcome = alter("ALTER TABLE answer MODIFY state VARCHAR(20)")
    assert outcome.online is not None
    assert outcome.online.how is How.UNKNOWN


def test_adding_to_a_table_that_nobody_defined_is_a_rebuild():
    outcome = alter("ALTER TABLE answer ADD state VARCHAR(20)")
    assert outcome.online is not None
    assert (outcome.online.how, outcome.online.lock) == (How.REBUILD, Lock.NONE)


def test_create_index_and_drop_index_have_classes_too():
    assert alter("CREATE TABLE t (a INT); CREATE INDEX i ON t (a)").online.how is How.IN_PLACE
    assert alter("CREATE TABLE t (a INT, KEY i (a)); DROP INDEX i ON t").online.how is How.METADATA


def test_converting_a_table_that_nobody_defined_has_no_class():
    outcome = alter("ALTER TABLE answer CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    assert outcome.online is not None
    assert outcome.online.how is How.UNKNOWN
