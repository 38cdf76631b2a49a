"""What preflight sees on a real 5.7, and what it admits not to see."""

import threading
from dataclasses import replace

import pytest

from specproof.engines.base import Secret
from specproof.errors import Refusal
from specproof.finding import Severity
from specproof.migrator import locks, queries
from specproof.migrator.preflight import bindings, preflight

pytestmark = pytest.mark.engine

PLAN = "ALTER TABLE answer ADD COLUMN z_z INT, ADD KEY k_k (z_z); CREATE TABLE zz_t (id INT); DROP TABLE IF EXISTS old;"
INSTRUMENT = "UPDATE performance_schema.setup_instruments SET ENABLED = '{}' WHERE NAME = 'wait/lock/metadata/sql/mdl'"
OLD_TRANSACTIONS = "SELECT 1 FROM information_schema.INNODB_TRX WHERE trx_started < NOW() - INTERVAL 2 SECOND"


@pytest.fixture
def ready(desk):
    desk.baseline(rows=12)
    return desk.plan(PLAN)


def findings(found, slug):
    return [f.message.en for q in found.questions if q.slug == slug for f in q.findings]


def not_checked(found):
    return {q.slug: q.not_checked.en for q in found.not_checked}


def test_a_clean_server_has_no_errors(desk, ready):
    found = preflight(ready, desk.database)
    assert found.count(Severity.ERROR) == 0
    assert findings(found, "table-sizes")[0].startswith("answer: about 12 rows")
    assert "answer" not in findings(found, "existing-tables")


def test_the_columns_that_a_query_gives_are_those_it_says(desk, ready):
    """`gives` names the columns for the texts: it must be what the server returns."""
    values = bindings(ready, desk.target())
    with desk.session() as session:
        for folder in ("preflight", "verify"):
            for query in queries.load(folder):
                if folder == "verify" and query.slug == "no-history-backfill":
                    continue  # reads a column that only the change makes
                columns = session.run(queries.written_out(query, values)).columns
                assert columns == query.gives, query.slug


def test_what_is_already_there_is_compared_exactly(desk, ready):
    # For LIKE, _ would match any character: these must not be taken for zz_t, z_z and k_k.
    desk.run("CREATE TABLE zzxt (id INT)", "ALTER TABLE answer ADD COLUMN zxz INT, ADD KEY kxk (zxz)")
    found = preflight(ready, desk.database)
    assert found.count(Severity.ERROR) == 0
    desk.run("CREATE TABLE zz_t (id INT)", "ALTER TABLE answer ADD COLUMN z_z TEXT, ADD KEY k_k (zxz)")
    found = preflight(ready, desk.database)
    assert findings(found, "existing-tables") == ["zz_t is already there (BASE TABLE, about 0 rows)."]
    assert findings(found, "existing-columns") == ["Column answer.z_z is already there (text)."]
    assert findings(found, "existing-indexes") == ["Index answer.k_k is already there (zxz)."]
    assert found.count(Severity.ERROR) == 3


def test_a_missing_table_is_named(desk):
    found = preflight(desk.plan("ALTER TABLE nowhere ADD COLUMN z INT;"), desk.database)
    assert findings(found, "missing-tables") == [
        "Table nowhere, which the script changes, is not there, or this account may not see it."
    ]


def test_missing_privileges_and_what_cannot_be_seen_without_them(desk, ready):
    schema = desk.database.schema.replace("_", "\\_")
    name = f"p{desk.query('SELECT CONNECTION_ID()')[0][0]}"
    desk.run(f"CREATE USER {name} IDENTIFIED BY 'x'", f"GRANT SELECT, ALTER, CREATE ON `{schema}`.* TO {name}")
    desk.run(f"GRANT INSERT ON {desk.database.schema}.answer TO {name}")
    limited = replace(desk.database, address=replace(desk.address, user=name, password=Secret("x")))
    found = preflight(ready, limited)
    said = findings(found, "privileges")
    assert said == [f"Account {name}@% lacks DROP on old."]
    hidden = not_checked(found)
    for slug in ("long-transactions", "replicas", "waiting-for-locks"):
        assert "lacks PROCESS" in hidden[slug]
    assert "lacks a privilege" in hidden["is-replica"]


