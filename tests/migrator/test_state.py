import os
import resource

import pytest

from specproof.errors import EnvironmentProblem, Refusal
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Target

TARGET = Target("uuid", "shop", "5.7.22", "me@h:1/shop")
HEADER = {"plan": "p", "script": "up.sql", "statements": [], "target": TARGET.to_data()}


@pytest.fixture
def folder(tmp_path):
    return StateFolder(tmp_path / "state")


def test_each_target_has_its_own_folder(folder):
    names = {
        folder.rehearsal(t, "p").parent.name
        for t in (TARGET, Target("uuid", "Shop", "", ""), Target("other", "shop", "", ""))
    }
    assert len({n.lower() for n in names}) == 3


def test_a_schema_name_cannot_leave_the_folder(folder):
    path = folder.rehearsal(Target("uuid", "../../etc/x", "", ""), "p")
    assert path.parent.parent == folder.root


def test_the_newest_journal_is_the_last_started(folder):
    assert folder.latest(TARGET) is None
    for number in range(1, 12):
        folder.start_journal(TARGET, f"plan{number}", {**HEADER, "plan": f"plan{number}"}).close()
    assert folder.latest(TARGET).plan == "plan11"
    assert len(folder.all_journals()) == 11


def test_a_stillborn_journal_is_passed_over(folder):
    folder.start_journal(TARGET, "plan", HEADER).close()
    (folder.root / TARGET.key / "journal-0002-x-y.jsonl").write_bytes(b'{"kind": "hea')
    assert folder.latest(TARGET).path.name.startswith("journal-0001-")
    folder.start_journal(TARGET, "plan", HEADER).close()
    assert folder.latest(TARGET).path.name.startswith("journal-0003-")


def test_files_are_for_their_owner_only(folder):
    folder.prepare(TARGET)
    folder.write_json(folder.rehearsal(TARGET, "p"), {"a": "答"})
    assert folder.root.stat().st_mode & 0o777 == 0o700
    assert folder.rehearsal(TARGET, "p").stat().st_mode & 0o777 == 0o600
    assert [p.name for p in (folder.root / TARGET.key).iterdir()] == ["rehearsal-p.json"]


def test_a_path_that_is_no_folder_is_refused_before_anything(tmp_path):
    (tmp_path / "state").write_text("")
    with pytest.raises(EnvironmentProblem) as caught:
        StateFolder(tmp_path / "state").prepare(TARGET)
    assert caught.value.code == "state.unwritable"
    assert "--state-dir" in caught.value.next_step


def test_a_full_disk_is_found_out_before_anything(folder):
    """A limit on file size stands in for the full disk: the write fails in the same place."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(EnvironmentProblem) as caught:
            folder.prepare(TARGET)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.code == "state.unwritable"
    assert os.strerror(27) in caught.value.what
    assert list((folder.root / TARGET.key).iterdir()) == []


def test_a_journal_of_another_target_is_refused(folder):
    other = Target("uuid", "warehouse", "5.7.22", "me@h:1/warehouse")
    folder.start_journal(TARGET, "plan", {**HEADER, "target": other.to_data()}).close()
    with pytest.raises(Refusal) as caught:
        folder.latest(TARGET)
    assert caught.value.code == "journal.other-target"
    assert "me@h:1/warehouse" in caught.value.what


def test_a_journal_that_cannot_be_opened_is_an_error_and_not_absent(folder):
    folder.start_journal(TARGET, "plan", HEADER).close()
    (folder.root / TARGET.key / "journal-0002-x-y.jsonl").mkdir()
    assert len(folder.all_journals()) == 2
    with pytest.raises(EnvironmentProblem) as caught:
        folder.latest(TARGET)
    assert caught.value.code == "journal.unreadable"


def test_a_name_without_number_does_not_disturb_the_count(folder):
    folder.start_journal(TARGET, "plan", HEADER).close()
    (folder.root / TARGET.key / "journal-copy.jsonl").write_bytes(b"")
    started = folder.start_journal(TARGET, "plan", HEADER)
    started.close()
    assert started.path.name.startswith("journal-0002-")
