"""Preflight: looks at the live server, read-only, for everything that would get in the way of a plan.

Each question is one file of `migrator/queries/preflight`; adding a question is adding a file. What could not be asked
is reported as not checked, with the reason, and never counts as fine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from specproof.engines.base import Session, SqlError
from specproof.finding import Severity
from specproof.migrator import locks, queries
from specproof.migrator.plan import Plan
from specproof.migrator.queries import Query
from specproof.migrator.target import Database, Target, identify
from specproof.text import Text

_DENIED = {1044, 1142, 1143, 1227}
_LACKING = Text(zh="账号缺少 {privilege} 权限，看不到这一项。", en="The account lacks {privilege} and cannot see this.")
_FAILED = Text(zh="服务器没有回答：{errno} {message}", en="The server did not answer: {errno} {message}")


@dataclass(frozen=True, slots=True)
class Answered:
    """One row that a question brought up, said in both languages. `values` are the row itself."""

    severity: Severity
    message: Text
    advice: Text
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """One question and what came of it: findings (none is good), or the reason why it could not be asked."""

    slug: str
    asks: Text
    expects: str
    cost: str
    findings: tuple[Answered, ...] = ()
    not_checked: Text | None = None


@dataclass(frozen=True, slots=True)
class Preflight:
    target: Target
    questions: tuple[Question, ...]

    def count(self, severity: Severity) -> int:
        return sum(f.severity is severity for q in self.questions for f in q.findings)

    @property
    def not_checked(self) -> tuple[Question, ...]:
        return tuple(q for q in self.questions if q.not_checked)


def preflight(plan: Plan, database: Database) -> Preflight:
    """Asks everything. Raises EnvironmentProblem when the server cannot be reached."""
    with closing(database.open()) as session:
        target = identify(session, database)
        # Nothing below writes; the server is told so, and would refuse.
        session.run("SET SESSION TRANSACTION READ ONLY")
        return Preflight(target, ask(queries.load("preflight"), session, bindings(plan, target)))


def bindings(plan: Plan, target: Target) -> dict[str, object]:
    """The values that a query file may use."""
    made = plan.made
    return {
        "schema": target.schema,
        "lock_name": locks.lock_name(target.schema),
        "tables_made": made.tables,
        "tables_needed": made.touched,
        "columns_made": made.columns,
        "indexes_made": made.indexes,
        "privileges_needed": tuple((n.privilege, n.table) for n in plan.needs),
    }


def ask(found: Sequence[Query], session: Session, values: queries.Values) -> tuple[Question, ...]:
    """Asks every query. Raises SqlError only when the connection is lost."""
    held = _privileges(session)
    return tuple(_ask(query, session, values, held) for query in found)


def _ask(query: Query, session: Session, values: queries.Values, held: frozenset[str]) -> Question:
    needed = query.header.get("needs")
    if needed and needed not in held:
        return _question(query, not_checked=_filled(_LACKING, {"privilege": needed}))
    try:
        guard = query.header.get("only-if")
        if guard and not session.query(guard)[0][0]:
            return _question(query, not_checked=query.text("otherwise"))
        rows = query.ask(session, values)
    except SqlError as error:
        if error.lost:
            raise
        privilege = Text("所需的", "a privilege") if error.errno in _DENIED else None
        why = _LACKING if privilege else _FAILED
        said = {"privilege": privilege, "errno": error.errno, "message": error.what}
        return _question(query, not_checked=_filled(why, said))
    open_ = query.text("unanswerable")
    if open_:
        return _question(query, not_checked=_filled(open_, rows[0]))
    return _question(query, findings=tuple(_finding(query, row) for row in rows))


def _question(query: Query, findings: tuple[Answered, ...] = (), not_checked: Text | None = None) -> Question:
    return Question(query.slug, query.asks, query.expects, query.cost, findings, not_checked)


def _finding(query: Query, row: Mapping[str, object]) -> Answered:
    empty = Text("", "")
    severity = Severity(str(row.get("severity") or query.header.get("severity", "error")))
    return Answered(
        severity,
        _filled(query.text("finds") or query.asks, row),
        _filled(query.text("next") or empty, row),
        {k: v for k, v in row.items() if k != "severity"},
    )


def _filled(text: Text, values: Mapping[str, object]) -> Text:
    def side(language: str) -> dict[str, object]:
        return {
            k: (v.zh if language == "zh" else v.en) if isinstance(v, Text) else "-" if v is None else v
            for k, v in values.items()
        }

    return Text(text.fill("zh", side("zh")), text.fill("en", side("en")))


def _privileges(session: Session) -> frozenset[str]:
    """The global privileges of the account: those that decide what it may see of others."""
    rows = session.query("SELECT PRIVILEGE_TYPE FROM information_schema.USER_PRIVILEGES WHERE GRANTEE = " + _ME)
    return frozenset(str(row[0]) for row in rows)


_ME = """CONCAT('''', LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER())
  - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)) - 1),
  '''@''', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''')"""
