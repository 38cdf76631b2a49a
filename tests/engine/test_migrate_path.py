"""The whole way of one script on a real 5.7: preflight, rehearse, apply, verify."""

import json

import pytest

from specproof.errors import Refusal
from specproof.evidence import Outcome
from specproof.finding import Severity
from specproof.migrator.apply import apply, brief
from specproof.migrator.preflight import preflight
from specproof.migrator.rehearsal import Work
from specproof.migrator.status import status
from specproof.migrator.verify import verify

pytestmark = pytest.mark.engine


def test_the_change_goes_all_the_way(desk):
    desk.baseline(rows=25)
    plan = desk.change()

    looked = preflight(plan, desk.database)
    assert looked.count(Severity.ERROR) == 0
    assert {q.slug for q in looked.not_checked} >= {"free-disk"}

    rehearsal = desk.rehearse(plan, rows=40)
    assert rehearsal.failed is None
    assert rehearsal.notes == ()
    assert len(set(rehearsal.fingerprints)) == 4
    assert [(s.number, s.work) for s in rehearsal.statements] == [(1, Work.REBUILD), (2, None), (3, None)]

    briefing = brief(plan, desk.database, desk.folder)
    assert [(s.table, s.rows) for s in briefing.sizes] == [("answer", 25)]
    assert briefing.target.version == desk.server.identity.version

    done = apply(plan, desk.database, desk.folder)
    assert [(s.number, s.title, s.by) for s in done.statements] == [
        (1, "alter table answer", "run"),
        (2, "create table answer_delivery", "run"),
        (3, "create table submission_context", "run"),
    ]
    assert not done.resumed

    verified = verify(plan, desk.database, desk.folder)
    assert {c.slug: c.outcome for c in verified.comparisons} == dict.fromkeys(
        [
            "rehearsed",
            "spec:answer-delivery",
            "delivery-unique-keys",
            "context-unique-keys",
            "answer-revision-column",
            "no-secret-columns",
            "no-foreign-keys",
            "no-history-backfill",
        ],
        Outcome.OK,
    )
    assert status(desk.journal()).state == "done"


def test_a_rehearsal_copies_no_row_and_leaves_nothing_behind(desk):
    desk.baseline(rows=5)
    before = desk.query("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA")
    plan = desk.plan("INSERT INTO answer SELECT * FROM answer WHERE 1 = 0; ALTER TABLE answer ADD COLUMN z INT;")
    rehearsal = desk.rehearse(plan)
    assert rehearsal.failed is None
    assert rehearsal.traceless(1)
    assert desk.query("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA") == before
    assert "z" not in desk.columns("answer")


def test_the_record_names_the_servers_and_their_settings(desk):
    desk.baseline()
    plan = desk.change()
    desk.rehearse(plan)
    path = desk.folder.rehearsal(desk.target(), plan.hash)
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["schema"] == "specproof/rehearsal/1"
    assert record["outcome"] == "ok"
    assert record["target"]["version"] == record["scratch"]["version"] == desk.server.identity.version
    assert record["variables"]["sql_mode"] == desk.query("SELECT @@global.sql_mode")[0][0]
    assert record["differing"] == []


def test_the_scratch_session_takes_the_settings_of_the_live_server_over(desk):
    """What live's sql_mode lets pass must pass in the rehearsal, and the other way round."""
    desk.baseline()
    plan = desk.plan("CREATE TABLE z (d DATE NOT NULL DEFAULT '0000-00-00');")
    mode = desk.query("SELECT @@global.sql_mode")[0][0]
    assert desk.rehearse(plan).failed.failure.errno == 1067
    desk.run("SET GLOBAL sql_mode = ''")
    try:
        assert desk.rehearse(plan).failed is None
    finally:
        desk.run(f"SET GLOBAL sql_mode = '{mode}'")


def test_synthetic_rows_show_what_an_empty_table_hides(desk):
    """A NOT NULL date without default is refused on a table with rows only (1292)."""
    desk.baseline()
    plan = desk.plan("ALTER TABLE answer ADD COLUMN d DATE NOT NULL;")
    assert desk.rehearse(plan).failed is None
    assert desk.rehearse(plan, rows=3).failed.failure.errno == 1292


