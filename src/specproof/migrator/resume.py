"""Resume: finds out what became of an interrupted run and finishes it. Nothing runs twice, nothing is left out.

A killed client's statement may still be running on the server, and its connection holds the schema's named lock until
it ends: resume waits for that lock first. Then the live structure decides. It refuses to guess: what the structure
cannot tell needs the DBA's word, which goes into the journal with its reason.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from specproof.engines.base import Session
from specproof.engines.mysql_schema import BROKEN
from specproof.errors import Interrupted, PartialStop, Refusal, UsageProblem
from specproof.migrator import drift, guards, hint, locks
from specproof.migrator.apply import Migration, close, earlier, who
from specproof.migrator.hooks import Hooks
from specproof.migrator.journal import Journal, JournalWriter, read
from specproof.migrator.plan import Plan
from specproof.migrator.rehearsal import Rehearsal
from specproof.migrator.runner import Ground, carry_on
from specproof.migrator.standing import Fate, Standing, fate_of, standing
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, Target, identify
from specproof.schema import Schema


@dataclass(frozen=True, slots=True)
class Word:
    """The DBA's word on a statement that the structure cannot tell about."""

    statement: int
    done: bool
    because: str


@dataclass(frozen=True, slots=True)
class Found:
    """What resume worked out: statements up to `done` are in place; `fate` and `by` are of the uncertain one."""

    done: int
    uncertain: int | None = None
    fate: Fate | None = None
    by: str = "probe"


def resume(
    plan: Plan,
    database: Database,
    folder: StateFolder,
    *,
    wait: float = 60,
    word: Word | None = None,
    hooks: Hooks | None = None,
) -> Migration:
    """Finishes the newest migration of the target; a finished one is reported again.

    `wait` is how long (seconds) to wait for the dead run's last statement. Raises as `apply` does, and PartialStop
    `resume.still-running`, `resume.ambiguous`, `resume.drift`.
    """
    hooks = hooks or Hooks()
    plan.runnable()
    with closing(database.open()) as session:
        target = identify(session, database)
        journal = _latest(plan, target, folder)
        if standing(journal).finished:
            return _again(plan, target, journal)
        rehearsal = guards.rehearsal_for(plan, target, folder)
        guards.same_version(plan, rehearsal, target, folder.root)
        _wait_for_lock(session, target, journal, wait, hooks)
        writer, journal = JournalWriter.reopen(journal.path, hooks.clock)
        with writer:
            if standing(journal).finished:
                return _again(plan, target, journal)
            found = locate(rehearsal, target, journal, database.structure(session), word)
            _note(writer, target, session, found, word)
            ground = Ground(plan, rehearsal, database, target, writer, hooks)
            ran = frozenset(e.statement for e in journal.entries if e.kind == "session")
            applied = carry_on(ground, session, found.done, ran)
            close(writer, target)
        known = {a.number: a for a in (*earlier(read(journal.path), plan), *applied)}
        return Migration(
            plan.hash,
            plan.script,
            target,
            str(journal.path),
            tuple(known[k] for k in sorted(known)),
            resumed=True,
            started=journal.entries[0].at,
            ended=hooks.clock().isoformat(timespec="milliseconds"),
        )


def abandon(database: Database, folder: StateFolder, because: str, script: Path, hooks: Hooks | None = None) -> Journal:
    """Closes an unfinished journal without finishing the migration; gives it as it was before. Changes no schema.

    The script may have been edited or be gone; its name must be the journal's, so that no other run is given up by
    mistake. Raises Refusal `resume.nothing-unfinished`, `resume.other-script`, `journal.busy`, `guard.locked`.
    """
    hooks = hooks or Hooks()
    with closing(database.open()) as session:
        target = identify(session, database)
        journal = folder.latest(target)
        if journal is None or standing(journal).closing is not None:
            raise Refusal(
                "resume.nothing-unfinished",
                "No migration of this schema is unfinished.",
                where=f"{target.address}; {folder.root}",
                next_step="Nothing needs to be given up.",
            )
        began = str(journal.header["script"])
        if Path(began).name != script.name:
            raise Refusal(
                "resume.other-script",
                f"The unfinished migration of this schema is that of {began}, not of {script}.",
                where=str(journal.path),
                next_step=f"To give that up, name its script: `{hint.command('resume', began, target, folder.root)} "
                "--abandon --because REASON`.",
            )
        guards.take_lock(session, target, journal)
        writer, journal = JournalWriter.reopen(journal.path, hooks.clock)
        with writer:
            writer.append("abandoned", because=because, **who())
        return journal


