import json
from datetime import UTC, datetime

import pytest

from specproof.errors import Refusal
from specproof.migrator.journal import JournalWriter, is_stillborn, read

HEADER = {
    "plan": "p" * 64,
    "script": "up.sql",
    "statements": ["a", "b"],
    "target": {"server_uuid": "u", "schema": "s", "version": "5.7.22", "address": "me@h:1/s"},
}


def clock():
    return datetime(2026, 12, 1, 8, 30, tzinfo=UTC)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal-0001-x-y.jsonl"


def write(path, *kinds):
    with JournalWriter.create(path, HEADER, clock) as journal:
        for kind in kinds:
            journal.append(kind, statement=1)


def test_what_is_written_is_read_back_in_order(path):
    write(path, "intent", "outcome")
    journal = read(path)
    assert [e.kind for e in journal.entries] == ["header", "intent", "outcome"]
    assert journal.entries[1].statement == 1
    assert journal.entries[0].at == "2026-12-01T08:30:00.000+00:00"
    assert (journal.plan, journal.statements, journal.target.schema) == ("p" * 64, ("a", "b"), "s")
    assert journal.torn == 0


def test_only_the_owner_may_read_it(path):
    write(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_half_written_last_line_counts_as_never_written(path):
    write(path, "intent", "outcome")
    whole = path.read_bytes()
    for cut in range(1, 40):
        path.write_bytes(whole[:-cut])
        journal = read(path)
        assert [e.kind for e in journal.entries] == ["header", "intent"]
        assert journal.torn == len(whole) - cut - journal.intact


def test_reopening_drops_the_torn_line_and_goes_on(path):
    write(path, "intent")
    with path.open("ab") as file:
        file.write(b'{"kind": "outc')
    writer, journal = JournalWriter.reopen(path, clock)
    with writer:
        assert journal.torn == 14
        writer.append("resume")
    assert [e.kind for e in read(path).entries] == ["header", "intent", "resume"]


def test_an_edited_line_is_damage(path):
    write(path, "intent", "outcome")
    path.write_bytes(path.read_bytes().replace(b'"statement": 1', b'"statement": 2', 1))
    with pytest.raises(Refusal) as caught:
        read(path)
    assert caught.value.code == "journal.damaged"
    assert caught.value.where == f"{path}:2"


def test_an_edited_last_line_is_damage_too(path):
    write(path, "intent")
    path.write_bytes(path.read_bytes().replace(b'"intent"', b'"xntent"'))
    with pytest.raises(Refusal):
        read(path)


@pytest.mark.parametrize("take_out", [0, 1, 2])
def test_a_missing_line_is_damage(path, take_out):
    write(path, "intent", "outcome", "done")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for i, line in enumerate(lines) if i != take_out))
    with pytest.raises(Refusal) as caught:
        read(path)
    assert caught.value.code == "journal.damaged"


def test_something_else_is_no_journal(path):
    path.write_text("hello\n")
    with pytest.raises(Refusal):
        read(path)


def test_a_second_writer_is_refused(path):
    with JournalWriter.create(path, HEADER, clock), pytest.raises(Refusal) as caught:
        JournalWriter.reopen(path)
    assert caught.value.code == "journal.busy"


def test_an_existing_journal_is_never_overwritten(path):
    write(path)
    with pytest.raises(FileExistsError):
        JournalWriter.create(path, HEADER, clock)


def test_a_file_without_a_whole_header_is_stillborn(path):
    write(path)
    assert not is_stillborn(path)
    path.write_bytes(path.read_bytes()[:-1])
    assert is_stillborn(path)


def test_a_line_that_does_not_fit_on_the_disk_is_taken_back(path, monkeypatch):
    writer = JournalWriter.create(path, HEADER, clock)
    before = path.read_bytes()
    real, calls = __import__("os").write, []

    def half(handle, data):
        calls.append(len(data))
        if len(calls) == 1:
            return real(handle, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("specproof.migrator.journal.os.write", half)
    with pytest.raises(OSError, match="No space"):
        writer.append("intent", statement=1)
    monkeypatch.undo()
    assert path.read_bytes() == before
    writer.append("stop", statement=1)
    writer.close()
    assert [e.kind for e in read(path).entries] == ["header", "stop"]


def test_text_of_any_kind_survives(path):
    with JournalWriter.create(path, HEADER, clock) as journal:
        journal.append("abandoned", because="换了方案 \udc80 \r\n\x1b")
    assert read(path).entries[1].data["because"] == "换了方案 \udc80 \r\n\x1b"
    assert len(path.read_bytes().splitlines()) == 2
    assert json.loads(path.read_bytes().splitlines()[1])["kind"] == "abandoned"
