"""kill -9 of a real apply at every point of every statement; resume finishes it, and nothing runs twice."""

import signal

import pytest

from specproof.errors import PartialStop, UsageProblem
from specproof.evidence import Outcome
from specproof.migrator.apply import apply
from specproof.migrator.hooks import Hooks
from specproof.migrator.journal import read
from specproof.migrator.resume import Word, resume
from specproof.migrator.standing import standing
from specproof.migrator.status import status
from specproof.migrator.verify import verify

pytestmark = pytest.mark.engine

STATEMENTS = {
    1: "ALTER TABLE `answer` ADD COLUMN `answer_revision`",
    2: "CREATE TABLE `answer_delivery`",
    3: "CREATE TABLE `submission_context`",
}
POINTS = ("before-intent", "before-sending", "before-outcome", "after-outcome")


@pytest.fixture
def change(desk):
    desk.baseline()
    plan = desk.change()
    desk.rehearse(plan)
    return plan


def killed(process):
    assert process.wait(60) == -signal.SIGKILL, process.stderr.read()


def assert_finished_once(desk, plan, done):
    assert [s.number for s in done.statements] == [1, 2, 3]
    verified = verify(plan, desk.database, desk.folder)
    assert {c.outcome for c in verified.comparisons} == {Outcome.OK}
    assert len(verified.comparisons) == 8
    assert {start: desk.executed(start) for start in STATEMENTS.values()} == dict.fromkeys(STATEMENTS.values(), (1, 0))
    assert status(desk.journal()).state == "done"


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("point", POINTS)
def test_killed_between_the_steps_of_a_statement(desk, change, point, statement):
    killed(desk.start(change, kill=[point, statement]))
    stands = standing(desk.journal())
    sent = point in {"before-sending", "before-outcome"}
    assert stands.open == (statement if sent else None)
    assert stands.done == (statement if point == "after-outcome" else statement - 1)
    assert_finished_once(desk, change, resume(change, desk.database, desk.folder))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_killed_while_the_statement_is_at_work(desk, change, statement):
    """The server goes on without its client; resume waits for it and finds it done."""
    process = desk.start(change, pause=["before-sending", statement])
    assert process.stdout.readline() == "reached\n"
    with desk.session() as other:
        other.run("FLUSH TABLES WITH READ LOCK")  # any DDL waits for this one
        process.stdin.write("go\n")
        process.stdin.flush()
        start = STATEMENTS[statement].split(" `")[0]
        orphan = desk.wait_for(lambda: desk.waiting_statement(start), process)
        process.kill()
        killed(process)
        with pytest.raises(PartialStop) as caught:
            resume(change, desk.database, desk.folder, wait=0)
        assert caught.value.code == "resume.still-running"
        assert f"connection {orphan} " in caught.value.what
        assert f"KILL {orphan}" in caught.value.next_step
        assert status(desk.journal()).state == "uncertain"
        heard = []
        hooks = Hooks(progress=Heard(heard, lambda: other.run("UNLOCK TABLES")))
        done = resume(change, desk.database, desk.folder, wait=60, hooks=hooks)
    assert f"connection {orphan} " in heard[0]
    assert done.statements[statement - 1].by == "probe"
    assert_finished_once(desk, change, done)


class Heard:
    """Lets the lock go once resume says that it waits."""

    def __init__(self, heard, then):
        self.heard, self.then = heard, then

    def step(self, what, number=0, total=0):
        pass

    def waiting(self, why):
        if not self.heard:
            self.then()
        self.heard.append(why)


def test_the_orphan_may_be_ended_instead_of_waited_for(desk, change):
    process = desk.start(change, pause=["before-sending", 1])
    assert process.stdout.readline() == "reached\n"
    with desk.session() as other:
        other.run("BEGIN")
        other.run("SELECT COUNT(*) FROM answer")
        process.stdin.write("go\n")
        process.stdin.flush()
        orphan = desk.wait_for(lambda: desk.waiting_statement("ALTER TABLE"), process)
        process.kill()
        killed(process)
        desk.run(f"KILL {orphan}")
        desk.wait_for(lambda: not desk.query("SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = %s", orphan))
    done = resume(change, desk.database, desk.folder)
    assert [s.by for s in done.statements] == ["run", "run", "run"]
    assert desk.executed(STATEMENTS[1])[0] == 1
    assert next(e.data.get("by") for e in read(desk.journal().path).entries if e.kind == "outcome") == "probe"