def test_tables_of_every_kind_are_copied_filled_and_compared(desk):
    desk.run(
        "CREATE TABLE p (code VARCHAR(5) NOT NULL PRIMARY KEY) CHARSET latin1",
        "CREATE TABLE c (id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY, p VARCHAR(5) CHARACTER SET latin1, n BIT(3),"
        " e ENUM('a','b'), j JSON, g POINT NOT NULL, y YEAR, b BLOB, at TIMESTAMP(3) NULL, d DOUBLE(7,2),"
        " v INT AS (y + 1) VIRTUAL, SPATIAL KEY (g), FOREIGN KEY (p) REFERENCES p (code))",
        "CREATE VIEW w AS SELECT id FROM c",
        "CREATE TRIGGER t BEFORE INSERT ON c FOR EACH ROW SET NEW.e = 'a'",
        "INSERT INTO c (id, g) VALUES (77, POINT(1, 1))",
    )
    rehearsal = desk.rehearse(desk.plan("ALTER TABLE c ADD COLUMN z INT NOT NULL;"), rows=30)
    assert (rehearsal.failed, rehearsal.notes, rehearsal.scope.left_out) == (None, (), ())


@pytest.mark.parametrize(
    ("clause", "rows", "work"),
    [
        ("ADD KEY k (uuid)", 3, Work.IN_PLACE),
        ("ADD COLUMN z INT", 3, Work.REBUILD),
        ("ADD COLUMN z INT", 0, Work.REBUILD_OR_COPY),
        ("ADD COLUMN z INT, ALGORITHM=COPY", 3, Work.COPY),
        ("COMMENT 'x'", 3, Work.IN_PLACE),
    ],
)
def test_the_rehearsal_sees_how_a_table_is_changed(desk, clause, rows, work):
    desk.baseline()
    rehearsal = desk.rehearse(desk.plan(f"ALTER TABLE answer {clause};"), rows=rows)
    assert rehearsal.statements[0].work is work


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE USER somebody;",
        "SET GLOBAL max_connections = 9;",
        "CALL p();",
        "SET @s = 'DROP TABLE shop.t'; PREPARE s FROM @s; EXECUTE s;",
    ],
)
def test_what_could_leave_the_scratch_schema_needs_a_server_of_its_own(desk, sql):
    """On the live server, or anybody's, a rehearsal of these would be the deed itself."""
    desk.baseline()
    with pytest.raises(Refusal) as caught:
        desk.rehearse(desk.plan(sql))
    assert caught.value.code == "rehearse.reaches-out"
    assert desk.query("SELECT COUNT(*) FROM mysql.user WHERE User = 'somebody'") == ((0,),)


@pytest.mark.parametrize("row_format", ["compact", "redundant"])
def test_a_table_that_kept_its_old_row_format_is_copied_with_it(desk, scratch57, row_format):
    """Tables from before 5.7 are COMPACT and do not say so; a rebuild makes them DYNAMIC, in the rehearsal too."""
    default = desk.query("SELECT @@global.innodb_default_row_format")[0][0]
    desk.run(f"SET GLOBAL innodb_default_row_format = {row_format}")
    try:
        desk.run("CREATE TABLE old (a INT, s VARCHAR(10))")
    finally:
        desk.run(f"SET GLOBAL innodb_default_row_format = {default}")
    plan = desk.plan("ALTER TABLE old ADD COLUMN z INT;")
    rehearsal = desk.rehearse(plan, scratch=scratch57)
    assert (rehearsal.failed, rehearsal.scope.left_out) == (None, ())
    assert [s.table("old").row_format.lower() for s in rehearsal.states] == [row_format, default]
    assert len(apply(plan, desk.database, desk.folder).statements) == 1
    assert desk.query("SELECT @@global.innodb_default_row_format")[0][0] == default


def test_a_changed_table_that_cannot_be_copied_as_it_is_cannot_be_rehearsed(desk):
    default = desk.query("SELECT @@global.innodb_default_row_format")[0][0]
    desk.run("SET GLOBAL innodb_default_row_format = compact")
    try:
        desk.run("CREATE TABLE old (a INT)")
    finally:
        desk.run(f"SET GLOBAL innodb_default_row_format = {default}")
    with pytest.raises(Refusal) as caught:
        desk.rehearse(desk.plan("ALTER TABLE old ADD COLUMN z INT;"))
    assert caught.value.code == "rehearse.cannot-copy"
    assert "old.row_format: expected Compact, found Dynamic" in caught.value.what


