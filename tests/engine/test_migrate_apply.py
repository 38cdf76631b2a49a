"""What apply refuses, and how it stops, on a real 5.7."""

import json
import re
import resource
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from specproof import resources
from specproof.engines.base import Secret
from specproof.errors import EnvironmentProblem, ExitCode, Interrupted, PartialStop, Refusal
from specproof.migrator import as_json, locks
from specproof.migrator.apply import apply, brief
from specproof.migrator.hooks import Hooks
from specproof.migrator.journal import read
from specproof.migrator.rehearsal import from_record, to_record
from specproof.migrator.resume import abandon, resume
from specproof.migrator.standing import standing
from specproof.migrator.status import status
from specproof.migrator.target import Database

pytestmark = pytest.mark.engine

TWO = "ALTER TABLE answer ADD COLUMN z INT;\nCREATE TABLE zz (id INT);\n"


def refusal(kind, action):
    with pytest.raises(kind) as caught:
        action()
    return caught.value


@pytest.fixture
def ready(desk):
    """A schema with the baseline and a rehearsed script of two statements."""
    desk.baseline()
    plan = desk.plan(TWO)
    desk.rehearse(plan)
    return plan


# --- guards: exit 4, nothing changed ----------------------------------------------------------------------------------


def test_without_a_rehearsal(desk):
    desk.baseline()
    plan = desk.plan(TWO)
    error = refusal(Refusal, lambda: apply(plan, desk.database, desk.folder))
    assert error.code == "guard.no-rehearsal"
    assert "migrate rehearse" in error.next_step
    assert "z" not in desk.columns("answer")
    assert desk.journal() is None


def test_after_an_edit_of_the_rehearsed_script(desk, ready):
    plan = desk.plan(TWO + "-- a remark\n")
    error = refusal(Refusal, lambda: apply(plan, desk.database, desk.folder))
    assert error.code == "guard.script-edited"
    assert ready.hash[:12] in error.where


def test_after_a_failed_rehearsal(desk):
    desk.baseline()
    plan = desk.plan("ALTER TABLE nowhere ADD COLUMN z INT;")
    assert desk.rehearse(plan).failed.failure.errno == 1146
    error = refusal(Refusal, lambda: apply(plan, desk.database, desk.folder))
    assert error.code == "guard.rehearsal-failed"
    assert "1146" in error.what


def test_on_a_server_that_was_upgraded_since(desk, ready):
    path = desk.folder.rehearsal(desk.target(), ready.hash)
    record = from_record(path.read_bytes(), "")
    older = replace(record, target=replace(record.target, version="5.7.21"))
    desk.folder.write_json(path, to_record(older))
    error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
    assert error.code == "guard.other-version"
    assert "5.7.21" in error.what


def test_with_an_edited_record(desk, ready):
    path = desk.folder.rehearsal(desk.target(), ready.hash)
    path.write_bytes(path.read_bytes().replace(b'"rows": 0', b'"rows": 9'))
    assert refusal(Refusal, lambda: apply(ready, desk.database, desk.folder)).code == "rehearsal.damaged"


def test_when_the_structure_changed_since(desk, ready):
    desk.run("ALTER TABLE answer COMMENT 'somebody was here'")
    error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
    assert error.code == "guard.drift"
    assert "answer.comment" in error.what
    assert "somebody was here" in error.what


@pytest.mark.parametrize(
    ("sql", "name"),
    [("CREATE TABLE zz (other INT)", "table zz"), ("ALTER TABLE answer ADD COLUMN z TEXT", "column answer.z")],
)
def test_when_what_it_makes_is_already_there(desk, ready, sql, name):
    desk.run(sql)
    error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
    assert error.code == "guard.already-there"
    assert name in error.what
    assert desk.journal() is None


def test_what_is_already_there_fails_the_rehearsal_with_the_servers_number(desk):
    desk.baseline()
    desk.run("CREATE TABLE zz (other INT)")
    rehearsal = desk.rehearse(desk.plan(TWO))
    assert (rehearsal.failed.number, rehearsal.failed.failure.errno) == (2, 1050)
    desk.run("ALTER TABLE answer ADD COLUMN z TEXT")
    rehearsal = desk.rehearse(desk.plan(TWO))
    assert (rehearsal.failed.number, rehearsal.failed.failure.errno) == (1, 1060)


