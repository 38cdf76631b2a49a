"""What the strict 5.7 reader recognises: statements as frozen value objects that keep their place in the text.

Pure data between reader, simulator and checks. Names keep their spelling; types and options are lower-case canonical
words. It refuses to hold meaning: whether a column exists or a length is legal is the simulator's affair.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]  # character offsets into the script's text, end exclusive


@dataclass(frozen=True, slots=True)
class Name:
    """An identifier as written, without its quotes."""

    value: str
    place: Place
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class TableName:
    name: Name
    schema: Name | None = None

    @property
    def place(self) -> Place:
        return ((self.schema or self.name).place[0], self.name.place[1])

    def __str__(self) -> str:
        return f"{self.schema.value}.{self.name.value}" if self.schema else self.name.value


@dataclass(frozen=True, slots=True)
class Word:
    """A keyword-like value with its place: an engine, a charset, a collation, an option's value."""

    value: str
    place: Place


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression kept as text; only what checks need is taken out of it."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class DataType:
    """A column type. `name` is canonical and lower-case: `int`, `varchar`, `double`, `decimal`, `longtext`, `json`, ...

    `args` are the numbers in parentheses, `members` the values of ENUM and SET. `serial` marks the SERIAL shorthand.
    """

    name: str
    place: Place
    args: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    unsigned: bool = False
    zerofill: bool = False
    charset: Word | None = None
    collation: Word | None = None
    binary: bool = False
    national: bool = False
    serial: bool = False
    written: str = ""  # the type word as written, lower-case: `integer`, `bool`, `nchar varchar`


@dataclass(frozen=True, slots=True)
class Default:
    """A DEFAULT clause. `kind`: string, number, bits, null, now, boolean; `value` unescaped; `precision` of NOW(n)."""

    kind: str
    value: str | None
    place: Place
    precision: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """REFERENCES, inline (ignored by 5.7) or of a FOREIGN KEY."""

    table: TableName
    columns: tuple[Name, ...]
    place: Place
    match: str | None = None
    on_delete: str | None = None
    on_update: str | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    expression: Expression
    stored: bool
    place: Place


@dataclass(frozen=True, slots=True)
class ColumnDefinition:
    """One column as written. `nullable` None = not said. `key`:

    'primary', 'unique', 'key' (`KEY` = primary) or None.
    """

    name: Name
    type: DataType
    place: Place
    nullable: bool | None = None
    default: Default | None = None
    on_update: Default | None = None
    auto_increment: Place | None = None
    key: str | None = None
    key_place: Place | None = None
    comment: Word | None = None
    generated: Generated | None = None
    reference: Reference | None = None
    check: Place | None = None
    column_format: str | None = None
    storage: str | None = None
    also_unique: bool = False  # said to be the primary key and UNIQUE: the server makes both keys


@dataclass(frozen=True, slots=True)
class KeyPart:
    column: Name
    place: Place
    prefix: int | None = None
    direction: Word | None = None  # ASC or DESC; 5.7 ignores both


@dataclass(frozen=True, slots=True)
class KeyDefinition:
    """An index. `kind`: primary, unique, key, fulltext, spatial. `algorithm`: btree, hash, rtree or None."""

    kind: str
    parts: tuple[KeyPart, ...]
    place: Place
    name: Name | None = None
    constraint: Name | None = None
    algorithm: str | None = None
    comment: Word | None = None
    block_size: int | None = None
    parser: Word | None = None


@dataclass(frozen=True, slots=True)
class ForeignKeyDefinition:
    columns: tuple[Name, ...]
    reference: Reference
    place: Place
    constraint: Name | None = None
    index_name: Name | None = None


@dataclass(frozen=True, slots=True)
class CheckDefinition:
    """CHECK of a table: parsed and dropped by 5.7."""

    place: Place
    expression: Expression
    name: Name | None = None


TableElement: TypeAlias = ColumnDefinition | KeyDefinition | ForeignKeyDefinition | CheckDefinition


@dataclass(frozen=True, slots=True)
class Option:
    """A table option. `name` canonical and lower-case:

    engine, charset, collate, row_format, comment, auto_increment, ...
    """

    name: str
    value: Word
    place: Place


@dataclass(frozen=True, slots=True)
class Partition:
    """PARTITION BY kept as text, with its method and the partitions' names."""

    method: str
    place: Place
    names: tuple[Name, ...] = ()
    expression: Expression | None = None
    count: int | None = None
    columns: tuple[Name, ...] = ()
    subpartition: str | None = None


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


# --- the clauses of ALTER TABLE ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Position:
    """FIRST (after=None) or AFTER column."""

    after: Name | None
    place: Place


@dataclass(frozen=True, slots=True)
class AddColumn:
    column: ColumnDefinition
    place: Place
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class ChangeColumn:
    """CHANGE old new ...; MODIFY is the same with `old` equal to the new name and `modify` true."""

    old: Name
    column: ColumnDefinition
    place: Place
    position: Position | None = None
    modify: bool = False


@dataclass(frozen=True, slots=True)
class DropColumn:
    name: Name
    place: Place


@dataclass(frozen=True, slots=True)
class AlterDefault:
    """ALTER COLUMN c SET DEFAULT literal, or DROP DEFAULT (`default` None)."""

    name: Name
    default: Default | None
    place: Place


@dataclass(frozen=True, slots=True)
class AddKey:
    key: KeyDefinition
    place: Place


@dataclass(frozen=True, slots=True)
class AddForeignKey:
    foreign_key: ForeignKeyDefinition
    place: Place


@dataclass(frozen=True, slots=True)
class AddCheck:
    check: CheckDefinition
    place: Place


@dataclass(frozen=True, slots=True)
class DropKey:
    """DROP KEY name, or DROP PRIMARY KEY (`name` None)."""

    name: Name | None
    place: Place


@dataclass(frozen=True, slots=True)
class DropForeignKey:
    name: Name
    place: Place


@dataclass(frozen=True, slots=True)
class RenameKey:
    old: Name
    new: Name
    place: Place


@dataclass(frozen=True, slots=True)
class RenameTo:
    table: TableName
    place: Place


@dataclass(frozen=True, slots=True)
class ConvertCharset:
    charset: Word
    collation: Word | None
    place: Place


@dataclass(frozen=True, slots=True)
class SetOption:
    option: Option
    place: Place


@dataclass(frozen=True, slots=True)
class OtherClause:
    """A clause of 5.7 that changes no column or key: FORCE, ORDER BY, DISABLE KEYS, partition administration, ..."""

    name: str
    place: Place
    partition: Partition | None = None


AlterClause: TypeAlias = (
    AddColumn
    | ChangeColumn
    | DropColumn
    | AlterDefault
    | AddKey
    | AddForeignKey
    | AddCheck
    | DropKey
    | DropForeignKey
    | RenameKey
    | RenameTo
    | ConvertCharset
    | SetOption
    | OtherClause
)


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
