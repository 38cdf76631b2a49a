"""Online DDL: how the server carries out one ALTER TABLE, clause by clause and as a whole, and what it locks meanwhile.

Used by the simulator for ALGORITHM and LOCK, by plans and reports for people. What each operation costs is data
(`ddl/facts/online.yaml`); here it is only found out which operations a statement consists of. It refuses to guess: a
column that is not known makes the class unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from specproof.ddl import types, words
from specproof.ddl.syntax import (
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
    Place,
    RenameKey,
    RenameTo,
    SetOption,
)
from specproof.schema import Column, Table

_NOT_SUPPORTED, _NOT_SUPPORTED_REASON = 1845, 1846
_LENGTH_BYTE = 256  # a VARCHAR of so many bytes needs a second byte for its length


class How(StrEnum):
    """How much work: the later, the more."""

    METADATA = "metadata"
    IN_PLACE = "in-place"
    REBUILD = "rebuild"
    PARTITIONS = "partitions"
    COPY = "copy"
    UNKNOWN = "unknown"


class Lock(StrEnum):
    """The weakest lock under which it can be done: the later, the stronger."""

    NONE = "none"
    SHARED = "shared"
    EXCLUSIVE = "exclusive"


_HOWS, _LOCKS = tuple(How), tuple(Lock)


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: `name` and `fact` as in `ddl/facts/online.yaml`, `errno` what ALGORITHM=INPLACE gets."""

    name: str
    place: Place
    how: How
    lock: Lock
    errno: int | None = None
    fact: str | None = None


