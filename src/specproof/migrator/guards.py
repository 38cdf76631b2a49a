"""What must hold before a migration may touch the live schema; each guard refuses with what to do instead.

Nothing here changes anything but the named lock that the session takes. A guard answers by raising; passing all of them
in the order that `apply` calls them is the licence to begin.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from specproof.engines.base import Session
from specproof.errors import PartialStop, Refusal, SpecproofError
from specproof.migrator import drift, hint, locks
from specproof.migrator.journal import Journal
from specproof.migrator.plan import Plan
from specproof.migrator.rehearsal import Rehearsal, read_record
from specproof.migrator.standing import Standing, standing
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Target
from specproof.schema import Schema


def command(name: str, plan: Plan, target: Target, state: Path | None = None) -> str:
    return f"`{hint.command(name, plan.script, target, state)}`"


def rehearsal_for(plan: Plan, target: Target, folder: StateFolder) -> Rehearsal:
    """The valid record of this plan for this target. Raises Refusal `guard.*` without one."""
    path = folder.rehearsal(target, plan.hash)
    next_step = f"{command('rehearse', plan, target, folder.root)}, then again."
    if not path.is_file():
        raise _no_rehearsal(plan, target, path, next_step)
    rehearsal = read_record(path)
    if rehearsal.failed:
        failure = rehearsal.failed.failure
        said = f"{failure.errno} {failure.message}" if failure else ""
        raise Refusal(
            "guard.rehearsal-failed",
            f"The last rehearsal of this script failed at statement {rehearsal.failed.number}: {said}",
            where=str(path),
            next_step="Correct the script, rehearse it until it passes, then apply it.",
        )
    if rehearsal.plan != plan.hash or not rehearsal.target.same_place(target):
        raise Refusal(
            "guard.foreign-rehearsal",
            "The rehearsal record belongs to another script or another target.",
            where=str(path),
            next_step=next_step,
        )
    return rehearsal


def _no_rehearsal(plan: Plan, target: Target, path: Path, next_step: str) -> Refusal:
    for other in sorted(path.parent.glob("rehearsal-*.json")):
        try:
            record = read_record(other)
        except SpecproofError:
            continue  # of some other script: not what stands in the way
        if Path(record.script).name == Path(plan.script).name:
            return Refusal(
                "guard.script-edited",
                f"The script was edited after its rehearsal of {record.at}: it is another plan now.",
                where=f"{plan.script} (plan {plan.hash[:12]}, rehearsed plan {record.plan[:12]})",
                next_step=next_step,
            )
    return Refusal(
        "guard.no-rehearsal",
        f"This script was never rehearsed for {target.address}.",
        where=str(path.parent),
        cause="Rehearsal records lie in the state folder of the machine that rehearsed (--state-dir).",
        next_step=next_step,
    )


def same_version(plan: Plan, rehearsal: Rehearsal, target: Target, state: Path | None = None) -> None:
    """`state`, here and below, is the root of the state folder, for the command that the refusal names."""
    if rehearsal.target.version == target.version:
        return
    raise Refusal(
        "guard.other-version",
        f"The server is {target.version} now; when the script was rehearsed it was {rehearsal.target.version}.",
        where=target.address,
        cause="The server was upgraded in between.",
        next_step=f"{command('rehearse', plan, target, state)}, then again.",
    )


def take_lock(session: Session, target: Target, latest: Journal | None) -> None:
    """Takes the named lock of the schema, or says who has it."""
    if locks.take(session, target.schema):
        return
    owner = locks.holder(session, target.schema)
    if owner is None and locks.take(session, target.schema):
        return
    owner = owner or locks.Connection(0)
    since = _since(owner, latest)
    raise Refusal(
        "guard.locked",
        f"Another specproof holds the lock '{locks.lock_name(target.schema)}': {owner.tell('en')}{since}.",
        where=target.address,
        cause="An apply or resume is at work on this schema, or a killed one whose statement still runs on the server.",
        next_step="Wait for it and look with `specproof migrate status`; if its process is dead, `specproof migrate "
        "resume` waits for the statement and goes on.",
    )


def _since(owner: locks.Connection, latest: Journal | None) -> str:
    if latest is None or standing(latest).connection != owner.id:
        return ""
    started = next(e.at for e in latest.entries if e.data.get("connection") == owner.id)
    return f", at work since {started} (journal {latest.path.name})"


def nothing_unfinished(plan: Plan, target: Target, latest: Journal | None) -> None:
    """Refuses while an earlier migration of this target is neither done nor given up."""
    if latest is None:
        return
    stands = standing(latest)
    if not stands.unfinished:
        return
    script = str(latest.header["script"])
    if latest.plan == plan.hash:
        raise Refusal(
            "guard.unfinished",
            f"This migration was begun at {latest.entries[0].at} and stopped part-way: {_reached(stands)}.",
            where=str(latest.path),
            next_step=f"{command('resume', plan, target, _root(latest))}.",
        )
    if Path(script).name == Path(plan.script).name:
        raise edited_midway(plan, target, latest, stands)
    raise Refusal(
        "guard.other-unfinished",
        f"Another migration of this schema ({script}, plan {latest.plan[:12]}) stopped part-way: {_reached(stands)}.",
        where=str(latest.path),
        next_step=f"Finish it: `{hint.command('resume', script, target, _root(latest))}`; or give it up "
        "with --abandon and a reason.",
    )


def edited_midway(plan: Plan, target: Target, journal: Journal, stands: Standing) -> Refusal:
    """The refusal of a script that is not the one whose statements are partly in place."""
    return Refusal(
        "guard.edited-midway",
        f"The script was edited after it was half applied: {_reached(stands)}; {compare(plan, journal.statements)}.",
        where=f"{plan.script}; journal {journal.path}",
        cause="The journal speaks of statements by their exact bytes; of another script it says nothing.",
        next_step="Put the script back as it was and resume it. If it must change: give the old run up "
        f"(`{hint.command('resume', plan.script, target, _root(journal))} --abandon --because REASON`), "
        "write the remaining statements as a script of their own, rehearse and apply that.",
    )


def _root(journal: Journal) -> Path:
    """The root of the state folder that a journal lies in."""
    return journal.path.parent.parent


def compare(plan: Plan, recorded: Sequence[str]) -> str:
    """How the script's statements differ from the recorded ones."""
    present = [s.sha256 for s in plan.statements]
    same = next((i for i, (a, b) in enumerate(zip(present, recorded, strict=False)) if a != b), None)
    if same is not None:
        return f"statement {same + 1} is the first that differs from the journal"
    if len(present) != len(recorded):
        return f"it has {len(present)} statements and the journal {len(recorded)}"
    return "its statements are the same, only the text between them differs"


