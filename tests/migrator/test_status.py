import pytest

from specproof.migrator.journal import Entry, Journal
from specproof.migrator.status import status
from specproof.migrator.target import Target
from specproof.schema import Column, Schema, Table, fingerprint

ID = Column("id", "int(11)", False)
S0, S1 = Schema(()), Schema((Table("a", (ID,)),))
S2 = Schema((Table("a", (ID,)), Table("b", (ID,))))
HEADER = {
    "script": "up.sql",
    "titles": ["create table a", "create table b"],
    "fingerprints": [fingerprint(s) for s in (S0, S1, S2)],
    "target": Target("u", "s", "5.7.44", "me@h:1/s").to_data(),
    "user": "dba",
    "host": "desk",
    "connection": 7,
}


def journal(tmp_path, *lines):
    entries = [Entry("header", "08:00", HEADER), *(Entry(k, "08:01", d) for k, d in lines)]
    return Journal(tmp_path / "j", tuple(entries), "", 0)


DONE = ("outcome", {"statement": 1, "fate": "done", "seconds": 1.5})
INTENT = ("intent", {"statement": 2})


@pytest.mark.parametrize(
    ("lines", "state", "summary", "step"),
    [
        ([], "not-begun", "No statement took effect", "migrate apply up.sql"),
        ([DONE], "part-way", "1 of 2 statements are done; the next one is 2 (create table b)", "migrate resume"),
        ([DONE, INTENT], "uncertain", "stopped at statement 2 (create table b)", "migrate resume"),
        ([DONE, ("done", {})], "done", "all 2 statements are in place", "migrate verify"),
        ([DONE, ("abandoned", {"because": "why not"})], "abandoned", "why not", "new script"),
    ],
)
def test_every_state_has_words_and_a_next_step(tmp_path, lines, state, summary, step):
    found = status(journal(tmp_path, *lines))
    assert found.state == state
    assert summary in found.summary.en
    assert step in found.next_step.en
    assert found.summary.zh != found.summary.en
    assert found.live is None


def test_every_line_is_told_in_both_languages(tmp_path):
    lines = [
        ("session", {"statement": 1}),
        ("intent", {"statement": 1}),
        ("outcome", {"statement": 1, "fate": "unknown"}),
        ("resume", {"user": "dba", "host": "desk", "connection": 9}),
        ("outcome", {"statement": 1, "fate": "not-done", "by": "probe"}),
        ("outcome", {"statement": 1, "fate": "done", "seconds": 2.5}),
        ("assumed", {"statement": 2, "fate": "done", "because": "seen", "user": "dba", "host": "desk"}),
        ("stop", {"statement": 2, "said": "full disk"}),
    ]
    said = [t.en for _, t in status(journal(tmp_path, *lines)).events]
    assert said == [
        "begun by dba@desk on server 5.7.44, connection 7",
        "statement 1 (create table a): for the connection only",
        "statement 1 (create table a): about to be sent",
        "statement 1: outcome not known",
        "resumed by dba@desk, connection 9",
        "statement 1: found not done by the structure",
        "statement 1: done in 2.5 s",
        "statement 2: done by the word of dba@desk. Reason: seen",
        "stopped: full disk",
    ]


@pytest.mark.parametrize(
    ("lines", "live", "said"),
    [
        ([DONE, INTENT], S2, "shows statement 2 (create table b) done"),
        ([DONE, INTENT], S1, "not done (or still running)"),
        ([DONE, INTENT], S0, "cannot tell"),
        ([DONE], S1, "the one rehearsed after statement 1"),
        ([DONE], S0, "somebody changed it"),
        ([DONE, ("done", {})], S2, "the one rehearsed after statement 2"),
    ],
)
def test_the_live_structure_has_its_say(tmp_path, lines, live, said):
    assert said in status(journal(tmp_path, *lines), live).live.en
