"""ALTER TABLE, CREATE INDEX and DROP INDEX: all clauses of one statement at once, as the server does it.

Part of the simulator. First the clauses are read in the order of the text, then the table is opened, then columns, keys
and foreign keys of the new definition are worked out, and the table is put together again (`assemble`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from specproof.ddl import online
from specproof.ddl.simulator import alter_columns, alter_foreign, alter_keys, foreign, key_drafts, options, partitions
from specproof.ddl.simulator.assemble import Blueprint, assemble
from specproof.ddl.simulator.elements import Elements
from specproof.ddl.simulator.names import check_identifier, check_table_name
from specproof.ddl.simulator.options import Options
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import (
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterClause,
    AlterDefault,
    AlterTable,
    ChangeColumn,
    ConvertCharset,
    CreateIndex,
    DropColumn,
    DropForeignKey,
    DropIndex,
    DropKey,
    OtherClause,
    Place,
    RenameKey,
    RenameTo,
    SetOption,
    TableName,
    Word,
)
from specproof.schema import ForeignKey, Table

_ALGORITHMS = frozenset({"DEFAULT", "INPLACE", "COPY"})
_LOCKS = frozenset({"DEFAULT", "NONE", "SHARED", "EXCLUSIVE"})
_FOUND_BY_ENGINE = frozenset({"encryption-not-set-up", "option-not-supported", "key-part-too-long"})


@dataclass
class Changes:
    """The clauses of one statement, sorted by what they touch, each list in the order of the text."""

    elements: Elements = field(default_factory=Elements)
    columns: list[alter_columns.Change] = field(default_factory=list)
    drop_columns: list[DropColumn] = field(default_factory=list)
    defaults: list[AlterDefault] = field(default_factory=list)
    drop_keys: list[DropKey] = field(default_factory=list)
    rename_keys: list[RenameKey] = field(default_factory=list)
    drop_foreign_keys: list[DropForeignKey] = field(default_factory=list)
    option_clauses: list[SetOption | ConvertCharset] = field(default_factory=list)
    others: list[OtherClause] = field(default_factory=list)
    rename: RenameTo | None = None

    @property
    def converted(self) -> bool:
        return any(isinstance(c, ConvertCharset) for c in self.option_clauses)

    @property
    def names_new_columns(self) -> bool:
        return any(c.old is None for c in self.columns)


@dataclass(frozen=True, slots=True)
class Request:
    """What a statement asks for: its clauses, and the way in which they are to be carried out."""

    clauses: Sequence[AlterClause]
    algorithm: Word | None = None
    lock: Word | None = None


def alter(trial: Trial, world: World, statement: AlterTable) -> None:
    """Changes the table in the world, or records why the server refuses it."""
    check_modifiers(trial, statement.algorithm, statement.lock)
    opts = _start(trial, world, statement.table)
    changes = Changes()
    for clause in statement.clauses:
        opts = _read(trial, clause, changes, opts)
    request = Request(statement.clauses, statement.algorithm, statement.lock)
    _apply(trial, world, statement.table, changes, opts, request)


def create_index(trial: Trial, world: World, statement: CreateIndex) -> None:
    changes = Changes()
    check_modifiers(trial, statement.algorithm, statement.lock)
    changes.elements.add(trial, statement.key)
    request = Request((AddKey(statement.key, statement.key.place),), statement.algorithm, statement.lock)
    _apply(trial, world, statement.table, changes, _start(trial, world, statement.table), request)


def drop_index(trial: Trial, world: World, statement: DropIndex) -> None:
    check_modifiers(trial, statement.algorithm, statement.lock)
    primary = statement.name.value.upper() == key_drafts.PRIMARY
    changes = Changes(drop_keys=[DropKey(None if primary else statement.name, statement.name.place)])
    request = Request(tuple(changes.drop_keys), statement.algorithm, statement.lock)
    _apply(trial, world, statement.table, changes, _start(trial, world, statement.table), request)


def check_modifiers(trial: Trial, algorithm: Word | None, lock: Word | None) -> None:
    """ALGORITHM and LOCK take the words of 5.7 only; INSTANT came with 8.0."""
    if algorithm is not None and algorithm.value.upper() not in _ALGORITHMS:
        trial.refuse("unknown-algorithm", algorithm.place, 1800, algorithm=algorithm.value)
    if lock is not None and lock.value.upper() not in _LOCKS:
        trial.refuse("unknown-lock", lock.place, 1801, lock=lock.value)


def _start(trial: Trial, world: World, name: TableName) -> Options:
    """The options as they are, for the clauses to change."""
    table = world.get(world.key(name))
    if table is None:
        return options.begin(Options(trial.session.values["default_storage_engine"], None))
    return options.begin(options.of(table))


def _read(trial: Trial, clause: AlterClause, changes: Changes, opts: Options) -> Options:  # noqa: C901 - one line a clause
    match clause:
        case AddColumn() | ChangeColumn():
            old = None if isinstance(clause, AddColumn) else clause.old
            draft = changes.elements.column(trial, clause.column)
            if draft is not None:
                changes.columns.append(alter_columns.Change(draft, clause.position, old, clause.place))
        case AddKey(key=key):
            changes.elements.add(trial, key)
        case AddForeignKey(foreign_key=key):
            changes.elements.add(trial, key)
        case AddCheck(check=check):
            changes.elements.add(trial, check)
        case DropColumn():
            changes.drop_columns.append(clause)
        case AlterDefault():
            changes.defaults.append(clause)
        case DropKey():
            changes.drop_keys.append(clause)
        case DropForeignKey():
            changes.drop_foreign_keys.append(clause)
        case RenameKey():
            check_identifier(trial, clause.new, "index")
            changes.rename_keys.append(clause)
        case RenameTo():
            check_table_name(trial, clause.table)
            changes.rename = clause
        case SetOption(option=option):
            changes.option_clauses.append(clause)
            return options.step(trial, option, opts)
        case ConvertCharset():
            changes.option_clauses.append(clause)
            return options.step(trial, clause, opts)
        case OtherClause():
            changes.others.append(clause)
    return opts


def open_table(trial: Trial, world: World, name: TableName) -> Table | None:
    """The table that a statement changes; one that nobody defined is assumed. Records 1146 and 1347."""
    key = world.key(name)
    if key in world.views:
        trial.refuse("not-a-table", name.place, 1347, table=str(name))
        return None
    if world.surely_missing(key):
        trial.refuse("missing-table", name.place, 1146, table=str(name), dropped=key in world.dropped)
        return None
    return world.get(key) or world.assume(key)


def _apply(trial: Trial, world: World, name: TableName, changes: Changes, opts: Options, request: Request) -> None:
    table = open_table(trial, world, name)
    if table is None:
        return
    key = world.key(name)
    if opts.collation is None:  # of the database, when CHARACTER SET DEFAULT was written
        opts = replace(opts, collation=world.default_collation(key))
    target = _target(trial, world, key, changes)
    complete = world.known(key)
    columns = alter_columns.rebuild(trial, world, key, table, changes, complete=complete)
    key_drafts = alter_keys.rebuild(trial, world, key, table, columns, changes, place=name.place, complete=complete)
    foreign_keys, added = _foreign_keys(trial, world, table, changes, opts)
    exchanged = partitions.exchanged_with(trial, changes.others)
    layout = partitions.after(trial, table, changes.others, world.get(exchanged) if exchanged else None)
    plan = Blueprint(
        name=key,
        place=name.place,
        columns=columns,
        keys=key_drafts,
        options=opts,
        foreign_keys=foreign_keys,
        partitions=layout.lines() if layout else (),
        triggers=table.triggers,
        converted=changes.converted,
        complete=complete,
    )
    after = assemble(trial, plan) if complete or columns or key_drafts else table
    if complete:
        partitions.check(trial, layout, after)
    foreign.check(trial, world, key, after, added, in_place=not trial.session.on("foreign_key_checks"))
    copied = _online(trial, world, table, after, request)
    if not copied:
        _options_in_place(trial, changes)
        _one_fulltext(trial, changes)
    alter_foreign.check(trial, world, table, after, changes, place=name.place, copied=copied)
    if complete:
        _rows(trial, world, key, changes)
    world.put(key, after)
    _follow_renamed_columns(world, key, changes)
    world.generated = {g for g in world.generated if g[0] != key} | alter_keys.generated(key, after, key_drafts)
    if target is not None:
        rename(world, key, target)


def _target(trial: Trial, world: World, key: str, changes: Changes) -> str | None:
    """The key of the table's new name; None when it keeps its name. Records 1050."""
    if changes.rename is None:
        return None
    target = world.key(changes.rename.table)
    if target == key:
        return None
    if target in world.tables or target in world.views:
        trial.refuse("table-exists", changes.rename.place, 1050, table=str(changes.rename.table))
    return target


