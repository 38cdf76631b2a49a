"""What the strict 5.7 reader recognises: statements as frozen value objects that keep their place in the text.

Pure data between reader, simulator and checks. Names keep their spelling; types and options are lower-case canonical
words. It refuses to hold meaning: whether a column exists or a length is legal is the simulator's affair.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from specproof.ddl.syntax.clauses import (
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterClause,
    AlterDefault,
    ChangeColumn,
    ConvertCharset,
    DropColumn,
    DropForeignKey,
    DropKey,
    OtherClause,
    Position,
    RenameKey,
    RenameTo,
    SetOption,
)
from specproof.ddl.syntax.elements import (
    CheckDefinition,
    ColumnDefinition,
    DataType,
    Default,
    Expression,
    ForeignKeyDefinition,
    Generated,
    KeyDefinition,
    KeyPart,
    Name,
    Option,
    Partition,
    Place,
    Reference,
    TableElement,
    TableName,
    Word,
)

__all__ = [
    "AddCheck",
    "AddColumn",
    "AddForeignKey",
    "AddKey",
    "AlterClause",
    "AlterDefault",
    "AlterTable",
    "ChangeColumn",
    "CheckDefinition",
    "ColumnDefinition",
    "ConvertCharset",
    "CreateIndex",
    "CreateTable",
    "DataType",
    "Default",
    "DropColumn",
    "DropForeignKey",
    "DropIndex",
    "DropKey",
    "DropTable",
    "Expression",
    "ForeignKeyDefinition",
    "Generated",
    "KeyDefinition",
    "KeyPart",
    "Name",
    "Option",
    "Other",
    "OtherClause",
    "Partition",
    "Place",
    "Position",
    "ReadStatement",
    "Reading",
    "Reference",
    "RenameKey",
    "RenameTable",
    "RenameTo",
    "SetOption",
    "SyntaxProblem",
    "TableElement",
    "TableName",
    "Use",
    "Word",
]


@dataclass(frozen=True, slots=True)
class CreateTable:
    table: TableName
    elements: tuple[TableElement, ...] = ()
    options: tuple[Option, ...] = ()
    partition: Partition | None = None
    temporary: bool = False
    if_not_exists: Place | None = None
    like: TableName | None = None
    select: Place | None = None  # CREATE TABLE ... [AS] SELECT: structure depends on the query


@dataclass(frozen=True, slots=True)
class DropTable:
    tables: tuple[TableName, ...]
    if_exists: bool = False
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class RenameTable:
    pairs: tuple[tuple[TableName, TableName], ...]


@dataclass(frozen=True, slots=True)
class CreateIndex:
    table: TableName
    key: KeyDefinition
    algorithm: Word | None = None
    lock: Word | None = None


@dataclass(frozen=True, slots=True)
class DropIndex:
    table: TableName
    name: Name
    algorithm: Word | None = None
    lock: Word | None = None


@dataclass(frozen=True, slots=True)
class AlterTable:
    table: TableName
    clauses: tuple[AlterClause, ...]
    algorithm: Word | None = None
    lock: Word | None = None
    ignore: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    database: Name


@dataclass(frozen=True, slots=True)
class Other:
    """Any other statement; `kind` is like "insert", "create view", "set", "start transaction".

    `dml` and `ddl` classify it, `known` tells that 5.7 has such a statement, and `complete` that the grammar of 5.7
    read it to its end: without that it is placed by its first words only.
    """

    kind: str
    dml: bool = False
    ddl: bool = False
    known: bool = True
    object: str | None = None
    complete: bool = False


ReadStatement: TypeAlias = CreateTable | AlterTable | DropTable | RenameTable | CreateIndex | DropIndex | Use | Other


@dataclass(frozen=True, slots=True)
class SyntaxProblem:
    """Where the strict reader stopped. `errno` is what the server would say: 1064 unless a parser action gives another.

    `construct` names a known later or foreign construct when that is what stands there ("check-enforced", "cte", ...),
    `since` the version that brought it (8.0.16, MariaDB 10.0.2).
    """

    message: str
    place: Place
    errno: int = 1064
    construct: str | None = None
    since: str | None = None
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The strict reader's answer for one statement: understood, refused (the server would refuse it), or not placed.

    Exactly one of three: `statement` alone = understood; `problem` = the server refuses it; `unplaced` = the reader
    does not know, and the statement is unverified, never ok. One bad place must not hide the others, hence `notes` and
    `partial`.
    """

    statement: ReadStatement | None = None
    problem: SyntaxProblem | None = None
    unplaced: str | None = None
    # Further places for checks: what is accepted but worth attention, and refusals behind the first one, which the
    # reader meets because it goes on after a construct that it recognises.
    notes: tuple[SyntaxProblem, ...] = field(default=())
    # Of a refused statement, what was read around the problem: for checks only, never for the simulator.
    partial: ReadStatement | None = None

    @property
    def structure(self) -> ReadStatement | None:
        """What a check may look at: the statement, or the readable part of a refused one."""
        return self.statement or self.partial
