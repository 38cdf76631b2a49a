"""The journal of one apply: an append-only file of JSON lines, each made durable before the next step is taken.

Every line carries a digest over its content and the digest before it, so that an edited, cut or mixed journal is
recognised. A half-written last line is what a crash leaves behind and counts as never written. This module refuses to
interpret: what the lines mean for the migration is `standing.py`.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from specproof.errors import EnvironmentProblem, Refusal
from specproof.migrator.target import Target

SCHEMA = "specproof/journal/1"
_ROOT = "0" * 64  # the digest "before" the first line

Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line. `kind`: header, resume, session, intent, outcome, assumed, stop, done, abandoned."""

    kind: str
    at: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def statement(self) -> int:
        """The number of the statement that the line is about, 0 for none."""
        return int(self.data.get("statement", 0))


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read. `intact` is the length in bytes of its whole lines, `torn` that of a half line after them."""

    path: Path
    entries: tuple[Entry, ...]
    digest: str
    intact: int
    torn: int = 0

    @property
    def header(self) -> Mapping[str, Any]:
        return self.entries[0].data

    @property
    def plan(self) -> str:
        return str(self.header["plan"])

    @property
    def target(self) -> Target:
        return Target.from_data(dict(self.header["target"]))

    @property
    def statements(self) -> tuple[str, ...]:
        """The digests of the plan's statements, in order."""
        return tuple(str(s) for s in self.header["statements"])


class JournalWriter:
    """The one writer of a journal: holds the file's lock and appends durable lines.

    `append` raises OSError when a line cannot be made durable; the caller knows what that means at its point.
    """

    def __init__(self, path: Path, handle: int, digest: str, clock: Clock = now) -> None:
        self.path = path
        self._handle = handle
        self._digest = digest
        self._clock = clock
        self._size = os.fstat(handle).st_size
        self._broken: OSError | None = None

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any], clock: Clock = now) -> JournalWriter:
        """Makes the file with its header line; file and folder are synced. The file must not exist."""
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            _lock(handle, path)
            writer = cls(path, handle, _ROOT, clock)
            writer.append("header", schema=SCHEMA, **header)
            sync_folder(path.parent)
        except BaseException:
            os.close(handle)
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return writer

    @classmethod
    def reopen(cls, path: Path, clock: Clock = now) -> tuple[JournalWriter, Journal]:
        """Takes the file's lock, reads the journal and drops a torn last line.

        Raises Refusal `journal.busy`, and as `read` does.
        """
        try:
            handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        except OSError as error:
            raise unusable(path, error) from None
        try:
            _lock(handle, path)
            journal = read(path)
            if journal.torn:
                os.ftruncate(handle, journal.intact)
                os.fsync(handle)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, handle, journal.digest, clock), journal

    def append(self, kind: str, **data: Any) -> None:
        """Writes one line and waits until it is on disk; what a full disk cut off is taken back."""
        if self._broken:
            raise self._broken
        body = {"kind": kind, "at": self._clock().isoformat(timespec="milliseconds"), **data}
        digest = _digest(self._digest, body)
        line = json.dumps({**body, "digest": digest}, sort_keys=True) + "\n"
        try:
            _write_all(self._handle, line.encode())
            os.fsync(self._handle)
        except OSError as error:
            self._take_back(error)
            raise
        self._size += len(line)  # the text is ASCII
        self._digest = digest

    def _take_back(self, error: OSError) -> None:
        # A half line is harmless at the end of the file and damage in the middle: without it, later lines are refused.
        try:
            os.ftruncate(self._handle, self._size)
        except OSError:
            self._broken = error

    def close(self) -> None:
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read(path: Path) -> Journal:
    """Reads and verifies a journal.

    Raises Refusal `journal.damaged` when it is anything but what was written, EnvironmentProblem `journal.unreadable`.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise unusable(path, error) from None
    intact = raw.rfind(b"\n") + 1
    entries: list[Entry] = []
    digest = _ROOT
    for number, line in enumerate(raw[:intact].split(b"\n")[:-1], 1):
        entry, digest = _entry(line, digest, path, number)
        entries.append(entry)
    if not entries or entries[0].kind != "header" or entries[0].data.get("schema") != SCHEMA:
        raise _damaged(path, 1, "it has no header of this version")
    return Journal(path, tuple(entries), digest, intact, len(raw) - intact)


def is_stillborn(path: Path) -> bool:
    """Whether a crash left the file before even its header was whole: nothing can have been done under it.

    One that cannot be read may hold anything: it is left to `read` to say so.
    """
    try:
        return b"\n" not in path.read_bytes()
    except OSError:
        return False


def unusable(path: Path, error: OSError) -> EnvironmentProblem:
    """The error for a journal, or a folder of journals, that this account cannot open."""
    return EnvironmentProblem(
        "journal.unreadable",
        f"The journal cannot be opened: {error.strerror or error}.",
        where=str(path),
        cause="It belongs to another account, or its disk has a fault.",
        next_step="Work as the account that ran apply, or have the file's owner and mode put right; never start over "
        "without it.",
    )


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _entry(line: bytes, before: str, path: Path, number: int) -> tuple[Entry, str]:
    try:
        body = json.loads(line)
        said = body.pop("digest")
        entry = Entry(str(body["kind"]), str(body["at"]), {k: v for k, v in body.items() if k not in {"kind", "at"}})
    except (ValueError, KeyError, TypeError, AttributeError):
        raise _damaged(path, number, "the line is not what specproof writes") from None
    if said != _digest(before, body):
        raise _damaged(path, number, "the line, or one before it, was changed after it was written")
    return entry, said


def _digest(before: str, body: Mapping[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _lock(handle: int, path: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(
            "journal.busy",
            "Another specproof on this machine is writing this journal right now.",
            where=str(path),
            cause="An apply or resume of the same migration is still running.",
            next_step="Wait for it to end, then look with `specproof migrate status`.",
        ) from None


def _damaged(path: Path, number: int, why: str) -> Refusal:
    return Refusal(
        "journal.damaged",
        f"The journal cannot be trusted: line {number}: {why}.",
        where=f"{path}:{number}",
        cause="It was edited by hand, cut, or mixed with another file.",
        next_step="Put back an untouched copy of the file. Without one, compare the live structure with the script by "
        "`specproof migrate verify`, move the file away, and go on by hand.",
    )