def test_while_another_specproof_holds_the_lock(desk, ready):
    with desk.session() as other:
        assert locks.take(other, desk.database.schema)
        error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
        assert error.code == "guard.locked"
        assert f"connection {other.connection_id} ({desk.address.user}@" in error.what
    assert desk.journal() is None
    assert len(apply(ready, desk.database, desk.folder).statements) == 2


def test_two_schemas_do_not_wait_for_each_other(desk, ready):
    with desk.session() as other:
        assert locks.take(other, "another_schema")
        assert len(apply(ready, desk.database, desk.folder).statements) == 2


# --- the journal cannot be written ------------------------------------------------------------------------------------


class AtPoint:
    """Does something at one point of one statement."""

    def __init__(self, point, statement, action):
        self.point, self.statement, self.action = point, statement, action

    def reached(self, point, statement):
        if (point, statement) == (self.point, self.statement):
            self.action()


@pytest.fixture
def disk():
    """`disk.fill()`: no file of this process may grow any more; undone at the end."""

    class Disk:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)

        def fill(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, self.before[1]))

        def free(self):
            resource.setrlimit(resource.RLIMIT_FSIZE, self.before)

    made = Disk()
    yield made
    made.free()


def test_a_full_disk_is_refused_before_anything(desk, ready, disk):
    disk.fill()
    error = refusal(EnvironmentProblem, lambda: apply(ready, desk.database, desk.folder))
    disk.free()
    assert error.code == "state.unwritable"
    assert "z" not in desk.columns("answer")


@pytest.mark.parametrize(
    ("point", "number", "kind", "code", "columns", "tables"),
    [
        ("before-intent", 1, EnvironmentProblem, "journal.write-failed", False, False),
        ("before-outcome", 1, PartialStop, "journal.write-failed-midway", True, False),
        ("before-intent", 2, PartialStop, "journal.write-failed-midway", True, False),
        ("before-outcome", 2, PartialStop, "journal.write-failed-midway", True, True),
    ],
)
def test_a_disk_that_fills_up_on_the_way(desk, ready, disk, point, number, kind, code, columns, tables):
    hooks = Hooks(faults=AtPoint(point, number, disk.fill))
    error = refusal(kind, lambda: apply(ready, desk.database, desk.folder, hooks))
    disk.free()
    assert error.code == code
    assert ("took effect" in error.what) == (point == "before-outcome")
    assert ("z" in desk.columns("answer"), bool(desk.columns("zz"))) == (columns, tables)
    resumed = resume(ready, desk.database, desk.folder)
    assert [s.number for s in resumed.statements] == [1, 2]
    assert desk.executed("ALTER TABLE `answer` ADD COLUMN `z`") == (1, 0)
    assert desk.executed("CREATE TABLE `zz`") == (1, 0)


def test_a_disk_that_is_full_at_the_very_end(desk, ready, disk):
    hooks = Hooks(faults=AtPoint("after-outcome", 2, disk.fill))
    error = refusal(PartialStop, lambda: apply(ready, desk.database, desk.folder, hooks))
    disk.free()
    assert error.code == "journal.write-failed-at-end"
    assert len(resume(ready, desk.database, desk.folder).statements) == 2
    assert status(desk.journal()).state == "done"


# --- the server says no -----------------------------------------------------------------------------------------------


def test_a_held_metadata_lock_names_its_holder(desk, ready):
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
        assert error.code == "apply.lock-wait"
        assert f"connection {other.connection_id} " in error.what
        assert error.exit_code is ExitCode.REFUSED
        assert "Nothing was changed" in error.what
    assert not standing(desk.journal()).unfinished
    assert len(apply(ready, desk.database, desk.folder).statements) == 2


def test_a_held_metadata_lock_part_way(desk):
    desk.baseline()
    plan = desk.plan("CREATE TABLE zz (id INT);\nALTER TABLE answer ADD COLUMN z INT;")
    desk.rehearse(plan)
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        error = refusal(PartialStop, lambda: apply(plan, desk.database, desk.folder))
        assert error.code == "apply.lock-wait-midway"
        assert f"connection {other.connection_id} " in error.what
        assert "migrate resume" in error.next_step
    assert [s.by for s in resume(plan, desk.database, desk.folder).statements] == ["earlier", "run"]


