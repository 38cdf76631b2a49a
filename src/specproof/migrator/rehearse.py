"""Rehearse: the whole script on a scratch server that carries the live structure, and the record that apply asks for.

Reads the live schema's structure and settings, never a row; every change happens in a scratch schema that is dropped at
the end. It refuses to rehearse on the live server itself unless told so in so many words.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass

from specproof.engines import scratch as scratch_databases
from specproof.engines.base import Server, Session, SqlError
from specproof.engines.leftovers import leftovers
from specproof.engines.mysql_schema import StructureCopy, create_statements, read_schema
from specproof.errors import Refusal
from specproof.evidence import ProviderKind
from specproof.migrator import drift, guards, settings
from specproof.migrator.classify import Trace
from specproof.migrator.hooks import Hooks
from specproof.migrator.plan import Plan, PlannedStatement
from specproof.migrator.rehearsal import Failure, Rehearsal, Rehearsed, Scope, Work, to_record
from specproof.migrator.rows import loads
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, Target, identify
from specproof.schema import Schema

_LEFT_OVER = (
    "database {name} on the scratch server may be left over from a run that was killed; if no other specproof is at "
    "work there: DROP DATABASE {name}."
)
_BATCH = 1000  # rows per INSERT transaction
_OBJECT = re.compile(r"CREATE (?:.*? )?(TABLE|VIEW|TRIGGER) `((?:[^`]|``)+)`")
_CREATE = re.compile(r"CREATE TABLE `((?:[^`]|``)+)` ")


@dataclass(frozen=True, slots=True)
class _Original:
    """What is taken from the live server: who it is, its structure, how to copy it, its settings."""

    target: Target
    structure: Schema
    copy: StructureCopy
    settings: Mapping[str, str]


def rehearse(
    plan: Plan,
    live: Database,
    scratch: Server,
    folder: StateFolder | None,
    *,
    rows: int = 0,
    same_server: bool = False,
    hooks: Hooks | None = None,
) -> Rehearsal:
    """Runs the plan on `scratch` and writes the record into `folder` (None: nowhere).

    `rows` synthetic rows go into every table that the plan changes. A refused statement ends the rehearsal and is in
    the result; it raises nothing. Raises Refusal `rehearse.same-server`, `rehearse.cannot-copy`, `guard.unfinished`.
    """
    hooks = hooks or Hooks()
    plan.runnable()
    original = _look_at(plan, live, folder, hooks)
    engine = live.engine
    with closing(engine.connect(scratch.address.at(None))) as session:
        itself = str(session.query("SELECT @@server_uuid")[0][0]) == original.target.server_uuid
    if itself and not same_server:
        raise _same_server(original.target)
    # Only a server that specproof started for this may be changed beyond the scratch schema.
    ours = scratch.identity.provider is not ProviderKind.URL and not itself
    if not ours:
        _stays_inside(plan, scratch)
    lost = [_LEFT_OVER.format(name=name) for name in leftovers(engine, scratch)]
    hooks.progress.step("copying the structure")
    with scratch_databases.database(engine, scratch) as address, closing(engine.connect(address)) as session:
        name = str(address.database)
        settings.take_over(session, original.settings, ours=ours)
        notes = [*lost, *original.copy.left_out, *_copy(session, original, ours=ours)]
        taken = settings.take_over(session, original.settings, ours=ours)
        first = read_schema(session, name)
        scope = _scope(plan, original, first)
        if rows:
            notes += _fill(session, plan, first, rows, hooks)
        states, statements = _run(session, plan, name, first, hooks, rows=rows > 0)
    rehearsal = Rehearsal(
        plan=plan.hash,
        script=plan.script,
        target=original.target,
        scratch=scratch.identity,
        at=hooks.clock().isoformat(timespec="seconds"),
        rows=rows,
        scope=scope,
        states=states,
        statements=statements,
        variables=taken.values,
        differing=taken.differing,
        notes=tuple(notes),
    )
    if folder is not None:
        folder.write_json(folder.rehearsal(original.target, plan.hash), to_record(rehearsal))
    return rehearsal


def _look_at(plan: Plan, live: Database, folder: StateFolder | None, hooks: Hooks) -> _Original:
    hooks.progress.step("reading the live structure")
    with closing(live.open()) as session:
        target = identify(session, live)
        if folder is not None:
            # The record of a run that is under way must stay what it is: resume depends on it.
            guards.nothing_unfinished(plan, target, folder.latest(target))
            folder.prepare(target)
        structure = live.structure(session)
        if folder is not None:
            guards.not_in_place(plan, target, folder, structure)
        return _Original(target, structure, create_statements(session, live.schema), settings.read(session))


def _stays_inside(plan: Plan, scratch: Server) -> None:
    """Raises Refusal `rehearse.reaches-out` for what could work outside the scratch schema on somebody's server."""
    reaching = [s for s in plan.sent if s.trace is Trace.OUTSIDE or s.kind in {"prepare", "execute"}]
    if reaching:
        names = ", ".join(f"{s.number} ({s.title}, line {s.line})" for s in reaching)
        raise Refusal(
            "rehearse.reaches-out",
            f"These statements could change more of the scratch server than its scratch schema: {names}.",
            where=scratch.address.display(),
            cause="Accounts, global settings, procedures and prepared statements know no schema to stay in.",
            next_step="Leave --scratch out: a server that specproof starts for the rehearsal may be changed at will.",
        )