def _foreign_keys(
    trial: Trial, world: World, table: Table, changes: Changes, opts: Options
) -> tuple[tuple[ForeignKey, ...], list[tuple[ForeignKey, Place]]]:
    """All foreign keys of the table after the statement, and the new ones with their places."""
    kept = list(table.foreign_keys)
    for drop in changes.drop_foreign_keys:
        found = next((fk for fk in kept if fk.name.lower() == drop.name.value.lower()), None)
        if found is not None:
            kept.remove(found)
        elif world.known(table.name):
            trial.refuse("cant-drop", drop.name.place, 1091, name=drop.name.value, what="foreign key")
    kept = alter_columns.renamed_in_foreign_keys(kept, changes)
    if opts.engine != "InnoDB":
        return (), []
    written = changes.elements.foreign_keys
    new = foreign.named(written, table.name.rpartition(".")[2], table.foreign_keys, world)
    return (*kept, *new), list(zip(new, (fk.place for fk in written), strict=True))


def _options_in_place(trial: Trial, changes: Changes) -> None:
    """In place, InnoDB looks at table options only where the statement names some, and has another number for them."""
    for conflict in [c for c in trial.conflicts if c.kind == "option-not-supported"]:
        at = trial.conflicts.index(conflict)
        trial.conflicts[at : at + 1] = [replace(conflict, errno=1478)] if changes.option_clauses else []


