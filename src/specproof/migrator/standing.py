"""What a journal says about where its migration stands, and what the live schema says to that.

Pure functions between journal, rehearsal and probe: no server, no file. They refuse to guess: a state that fits
neither the one before a statement nor the one after it is ambiguous, and ambiguous is an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from specproof.migrator.journal import Entry, Journal


class Fate(StrEnum):
    """What became of one statement."""

    DONE = "done"
    NOT_DONE = "not-done"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a migration stands by its journal alone.

    `done` is the number of the last statement known to be done (0: none), `open` that of a statement that may or may
    not have run, `failed` that of one that is known not to have run though it was tried. `began` tells whether any
    statement was ever sent, `connection` is the last connection that did, `closing` the line that ended it for good.
    """

    done: int = 0
    open: int | None = None
    failed: int | None = None
    began: bool = False
    connection: int | None = None
    closing: Entry | None = None
    last_stop: Entry | None = None

    @property
    def finished(self) -> bool:
        return self.closing is not None and self.closing.kind == "done"

    @property
    def unfinished(self) -> bool:
        """Whether something was, or may have been, changed and the migration is neither done nor given up."""
        return self.closing is None and (self.done > 0 or self.open is not None)


def standing(journal: Journal) -> Standing:
    """Reads the lines in order; the last word about a statement counts."""
    done, open_, failed, began = 0, None, None, False
    connection: int | None = None
    closing: Entry | None = None
    last_stop: Entry | None = None
    for entry in journal.entries:
        connection = int(entry.data["connection"]) if "connection" in entry.data else connection
        if entry.kind == "intent":
            open_, failed, began, last_stop = entry.statement, None, True, None
        elif entry.kind in {"outcome", "assumed"}:
            fate = Fate(str(entry.data["fate"]))
            done = entry.statement if fate is Fate.DONE else done
            failed = entry.statement if fate is Fate.NOT_DONE else None
            open_ = entry.statement if fate in {Fate.UNKNOWN, Fate.AMBIGUOUS} else None
        elif entry.kind == "stop":
            last_stop = entry
        elif entry.kind in {"done", "abandoned"}:
            closing = entry
    return Standing(done, open_, failed, began, connection, closing, last_stop)


def fate_of(number: int, fingerprints: Sequence[str], live: str) -> Fate:
    """What the live schema says about statement `number` whose outcome is not known.

    `fingerprints` are those of the rehearsal, before the first statement and after each one; `live` is the present
    one. A statement that leaves no trace in the structure is ambiguous by nature.
    """
    before, after = fingerprints[number - 1], fingerprints[number]
    if before == after:
        return Fate.AMBIGUOUS
    if live == after:
        return Fate.DONE
    return Fate.NOT_DONE if live == before else Fate.AMBIGUOUS
