import pytest

from specproof.errors import PartialStop, Refusal
from specproof.evidence import EngineIdentity, Evidence, ProviderKind
from specproof.migrator import guards
from specproof.migrator.rehearsal import Rehearsal, Scope, to_record
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Target
from specproof.schema import Column, Schema, Table

TARGET = Target("uuid", "shop", "5.7.44", "me@h:1/shop")
ID = Column("id", "int(11)", False)
BEFORE = Schema((Table("a", (ID,)),))
AFTER = Schema((Table("a", (ID, Column("b", "int(11)", True))),))


def rehearsal(plan, **changes):
    given = {
        "plan": plan.hash,
        "script": plan.script,
        "target": TARGET,
        "scratch": EngineIdentity("mysql-5.7", "MySQL", "5.7.22", ProviderKind.LOCAL, Evidence.ENGINE),
        "at": "then",
        "rows": 0,
        "scope": Scope(),
        "states": (BEFORE, AFTER),
        "statements": (),
        "variables": {},
    }
    return Rehearsal(**(given | changes))


@pytest.fixture
def made(plan):
    return plan("ALTER TABLE a ADD COLUMN b INT;", path="scripts/up.sql")


def refused(action, code, kind=Refusal):
    with pytest.raises(kind) as caught:
        action()
    assert caught.value.code == code
    return caught.value


def test_a_record_of_another_target_in_the_same_place_is_foreign(made, tmp_path):
    folder = StateFolder(tmp_path)
    record = rehearsal(made, target=Target("other", "shop", "5.7.44", ""))
    folder.write_json(folder.rehearsal(TARGET, made.hash), to_record(record))
    refused(lambda: guards.rehearsal_for(made, TARGET, folder), "guard.foreign-rehearsal")


def test_the_same_version_passes_another_does_not(made):
    guards.same_version(made, rehearsal(made), TARGET)
    upgraded = Target("uuid", "shop", "5.7.45", "me@h:1/shop")
    error = refused(lambda: guards.same_version(made, rehearsal(made), upgraded), "guard.other-version")
    assert "rehearse scripts/up.sql --server mysql://me@h:1/shop" in error.next_step


def test_the_start_must_be_the_rehearsed_one(made):
    guards.start_state(made, rehearsal(made), TARGET, BEFORE)
    error = refused(lambda: guards.start_state(made, rehearsal(made), TARGET, AFTER), "guard.already-there")
    assert "column a.b" in error.what
    other = Schema((*BEFORE.tables, Table("x", (ID,))))
    assert (
        "x: expected nothing"
        in refused(lambda: guards.start_state(made, rehearsal(made), TARGET, other), "guard.drift").what
    )


def test_what_was_left_out_of_the_rehearsal_is_no_drift(made):
    view = Schema(BEFORE.tables, others=("view v 1",))
    guards.start_state(made, rehearsal(made, scope=Scope(("view v 1",))), TARGET, view)


def test_a_resume_needs_the_state_that_the_journal_ended_with(made, tmp_path):
    guards.reached_state(rehearsal(made), TARGET, AFTER, 1, tmp_path)
    refused(lambda: guards.reached_state(rehearsal(made), TARGET, BEFORE, 1, tmp_path), "resume.drift", PartialStop)


@pytest.mark.parametrize(
    ("recorded", "said"),
    [
        (lambda own: ["0" * 64, *own[1:]], "statement 1 is the first that differs"),
        (lambda own: [*own, "0" * 64], "it has 1 statements and the journal 2"),
        (lambda own: own, "only the text between them differs"),
    ],
)
def test_how_a_script_differs_from_the_recorded_one(made, recorded, said):
    own = [s.sha256 for s in made.statements]
    assert said in guards.compare(made, recorded(own))


def test_a_damaged_record_of_another_script_is_not_in_the_way(made, tmp_path):
    folder = StateFolder(tmp_path)
    folder.write_json(folder.rehearsal(TARGET, "another"), {"schema": "cut"})
    refused(lambda: guards.rehearsal_for(made, TARGET, folder), "guard.no-rehearsal")
