"""Apply: the guards, the journal, the statements. The only command besides resume that changes the live schema.

Takes value objects and gives one; prints nothing. It refuses unless a rehearsal of exactly this plan, for exactly this
server and this structure, is on record, and unless the journal can be written.
"""

from __future__ import annotations

import getpass
import os
import socket
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from specproof import __version__
from specproof.engines.base import Session
from specproof.errors import PartialStop
from specproof.migrator import guards, queries
from specproof.migrator.hooks import Hooks
from specproof.migrator.journal import Journal, JournalWriter
from specproof.migrator.plan import Plan
from specproof.migrator.rehearsal import Rehearsal
from specproof.migrator.runner import Applied, Ground, carry_on
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, Target, identify


@dataclass(frozen=True, slots=True)
class Migration:
    """A finished migration. `statements` covers all that were sent, also those of an earlier, interrupted run."""

    plan: str
    script: str
    target: Target
    journal: str
    statements: tuple[Applied, ...]
    resumed: bool
    started: str
    ended: str


@dataclass(frozen=True, slots=True)
class TableSize:
    table: str
    rows: int
    megabytes: float
    engine: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a DBA should read before saying yes. Row counts are the server's estimates."""

    target: Target
    plan: Plan
    rehearsal: Rehearsal
    sizes: tuple[TableSize, ...] = field(default=())

    @property
    def patch_differs(self) -> bool:
        """Whether the scratch server had another patch version than the live one."""
        return self.rehearsal.scratch.version != self.target.version


def brief(plan: Plan, database: Database, folder: StateFolder) -> Briefing:
    """Runs the guards that need no lock and gathers what to show before acting; changes nothing."""
    plan.runnable()
    with closing(database.open()) as session:
        target = identify(session, database)
        folder.prepare(target)
        guards.nothing_unfinished(plan, target, folder.latest(target))
        rehearsal = guards.rehearsal_for(plan, target, folder)
        guards.same_version(plan, rehearsal, target, folder.root)
        return Briefing(target, plan, rehearsal, _sizes(session, plan))


def _sizes(session: Session, plan: Plan) -> tuple[TableSize, ...]:
    (query,) = (q for q in queries.load("preflight") if q.slug == "table-sizes")
    rows = query.ask(session, {"tables_needed": plan.made.touched})
    return tuple(
        TableSize(str(r["table_name"]), int(str(r["table_rows"])), float(str(r["megabytes"])), str(r["engine"]))
        for r in rows
    )


def apply(plan: Plan, database: Database, folder: StateFolder, hooks: Hooks | None = None) -> Migration:
    """Runs the plan on the live schema.

    Raises Refusal (nothing changed), EnvironmentProblem (nothing changed), PartialStop or Interrupted (see journal).
    """
    hooks = hooks or Hooks()
    plan.runnable()
    with closing(database.open()) as session:
        target = identify(session, database)
        folder.prepare(target)
        guards.take_lock(session, target, folder.latest(target))
        # Read again under the lock: whoever held it may have written since.
        guards.nothing_unfinished(plan, target, folder.latest(target))
        rehearsal = guards.rehearsal_for(plan, target, folder)
        guards.same_version(plan, rehearsal, target, folder.root)
        guards.start_state(plan, rehearsal, target, database.structure(session), folder.root)
        header = _header(plan, target, rehearsal, session)
        with folder.start_journal(target, plan.hash, header, hooks.clock) as journal:
            started = hooks.clock().isoformat(timespec="milliseconds")
            applied = carry_on(Ground(plan, rehearsal, database, target, journal, hooks), session, 0)
            close(journal, target)
        ended = hooks.clock().isoformat(timespec="milliseconds")
        return Migration(
            plan.hash, plan.script, target, str(journal.path), applied, resumed=False, started=started, ended=ended
        )


def _header(plan: Plan, target: Target, rehearsal: Rehearsal, session: Session) -> dict[str, Any]:
    return {
        "specproof": __version__,
        "plan": plan.hash,
        "script": plan.script,
        "statements": [s.sha256 for s in plan.statements],
        "titles": [s.title for s in plan.statements],
        "fingerprints": list(rehearsal.fingerprints),
        "target": target.to_data(),
        "rehearsed": rehearsal.at,
        "rehearsed_on": rehearsal.scratch.version,
        "connection": session.connection_id,
        **who(),
    }


def who() -> dict[str, Any]:
    """The process behind a line of the journal."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # an account without a name, as in some containers
        user = str(os.getuid())
    return {"user": user, "host": socket.gethostname(), "pid": os.getpid()}


def close(journal: JournalWriter, target: Target) -> None:
    """Writes the last line."""
    try:
        journal.append("done")
    except OSError as error:
        raise PartialStop(
            "journal.write-failed-at-end",
            f"Every statement is in place, but the journal's last line cannot be written ({error.strerror or error}).",
            where=f"{target.address}; journal {journal.path}",
            next_step="Free space there and resume: it verifies the structure and closes the journal.",
        ) from None


def earlier(journal: Journal, plan: Plan) -> tuple[Applied, ...]:
    """The statements that the journal knows to be done."""
    found: dict[int, Applied] = {}
    for entry in journal.entries:
        if entry.kind in {"outcome", "assumed"} and entry.data["fate"] == "done":
            seconds = entry.data.get("seconds")
            by = "word" if entry.kind == "assumed" else "probe" if entry.data.get("by") == "probe" else "earlier"
            title = plan.statements[entry.statement - 1].title
            found[entry.statement] = Applied(entry.statement, title, by, None if seconds is None else float(seconds))
    return tuple(found[k] for k in sorted(found))
