"""The errors of a run that stopped, each with what happened, where it stands, and how to go on.

One place decides between "nothing was changed" and "stopped part-way": an earlier statement of the migration that took
effect, or one that may have, makes it the latter. Builds errors and refuses to raise them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from specproof.engines.base import SqlError
from specproof.errors import EnvironmentProblem, Interrupted, PartialStop, Refusal, SpecproofError
from specproof.migrator import hint
from specproof.migrator.locks import Blockers
from specproof.migrator.plan import Plan, PlannedStatement
from specproof.migrator.standing import Fate
from specproof.migrator.target import Target

LOCK_WAIT = 1205  # ER_LOCK_WAIT_TIMEOUT: of rows by innodb_lock_wait_timeout, of tables by lock_wait_timeout
INTERRUPTED = 1317  # ER_QUERY_INTERRUPTED: somebody said KILL QUERY
_DENIED = {1044, 1142, 1143, 1227, 1370}


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a run was when it stopped. `changed`: an earlier statement of this migration took effect."""

    plan: Plan
    target: Target
    journal: str
    statement: PlannedStatement
    changed: bool

    @property
    def name(self) -> str:
        s = self.statement
        return f"Statement {s.number} of {len(self.plan.statements)} ({s.title}, line {s.line})"

    @property
    def where(self) -> str:
        return f"{self.target.address}; journal {self.journal}"

    @property
    def resume(self) -> str:
        return self._command("resume")

    @property
    def apply(self) -> str:
        return self._command("apply")

    def _command(self, name: str) -> str:
        return f"`{hint.command(name, self.plan.script, self.target, Path(self.journal).parent.parent)}`"


def refused(scene: Scene, error: SqlError, fate: Fate, blockers: Blockers | None) -> SpecproofError:
    """The server refused a statement; `fate` is what the structure says about it afterwards."""
    said = f"{scene.name} was refused by the server: {error.errno} {scene.statement.discreet(error.what)}."
    if fate is not Fate.NOT_DONE:
        return PartialStop(
            "apply.unclear-refusal",
            f"{said} {_FATES[fate]}",
            where=scene.where,
            next_step=f"Look at what is there, then {scene.resume}; it says what it sees before it does anything.",
        )
    if error.errno == LOCK_WAIT:
        return _lock_wait(scene, blockers or Blockers(()))
    if error.errno in _DENIED:
        advice = "Have the privilege granted (`specproof migrate preflight` lists what is missing), then"
        if scene.changed:
            return _midway("apply.privilege-midway", scene, said, advice)
        return EnvironmentProblem(
            "apply.privilege",
            f"{said} Nothing was changed.",
            where=scene.where,
            cause="The account lacks a privilege that the statement needs.",
            next_step=f"{advice} {scene.apply}.",
        )
    if scene.changed:
        return _midway("apply.refused-midway", scene, said, "Remove the cause on the server, then")
    return Refusal(
        "apply.refused",
        f"{said} Nothing was changed.",
        where=scene.where,
        cause="The rehearsal knows the structure but not the rows: duplicate or unfit values show only here.",
        next_step=f"Remove the cause, then {scene.apply}; or change the script and rehearse it again.",
    )


def not_repeatable(scene: Scene, error: SqlError) -> PartialStop:
    """A statement for the connection, which ran in the interrupted run, is refused now that later ones have run."""
    return PartialStop(
        "resume.not-repeatable",
        f"{scene.name} has to be repeated on the new connection, and the server refuses it: {error.errno} "
        f"{scene.statement.discreet(error.what)}.",
        where=scene.where,
        cause="It reads what later statements of the script changed, renamed or dropped.",
        next_step="If the remaining statements need nothing of it, write them as a script of their own, give this run "
        f"up ({scene.resume[1:-1]} --abandon --because REASON), then rehearse and apply that script.",
    )