def test_killed_in_the_middle_of_a_rebuild_of_many_rows(desk, change):
    desk.run(*["INSERT INTO answer (" + columns(desk) + ") SELECT " + columns(desk, fresh=True) + " FROM answer"] * 14)
    process = desk.start(change, pause=["before-sending", 1])
    assert process.stdout.readline() == "reached\n"
    process.stdin.write("go\n")
    process.stdin.flush()
    rebuilding = "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = %s AND STATE LIKE 'altering%%'"
    desk.wait_for(lambda: desk.query(rebuilding, desk.database.schema), process)
    process.kill()
    killed(process)
    done = resume(change, desk.database, desk.folder)
    assert done.statements[0].by == "probe"
    assert_finished_once(desk, change, done)


def columns(desk, *, fresh=False):
    """The columns of `answer` but its counter; as a select list, unique ones get a value of their own."""
    unique = {
        r[0]
        for r in desk.query(
            "SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = %s AND TABLE_NAME = 'answer'"
            " AND NON_UNIQUE = 0",
            desk.database.schema,
        )
    }
    names = [c for c in desk.columns("answer") if c != "id"]
    return ", ".join("MD5(UUID_SHORT())" if fresh and c in unique else f"`{c}`" for c in names)


def test_killed_twice_and_a_half_line_in_the_journal(desk, change):
    killed(desk.start(change, kill=["before-outcome", 1]))
    path = desk.journal().path
    with path.open("ab") as file:
        file.write(b'{"at": "2026-12')
    assert read(path).torn == 15
    resume_until(desk, change, "before-sending", 3)
    assert_finished_once(desk, change, resume(change, desk.database, desk.folder))


def resume_until(desk, plan, point, statement):
    """A resume that breaks off as if killed, in this process."""

    class Stop(BaseException):
        pass

    class Breaking:
        def reached(self, at, number):
            if (at, number) == (point, statement):
                raise Stop

    with pytest.raises(Stop):
        resume(plan, desk.database, desk.folder, hooks=Hooks(faults=Breaking()))


def test_resume_of_a_finished_migration_reports_it_again(desk, change):
    first = apply(change, desk.database, desk.folder)
    again = resume(change, desk.database, desk.folder)
    assert [s.number for s in again.statements] == [s.number for s in first.statements]
    assert_finished_once(desk, change, again)


# --- statements that leave no trace -----------------------------------------------------------------------------------

TRACELESS = "ALTER TABLE answer ADD COLUMN z INT DEFAULT 0;\nUPDATE answer SET z = z + 1;\nCREATE TABLE zz (id INT);\n"


@pytest.fixture
def traceless(desk):
    desk.baseline(rows=4)
    plan = desk.plan(TRACELESS)
    desk.rehearse(plan)
    return plan


@pytest.mark.parametrize(("point", "done", "value"), [("before-sending", False, 0), ("before-outcome", True, 1)])
def test_a_lost_update_needs_the_word_of_the_dba(desk, traceless, point, done, value):
    killed(desk.start(traceless, kill=[point, 2]))
    assert desk.query("SELECT DISTINCT z FROM answer") == ((value,),)
    with pytest.raises(PartialStop) as caught:
        resume(traceless, desk.database, desk.folder)
    assert caught.value.code == "resume.ambiguous"
    assert "--assume-done 2" in caught.value.next_step
    finished = resume(traceless, desk.database, desk.folder, word=Word(2, done, "z was looked at"))
    assert [s.by for s in finished.statements] == ["earlier", "word" if done else "run", "run"]
    assert desk.query("SELECT DISTINCT z FROM answer") == ((1,),)
    entry = next(e for e in read(desk.journal().path).entries if e.kind == "assumed")
    assert (entry.statement, entry.data["because"]) == (2, "z was looked at")
    assert any("z was looked at" in t.zh for _, t in status(desk.journal()).events)