def test_the_exact_holder_is_named_where_the_server_records_locks(desk, ready):
    instrument = (
        "UPDATE performance_schema.setup_instruments SET ENABLED = '{}' WHERE NAME = 'wait/lock/metadata/sql/mdl'"
    )
    desk.run(instrument.format("YES"))
    try:
        with desk.session() as bystander, desk.session() as other:
            bystander.run("START TRANSACTION WITH CONSISTENT SNAPSHOT")
            other.run("BEGIN")
            other.run("SELECT COUNT(*) FROM answer")
            error = refusal(Refusal, lambda: apply(ready, desk.database, desk.folder))
            assert f"connection {other.connection_id} " in error.what
            assert f"connection {bystander.connection_id} " not in error.what
    finally:
        desk.run(instrument.format("NO"))


def test_rows_that_do_not_fit_are_known_to_the_live_server_only(desk):
    desk.baseline(rows=2)
    desk.run("CREATE TABLE d (a INT)", "INSERT INTO d VALUES (1), (1)")
    plan = desk.plan("ALTER TABLE d ADD UNIQUE KEY u (a);")
    desk.rehearse(plan, rows=5)
    error = refusal(Refusal, lambda: apply(plan, desk.database, desk.folder))
    assert error.code == "apply.refused"
    assert "1062" in error.what
    assert status(desk.journal()).state == "not-begun"


def test_a_missing_privilege(desk, ready):
    limited = limited_account(desk, "SELECT, CREATE, LOCK TABLES")
    error = refusal(EnvironmentProblem, lambda: apply(ready, limited, desk.folder))
    assert error.code == "apply.privilege"
    assert "1142" in error.what


def limited_account(desk, privileges):
    """A database opened by an account that holds these privileges on the schema and no others."""
    name = f"u{desk.query('SELECT CONNECTION_ID()')[0][0]}"
    schema = desk.database.schema.replace("_", "\\_")
    desk.run(f"CREATE USER {name} IDENTIFIED BY 'lim-s3cret'", f"GRANT {privileges} ON `{schema}`.* TO {name}")
    return Database(desk.database.engine, replace(desk.address, user=name, password=Secret("lim-s3cret")), 1)


# --- the connection breaks --------------------------------------------------------------------------------------------


def kill_connections_of(desk):
    rows = desk.query(
        "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = %s AND ID <> CONNECTION_ID()", desk.database.schema
    )
    for (identity,) in rows:
        desk.run(f"KILL CONNECTION {identity}")


def test_a_connection_that_is_lost_before_anything_changed(desk, ready):
    hooks = Hooks(faults=AtPoint("before-sending", 1, lambda: kill_connections_of(desk)))
    error = refusal(EnvironmentProblem, lambda: apply(ready, desk.database, desk.folder, hooks))
    assert error.code == "apply.connection-lost"
    assert "Nothing was changed" in error.what
    assert len(resume(ready, desk.database, desk.folder).statements) == 2


def test_a_connection_that_is_lost_part_way(desk, ready):
    hooks = Hooks(faults=AtPoint("before-sending", 2, lambda: kill_connections_of(desk)))
    error = refusal(PartialStop, lambda: apply(ready, desk.database, desk.folder, hooks))
    assert error.code == "apply.connection-lost-midway"
    assert "took no effect" in error.what
    assert [s.by for s in resume(ready, desk.database, desk.folder).statements] == ["earlier", "run"]


def test_a_connection_that_is_killed_while_its_statement_waits(desk, ready):
    patient = replace(desk.database, lock_wait_timeout=600)
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        killer = threading.Thread(
            target=lambda: desk.run(f"KILL CONNECTION {desk.wait_for(lambda: desk.waiting_statement('ALTER'))}")
        )
        killer.start()
        error = refusal(EnvironmentProblem, lambda: apply(ready, patient, desk.folder))
        killer.join()
    assert error.code == "apply.connection-lost"
    assert len(resume(ready, desk.database, desk.folder).statements) == 2


def test_a_connection_that_is_lost_after_a_statement_took_effect(desk, ready):
    hooks = Hooks(faults=AtPoint("before-outcome", 1, lambda: kill_connections_of(desk)))
    error = refusal(PartialStop, lambda: apply(ready, desk.database, desk.folder, hooks))
    assert error.code == "apply.connection-lost-midway"
    assert resume(ready, desk.database, desk.folder).statements[0].by == "earlier"
    assert desk.executed("ALTER TABLE `answer` ADD COLUMN `z`") == (1, 0)