@dataclass(frozen=True, slots=True)
class Online:
    """A whole statement: as much work and as strong a lock as its worst operation."""

    operations: tuple[Operation, ...]
    temporary: bool = False

    @property
    def how(self) -> How:
        return max((o.how for o in self.operations), key=_HOWS.index, default=How.METADATA)

    @property
    def lock(self) -> Lock:
        return max((o.lock for o in self.operations), key=_LOCKS.index, default=Lock.NONE)

    def refusal(self, algorithm: str | None, lock: str | None) -> int | None:
        """The error of a statement that asks for this ALGORITHM and LOCK; None when the server grants them."""
        algorithm, lock = (algorithm or "DEFAULT").upper(), (lock or "DEFAULT").upper()
        managed = [o for o in self.operations if o.how is How.PARTITIONS]
        if managed:
            asked = algorithm != "DEFAULT" or lock != "DEFAULT"
            return managed[0].errno if asked else None
        if self.how is How.UNKNOWN:
            return None
        if algorithm == "COPY":
            return _NOT_SUPPORTED_REASON if lock == "NONE" and not self.temporary else None
        if self.how is How.COPY:
            return self._copy_refusal(algorithm, lock)
        if self.lock is Lock.EXCLUSIVE and len(self.operations) == 1:
            return None if lock in {"DEFAULT", "EXCLUSIVE"} else self.operations[0].errno
        return _NOT_SUPPORTED_REASON if lock == "NONE" and self.lock is not Lock.NONE else None

    def _copy_refusal(self, algorithm: str, lock: str) -> int | None:
        if algorithm == "INPLACE":
            errnos = [o.errno for o in self.operations if o.how is How.COPY]
            return _NOT_SUPPORTED if _NOT_SUPPORTED in errnos else _NOT_SUPPORTED_REASON
        return _NOT_SUPPORTED_REASON if lock == "NONE" and not self.temporary else None


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What decides beside the statement. `known` tells that all columns of the table are known."""

    strict: bool = True
    foreign_key_checks: bool = True
    temporary: bool = False
    known: bool = True


@lru_cache(maxsize=1)
def _operations() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = words.table("online")["operations"]
    return loaded


def operation(name: str, place: Place) -> Operation:
    """One operation with its costs from the data."""
    data = _operations()[name]
    errno = data.get("errno")
    return Operation(
        name, place, How(data["how"]), Lock(data["lock"]), int(errno) if errno is not None else None, data["fact"]
    )


def classify(
    clauses: Sequence[AlterClause], before: Table, after: Table, circumstances: Circumstances | None = None
) -> Online:
    """The class of an ALTER TABLE of these clauses, which makes `after` out of `before`.

    CREATE INDEX and DROP INDEX are given as AddKey and DropKey.
    """
    around = circumstances or Circumstances()
    found = list(_Work(clauses, before, after, around).all())
    if around.temporary:
        place = clauses[0].place if clauses else (0, 0)
        return Online((*found, operation("temporary-table", place)), temporary=True)
    if before.engine != "InnoDB" and any(o.how is not How.METADATA for o in found):
        found.append(operation("other-engine", clauses[0].place))
    return Online(tuple(found))


class _Work:
    def __init__(self, clauses: Sequence[AlterClause], before: Table, after: Table, around: Circumstances) -> None:
        self.clauses, self.before, self.after, self.around = clauses, before, after, around

    def all(self) -> Iterator[Operation]:
        """The operations of all clauses, and what they become together."""
        found = [operation(name, clause.place) for clause in self.clauses for name in self._clause(clause)]
        yield from found
        names = {o.name for o in found}
        rebuilds = next((o for o in found if o.how is How.REBUILD and o.name != "add-first-fulltext"), None)
        kinds = {i.kind for i in self.before.indexes}
        if rebuilds is not None and "FULLTEXT" in kinds:
            yield operation("rebuild-with-fulltext", rebuilds.place)
        elif rebuilds is not None and "SPATIAL" in kinds:
            yield operation("rebuild-with-spatial", rebuilds.place)
        if "add-virtual" in names and not names <= {"add-virtual", "drop-virtual", "add-index-on-new-virtual"}:
            yield operation("add-virtual-combined", next(o for o in found if o.name == "add-virtual").place)
        if any(self._rests_on_unknown(c) for c in self.clauses):
            yield Operation("unknown-column", self.clauses[0].place, How.UNKNOWN, Lock.SHARED)

    def _rests_on_unknown(self, clause: AlterClause) -> bool:
        """Whether the cost depends on columns that are not known; converting depends on every one of the table."""
        if self.around.known:
            return False
        if isinstance(clause, ChangeColumn):
            return self.before.column(clause.old.value) is None
        return isinstance(clause, ConvertCharset)

    def _clause(self, clause: AlterClause) -> Iterable[str]:
        match clause:
            case AddColumn():
                return self._add_column(clause)
            case DropColumn():
                return self._drop_column(clause)
            case ChangeColumn():
                return self._change_column(clause)
            case AlterDefault():
                return ("change-default",)
            case AddKey() | DropKey() | RenameKey():
                return self._key(clause)
            case AddForeignKey():
                return ("add-foreign-key" if self.around.foreign_key_checks else "add-foreign-key-unchecked",)
            case DropForeignKey():
                return ("drop-foreign-key",)
            case RenameTo():
                return ("rename-table",) if self.before.name != clause.table.name.value else ("no-change",)
            case ConvertCharset() | SetOption() | OtherClause():
                return self._option(clause)
            case _:
                return ("no-change",)

    # --- columns ------------------------------------------------------------------------------------------------------

    def _add_column(self, clause: AddColumn) -> Iterator[str]:
        column = clause.column
        if column.generated is not None:
            if column.generated.stored:
                yield "add-stored"
            else:
                yield "add-virtual-partitioned" if self.before.partitions else "add-virtual"
        else:
            counter = column.auto_increment is not None or column.type.serial
            yield "add-auto-increment" if counter else "add-column"
        if column.key is not None:
            yield "add-primary-key" if column.key in {"primary", "key"} else "add-unique"

    def _drop_column(self, clause: DropColumn) -> Iterator[str]:
        column = self.before.column(clause.name.value)
        yield "drop-virtual" if column is not None and column.extra == "VIRTUAL GENERATED" else "drop-column"
        primary = self.before.index("PRIMARY")
        if primary is not None and any(p.column.lower() == clause.name.value.lower() for p in primary.parts):
            yield "drop-primary-key"

    def _change_column(self, clause: ChangeColumn) -> Iterator[str]:
        old = self.before.column(clause.old.value)
        new = self.after.column(clause.column.name.value)
        if old is None or new is None:
            return
        names = [*self._differences(old, new), *self._moved(old, new)]
        yield from names or ("no-change",)

    def _differences(self, old: Column, new: Column) -> Iterator[str]:
        if old.name != new.name:
            yield "rename-column"
        if old.generation != new.generation:
            yield "change-generated"
        yield from _type_change(old, new)
        if old.nullable and not new.nullable:
            yield "make-not-null" if self.around.strict else "make-not-null-not-strict"
        elif new.nullable and not old.nullable:
            yield "make-null"
        if (old.default, old.extra) != (new.default, new.extra):
            yield "change-default"
        if old.comment != new.comment:
            yield "change-comment"

    def _moved(self, old: Column, new: Column) -> Iterator[str]:
        """Whether the column stands elsewhere among those that stay."""
        new_names = {c.old.value.lower(): c.column.name.value for c in self.clauses if isinstance(c, ChangeColumn)}
        before = [new_names.get(c.name.lower(), c.name).lower() for c in self.before.columns]
        after = [c.name.lower() for c in self.after.columns if c.name.lower() in before]
        stay = [name for name in before if name in after]
        name = new.name.lower()
        if name in stay and stay.index(name) != after.index(name):
            kinds = {"VIRTUAL GENERATED": "reorder-virtual", "STORED GENERATED": "reorder-stored"}
            yield kinds.get(old.extra, "reorder-column")

    # --- keys ---------------------------------------------------------------------------------------------------------

    def _key(self, clause: AddKey | DropKey | RenameKey) -> Iterator[str]:
        if isinstance(clause, RenameKey):
            yield "rename-index"
        elif isinstance(clause, DropKey):
            yield from self._drop_key(clause)
        else:
            yield self._add_key(clause)

    def _drop_key(self, clause: DropKey) -> Iterator[str]:
        primary = clause.name is None or clause.name.value.upper() == "PRIMARY"
        if not primary:
            yield "drop-index"
        else:
            yield "replace-primary-key" if self.after.index("PRIMARY") is not None else "drop-primary-key"

    def _add_key(self, clause: AddKey) -> str:
        kind, name = clause.key.kind, clause.key.name
        if kind == "fulltext":
            return "add-fulltext" if any(i.kind == "FULLTEXT" for i in self.before.indexes) else self._first_fulltext()
        if kind == "spatial":
            return "add-spatial"
        if kind == "primary":
            return "replace-primary-key" if self.before.index("PRIMARY") is not None else "add-primary-key"
        dropped = {c.name.value.lower() for c in self.clauses if isinstance(c, DropKey) and c.name}
        if name is not None and name.value.lower() in dropped:
            old, new = self.before.index(name.value), self.after.index(name.value)
            if old is not None and old == new:
                return "same-index"
        if kind == "unique":
            return "add-unique-as-clustered" if self._becomes_clustered(clause) else "add-unique"
        return "add-index-on-new-virtual" if self._on_new_virtual(clause) else "add-index"

    def _first_fulltext(self) -> str:
        """A column FTS_DOC_ID of the table's own spares the rebuild that adds a hidden one."""
        return "add-fulltext" if self.before.column("FTS_DOC_ID") is not None else "add-first-fulltext"

    def _becomes_clustered(self, clause: AddKey) -> bool:
        """The first unique key without NULL of a table without primary key orders the rows."""
        if any(i.unique and _never_null(self.before, [p.column for p in i.parts]) for i in self.before.indexes):
            return False
        whole = all(p.prefix is None for p in clause.key.parts)
        return whole and _never_null(self.after, [p.column.value for p in clause.key.parts])

    def _on_new_virtual(self, clause: AddKey) -> bool:
        columns = [self.after.column(p.column.value) for p in clause.key.parts]
        return any(
            c is not None and c.extra == "VIRTUAL GENERATED" and self.before.column(c.name) is None for c in columns
        )

    # --- options and the rest -----------------------------------------------------------------------------------------

    def _option(self, clause: ConvertCharset | SetOption | OtherClause) -> Iterator[str]:
        if isinstance(clause, ConvertCharset):
            same = [c.collation for c in self.before.columns] == [
                old.collation for c in self.before.columns if (old := self.after.column(c.name)) is not None
            ]
            yield "convert-charset-without-text" if same else "convert-charset"
        elif isinstance(clause, OtherClause):
            yield from _other(clause)
        elif clause.option.name == "engine":
            yield "rebuild" if self.before.engine == self.after.engine else "change-engine"
        else:
            yield _OPTIONS.get(clause.option.name, "no-change")


