"""Runs the statements of a plan one by one, each between an intent and an outcome in the journal.

Used by apply and by resume. After every statement the live structure is compared with the rehearsed one, so that a
wrong turn is noticed at once and the journal always knows. It refuses to run a statement whose intent is not on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from specproof.engines.base import Result, ServerWarning, Session, SqlError
from specproof.errors import SpecproofError
from specproof.migrator import drift, locks, trouble
from specproof.migrator.classify import Trace
from specproof.migrator.hooks import Hooks
from specproof.migrator.journal import JournalWriter
from specproof.migrator.plan import Plan, PlannedStatement
from specproof.migrator.rehearsal import Rehearsal
from specproof.migrator.standing import Fate, fate_of
from specproof.migrator.target import Database, Target

_GRACE = 10.0  # seconds that a server gets to notice that our connection is gone


@dataclass(frozen=True, slots=True)
class Applied:
    """One statement of a migration that took effect. `by`: run, probe (found done), word (the DBA's), earlier."""

    number: int
    title: str
    by: str
    seconds: float | None = None
    warnings: tuple[ServerWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a run stands on: the plan, its rehearsal, the target, the open journal, whom to tell."""

    plan: Plan
    rehearsal: Rehearsal
    database: Database
    target: Target
    journal: JournalWriter
    hooks: Hooks

    def fingerprint(self, session: Session) -> str:
        return self.rehearsal.scope.print_of(self.database.structure(session))

    def scene(self, statement: PlannedStatement, *, changed: bool) -> trouble.Scene:
        return trouble.Scene(self.plan, self.target, str(self.journal.path), statement, changed)


def carry_on(ground: Ground, session: Session, done: int, ran: frozenset[int] = frozenset()) -> tuple[Applied, ...]:
    """Runs everything after statement `done`; statements that only concern the connection run from the start.

    Reads that are in `ran` or come before `done` are left out: nobody needs their answer again, and the tables that
    they name may be gone by now.

    Raises what `trouble` builds; the journal then holds the reason.
    """
    before = sum(s.number <= done for s in ground.plan.lasting)
    applied: list[Applied] = []
    for statement in ground.plan.sent:
        count = before + len(applied)
        step = _Step(ground, session, statement, ground.scene(statement, changed=count > 0), count)
        if statement.trace is Trace.READ and (statement.number <= done or statement.number in ran):
            continue
        if statement.trace.repeatable:
            step.repeat(again=statement.number <= done)
        elif statement.number > done:
            ground.hooks.progress.step(statement.title, statement.number, len(ground.plan.statements))
            applied.append(step.run())
    return tuple(applied)


@dataclass(frozen=True, slots=True)
class _Step:
    ground: Ground
    session: Session
    statement: PlannedStatement
    scene: trouble.Scene
    done: int

    # --- the course of one statement ---------------------------------------------------------------------------------

    def run(self) -> Applied:
        number, reached = self.statement.number, self.ground.hooks.faults.reached
        if self.ground.hooks.brake.pressed:
            raise self._stopped("brake", trouble.interrupted(self.scene, Fate.NOT_DONE, self.done))
        reached("before-intent", number)
        self._record(
            "intent",
            happened=f"Statement {number} was not sent.",
            changed=self.scene.changed,
            sha256=self.statement.sha256,
            connection=self.session.connection_id,
        )
        reached("before-sending", number)
        started = time.monotonic()
        result = self._send()
        seconds = round(time.monotonic() - started, 3)
        reached("before-outcome", number)
        live, fits = self._look()
        self._record(
            "outcome",
            happened=f"Statement {number} ({self.statement.title}) was executed and took effect.",
            changed=True,
            fate=Fate.DONE,
            fingerprint=live,
            seconds=seconds,
            warnings=[[w.level, w.code, w.message] for w in result.warnings],
        )
        reached("after-outcome", number)
        if not fits:
            raise self._stopped("unexpected", self._unexpected())
        return Applied(number, self.statement.title, "run", seconds, result.warnings)

    def repeat(self, *, again: bool) -> None:
        """A statement that concerns the connection only: no intent, because running it again does no harm.

        `again`: the statements after it have run, which may have taken away what it asks for.
        """
        try:
            self.session.run(self.statement.sql)
        except SqlError as error:
            if again and not error.lost:
                raise self._stopped("refused", trouble.not_repeatable(self.scene, error), errno=error.errno) from None
            raise self._failed(error) from None
        self._record("session", happened="", changed=self.scene.changed)

    def _send(self) -> Result:
        try:
            with self.ground.hooks.brake.armed(self._ending_it()):
                return self.session.run(self.statement.sql)
        except SqlError as error:
            raise self._failed(error) from None
        except KeyboardInterrupt:
            left = trouble.interrupted(self.scene, Fate.UNKNOWN, self.done)
            raise self._stopped("interrupted", left, Fate.UNKNOWN) from None

    def _ending_it(self) -> Callable[[], None]:
        identity = self.session.connection_id

        def end() -> None:
            # The statement is rolled back by the server and answers with an error of its own.
            with suppress(SpecproofError):
                other = self.ground.database.open()
                try:
                    other.run(f"KILL QUERY {identity}")
                finally:
                    other.close()

        return end

    # --- when it goes wrong ------------------------------------------------------------------------------------------

    def _failed(self, error: SqlError) -> SpecproofError:
        if error.lost:
            return self._lost()
        try:
            fate = self._fate_after_refusal()
            blockers = self._blockers() if error.errno == trouble.LOCK_WAIT else None
        except SqlError as second:
            if second.lost:
                return self._lost()
            fate, blockers = Fate.UNKNOWN, None
        if error.errno == trouble.INTERRUPTED and self.ground.hooks.brake.pressed:
            problem: SpecproofError = trouble.interrupted(self.scene, fate, self.done)
        else:
            problem = trouble.refused(self.scene, error, fate, blockers)
        return self._stopped("refused", problem, fate, errno=error.errno)

    def _fate_after_refusal(self) -> Fate:
        number = self.statement.number
        if self.statement.trace.repeatable:
            return Fate.NOT_DONE
        live = self.ground.fingerprint(self.session)
        if not self.ground.rehearsal.traceless(number):
            return fate_of(number, self.ground.rehearsal.fingerprints, live)
        unchanged = live == self.ground.rehearsal.fingerprints[number]
        # A refused statement that would have left no trace: the server takes back what it did, except for those that
        # are several statements in themselves.
        return Fate.NOT_DONE if unchanged and self.statement.trace is not Trace.OUTSIDE else Fate.AMBIGUOUS

    def _blockers(self) -> locks.Blockers:
        touched = [*self.statement.effects.touched, *self.statement.effects.gone, *self.statement.effects.tables]
        return locks.blockers(self.session, touched[0] if touched else None)

    def _lost(self) -> SpecproofError:
        fate, found_out = self._ask_anew()
        return self._stopped("connection-lost", trouble.lost(self.scene, fate, found_out), fate)

    def _ask_anew(self) -> tuple[Fate, str]:
        """Reconnects once and looks: what became of the statement, and a sentence about it."""
        self.ground.hooks.progress.waiting("the connection was lost; asking the server what it knows")
        try:
            session = self.ground.database.open()
        except SpecproofError as error:
            return Fate.UNKNOWN, f"A second connection failed as well: {error.what}"
        try:
            schema = self.ground.target.schema
            # Our lock dies with the old connection: having it again proves that nothing of ours is running any more.
            running = locks.take_within(session, schema, _GRACE, lambda _: None)
            if running is not None:
                return Fate.UNKNOWN, f"It may still be running on the server: {running.tell('en')}."
            if self.statement.trace.repeatable:
                return Fate.NOT_DONE, "It concerned the connection only."
            fate = self._fate(self.ground.fingerprint(session))
        except SqlError as error:
            return Fate.UNKNOWN, f"A second connection was lost as well: {error.what}"
        finally:
            session.close()
        return fate, "A second connection looked at the structure."

    def _fate(self, live: str) -> Fate:
        return fate_of(self.statement.number, self.ground.rehearsal.fingerprints, live)

    def _look(self) -> tuple[str | None, bool]:
        """The structure after a success. A look that fails leaves the statement done and unseen."""
        if not self.statement.trace.structural:
            return None, True
        try:
            live = self.ground.fingerprint(self.session)
        except SqlError:
            return None, True
        return live, live == self.ground.rehearsal.fingerprints[self.statement.number]

    def _unexpected(self) -> SpecproofError:
        number, scope = self.statement.number, self.ground.rehearsal.scope
        try:
            live = scope.of(self.ground.database.structure(self.session))
        except SqlError as error:
            return trouble.unexpected(self.scene, f"it could not be read again: {error.what}")
        return trouble.unexpected(
            self.scene, drift.tell(drift.differences(scope.of(self.ground.rehearsal.states[number]), live))
        )

    # --- the journal -------------------------------------------------------------------------------------------------

    def _record(self, kind: str, *, happened: str, changed: bool, **data: object) -> None:
        try:
            self.ground.journal.append(kind, statement=self.statement.number, **data)
        except OSError as error:
            raise trouble.journal_failed(self.scene, error, happened, changed=changed) from None

    def _stopped(
        self, reason: str, problem: SpecproofError, fate: Fate | None = None, **data: object
    ) -> SpecproofError:
        """Leaves word in the journal as far as it can be written; the error says the same in any case."""
        with suppress(OSError):
            if fate is not None and not self.statement.trace.repeatable:
                self.ground.journal.append("outcome", statement=self.statement.number, fate=fate, **data)
            self.ground.journal.append(
                "stop", statement=self.statement.number, reason=reason, code=problem.code, said=problem.what
            )
        return problem
