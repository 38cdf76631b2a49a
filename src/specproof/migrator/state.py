"""The state folder: where rehearsal records and journals lie, one folder per target, and how they get there safely.

Everything in it belongs to one machine and is readable by its owner only. It stays outside the target schema, so that
a broken server cannot take the account of what happened with it. Nothing here is ever deleted.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from specproof.errors import EnvironmentProblem, Refusal
from specproof.migrator.journal import Clock, Journal, JournalWriter, is_stillborn, now, read, sync_folder, unusable
from specproof.migrator.target import Target

# What a journal of a long script needs many times over; asked for up front, because a full disk in the middle of a
# run costs a stop that a refusal before the first statement does not.
_HEADROOM = 256 * 1024
_NUMBERED = re.compile(r"journal-([0-9]+)-")


@dataclass(frozen=True, slots=True)
class StateFolder:
    """`root` holds `<target>/rehearsal-<plan>.json` and `<target>/journal-<start>-<plan>.jsonl`."""

    root: Path

    def rehearsal(self, target: Target, plan: str) -> Path:
        return self.root / target.key / f"rehearsal-{plan[:16]}.json"

    def journals(self, target: Target) -> tuple[Path, ...]:
        """The journals of one target, oldest first; files that a crash left without a whole header are passed over."""
        return _journals_in(self.root / target.key)

    def latest(self, target: Target) -> Journal | None:
        """The newest journal of a target. Raises Refusal `journal.other-target`, and as `journal.read` does."""
        paths = self.journals(target)
        if not paths:
            return None
        found = read(paths[-1])
        if not found.target.same_place(target):
            raise Refusal(
                "journal.other-target",
                f"The newest journal in the folder of {target.address} tells of another one: {found.target.address}.",
                where=str(found.path),
                cause="The file was copied or moved here by hand, or the schema was moved to another server.",
                next_step="Put the file back where it came from; each target has a folder of its own.",
            )
        return found

    def all_journals(self) -> tuple[Path, ...]:
        """Every target's journals, for a `status` without a server."""
        return tuple(p for folder in _listed(self.root) if folder.is_dir() for p in _journals_in(folder))

    def prepare(self, target: Target) -> None:
        """Makes the target's folder and proves that it can take a journal.

        Raises EnvironmentProblem `state.unwritable` before anything else has happened.
        """
        folder = self.root / target.key
        probe = folder / f".probe-{os.getpid()}"
        with _explained(folder):
            self._make(folder)
            try:
                _write(probe, b"\0" * _HEADROOM)
            finally:
                with contextlib.suppress(OSError):
                    probe.unlink(missing_ok=True)
            sync_folder(folder)
            sync_folder(self.root)

    def start_journal(self, target: Target, plan: str, header: Mapping[str, Any], clock: Clock = now) -> JournalWriter:
        """A new journal with its header line, durable. Raises EnvironmentProblem `state.unwritable`."""
        folder = self.root / target.key
        with _explained(folder):
            self._make(folder)
            return JournalWriter.create(self._free_name(folder, plan, clock()), header, clock)

    def write_json(self, path: Path, record: Mapping[str, Any]) -> None:
        """Writes a whole record or nothing of it. Raises EnvironmentProblem `state.unwritable`."""
        data = (json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode(
            errors="backslashreplace"
        )
        half = path.with_name(f".{path.name}.{os.getpid()}")
        with _explained(path):
            self._make(path.parent)
            try:
                _write(half, data)
                half.replace(path)
            finally:
                with contextlib.suppress(OSError):
                    half.unlink(missing_ok=True)
            sync_folder(path.parent)

    def _make(self, folder: Path) -> None:
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)

    @staticmethod
    def _free_name(folder: Path, plan: str, moment: datetime) -> Path:
        # The counter comes first: the order of names is the order of journals, whatever the clock did.
        taken = (_NUMBERED.match(p.name) for p in folder.glob("journal-*.jsonl"))
        number = max((int(name[1]) for name in taken if name), default=0) + 1
        return folder / f"journal-{number:04d}-{moment:%Y%m%dT%H%M%SZ}-{plan[:12]}.jsonl"


def _journals_in(folder: Path) -> tuple[Path, ...]:
    return tuple(p for p in _listed(folder) if p.match("journal-*.jsonl") and not is_stillborn(p))


def _listed(folder: Path) -> list[Path]:
    """What a folder holds, in order; nothing if there is none. Raises EnvironmentProblem `journal.unreadable`."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise unusable(folder, error) from None


def _write(path: Path, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise EnvironmentProblem(
            "state.unwritable",
            f"The state folder cannot take the record of this work: {error.strerror or error}.",
            where=str(path),
            cause="The disk is full, a quota is reached, or the folder belongs to somebody else.",
            next_step="Free space or name another folder with --state-dir (prove: --output). Nothing was changed on "
            "the server.",
        ) from None