def _reached(stands: Standing) -> str:
    if stands.open is not None:
        return f"statements up to {stands.done} are done, {stands.open} is uncertain"
    return f"statements up to {stands.done} are done"


def not_in_place(plan: Plan, target: Target, folder: StateFolder, live: Schema) -> None:
    """For a rehearsal: refuses when this very script is in place, so that its record stays for verify."""
    latest, path = folder.latest(target), folder.rehearsal(target, plan.hash)
    if latest is None or latest.plan != plan.hash or not standing(latest).finished or not path.is_file():
        return
    record = read_record(path)
    if record.failed or record.scope.print_of(live) != record.fingerprints[-1]:
        return
    raise Refusal(
        "rehearse.already-applied",
        f"This script was applied at {latest.entries[-1].at}, and the structure is the one that it makes.",
        where=f"{target.address}; journal {latest.path}",
        cause="A rehearsal from here would fail, and replace the record that verify compares with.",
        next_step=f"{command('verify', plan, target, folder.root)}.",
    )


def start_state(plan: Plan, rehearsal: Rehearsal, target: Target, live: Schema, state: Path | None = None) -> None:
    """The live structure must be the one that the rehearsal started from."""
    expected, actual = rehearsal.scope.of(rehearsal.states[0]), rehearsal.scope.of(live)
    if rehearsal.scope.print_of(live) == rehearsal.fingerprints[0]:
        return
    there = [f"table {t}" for t in plan.made.tables if actual.table(t) and not expected.table(t)]
    there += [
        f"column {t}.{c}"
        for t, c in plan.made.columns
        if (found := actual.table(t)) and found.column(c) and (old := expected.table(t)) and not old.column(c)
    ]
    if there:
        raise Refusal(
            "guard.already-there",
            f"What the script makes is already there: {', '.join(there)}.",
            where=target.address,
            cause="The script ran already, or somebody made these by hand since the rehearsal.",
            next_step=f"{command('verify', plan, target, state)} tells whether it is the same; if not, move it away.",
        )
    raise Refusal(
        "guard.drift",
        f"The live structure is not the one rehearsed: {drift.tell(drift.differences(expected, actual))}",
        where=target.address,
        cause="Somebody changed the schema since the rehearsal.",
        next_step=f"{command('rehearse', plan, target, state)} from what is there now, then again.",
    )


def reached_state(rehearsal: Rehearsal, target: Target, live: Schema, done: int, journal: Path) -> None:
    """For a resume: the live structure must be the one after statement `done`."""
    if rehearsal.scope.print_of(live) == rehearsal.fingerprints[done]:
        return
    expected = rehearsal.scope.of(rehearsal.states[done])
    found = drift.differences(expected, rehearsal.scope.of(live))
    raise PartialStop(
        "resume.drift",
        f"The live structure is not the one after statement {done}, where the journal ends: {drift.tell(found)}",
        where=f"{target.address}; journal {journal}",
        cause="Somebody changed the schema after the run stopped.",
        next_step="Undo that change, then resume; or give the run up with --abandon, and rehearse the rest.",
    )