def _lock_wait(scene: Scene, blockers: Blockers) -> SpecproofError:
    said = f"{scene.name} waited for a lock in vain. {tell_blockers(blockers)}"
    advice = "Wait until that transaction ends (or end it with its owner's consent: KILL id), then"
    if scene.changed:
        return _midway("apply.lock-wait-midway", scene, said, advice)
    return Refusal(
        "apply.lock-wait",
        f"{said} Nothing was changed.",
        where=scene.where,
        cause="An open transaction, even one that only reads, holds a metadata lock on every table it has touched.",
        next_step=f"{advice} {scene.apply}. A longer wait: --lock-wait-timeout; it holds up every later reader.",
    )


def tell_blockers(blockers: Blockers) -> str:
    if blockers.hidden:
        return "Who holds it is hidden from this account, which lacks the PROCESS privilege."
    if not blockers.connections:
        return "Whoever held it has let go since."
    names = "; ".join(c.tell("en") for c in blockers.connections)
    return f"{'It is held by' if blockers.exact else 'Open transactions that may hold it, oldest first:'} {names}."


def lost(scene: Scene, fate: Fate, found_out: str) -> SpecproofError:
    """The connection broke under a statement; `found_out` says what a second connection saw."""
    said = f"The connection was lost during statement {scene.statement.number} ({scene.statement.title}). {found_out}"
    if fate is Fate.NOT_DONE and not scene.changed:
        return EnvironmentProblem(
            "apply.connection-lost",
            f"{said} Nothing was changed.",
            where=scene.where,
            cause="The server stopped, the network broke, or somebody ended the connection.",
            next_step=f"When the server is back: {scene.apply}.",
        )
    return PartialStop(
        "apply.connection-lost-midway",
        f"{said} {_FATES[fate]}",
        where=scene.where,
        cause="The server stopped, the network broke, or somebody ended the connection.",
        next_step=f"When the server is back: {scene.resume}.",
    )


def interrupted(scene: Scene, fate: Fate, done: int) -> SpecproofError:
    standing = f"Statements done so far: {done} of {len(scene.plan.lasting)}."
    if fate is Fate.NOT_DONE and not scene.changed:
        return Interrupted(
            "apply.interrupted",
            f"Stopped on request before statement {scene.statement.number}. Nothing was changed.",
            where=scene.where,
            next_step=f"To start again: {scene.apply}.",
        )
    return Interrupted(
        "apply.interrupted-midway",
        f"Stopped on request at {scene.name}. {_FATES[fate]} {standing}",
        where=scene.where,
        next_step=f"To go on: {scene.resume}.",
    )


def journal_failed(scene: Scene, error: OSError, happened: str, *, changed: bool) -> SpecproofError:
    """A line could not be made durable; `happened` says what the line would have said."""
    said = f"The journal cannot be written ({error.strerror or error}). {happened}"
    if changed:
        return PartialStop(
            "journal.write-failed-midway",
            said,
            where=scene.where,
            cause="The disk that holds the state folder is full or gone.",
            next_step=f"Free space there, leave the journal as it is, then {scene.resume}: it asks the server first.",
        )
    return EnvironmentProblem(
        "journal.write-failed",
        f"{said} Nothing was changed.",
        where=scene.where,
        cause="The disk that holds the state folder is full or gone.",
        next_step=f"Free space there, then {scene.apply}.",
    )


def unexpected(scene: Scene, differences: str) -> PartialStop:
    """The server took the statement, and the structure is not the one rehearsed."""
    return PartialStop(
        "apply.unexpected-result",
        f"{scene.name} was accepted, but the structure is not the rehearsed one: {differences}",
        where=scene.where,
        cause="Somebody else changed the schema at the same time, or this server differs from the scratch server.",
        next_step="Find out which; bring the structure to the rehearsed state (`specproof migrate status` names it), "
        f"then {scene.resume}.",
    )


def _midway(code: str, scene: Scene, said: str, advice: str) -> PartialStop:
    return PartialStop(
        code,
        f"{said} It changed nothing; earlier statements of the script are in place.",
        where=scene.where,
        next_step=f"{advice} {scene.resume}.",
    )


_FATES = {
    Fate.DONE: "The structure shows that it took effect all the same.",
    Fate.NOT_DONE: "The structure shows that it took no effect.",
    Fate.UNKNOWN: "Whether it took effect is not known yet.",
    Fate.AMBIGUOUS: "Whether it took effect cannot be read from the structure.",
}