def _latest(plan: Plan, target: Target, folder: StateFolder) -> Journal:
    journal = folder.latest(target)
    if journal is None:
        raise Refusal(
            "resume.no-journal",
            "There is no journal of a migration of this schema.",
            where=f"{target.address}; {folder.root}",
            cause="Nothing was applied from here, or the journal lies in another state folder (--state-dir).",
            next_step=f"To begin: {guards.command('apply', plan, target, folder.root)}.",
        )
    stands = standing(journal)
    if journal.plan != plan.hash:
        if stands.unfinished:
            raise guards.edited_midway(plan, target, journal, stands)
        raise Refusal(
            "resume.other-plan",
            f"The newest migration of this schema was another script ({journal.header['script']}), and it is not open.",
            where=str(journal.path),
            next_step=f"To begin with this one: {guards.command('apply', plan, target, folder.root)}.",
        )
    if stands.closing is not None and not stands.finished:
        raise Refusal(
            "resume.abandoned",
            f"This migration was given up at {stands.closing.at}: {stands.closing.data.get('because')}",
            where=str(journal.path),
            next_step=f"Rehearse what is left and apply it: {guards.command('rehearse', plan, target, folder.root)}.",
        )
    return journal


def _wait_for_lock(session: Session, target: Target, journal: Journal, wait: float, hooks: Hooks) -> None:
    ours = standing(journal).connection

    def tell(owner: locks.Connection) -> None:
        if hooks.brake.pressed:
            raise Interrupted(
                "resume.interrupted",
                f"Stopped on request while waiting for {owner.tell('en')}. This resume changed nothing.",
                where=f"{target.address}; journal {journal.path}",
                next_step="Resume again when that connection is gone.",
            )
        what = (
            "the interrupted run's statement is still at work" if owner.id == ours else "another specproof is at work"
        )
        hooks.progress.waiting(f"{what}: {owner.tell('en')}")

    owner = locks.take_within(session, target.schema, wait, tell)
    if owner is None:
        return
    if owner.id != ours:
        guards.take_lock(session, target, journal)
        return
    raise PartialStop(
        "resume.still-running",
        f"The interrupted run's statement is still at work on the server: {owner.tell('en')}.",
        where=f"{target.address}; journal {journal.path}",
        cause="The server finishes a statement although its client is dead; it may itself be waiting for a lock.",
        next_step=f"Wait longer (--wait SECONDS). To end it instead: `KILL {owner.id}` on the server, which undoes the "
        "statement, then resume.",
    )