def test_what_cannot_be_copied_is_listed_and_left_out_of_the_comparison(desk):
    desk.baseline()
    desk.run("CREATE PROCEDURE p() SELECT 1")
    plan = desk.change()
    rehearsal = desk.rehearse(plan)
    assert any("routine p" in note for note in rehearsal.notes)
    assert len(rehearsal.scope.left_out) == 1
    apply(plan, desk.database, desk.folder)
    rehearsed = verify(plan, desk.database, desk.folder).comparisons[0]
    assert rehearsed.outcome is Outcome.OK


def test_verify_says_what_was_expected_and_seen(desk):
    desk.baseline()
    plan = desk.change()
    desk.rehearse(plan)
    apply(plan, desk.database, desk.folder)
    desk.run(
        "ALTER TABLE submission_context MODIFY code VARCHAR(63) NOT NULL, ADD COLUMN api_secret INT",
        "UPDATE answer SET answer_revision = 4 LIMIT 2",
    )
    found = {c.slug: c for c in verify(plan, desk.database, desk.folder).comparisons}
    assert found["rehearsed"].outcome is Outcome.FAILED
    said = [t.en for t in found["rehearsed"].seen]
    assert "submission_context.columns.code.type: expected varchar(64), found varchar(63)" in said
    assert found["spec:answer-delivery"].outcome is Outcome.FAILED
    assert [t.en for t in found["no-history-backfill"].seen] == ["2 answers have the revision 4."]
    assert "api_secret" in found["no-secret-columns"].seen[0].zh
    assert found["no-foreign-keys"].outcome is Outcome.OK


def test_what_is_in_place_is_not_rehearsed_over(desk):
    """The record is what verify compares with; it goes only when the structure is another one."""
    desk.baseline()
    plan = desk.plan("ALTER TABLE answer ADD COLUMN z INT;")
    desk.rehearse(plan)
    apply(plan, desk.database, desk.folder)
    with pytest.raises(Refusal) as caught:
        desk.rehearse(plan)
    assert caught.value.code == "rehearse.already-applied"
    assert verify(plan, desk.database, desk.folder).comparisons[0].outcome is Outcome.OK
    desk.run("ALTER TABLE answer DROP COLUMN z")
    assert desk.rehearse(plan).failed is None
    assert len(apply(plan, desk.database, desk.folder).statements) == 1


def test_verify_before_the_script_ran_is_red_and_not_only_not_run(desk):
    desk.baseline()
    verified = verify(desk.change(), desk.database, desk.folder)
    assert verified.outcome is Outcome.FAILED
    assert verified.comparisons[0].outcome is Outcome.NOT_RUN


def test_a_script_that_is_no_catalogued_change_is_compared_with_its_rehearsal_alone(desk):
    desk.baseline()
    plan = desk.plan("ALTER TABLE answer ADD COLUMN z INT;")
    desk.rehearse(plan)
    apply(plan, desk.database, desk.folder)
    found = verify(plan, desk.database, desk.folder)
    assert [(c.slug, c.outcome) for c in found.comparisons] == [("rehearsed", Outcome.OK), ("spec", Outcome.NOT_RUN)]
    assert found.outcome is Outcome.OK


def test_statements_about_the_connection_and_procedures_are_run_as_written(desk, scratch57):
    desk.baseline()
    plan = desk.plan(
        f"USE {desk.database.schema};\nSET NAMES utf8mb4;\nSET @type = 'BIGINT';\n"
        "SET @sql = CONCAT('ALTER TABLE answer ADD COLUMN z ', @type);\nPREPARE s FROM @sql;\nEXECUTE s;\n"
        "DELIMITER //\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 1; SELECT 2;\nEND//\nDELIMITER ;\n"
        "CREATE VIEW w AS SELECT z FROM answer;"
    )
    assert desk.rehearse(plan, scratch=scratch57).failed is None
    done = apply(plan, desk.database, desk.folder)
    assert [s.title for s in done.statements] == ["execute", "create procedure p", "create view w"]
    assert "z" in desk.columns("answer")