def _copy(session: Session, original: _Original, *, ours: bool) -> list[str]:
    refused = []
    for sql in original.copy.statements:
        try:
            with _row_format_of(session, sql, original, ours=ours):
                session.run(sql)
        except SqlError as error:
            if error.lost:
                raise
            refused.append(f"{_named(sql)}: the scratch server refused it: {error.errno} {error.what}.")
    return refused


def _named(sql: str) -> str:
    """What a statement of the copy is about: `view v`, `table t`, `trigger g`; else its first words."""
    found = _OBJECT.match(sql)
    return f"{found[1].lower()} {found[2].replace('``', '`')}" if found else " ".join(sql.split()[:3])


@contextmanager
def _row_format_of(session: Session, sql: str, original: _Original, *, ours: bool) -> Iterator[None]:
    """Makes a table that names no ROW_FORMAT get the one it has on the live server.

    Tables from before 5.7 kept COMPACT without saying so; the server's default decides for a new table.
    """
    found = _CREATE.match(sql)
    table = original.structure.table(found[1].replace("``", "`")) if found else None
    default = original.settings.get("innodb_default_row_format", "")
    wanted = (table.row_format or "").lower() if table and table.engine == "InnoDB" else ""
    if not ours or table is None or wanted in {"", default, "compressed"} or "row_format" in table.create_options:
        yield
        return
    session.run(f"SET GLOBAL innodb_default_row_format = {wanted}")
    try:
        yield
    finally:
        session.run(f"SET GLOBAL innodb_default_row_format = {default}")


def _scope(plan: Plan, original: _Original, copy: Schema) -> Scope:
    """What can be compared: everything that came out of the copying equal. Raises Refusal `rehearse.cannot-copy`."""
    live = original.structure
    unlike = {t.name for t in live.tables if copy.table(t.name) != t} | {
        t.name for t in copy.tables if live.table(t.name) is None
    }
    affected = sorted(unlike & {*plan.made.touched, *plan.made.tables})
    if affected:
        found = drift.differences(live.only(affected), copy.only(affected))
        raise Refusal(
            "rehearse.cannot-copy",
            f"A table that the script changes cannot be copied as it is: {drift.tell(found)}",
            where=original.target.address,
            cause=" ".join(original.copy.left_out) or "The scratch server gives the same definition another form.",
            next_step="Rehearse on a 5.7 that is set up like the live server: --scratch URL.",
        )
    others = set(live.others) ^ set(copy.others)
    return Scope((*(f"table {name}" for name in sorted(unlike)), *sorted(others)))