def locate(rehearsal: Rehearsal, target: Target, journal: Journal, live: Schema, word: Word | None) -> Found:
    """Where the migration really stands: the journal's account, completed by the live structure and the DBA's word.

    Raises PartialStop `resume.ambiguous` or `resume.drift`, UsageProblem `resume.nothing-to-assume`.
    """
    if list(rehearsal.fingerprints) != list(journal.header["fingerprints"]):
        raise Refusal(
            "resume.other-rehearsal",
            "The rehearsal record is not the one that this run was made with.",
            where=str(journal.path),
            cause="The script was rehearsed again after the run had begun.",
            next_step="Put the old record back, or give the run up with --abandon and a reason.",
        )
    stands = standing(journal)
    number = stands.open
    if word is not None and (number != word.statement or not rehearsal.traceless(word.statement)):
        raise UsageProblem(
            "resume.nothing-to-assume",
            f"Statement {word.statement} does not need anybody's word.",
            where=str(journal.path),
            cause="Only a statement whose outcome is lost, and that leaves no trace in the structure, can be assumed.",
            next_step="Resume without --assume-done and --assume-not-done.",
        )
    if number is None:
        guards.reached_state(rehearsal, target, live, stands.done, journal.path)
        return Found(stands.done)
    present = rehearsal.scope.print_of(live)
    if word is not None and present == rehearsal.fingerprints[number]:
        fate = Fate.DONE if word.done else Fate.NOT_DONE
        return Found(number if word.done else stands.done, number, fate, "word")
    fate = fate_of(number, rehearsal.fingerprints, present)
    if fate is Fate.AMBIGUOUS:
        raise _ambiguous(rehearsal, target, journal, live, stands)
    return Found(number if fate is Fate.DONE else stands.done, number, fate)


def _ambiguous(rehearsal: Rehearsal, target: Target, journal: Journal, live: Schema, stands: Standing) -> PartialStop:
    number = stands.open or 0
    title = journal.header["titles"][number - 1]
    scope = rehearsal.scope
    where = f"{target.address}; journal {journal.path}"
    if scope.print_of(live) == rehearsal.fingerprints[number]:
        return PartialStop(
            "resume.ambiguous",
            f"Whether statement {number} ({title}) ran cannot be seen: it leaves no trace in the structure, and "
            "the run ended between sending it and hearing of it.",
            where=where,
            next_step=f"Look at its effect yourself, then resume with --assume-done {number} or --assume-not-done "
            f"{number}, and --because REASON.",
        )
    broken = [o.removeprefix(BROKEN) for o in scope.of(live).others if o.startswith(BROKEN)]
    if broken:
        return PartialStop(
            "resume.ambiguous",
            f"Whether statement {number} ({title}) ran cannot be told: the server cannot open {', '.join(broken)}.",
            where=where,
            cause="The server was stopped inside a change of the table, which MySQL 5.7 does not undo: its definition "
            "file and the table of InnoDB no longer fit.",
            next_step="Put the table right (the server's error log says what is wrong; or restore it), then resume.",
        )
    after = drift.differences(scope.of(rehearsal.states[number]), scope.of(live))
    before = drift.differences(scope.of(rehearsal.states[number - 1]), scope.of(live))
    return PartialStop(
        "resume.ambiguous",
        f"Whether statement {number} ({title}) ran cannot be told: the structure is neither the one after it "
        f"({drift.tell(after)}) nor the one before it ({drift.tell(before)}).",
        where=where,
        cause="The statement took effect in part, as a DROP of several tables can, or somebody changed the schema.",
        next_step="Bring the structure to one of the two states by hand, then resume.",
    )


def _note(writer: JournalWriter, target: Target, session: Session, found: Found, word: Word | None) -> None:
    """Writes down what was found before anything is built on it."""
    try:
        writer.append("resume", connection=session.connection_id, **who())
        if found.uncertain is None:
            return
        if word is not None:
            writer.append("assumed", statement=found.uncertain, fate=found.fate, because=word.because, **who())
        else:
            writer.append("outcome", statement=found.uncertain, fate=found.fate, by="probe")
    except OSError as error:
        raise PartialStop(
            "resume.journal-unwritable",
            f"The journal cannot be written ({error.strerror or error}); nothing was run.",
            where=f"{target.address}; journal {writer.path}",
            next_step="Free space there, then resume.",
        ) from None


def _again(plan: Plan, target: Target, journal: Journal) -> Migration:
    ended = journal.entries[-1].at
    done = earlier(journal, plan)
    return Migration(
        plan.hash,
        plan.script,
        target,
        str(journal.path),
        done,
        resumed=True,
        started=journal.entries[0].at,
        ended=ended,
    )