def test_a_word_that_nobody_asked_for_is_refused(desk, traceless):
    killed(desk.start(traceless, kill=["before-outcome", 1]))
    for number in (1, 2, 9):
        with pytest.raises(UsageProblem) as caught:
            resume(traceless, desk.database, desk.folder, word=Word(number, True, "x"))
        assert caught.value.code == "resume.nothing-to-assume"
    assert len(resume(traceless, desk.database, desk.folder).statements) == 3


def test_a_half_effect_is_told_with_both_expectations(desk):
    """DROP TABLE of two is not atomic: what a killed server may leave behind is made by hand here."""
    desk.run("CREATE TABLE a (id INT)", "CREATE TABLE b (id INT)")
    plan = desk.plan("DROP TABLE a, b;")
    desk.rehearse(plan)
    killed(desk.start(plan, kill=["before-sending", 1]))
    desk.run("DROP TABLE a")
    with pytest.raises(PartialStop) as caught:
        resume(plan, desk.database, desk.folder)
    assert caught.value.code == "resume.ambiguous"
    assert "neither the one after it (b: expected nothing, found present)" in caught.value.what
    assert "nor the one before it (a: expected present, found nothing)" in caught.value.what
    desk.run("DROP TABLE b")
    assert resume(plan, desk.database, desk.folder).statements[0].by == "probe"


def test_settings_of_the_connection_are_repeated_on_resume(desk):
    desk.run("CREATE TABLE p (id INT PRIMARY KEY)", "CREATE TABLE c (p INT)", "INSERT INTO c VALUES (5)")
    plan = desk.plan(
        "SET foreign_key_checks = 0;\nALTER TABLE p COMMENT 'parent';\n"
        "ALTER TABLE c ADD CONSTRAINT f FOREIGN KEY (p) REFERENCES p (id);\n"
    )
    desk.rehearse(plan)
    killed(desk.start(plan, kill=["after-outcome", 2]))
    # With checks on, the row without a parent would be refused (1452).
    assert [s.by for s in resume(plan, desk.database, desk.folder).statements] == ["earlier", "run"]
    assert [e.statement for e in read(desk.journal().path).entries if e.kind == "session"] == [1, 1]


def test_reads_of_what_was_renamed_since_do_not_keep_a_resume_from_finishing(desk):
    desk.run("CREATE TABLE early (id INT PRIMARY KEY, v INT)", "INSERT INTO early VALUES (1, 1), (2, 1)")
    script = "SELECT COUNT(*) FROM early; ALTER TABLE early RENAME TO late; ALTER TABLE late ADD UNIQUE KEY u (v);"
    plan = desk.plan(script)
    desk.rehearse(plan)
    with pytest.raises(PartialStop) as caught:
        apply(plan, desk.database, desk.folder)
    assert caught.value.code == "apply.refused-midway"
    desk.run("DELETE FROM late WHERE id = 2")
    assert [s.number for s in resume(plan, desk.database, desk.folder).statements] == [2, 3]


def test_a_variable_that_cannot_be_set_again_ends_the_run_with_a_way_out(desk):
    desk.run("CREATE TABLE early (id INT PRIMARY KEY, v INT)", "INSERT INTO early VALUES (1, 1), (2, 1)")
    script = "SET @n = (SELECT COUNT(*) FROM early); RENAME TABLE early TO late; ALTER TABLE late ADD UNIQUE KEY u (v);"
    plan = desk.plan(script)
    desk.rehearse(plan)
    with pytest.raises(PartialStop):
        apply(plan, desk.database, desk.folder)
    with pytest.raises(PartialStop) as caught:
        resume(plan, desk.database, desk.folder)
    assert caught.value.code == "resume.not-repeatable"
    assert "--abandon" in caught.value.next_step