def test_an_unreachable_server_and_a_wrong_password(desk, ready):
    away = replace(desk.database, address=replace(desk.address, port=1, socket=None))
    error = refusal(EnvironmentProblem, lambda: apply(ready, away, desk.folder))
    assert error.code == "engine.unreachable"
    wrong = replace(desk.database, address=replace(desk.address, password=Secret("wr0ng-s3cret")))
    error = refusal(EnvironmentProblem, lambda: apply(ready, wrong, desk.folder))
    assert error.code == "engine.access-denied"
    assert "wr0ng-s3cret" not in f"{error} {error.where} {error.cause} {error.next_step}"


def test_a_schema_that_is_not_there(desk, ready):
    nowhere = replace(desk.database, address=desk.address.at("no_such_schema"))
    error = refusal(EnvironmentProblem, lambda: apply(ready, nowhere, desk.folder))
    assert error.exit_code is ExitCode.ENVIRONMENT


# --- the user says stop -----------------------------------------------------------------------------------------------


class Brake:
    """Pressed at will; ends the running statement as soon as it is lent the means."""

    def __init__(self, *, ends=False):
        self.pressed, self.ends, self.before_end = False, ends, lambda: None

    def armed(self, end_statement):
        @contextmanager
        def lent():
            if self.ends:
                thread = threading.Thread(target=lambda: (self.before_end(), end_statement()))
                thread.start()
                yield
                thread.join()
            else:
                yield

        return lent()


def test_the_brake_stops_between_two_statements(desk, ready):
    brake = Brake()
    hooks = Hooks(brake=brake, faults=AtPoint("after-outcome", 1, lambda: setattr(brake, "pressed", True)))
    error = refusal(Interrupted, lambda: apply(ready, desk.database, desk.folder, hooks))
    assert error.code == "apply.interrupted-midway"
    assert "1 of 2" in error.what
    assert error.exit_code is ExitCode.INTERRUPTED
    assert [s.by for s in resume(ready, desk.database, desk.folder).statements] == ["earlier", "run"]


def test_the_brake_before_the_first_statement(desk, ready):
    brake = Brake()
    brake.pressed = True
    error = refusal(Interrupted, lambda: apply(ready, desk.database, desk.folder, Hooks(brake=brake)))
    assert error.code == "apply.interrupted"
    assert "z" not in desk.columns("answer")


def test_the_brake_can_end_the_running_statement(desk, ready):
    brake = Brake(ends=True)

    def press():
        desk.wait_for(lambda: desk.waiting_statement("ALTER"))
        brake.pressed = True

    brake.before_end = press
    patient = replace(desk.database, lock_wait_timeout=600)
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        error = refusal(Interrupted, lambda: apply(ready, patient, desk.folder, Hooks(brake=brake)))
    assert error.code == "apply.interrupted"
    assert "z" not in desk.columns("answer")
    assert standing(desk.journal()).failed == 1


# --- half done, and then? ---------------------------------------------------------------------------------------------


@pytest.fixture
def half_done(desk, ready):
    hooks = Hooks(faults=AtPoint("before-sending", 2, lambda: kill_connections_of(desk)))
    refusal(PartialStop, lambda: apply(ready, desk.database, desk.folder, hooks))
    return ready


def test_a_half_done_script_is_not_begun_again(desk, half_done):
    error = refusal(Refusal, lambda: apply(half_done, desk.database, desk.folder))
    assert error.code == "guard.unfinished"
    assert refusal(Refusal, lambda: brief(half_done, desk.database, desk.folder)).code == "guard.unfinished"


def test_a_half_done_script_is_not_rehearsed_over(desk, half_done):
    """Resume depends on the record of the run."""
    path = desk.folder.rehearsal(desk.target(), half_done.hash)
    before = path.read_bytes()
    assert refusal(Refusal, lambda: desk.rehearse(half_done)).code == "guard.unfinished"
    assert path.read_bytes() == before