def test_an_account_with_a_strange_name_finds_its_grants(desk, ready):
    name = f"a@b'c{desk.query('SELECT CONNECTION_ID()')[0][0]}"
    quoted = name.replace("'", "''")
    schema = desk.database.schema.replace("_", "\\_")
    desk.run(f"CREATE USER '{quoted}' IDENTIFIED BY 'x'", f"GRANT ALL ON `{schema}`.* TO '{quoted}'")
    odd = replace(desk.database, address=replace(desk.address, user=name, password=Secret("x")))
    assert findings(preflight(ready, odd), "privileges") == []


def test_a_long_transaction_and_a_queue_are_seen(desk, ready):
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        queue = threading.Thread(
            target=lambda: desk.run("SET lock_wait_timeout = 600", "ALTER TABLE answer COMMENT 'queued'")
        )
        queue.start()
        waiting = desk.wait_for(lambda: desk.waiting_statement("ALTER"))
        desk.wait_for(lambda: desk.query(OLD_TRANSACTIONS))
        found = preflight(ready, desk.database)
        other.run("ROLLBACK")
        queue.join()
    assert any(f"Connection {other.connection_id} " in m for m in findings(found, "long-transactions"))
    assert any(f"Connection {waiting} " in m for m in findings(found, "waiting-for-locks"))


def test_the_holder_of_a_metadata_lock_is_named_where_the_server_records_them(desk, ready):
    assert "instrument" in not_checked(preflight(ready, desk.database))["metadata-locks"]
    desk.run(INSTRUMENT.format("YES"))
    try:
        with desk.session() as other:
            other.run("BEGIN")
            other.run("SELECT COUNT(*) FROM answer")
            found = preflight(ready, desk.database)
    finally:
        desk.run(INSTRUMENT.format("NO"))
    assert any(f"Connection {other.connection_id} " in m for m in findings(found, "metadata-locks"))


def test_another_specproof_is_seen(desk, ready):
    with desk.session() as other:
        assert locks.take(other, desk.database.schema)
        found = preflight(ready, desk.database)
    assert f"Connection {other.connection_id} holds the lock" in findings(found, "other-specproof")[0]


@pytest.mark.parametrize(
    ("setting", "value", "slug"),
    [
        ("sql_mode", "'ANSI_QUOTES'", "sql-mode-reading"),
        ("sql_mode", "''", "sql-mode-strict"),
        ("read_only", "1", "read-only"),
        ("innodb_large_prefix", "0", "key-length"),
        ("innodb_default_row_format", "'compact'", "key-length"),
    ],
)
def test_settings_that_matter(desk, ready, setting, value, slug):
    before = desk.query(f"SELECT @@global.{setting}")[0][0]
    desk.run(f"SET GLOBAL {setting} = {value}")
    try:
        assert len(findings(preflight(ready, desk.database), slug)) == 1
    finally:
        desk.run(f"SET GLOBAL {setting} = {before!r}")


def test_a_table_that_refers_to_a_changed_one(desk, ready):
    desk.run("CREATE TABLE child (a BIGINT, CONSTRAINT up FOREIGN KEY (a) REFERENCES answer (id))")
    assert "by foreign key up" in findings(preflight(ready, desk.database), "referencing-tables")[0]


def test_preflight_writes_nothing(desk, ready):
    """Its session is read-only: the server itself would refuse."""
    with desk.session() as session:
        before = desk.database.structure(session)
    preflight(ready, desk.database)
    with desk.session() as session:
        assert desk.database.structure(session) == before
    assert desk.journal() is None


def test_a_plan_that_cannot_run_can_still_be_looked_at(desk):
    plan = desk.plan("START TRANSACTION;")
    with pytest.raises(Refusal):
        plan.runnable()
    assert preflight(plan, desk.database).count(Severity.ERROR) == 0
