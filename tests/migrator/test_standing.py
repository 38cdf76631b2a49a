from pathlib import Path

import pytest

from specproof.migrator.journal import Entry, Journal
from specproof.migrator.standing import Fate, fate_of, standing


def journal(*lines):
    entries = [Entry("header", "t", {"connection": 7})]
    for kind, number, *rest in lines:
        data = {"statement": number} | (rest[0] if rest else {})
        entries.append(Entry(kind, "t", data))
    return Journal(Path("j"), tuple(entries), "", 0)


DONE, NOT, UNKNOWN = {"fate": "done"}, {"fate": "not-done"}, {"fate": "unknown"}


@pytest.mark.parametrize(
    ("lines", "done", "open_", "failed", "unfinished"),
    [
        ([], 0, None, None, False),
        ([("intent", 1)], 0, 1, None, True),
        ([("intent", 1), ("outcome", 1, DONE)], 1, None, None, True),
        ([("intent", 1), ("outcome", 1, NOT), ("stop", 1)], 0, None, 1, False),
        ([("intent", 1), ("outcome", 1, UNKNOWN), ("stop", 1)], 0, 1, None, True),
        ([("intent", 1), ("outcome", 1, DONE), ("intent", 2), ("outcome", 2, NOT)], 1, None, 2, True),
        ([("intent", 1), ("outcome", 1, DONE), ("intent", 3)], 1, 3, None, True),
        ([("intent", 1), ("assumed", 1, DONE)], 1, None, None, True),
        ([("intent", 1), ("assumed", 1, NOT), ("intent", 1), ("outcome", 1, DONE)], 1, None, None, True),
        ([("intent", 1), ("outcome", 1, DONE), ("done", 0)], 1, None, None, False),
        ([("intent", 1), ("outcome", 1, DONE), ("abandoned", 0)], 1, None, None, False),
    ],
)
def test_the_last_word_about_each_statement_counts(lines, done, open_, failed, unfinished):
    found = standing(journal(*lines))
    assert (found.done, found.open, found.failed, found.unfinished) == (done, open_, failed, unfinished)


def test_the_last_connection_is_the_one_to_look_for():
    found = standing(journal(("intent", 1), ("resume", 0, {"connection": 9})))
    assert found.connection == 9


def test_only_done_is_finished():
    assert standing(journal(("done", 0))).finished
    assert not standing(journal(("abandoned", 0))).finished


@pytest.mark.parametrize(
    ("prints", "live", "fate"),
    [
        (["a", "b"], "b", Fate.DONE),
        (["a", "b"], "a", Fate.NOT_DONE),
        (["a", "b"], "c", Fate.AMBIGUOUS),
        (["a", "a"], "a", Fate.AMBIGUOUS),
        (["a", "a"], "c", Fate.AMBIGUOUS),
    ],
)
def test_the_live_structure_decides(prints, live, fate):
    assert fate_of(1, prints, live) is fate


def test_a_structure_of_another_step_decides_nothing():
    # Equal to the state after statement 2 while statement 1 is open: somebody is ahead of the journal.
    assert fate_of(1, ["a", "b", "c"], "c") is Fate.AMBIGUOUS
