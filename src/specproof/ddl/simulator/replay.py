"""The simulator itself: statements in, one after another; for each the state before and after and the conflicts.

After a refused statement the state is what it was, except for DROP TABLE, which drops what it can, and for a CREATE
TABLE whose only error comes too late. Statements that are not about tables change the session, the database in use,
or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from specproof.ddl import words
from specproof.ddl.online import Online
from specproof.ddl.script import Statement
from specproof.ddl.simulator import alter, create, drop_rename, triggers
from specproof.ddl.simulator.session import Session
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.subject import Conflict, State
from specproof.ddl.syntax import (
    AlterTable,
    CreateIndex,
    CreateTable,
    DropIndex,
    DropTable,
    Name,
    Other,
    ReadStatement,
    RenameTable,
    TableName,
    Use,
)
from specproof.schema import Schema


@dataclass(frozen=True, slots=True)
class Outcome:
    """One statement replayed. `refused` tells that the server certainly says no."""

    before: State
    after: State
    conflicts: tuple[Conflict, ...] = ()
    refused: bool = False
    errno: int | None = None
    doubtful: bool = False  # it may be refused: the text alone does not tell
    online: Online | None = None


class Simulator:
    """One script's run. `baseline` is the schema before it; without one nothing is known and tables are taken to exist.

    `variables` are settings of the server that differ from an unconfigured 5.7, `version` among them.
    """

    def __init__(self, baseline: Schema | None = None, variables: Mapping[str, str] | None = None) -> None:
        self._session = Session.start(variables)
        self._world = World.of(baseline)
        self._state = self._world.state()

    @property
    def state(self) -> State:
        return self._state

    @property
    def session(self) -> Session:
        return self._session

    def run(self, statement: Statement, read: ReadStatement, text: str = "") -> Outcome:
        """Replays one understood statement; `text` is that of its script."""
        before = self._state
        if isinstance(read, Use):
            self._use(read.database.value)
            return Outcome(before, self._state)
        if isinstance(read, Other) and read.kind in {"insert", "replace", "load data", "call"}:
            self._filled(read)
            return Outcome(before, before)
        if isinstance(read, Other) and read.kind == "set":
            self._session.apply(statement.tokens)
            return Outcome(before, before)
        if isinstance(read, Other) and not read.ddl:
            self._session.follow(read.kind)
            return Outcome(before, before)
        trial = Trial(self._session, _object(read), tokens=statement.tokens, text=text)
        world = self._world.copy()
        if not _replay(trial, world, statement, read):
            return Outcome(before, before)
        if not (isinstance(read, CreateTable | DropTable) and read.temporary):
            self._session.in_transaction = False
        refusal = trial.refusal
        errno = refusal.errno if refusal else None
        made_all_the_same = isinstance(read, CreateTable) and refusal in trial.late
        if errno is None or isinstance(read, DropTable) or made_all_the_same:
            self._world = world
            self._state = world.state()
        else:
            self._keep_names(world)
        return Outcome(
            before, self._state, tuple(trial.conflicts), errno is not None, errno, trial.doubtful, trial.online
        )

    def _use(self, database: str) -> None:
        self._world.use(database)
        self._state = self._world.state()

    def _filled(self, read: Other) -> None:
        """Rows may have come: which, the text of data does not matter here."""
        if read.object is None:
            self._world.empty.clear()
        else:
            self._world.empty.discard(self._world.key(_table_name(read.object)))

    def _keep_names(self, world: World) -> None:
        """A refused statement still tells which database the script is about."""
        for name in ("home", "current", "touched"):
            setattr(self._world, name, getattr(world, name))


def _replay(trial: Trial, world: World, statement: Statement, read: ReadStatement) -> bool:
    """False when the statement changes no schema."""
    match read:
        case CreateTable():
            create.create(trial, world, read)
        case AlterTable():
            alter.alter(trial, world, read)
        case CreateIndex():
            alter.create_index(trial, world, read)
        case DropIndex():
            alter.drop_index(trial, world, read)
        case DropTable():
            drop_rename.drop(trial, world, read)
        case RenameTable():
            drop_rename.rename(trial, world, read)
        case Other(kind="truncate table", object=str(name)):
            drop_rename.truncate(trial, world, _table_name(name, statement))
        case Other(kind="create trigger", object=str(name)):
            triggers.create(trial, world, _table_name(name, statement))
        case Other(kind="drop trigger", object=str(name)):
            triggers.drop(trial, world, _table_name(name, statement), statement)
        case Other(kind="create view" | "drop view" as kind, object=str(name)):
            views = world.views
            (views.add if kind == "create view" else views.discard)(world.key(_table_name(name, statement)))
        case Other(kind="create database" | "alter database" | "drop database" as kind, object=str(name)):
            _database(world, kind, name, statement)
        case _:
            return False
    return True


def _database(world: World, kind: str, name: str, statement: Statement) -> None:
    """CREATE, ALTER and DROP DATABASE: what they say of defaults, and what is certain afterwards."""
    if kind == "drop database":
        for key in [k for k in world.tables if (world.home if "." not in k else k.split(".", 1)[0]) == name]:
            world.remove(key)
        world.fresh.discard(name)
        return
    collation = _database_collation(statement)
    if kind == "create database":
        conditional = any(t.upper == "IF" for t in statement.tokens[:4])
        world.databases[name] = collation or words.server_defaults()["collation_server"]
        if not conditional:
            world.fresh.add(name)
    elif collation:
        world.databases[name] = collation
    if world.home == name:
        world.collation = world.databases.get(name, world.collation)


def _database_collation(statement: Statement) -> str | None:
    """The collation that CHARACTER SET and COLLATE of a database statement give."""
    collation: str | None = None
    tokens = statement.tokens
    for i, token in enumerate(tokens):
        value = next((t.value for t in tokens[i + 1 : i + 3] if t.text != "="), "")
        if token.upper == "CHARSET" or (token.upper == "SET" and i and tokens[i - 1].upper in {"CHARACTER", "CHAR"}):
            charset = words.charset(value)
            collation = charset.default_collation if charset else collation
        elif token.upper == "COLLATE":
            collation = words.collation(value) or collation
    return collation


def _table_name(text: str, statement: Statement | None = None) -> TableName:
    schema, _, name = text.rpartition(".")
    place = (statement.start, statement.end) if statement else (0, 0)
    return TableName(Name(name, place), Name(schema, place) if schema else None)


def _object(read: ReadStatement) -> str:
    match read:
        case CreateTable() | AlterTable() | CreateIndex() | DropIndex():
            return read.table.name.value
        case DropTable():
            return ", ".join(t.name.value for t in read.tables)
        case RenameTable():
            return ", ".join(old.name.value for old, _ in read.pairs)
        case Other(object=str(name)):
            return name
        case _:
            return ""