def test_a_script_that_was_edited_after_it_was_half_applied(desk, half_done):
    plan = desk.plan(TWO.replace("id INT", "id BIGINT"))
    for action in (apply, resume):
        error = refusal(Refusal, lambda action=action: action(plan, desk.database, desk.folder))
        assert error.code == "guard.edited-midway"
        assert "statement 2 is the first that differs" in error.what
        assert "--abandon" in error.next_step
    assert not desk.columns("zz")


def test_a_remark_between_statements_is_an_edit_too(desk, half_done):
    plan = desk.plan("-- a remark\n" + TWO)
    error = refusal(Refusal, lambda: resume(plan, desk.database, desk.folder))
    assert "only the text between them differs" in error.what


def test_another_script_waits_until_the_first_is_finished(desk, half_done):
    plan = desk.plan(desk.script("CREATE TABLE other (id INT);", "other.sql"))
    error = refusal(Refusal, lambda: apply(plan, desk.database, desk.folder))
    assert error.code == "guard.other-unfinished"
    assert "up.sql" in error.what


def test_giving_up_opens_the_way_for_another_script(desk, half_done):
    other = refusal(Refusal, lambda: abandon(desk.database, desk.folder, "x", Path("another.sql")))
    assert other.code == "resume.other-script"
    closed = abandon(desk.database, desk.folder, "the table is to be made differently", Path("up.sql"))
    shape = json.loads(resources.path("specs", "metaschema", "report", "migrate-apply.schema.json").read_bytes())
    document = as_json.abandoned(read(closed.path))
    Draft202012Validator(shape).validate(document)
    assert document["outcome"] == "abandoned"
    assert status(desk.journal()).state == "abandoned"
    assert refusal(Refusal, lambda: resume(half_done, desk.database, desk.folder)).code == "resume.abandoned"
    rest = desk.plan(desk.script("CREATE TABLE zz (id BIGINT);", "rest.sql"))
    desk.rehearse(rest)
    assert len(apply(rest, desk.database, desk.folder).statements) == 1
    over = refusal(Refusal, lambda: abandon(desk.database, desk.folder, "x", Path("up.sql")))
    assert over.code == "resume.nothing-unfinished"


def test_a_damaged_journal_is_refused(desk, half_done):
    path = desk.journal().path
    path.write_bytes(path.read_bytes().replace(b'"not-done"', b'"done"'))
    for action in (apply, resume):
        error = refusal(Refusal, lambda action=action: action(half_done, desk.database, desk.folder))
        assert error.code == "journal.damaged"
    assert not desk.columns("zz")


def test_a_structure_other_than_the_rehearsed_one_stops_at_once(desk, ready):
    hooks = Hooks(faults=AtPoint("before-outcome", 1, lambda: desk.run("CREATE TABLE intruder (id INT)")))
    error = refusal(PartialStop, lambda: apply(ready, desk.database, desk.folder, hooks))
    assert error.code == "apply.unexpected-result"
    assert "intruder" in error.what
    assert not desk.columns("zz")
    assert refusal(PartialStop, lambda: resume(ready, desk.database, desk.folder)).code == "resume.drift"
    desk.run("DROP TABLE intruder")
    assert [s.by for s in resume(ready, desk.database, desk.folder).statements] == ["earlier", "run"]


# --- no password anywhere ---------------------------------------------------------------------------------------------


def test_no_password_in_any_file_or_error(desk, scratch57):
    desk.baseline()
    limited = limited_account(desk, "ALL")
    plan = desk.plan("ALTER TABLE answer ADD COLUMN z INT;\nCREATE USER nobody IDENTIFIED BY 'script-s3cret' JUNK;")
    path = desk.folder.root
    desk.rehearse(plan, scratch=scratch57)
    error = refusal(Refusal, lambda: apply(plan, limited, desk.folder))
    found = "".join(p.read_text(encoding="utf-8") for p in path.rglob("*") if p.is_file())
    found += f"{error} {error.where} {error.cause} {error.next_step} {limited!r}"
    assert "s3cret" not in found
    assert desk.address.password.reveal() not in found


def test_every_line_of_the_journal_names_its_moment_and_no_statement_text(desk, ready):
    done = apply(ready, desk.database, desk.folder)
    text = Path(done.journal).read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["kind"] for line in lines] == ["header", "intent", "outcome", "intent", "outcome", "done"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["at"]) for line in lines)
    assert "ADD COLUMN" not in text
    assert read(desk.journal().path).target == desk.target()
