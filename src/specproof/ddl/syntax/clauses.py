"""The clauses of ALTER TABLE as they are written, one value object each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from specproof.ddl.syntax.elements import (
    CheckDefinition,
    ColumnDefinition,
    Default,
    ForeignKeyDefinition,
    KeyDefinition,
    Name,
    Option,
    Partition,
    Place,
    TableName,
    Word,
)


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
