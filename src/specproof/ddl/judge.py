"""One script judged: read strictly, replayed by the simulator, looked at by the second reader where that helps.

Gives the checks their subject. It decides only what the server would say; house rules are the checks' affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from specproof.ddl import second_reader
from specproof.ddl.reader import read
from specproof.ddl.script import Script, Statement
from specproof.ddl.simulator.replay import Outcome, Simulator
from specproof.ddl.subject import Conflict, Judged, State, Subject
from specproof.ddl.syntax import Other, Reading
from specproof.finding import Prediction
from specproof.schema import Schema

SKIPPED_COMMENT = "versioned-comment-skipped"
UNKNOWN_TABLE = "unknown-table"


def judge(
    script: Script,
    policy: Mapping[str, Any] | None = None,
    baseline: Schema | None = None,
    *,
    variables: Mapping[str, str] | None = None,
) -> Subject:
    """The script with everything known about each statement.

    `policy` is handed through to the checks. `baseline` is the schema before the script; without one, tables that the
    script uses and nobody defines are taken to exist, and `assumptions` names each as `unknown-table:<name>`. A
    prediction is made under these assumptions. `variables` are the server's settings where they differ from an
    unconfigured 5.7 (`sql_mode`, `version`, ...).
    """
    simulator = Simulator(baseline, variables)
    judged = tuple(_statement(simulator, statement, script) for statement in script.statements)
    return Subject(script, judged, policy or {}, tuple(_assumptions(judged)))


def _statement(simulator: Simulator, statement: Statement, script: Script) -> Judged:
    reading = read(statement, script)
    second = second_reader.opinion(statement, script) if second_reader.wanted(statement, reading, script) else None
    state = simulator.state
    outcome = simulator.run(statement, reading.statement, script.text) if reading.statement else Outcome(state, state)
    predicted, errno = _prediction(reading, outcome)
    return Judged(
        statement=statement,
        reading=reading,
        before=outcome.before,
        after=outcome.after,
        conflicts=(*outcome.conflicts, *_skipped(statement)),
        predicted=predicted,
        errno=errno,
        second=second,
        online=outcome.online,
    )


def _prediction(reading: Reading, outcome: Outcome) -> tuple[Prediction, int | None]:
    if reading.problem is not None:
        return Prediction.REJECTED, reading.problem.errno
    if reading.statement is not None and outcome.refused:
        return Prediction.REJECTED, outcome.errno
    if reading.statement is None or head_only(reading):
        return Prediction.UNKNOWN, None
    return (Prediction.UNKNOWN if outcome.doubtful else Prediction.ACCEPTED), None


def head_only(reading: Reading) -> bool:
    """Whether the reader placed the statement by its first words alone: a routine's body, SHOW, LOAD DATA, ..."""
    found = reading.statement
    return isinstance(found, Other) and not found.complete and not found.kind.startswith("client ")


def _skipped(statement: Statement) -> Iterable[Conflict]:
    """Comments for later servers, of which a 5.7 reads nothing."""
    for comment in statement.comments:
        if comment.skipped:
            yield Conflict(SKIPPED_COMMENT, (comment.start, comment.end), values={"version": comment.version})


def _assumptions(judged: Iterable[Judged]) -> Iterable[str]:
    last: State | None = None
    named: dict[str, None] = {}
    for one in judged:
        if one.after is not last:
            named.update(dict.fromkeys(f"{UNKNOWN_TABLE}:{name}" for name in sorted(one.after.unknown)))
            last = one.after
    return named