def _one_fulltext(trial: Trial, changes: Changes) -> None:
    """In place, InnoDB builds one FULLTEXT index at a time; records 1795."""
    new = [key for key in changes.elements.keys if key.kind == "fulltext"]
    if len(new) > 1:
        trial.refuse("two-fulltext-keys", new[1].place, 1795, count=len(new))


def _online(trial: Trial, world: World, before: Table, after: Table, request: Request) -> bool:
    """How the server will go about it, and whether ALGORITHM and LOCK allow that. Records 1845 and 1846.

    True when it copies the table.
    """
    session = trial.session
    around = online.Circumstances(
        strict=session.strict,
        foreign_key_checks=session.on("foreign_key_checks"),
        temporary=before.name in world.temporary,
        known=world.known(before.name),
    )
    trial.online = online.classify(request.clauses, before, after, around)
    algorithm, lock = (word.value if word else None for word in (request.algorithm, request.lock))
    errno = trial.online.refusal(algorithm, lock)
    first = trial.refusal
    if errno is not None and (first is None or first.kind in _FOUND_BY_ENGINE):
        words = [word for word in (request.algorithm, request.lock) if word]
        trial.refuse(
            "online-not-possible",
            words[-1].place,
            errno,
            how=str(trial.online.how),
            needs=str(trial.online.lock),
            algorithm=(algorithm or "").upper(),
            lock=(lock or "").upper(),
        )
        if first is not None:  # the server looks at ALGORITHM and LOCK before the engine looks at the table
            trial.conflicts.insert(trial.conflicts.index(first), trial.conflicts.pop())
    return trial.online.how is online.How.COPY or (algorithm or "").upper() == "COPY"


def _rows(trial: Trial, world: World, key: str, changes: Changes) -> None:
    """New columns that the server cannot fill in existing rows: refused unless the table is empty."""
    if key in world.empty:
        return
    modes = trial.session.modes
    no_zero = trial.session.strict and "NO_ZERO_DATE" in modes
    for change in changes.columns:
        one = change.draft
        bare = one.default is None and not one.nullable and one.generated is None and change.old is None
        if bare and no_zero and one.type.name in {"date", "datetime"}:
            trial.refuse("zero-date-for-rows", change.place, 1292, certain=False, column=one.name, type=str(one.type))
        elif bare and one.type.geometry:
            trial.refuse("null-for-rows", change.place, 1138, certain=False, column=one.name, type=str(one.type))


def _follow_renamed_columns(world: World, key: str, changes: Changes) -> None:
    """Foreign keys of other tables name a renamed column by its new name."""
    new = {c.old.value.lower(): c.draft.name for c in changes.columns if c.old and c.old.value != c.draft.name}
    if not new:
        return
    for name, table in list(world.tables.items()):
        followed = tuple(_with_new_names(fk, new) if fk.ref_table == key else fk for fk in table.foreign_keys)
        if followed != table.foreign_keys:
            world.tables[name] = replace(table, foreign_keys=followed)


def _with_new_names(fk: ForeignKey, new: Mapping[str, str]) -> ForeignKey:
    return replace(fk, ref_columns=tuple(new.get(c.lower(), c) for c in fk.ref_columns))


def rename(world: World, key: str, target: str) -> None:
    """The table under its new name, with what depends on the name: its own foreign keys and those that point to it."""
    table = world.tables.pop(key, None)
    if table is None:
        temporary = world.temporary.pop(key)
        world.temporary[target] = replace(temporary, name=target)
        return
    old, new = key.rpartition(".")[2] + "_ibfk_", target.rpartition(".")[2] + "_ibfk_"
    own = tuple(
        replace(
            fk,
            name=new + fk.name.removeprefix(old) if fk.name.startswith(old) else fk.name,
            ref_table=target if fk.ref_table == key else fk.ref_table,
        )
        for fk in table.foreign_keys
    )
    world.tables[target] = replace(table, name=target, foreign_keys=own)
    for name, other in world.tables.items():
        if any(fk.ref_table == key for fk in other.foreign_keys):
            pointing = tuple(replace(fk, ref_table=target) if fk.ref_table == key else fk for fk in other.foreign_keys)
            world.tables[name] = replace(other, foreign_keys=pointing)
    for marks in (world.unknown, world.empty):
        if key in marks:
            marks.discard(key)
            marks.add(target)
    world.absent = {(target if t == key else t, what, n) for t, what, n in world.absent}
    world.generated = {(target if t == key else t, n) for t, n in world.generated}
    world.dropped.add(key)
    world.dropped.discard(target)
