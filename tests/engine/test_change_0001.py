"""The answer-delivery change on a real MySQL 5.7: its structure, the way back, and the six self-checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from specproof import engines, resources
from specproof.ddl.splitter import read_script
from specproof.engines import scratch
from specproof.engines.base import SqlError
from specproof.engines.mysql_schema import read_schema
from specproof.migrator import queries
from specproof.schema import diff
from specproof.specs import load, tables

pytestmark = pytest.mark.engine

CHANGE = resources.path("ddl", "changes", "0001-answer-delivery")
TRANSCRIPT = Path(__file__).parent / "data" / "answer-delivery-v2.structure.sql"
# Beside the checkout where the law's sources are at hand; they are no part of this repository.
SOURCE = Path(__file__).parents[3] / "shared" / "seeds" / "answer-delivery-v2.sql"

ENGINE = engines.find("mysql-5.7")
SELF_CHECKS = load.read(resources.path("specs", "answer-delivery", "schema.yaml"))["self_checks"]
VERIFY = {query.slug: query for query in queries.load("verify")}


def statements(file: Path) -> list[str]:
    script = read_script(file.read_bytes(), str(file))
    assert script.problems == ()
    return [script.sql(statement) for statement in script.statements]


class Database:
    """One empty database: runs scripts statement by statement, tells its structure, answers the self-checks."""

    def __init__(self, address) -> None:
        self.name = address.database
        self.session = ENGINE.connect(address)

    def run(self, *scripts: Path) -> list[int]:
        """Affected rows of each statement; a warning fails the test."""
        affected = []
        for file in scripts:
            for sql in statements(file):
                result = self.session.run(sql)
                assert result.warnings == ()
                affected.append(result.affected)
        return affected

    def structure(self):
        return read_schema(self.session, self.name)

    def offenders(self, slug: str):
        return VERIFY[slug].ask(self.session, {"schema": self.name})


@pytest.fixture
def database(mysql57_database):
    database = Database(mysql57_database)
    yield database
    database.session.close()


@pytest.fixture
def second(mysql57):
    with scratch.database(ENGINE, mysql57, defaults="CHARACTER SET utf8mb4") as address:
        database = Database(address)
        yield database
        database.session.close()


@pytest.fixture
def upgraded(database):
    database.run(CHANGE / "baseline.sql", CHANGE / "up.sql")
    return database


def test_baseline_and_change_give_what_the_spec_promises(upgraded):
    live = upgraded.structure()
    promised = tables.expectation("answer-delivery")
    assert promised.differences(live) == ()
    # Key order is no difference to users, but the spec derives it by the server's rule: hold it to that.
    for table in promised.whole.tables:
        assert live.table(table.name).indexes == table.indexes
        assert live.table(table.name).columns == table.columns


@pytest.mark.parametrize("script", [TRANSCRIPT, SOURCE], ids=["transcript", "source"])
def test_change_has_the_structure_of_the_source(upgraded, second, script):
    if not script.is_file():
        pytest.skip(f"{script.name} is not beside the checkout; the transcript of its structure is compared")
    second.run(CHANGE / "baseline.sql", script)
    assert diff(second.structure(), upgraded.structure(), comments=False) == ()
    assert [t.name for t in second.structure().tables] == ["answer", "answer_delivery", "submission_context"]


def test_existing_answers_start_at_zero(database):
    database.run(CHANGE / "baseline.sql")
    database.session.run(
        "INSERT INTO answer (uuid, form_uuid, version) VALUES ('a', 'f', 1), ('b', 'f', 1), ('c', 'f', 2)"
    )
    assert database.run(CHANGE / "up.sql") == [0, 0, 0]
    assert database.session.query("SELECT uuid, answer_revision FROM answer ORDER BY uuid") == (
        ("a", 0),
        ("b", 0),
        ("c", 0),
    )


def test_down_restores_exactly_the_baseline(database):
    database.run(CHANGE / "baseline.sql")
    before = database.structure()
    database.run(CHANGE / "up.sql", CHANGE / "down.sql")
    assert database.structure() == before


def test_second_run_stops_at_its_first_statement(upgraded):
    before = upgraded.structure()
    with pytest.raises(SqlError) as caught:
        upgraded.run(CHANGE / "up.sql")
    assert caught.value.errno == 1060
    assert upgraded.structure() == before


def test_declared_online_class_is_what_the_server_does(database):
    """The server refuses ALGORITHM and LOCK clauses that a statement cannot keep: error 1845 or 1846."""
    change = load.read(CHANGE / "change.yaml")
    assert change["statements"][0]["online"] == {"how": "rebuild", "lock": "none"}
    database.run(CHANGE / "baseline.sql")
    table_id = "SELECT TABLE_ID FROM information_schema.INNODB_SYS_TABLES WHERE NAME = %s"
    before = database.session.query(table_id, [f"{database.name}/answer"])
    first = statements(CHANGE / "up.sql")[0]
    database.session.run(f"{first}, ALGORITHM=INPLACE, LOCK=NONE")
    assert database.session.query(table_id, [f"{database.name}/answer"]) != before  # rebuilt


# --- the six self-checks ----------------------------------------------------------------------------------------------


def test_there_are_exactly_the_six_self_checks():
    assert sorted(VERIFY) == sorted(SELF_CHECKS)
    assert len(SELF_CHECKS) == 6


@pytest.mark.parametrize("slug", SELF_CHECKS)
def test_self_check_passes_after_the_change(upgraded, slug):
    assert upgraded.offenders(slug) == ()


@pytest.mark.parametrize(
    ("slug", "damage", "offenders"),
    [
        (
            "delivery-unique-keys",
            "ALTER TABLE answer_delivery DROP KEY uk_delivery_event",
            [{"index_name": "uk_delivery_event", "expected_columns": "event_id", "actual_columns": "-"}],
        ),
        (
            "delivery-unique-keys",
            "ALTER TABLE answer_delivery DROP KEY uk_delivery_event, ADD KEY uk_delivery_event (event_id)",
            [
                {
                    "index_name": "uk_delivery_event",
                    "expected_columns": "event_id",
                    "actual_columns": "not unique (event_id)",
                }
            ],
        ),
        (
            "delivery-unique-keys",
            "ALTER TABLE answer_delivery DROP KEY uk_delivery_event, ADD UNIQUE KEY uk_delivery_event (event_id(8))",
            [
                {
                    "index_name": "uk_delivery_event",
                    "expected_columns": "event_id",
                    "actual_columns": "UNIQUE (event_id(8))",
                }
            ],
        ),
        (
            "context-unique-keys",
            (
                "ALTER TABLE submission_context DROP KEY uk_ctx_intent, "
                "ADD UNIQUE KEY uk_ctx_intent (intent_id, consumer_app_key)"
            ),
            [
                {
                    "index_name": "uk_ctx_intent",
                    "expected_columns": "consumer_app_key, intent_id",
                    "actual_columns": "UNIQUE (intent_id, consumer_app_key)",
                }
            ],
        ),
        (
            "context-unique-keys",
            "DROP TABLE submission_context",
            [
                {"index_name": "uk_ctx_answer", "expected_columns": "answer_uuid", "actual_columns": "-"},
                {
                    "index_name": "uk_ctx_intent",
                    "expected_columns": "consumer_app_key, intent_id",
                    "actual_columns": "-",
                },
            ],
        ),
        (
            "answer-revision-column",
            "ALTER TABLE answer DROP COLUMN answer_revision, ADD COLUMN answerXrevision BIGINT NOT NULL DEFAULT 0",
            [{"column_name": "answer_revision", "actual": "-"}],
        ),
        (
            "answer-revision-column",
            "ALTER TABLE answer MODIFY answer_revision BIGINT NULL DEFAULT 0",
            [{"column_name": "answer_revision", "actual": "bigint(20) NULL DEFAULT 0"}],
        ),
        (
            "answer-revision-column",
            "ALTER TABLE answer MODIFY answer_revision BIGINT NOT NULL",
            [{"column_name": "answer_revision", "actual": "bigint(20) NOT NULL"}],
        ),
        (
            "answer-revision-column",
            "ALTER TABLE answer MODIFY answer_revision BIGINT NOT NULL DEFAULT 1",
            [{"column_name": "answer_revision", "actual": "bigint(20) NOT NULL DEFAULT 1"}],
        ),
        (
            "no-secret-columns",
            "ALTER TABLE answer_delivery ADD COLUMN App_Secret INT, ADD COLUMN token INT, ADD COLUMN token_kind INT",
            [
                {"table_name": "answer_delivery", "column_name": "App_Secret"},
                {"table_name": "answer_delivery", "column_name": "token"},
            ],
        ),
        (
            "no-history-backfill",
            (
                "INSERT INTO answer (uuid, form_uuid, version, answer_revision) "
                "VALUES ('a', 'f', 1, 7), ('b', 'f', 1, 7), ('c', 'f', 1, 0)"
            ),
            [{"answer_revision": 7, "answers": 2}],
        ),
    ],
)
def test_self_check_finds_the_offender(upgraded, slug, damage, offenders):
    upgraded.session.run(damage)
    assert list(upgraded.offenders(slug)) == offenders


def test_foreign_keys_are_found_in_both_directions(upgraded):
    upgraded.session.run(
        "ALTER TABLE submission_context ADD CONSTRAINT out_of FOREIGN KEY (answer_uuid) REFERENCES answer (uuid)"
    )
    upgraded.session.run(
        "CREATE TABLE receipt (event_id VARCHAR(36), CONSTRAINT into_it FOREIGN KEY (event_id) "
        "REFERENCES answer_delivery (event_id)) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci"
    )
    upgraded.session.run("CREATE TABLE unrelated (a BIGINT, FOREIGN KEY (a) REFERENCES answer (id))")
    name = upgraded.name
    assert list(upgraded.offenders("no-foreign-keys")) == [
        {"table_name": "receipt", "constraint_name": "into_it", "referenced_table": f"{name}.answer_delivery"},
        {"table_name": "submission_context", "constraint_name": "out_of", "referenced_table": f"{name}.answer"},
    ]


def test_original_foreign_key_check_gives_a_false_alarm_and_ours_does_not(upgraded, second):
    second.session.run("CREATE TABLE parent (id BIGINT PRIMARY KEY)")
    second.session.run("CREATE TABLE answer_delivery (id BIGINT, FOREIGN KEY (id) REFERENCES parent (id))")
    (weak,) = queries.load("contrast")
    assert list(weak.ask(upgraded.session, {})) == [{"foreign_keys": 1}]
    assert upgraded.offenders("no-foreign-keys") == ()
    assert len(second.offenders("no-foreign-keys")) == 1


def test_self_checks_look_only_at_the_schema_they_are_given(upgraded, second):
    """Asked about an empty schema on a server that has another sound one, they miss what is not there."""
    assert [slug for slug in SELF_CHECKS if slug != "no-history-backfill" and second.offenders(slug)] == [
        "delivery-unique-keys",
        "context-unique-keys",
        "answer-revision-column",
    ]
