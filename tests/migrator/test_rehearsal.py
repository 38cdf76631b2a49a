import json

import pytest

from specproof.engines.base import ServerWarning
from specproof.errors import Refusal
from specproof.evidence import EngineIdentity, Evidence, ProviderKind
from specproof.migrator.rehearsal import Failure, Rehearsal, Rehearsed, Scope, Work, from_record, to_record
from specproof.migrator.target import Target
from specproof.schema import Column, ForeignKey, Index, IndexPart, Schema, Table, fingerprint

A = Table(
    "a",
    (Column("id", "bigint(20)", False, extra="auto_increment"), Column("b", "varchar(9)", True, "x", comment="答")),
    (Index("PRIMARY", True, (IndexPart("id"),)), Index("k", False, (IndexPart("b", 3),))),
    (ForeignKey("f", ("b",), "c", ("id",)),),
)
B = Table("b", (Column("id", "int(11)", False),), partitions=("p0 RANGE (id) 10",), triggers=("g BEFORE INSERT 0",))
STATES = (
    Schema((A,), "utf8mb4", "utf8mb4_general_ci", ("view v 1",)),
    Schema((A, B), "utf8mb4", "utf8mb4_general_ci", ("view v 1",)),
)


def rehearsal(**changes):
    given = {
        "plan": "p" * 64,
        "script": "up.sql",
        "target": Target("uuid", "shop", "5.7.44", "me@h:1/shop"),
        "scratch": EngineIdentity("mysql-5.7", "MySQL", "5.7.22", ProviderKind.LOCAL, Evidence.ENGINE),
        "at": "2026-12-01T08:30:00+00:00",
        "rows": 10,
        "scope": Scope(),
        "states": STATES,
        "statements": (Rehearsed(1, 0.25, 3, Work.REBUILD, (ServerWarning("Note", 1050, "there"),)),),
        "variables": {"sql_mode": ""},
        "differing": (("innodb_page_size", "16384", "8192"),),
        "notes": ("a note",),
    }
    return Rehearsal(**(given | changes))


def test_a_record_comes_back_as_it_was():
    original = rehearsal()
    raw = json.dumps(to_record(original)).encode()
    assert from_record(raw, "here") == original
    assert from_record(raw, "here").fingerprints == tuple(fingerprint(s) for s in STATES)


def test_a_table_that_does_not_change_is_stored_once():
    record = to_record(rehearsal())
    assert len(record["tables"]) == 2
    assert [len(s["tables"]) for s in record["states"]] == [1, 2]


def test_a_failure_is_kept_and_marks_the_record():
    failed = rehearsal(statements=(Rehearsed(1, 0.1, failure=Failure(1050, "exists")),), states=STATES[:1])
    record = to_record(failed)
    assert record["outcome"] == "failed"
    assert from_record(json.dumps(record).encode(), "here").failed.failure == Failure(1050, "exists")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda r: r | {"plan": "q" * 64},
        lambda r: r | {"rows": 11},
        lambda r: {k: v for k, v in r.items() if k != "digest"},
        lambda r: r | {"schema": "specproof/rehearsal/2"},
        lambda r: [r],
    ],
)
def test_an_edited_record_is_no_record(spoil):
    raw = json.dumps(spoil(to_record(rehearsal()))).encode()
    with pytest.raises(Refusal) as caught:
        from_record(raw, "here.json")
    assert (caught.value.code, caught.value.where) == ("rehearsal.damaged", "here.json")


def test_half_a_file_is_no_record():
    with pytest.raises(Refusal):
        from_record(json.dumps(to_record(rehearsal())).encode()[:-5], "here")


def test_what_could_not_be_copied_is_not_compared():
    scope = Scope(("table b", "view v 1"))
    seen = scope.of(STATES[1])
    assert [t.name for t in seen.tables] == ["a"]
    assert seen.others == ()
    assert rehearsal(scope=scope).fingerprints[0] == rehearsal(scope=scope).fingerprints[1]


def test_a_statement_without_trace_is_known_as_such():
    same = rehearsal(states=(STATES[0], STATES[0], STATES[1]))
    assert [same.traceless(n) for n in (1, 2)] == [True, False]
