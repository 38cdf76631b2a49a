"""Asks a server which words its lines of the law deserve, in a database made for it and dropped at the end.

Every line is asked, whatever became of the others, in sessions of its own. It refuses to touch another database, and
to take an error that the probe does not foresee for an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from specproof.engines import facts, laws, scratch
from specproof.engines.base import Address, Engine, Result, Server, Session, SqlError
from specproof.engines.laws import MAIN, Line, Preparation, Probe, Step
from specproof.engines.transaction import Transaction
from specproof.errors import SpecproofError, UsageProblem
from specproof.evidence import Evidence

TABLES = ("t", "u")
NO_ROW = "no-row"
NULL = "null"
# A server that cannot be reached this often in a row is gone; the lines that are left say so without a try.
_PATIENCE = 3


class Verdict(StrEnum):
    OK = "ok"
    WRONG = "wrong"  # the server says another word than the line
    BROKEN = "broken"  # the server gave no word at all
    UNSETTLED = "unsettled"  # the line has no value yet; `observed` is what to write
    NOT_RUN = "not_run"  # the emulation may not speak for the line


@dataclass(frozen=True, slots=True)
class Observation:
    """What a server said to one line. `detail` tells why there is no word; `unreachable` that nobody was asked."""

    line: Line
    verdict: Verdict
    observed: str | None = None
    detail: str | None = None
    unreachable: bool = False


class _Runs(Protocol):
    def run(self, sql: str) -> Result: ...

    def close(self) -> None: ...


class _NoAnswer(Exception):
    """The probe could not be carried out as it is written."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """How sessions are opened, and what the engine's error codes stand for."""

    engine: Engine
    address: Address
    preparation: Preparation
    conditions: Mapping[str, str]

    def condition(self, error: SqlError) -> str | None:
        return self.conditions.get(code(error))


def run(
    engine: Engine, server: Server, only: Collection[str] = (), lines: Mapping[str, Line] | None = None
) -> tuple[Observation, ...]:
    """Every line of the engine, or those of the laws named, asked on the server.

    An emulation is asked what it may speak for; the other lines are not run. `lines` replaces the lines of the engine's
    file. Raises UsageProblem `engine.unknown-law`, and SqlError when the account may not create a database.
    """
    asked = _chosen(laws.load(engine.name) if lines is None else lines, only, engine.name)
    emulation = facts.load(engine.name).emulation if server.identity.evidence is Evidence.EMULATED else None
    preparation = laws.preparation(engine.name)
    conditions = emulation.conditions if emulation else laws.conditions(engine.name)
    with scratch.database(engine, server, defaults=preparation.database) as address:
        desk = _Desk(engine, address, preparation, conditions)

        def ask(line: Line) -> Observation:
            if emulation and line.law not in emulation.laws:
                return Observation(line, Verdict.NOT_RUN)
            return _observed(line, desk)

        return tuple(_all(asked, ask))


def code(error: SqlError) -> str:
    """What an engine calls an error: its number, or the SQLSTATE where it has no numbers."""
    return str(error.errno) if error.errno else error.sqlstate


def _chosen(lines: Mapping[str, Line], only: Collection[str], engine: str) -> list[Line]:
    for name in only:
        if name not in lines:
            raise UsageProblem(
                "engine.unknown-law",
                f"The engine {engine} has no law '{name}'.",
                next_step=f"Use some of: {', '.join(lines)}.",
            )
    return [line for name, line in lines.items() if not only or name in only]


def _all(lines: Iterable[Line], ask: Callable[[Line], Observation]) -> Iterator[Observation]:
    failed, why = 0, ""
    for line in lines:
        if failed == _PATIENCE:
            yield Observation(line, Verdict.BROKEN, detail=why, unreachable=True)
            continue
        found = ask(line)
        failed, why = (failed + 1, found.detail or "") if found.unreachable else (0, "")
        yield found


def _observed(line: Line, desk: _Desk) -> Observation:
    with ExitStack() as stack:
        try:
            main = stack.enter_context(closing(desk.engine.connect(desk.address)))
        except SpecproofError as problem:
            return Observation(line, Verdict.BROKEN, detail=_sentence(problem), unreachable=True)
        try:
            word = _word(line.probe, _Sessions(desk, main, stack), desk)
        except _NoAnswer as reason:
            return Observation(line, Verdict.BROKEN, detail=str(reason))
        except SpecproofError as problem:
            return Observation(line, Verdict.BROKEN, detail=_sentence(problem))
    if word not in line.words:
        return Observation(line, Verdict.BROKEN, word, f"The answer '{word}' is no word of the law.")
    if line.value is None:
        return Observation(line, Verdict.UNSETTLED, word)
    return Observation(line, Verdict.OK if word == line.value else Verdict.WRONG, word)


class _Sessions:
    """`main` commits each statement, the others are transactions; each is opened when it is first needed."""

    def __init__(self, desk: _Desk, main: Session, stack: ExitStack) -> None:
        self._desk = desk
        self._stack = stack
        self._open: dict[str, _Runs] = {MAIN: main}
        for table in TABLES:
            with suppress(SqlError):  # mostly there is none
                main.run(f"DROP TABLE {table}")
        self._prepare(main)

    def run(self, step: Step) -> Result:
        return self._of(step.session).run(step.sql)

    def _of(self, name: str) -> _Runs:
        if name not in self._open:
            other = self._stack.enter_context(closing(Transaction(self._desk.engine, self._desk.address)))
            self._prepare(other)
            other.run("COMMIT")
            self._open[name] = other
        return self._open[name]

    def _prepare(self, session: _Runs) -> None:
        for statement in self._desk.preparation.session:
            session.run(statement)


def _word(probe: Probe, sessions: _Sessions, desk: _Desk) -> str:
    for step in probe.setup:
        _prepared(step, sessions, desk)
    answer = ""
    for step in (*probe.attempts, probe.ask):
        if step.fails is not None:
            _prepared(step, sessions, desk)
            continue
        try:
            answer = _text(sessions.run(step))
        except SqlError as error:
            word = probe.errors.get(desk.condition(error) or "")
            if word is None:
                raise _unforeseen(step, error) from None
            return word
    return probe.answers.get(answer, answer)


def _prepared(step: Step, sessions: _Sessions, desk: _Desk) -> None:
    try:
        sessions.run(step)
    except SqlError as error:
        if step.fails is None or desk.condition(error) != step.fails:
            raise _unforeseen(step, error) from None
    else:
        if step.fails is not None:
            raise _NoAnswer(f"Not refused as '{step.fails}', as it has to be: {step.sql}")


def _unforeseen(step: Step, error: SqlError) -> _NoAnswer:
    return _NoAnswer(f"{_sentence(error)} ({code(error)}) At: {step.sql}")


def _text(result: Result) -> str:
    if not result.columns:
        return str(result.affected)
    if not result.rows:
        return NO_ROW
    value = result.rows[0][-1]
    if value is None:
        return NULL
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _sentence(problem: SpecproofError) -> str:
    """The first line: some servers add the statement below."""
    said = " ".join(one for one in (problem.what, problem.cause) if one)
    return said.splitlines()[0] if said else problem.code
