"""Names, types, columns, keys, options and partitions as they are written: what tables are made of.

Each value keeps its place in the text. Lowest module of `ddl.syntax`.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """A DEFAULT clause. `kind`: string, number, bits, null, now, boolean, temporal (DATE '...').

    `value` is unescaped; `precision` is that of NOW(n).
    """

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