_OPTIONS = {
    "row_format": "row-format",
    "key_block_size": "key-block-size",
    "auto_increment": "auto-increment-value",
    "stats_persistent": "statistics-options",
    "stats_auto_recalc": "statistics-options",
    "stats_sample_pages": "statistics-options",
    "comment": "table-comment",
    "charset": "default-charset",
    "collate": "default-charset",
    "encryption": "encryption",
}


def _other(clause: OtherClause) -> Iterator[str]:
    if clause.name == "force":
        yield "rebuild"
    elif clause.name.replace(" ", "-") in _operations():
        yield clause.name.replace(" ", "-")
    else:
        yield "no-change"


def _never_null(table: Table, names: Sequence[str]) -> bool:
    columns = [table.column(name) for name in names]
    return all(c is not None and not c.nullable for c in columns)


def _type_change(old: Column, new: Column) -> Iterator[str]:
    before, after = types.parse(old.type), types.parse(new.type)
    if (old.charset, old.collation) != (new.charset, new.collation):
        yield "change-collation"
    elif before == after:
        return
    elif before.name != after.name or before.unsigned != after.unsigned:
        yield "change-type"
    elif before.integer:
        yield "change-display-width" if before.zerofill == after.zerofill else "change-type"
    elif before.name in {"varchar", "varbinary"}:
        yield "extend-varchar" if _extends(old, new) else "change-type"
    elif before.members:
        appended = after.members[: len(before.members)] == before.members
        same_size = types.pack_bytes(before, 1) == types.pack_bytes(after, 1)
        yield "append-members" if appended and same_size else "change-type"
    else:
        yield "change-type"


def _extends(old: Column, new: Column) -> bool:
    """Whether a VARCHAR grows without needing another byte for its length."""
    before, after = types.parse(old.type), types.parse(new.type)
    charset = words.charset(old.charset) if old.charset else None
    size = charset.maxlen if charset else 1
    short = [kind.length * size < _LENGTH_BYTE for kind in (before, after)]
    return after.length >= before.length and short[0] == short[1]