def _fill(session: Session, plan: Plan, schema: Schema, count: int, hooks: Hooks) -> list[str]:
    notes = []
    # Children may come before their parents; every value that they refer to will be there in the end.
    session.run("SET SESSION foreign_key_checks = 0")
    for load in loads(schema, plan.made.touched, count):
        hooks.progress.step(f"rows for {load.table}", 0, len(load.rows))
        try:
            for start in range(0, len(load.rows), _BATCH):
                session.load(load.sql, load.rows[start : start + _BATCH])
        except SqlError as error:
            if error.lost:
                raise
            notes.append(f"Table {load.table} takes no synthetic rows: {error.errno} {error.what}.")
        if len(load.rows) < count:
            notes.append(f"Table {load.table} got {len(load.rows)} rows: its unique keys allow no more.")
    session.run("SET SESSION foreign_key_checks = DEFAULT")
    return notes


def _run(
    session: Session, plan: Plan, name: str, first: Schema, hooks: Hooks, *, rows: bool
) -> tuple[tuple[Schema, ...], tuple[Rehearsed, ...]]:
    states, statements = [first], []
    for statement in plan.statements:
        if statement.trace is Trace.UNSENT:
            states.append(states[-1])
            continue
        hooks.progress.step(statement.title, statement.number, len(plan.statements))
        done = _one(session, statement, rows=rows)
        statements.append(done)
        if done.failure:
            break
        states.append(read_schema(session, name) if statement.trace.structural else states[-1])
    return tuple(states), tuple(statements)


def _one(session: Session, statement: PlannedStatement, *, rows: bool) -> Rehearsed:
    changes = bool(statement.effects.touched) and statement.trace is Trace.SCHEMA
    before = _table_ids(session) if changes else {}
    started = time.monotonic()
    try:
        result = session.run(statement.sql)
    except SqlError as error:
        if error.lost:
            raise
        seconds = round(time.monotonic() - started, 3)
        failure = Failure(error.errno, statement.discreet(error.what))
        return Rehearsed(statement.number, seconds, failure=failure)
    seconds = round(time.monotonic() - started, 3)
    work = _work(before, _table_ids(session), result.affected, rows=rows) if before else None
    return Rehearsed(statement.number, seconds, result.affected, work, result.warnings)


def _work(before: Mapping[str, int], after: Mapping[str, int], affected: int, *, rows: bool) -> Work:
    """A copying ALTER reports the rows that it copied; one inside InnoDB reports none (manual, section 14.13.1)."""
    if affected:
        return Work.COPY
    if not any(name in after and after[name] != identity for name, identity in before.items()):
        return Work.IN_PLACE
    return Work.REBUILD if rows else Work.REBUILD_OR_COPY


def _table_ids(session: Session) -> dict[str, int]:
    """InnoDB's numbers of the tables in the scratch schema: a new number means a new table."""
    try:
        rows = session.query(
            "SELECT NAME, TABLE_ID FROM information_schema.INNODB_SYS_TABLES"
            " WHERE NAME LIKE CONCAT(REPLACE(DATABASE(), '_', '\\\\_'), '/%')"
        )
    except SqlError as error:
        if error.lost:
            raise
        return {}  # needs PROCESS
    return {str(name): int(identity) for name, identity in rows}


def _same_server(target: Target) -> Refusal:
    return Refusal(
        "rehearse.same-server",
        "The scratch server is the live server itself.",
        where=target.address,
        cause="Its address came from --scratch, from SPECPROOF_MYSQL57_URL or from the configuration; a rehearsal "
        "there takes disk and time from the live schema.",
        next_step="Name another 5.7 with --scratch URL, or give none in any of the three places to have one started; "
        "if it has to be this one, --scratch same-server.",
    )
