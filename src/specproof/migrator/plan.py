"""The plan of a script: its statements as the exact bytes that will be sent, each with what is known of it beforehand.

The plan's hash covers the script's original bytes, so that any edit makes another plan. Nothing is regenerated; what
specproof will not run is listed as a problem, and a plan with problems is not executed.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from specproof.ddl.apply import describe
from specproof.ddl.client import ClientCommand as Command
from specproof.ddl.subject import Judged, Subject
from specproof.errors import Refusal
from specproof.finding import Prediction
from specproof.migrator.classify import Effects, Kind, Need, Trace, effects, kind_of, needs
from specproof.migrator.conditions import Conditions, conditions
from specproof.migrator.obstacles import CARRIED_OUT, PlanProblem, command_of, find_problems
from specproof.text import Text

SCHEMA = "specproof/plan/1"
_LITERALS = re.compile(r"['\"].*['\"]?", re.DOTALL)  # from the first quote on: the server cuts what it repeats


@dataclass(frozen=True, slots=True)
class OnlineClass:
    """How the server will carry out a change of a table, and the weakest lock: words of `ddl/facts/online.yaml`."""

    how: str
    lock: str


@dataclass(frozen=True, slots=True)
class PlannedStatement:
    """One statement. `sql` is the exact slice of the script, `number` counts from 1 as in every report."""

    number: int
    line: int
    sql: bytes
    kind: str
    object: str | None
    trace: Trace
    predicted: Prediction
    errno: int | None
    conditions: Conditions
    effects: Effects
    needs: tuple[Need, ...]
    online: OnlineClass | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.sql).hexdigest()

    @property
    def title(self) -> str:
        return f"{self.kind} {self.object}" if self.object else self.kind

    def discreet(self, message: str) -> str:
        """A message of the server about this statement, without the literals of one that sets a password."""
        said = self.sql.upper()
        return _LITERALS.sub("'***'", message) if b"IDENTIFIED" in said or b"PASSWORD" in said else message


@dataclass(frozen=True)
class Plan:
    """What a script will do. `hash` is the SHA-256 of the script's bytes, lower-case hex."""

    script: str
    hash: str
    statements: tuple[PlannedStatement, ...]
    problems: tuple[PlanProblem, ...] = ()

    @cached_property
    def sent(self) -> tuple[PlannedStatement, ...]:
        """The statements that go to the server."""
        return tuple(s for s in self.statements if s.trace is not Trace.UNSENT)

    @cached_property
    def lasting(self) -> tuple[PlannedStatement, ...]:
        """The statements whose effect outlasts the connection: those that the journal counts."""
        return tuple(s for s in self.sent if not s.trace.repeatable)

    @cached_property
    def made(self) -> Effects:
        """What the script adds to what is there: things that must not exist yet, and tables that must."""
        return _added(self.statements)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        return tuple(dict.fromkeys(n for s in self.sent for n in s.needs))

    def runnable(self) -> Plan:
        """The plan itself. Raises Refusal `plan.not-runnable` when it has problems."""
        if not self.problems:
            return self
        raise Refusal(
            "plan.not-runnable",
            "specproof will not run this script: "
            + " ".join(f"[line {p.line}, {p.code}] {p.message.en}" for p in self.problems),
            where=self.script,
            next_step=" ".join(dict.fromkeys(p.instead.en for p in self.problems)),
        )

    def to_data(self) -> dict[str, Any]:
        """`specproof/plan/1`."""
        return {
            "schema": SCHEMA,
            "script": self.script,
            "hash": self.hash,
            "statements": [_statement_data(s) for s in self.statements],
            "problems": [
                {"code": p.code, "statement": p.number, "line": p.line, "message": _both(p.message)}
                for p in self.problems
            ],
        }


def plan_of(subject: Subject, schema: str | None = None) -> Plan:
    """The plan of a judged script. `schema` is the target's name; a `USE` of another one is a problem."""
    script = subject.script
    statements = tuple(_planned(subject, judged, schema) for judged in subject.statements)
    return Plan(script.path, hashlib.sha256(script.data).hexdigest(), statements, find_problems(subject, schema))


def _planned(subject: Subject, judged: Judged, schema: str | None) -> PlannedStatement:
    script, statement = subject.script, judged.statement
    command = command_of(script, judged)
    kind, name = describe(judged) if command is None else (command.name, command.argument or None)
    entry = _entry(judged, command, schema)
    made = effects(judged)
    undefined = judged.after.unknown - set(made.tables)
    return PlannedStatement(
        number=statement.number,
        line=script.position(statement.start)[0],
        sql=script.sql(statement).encode(),
        kind=kind,
        object=name,
        trace=entry.trace,
        predicted=judged.predicted,
        errno=judged.errno,
        conditions=conditions(judged.before.schema, judged.after.schema, undefined, made.columns),
        effects=made,
        needs=needs(judged, entry),
        online=OnlineClass(judged.online.how.value, judged.online.lock.value) if judged.online else None,
    )


def _entry(judged: Judged, command: Command | None, schema: str | None) -> Kind:
    if command is None:
        return kind_of(judged)
    fine = command.name in CARRIED_OUT or (command.name == "use" and schema in {None, command.argument})
    return Kind(command.name, Trace.UNSENT if fine else Trace.REFUSED)


def _both(text: Text) -> dict[str, str]:
    return {"zh": text.zh, "en": text.en}


def _statement_data(s: PlannedStatement) -> dict[str, Any]:
    return {
        "number": s.number,
        "line": s.line,
        "sha256": s.sha256,
        "kind": s.kind,
        "object": s.object,
        "trace": s.trace,
        "online": {"how": s.online.how, "lock": s.online.lock} if s.online else None,
        "predicted": {"outcome": s.predicted, "errno": s.errno},
        "precondition": [_both(t) for t in s.conditions.before],
        "postcondition": [_both(t) for t in s.conditions.after],
        "needs": [{"privilege": n.privilege, "table": n.table} for n in s.needs],
    }


def _added(statements: tuple[PlannedStatement, ...]) -> Effects:
    tables: dict[str, None] = {}
    columns: dict[tuple[str, str], None] = {}
    indexes: dict[tuple[str, str], None] = {}
    touched: dict[str, None] = {}
    gone: dict[str, None] = {}
    for effect in (s.effects for s in statements):
        touched |= dict.fromkeys(t for t in effect.touched if t not in tables and t not in gone)
        columns |= dict.fromkeys(c for c in effect.columns if c[0] not in tables)
        indexes |= dict.fromkeys(i for i in effect.indexes if i[0] not in tables)
        gone |= dict.fromkeys(effect.gone)
        # What the script itself removed first may be made again.
        tables |= dict.fromkeys(t for t in effect.tables if t not in gone)
    return Effects(tuple(tables), tuple(columns), tuple(indexes), tuple(touched), tuple(gone))
