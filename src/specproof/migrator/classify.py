"""What one statement is to a migration: its trace, the privileges it needs, what it makes, which tables it touches.

Works on what the strict reader understood; kinds and privileges are data in `migrator/statements.yaml`. It refuses to
judge whether the server will take the statement: that is the checker's and the rehearsal's affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise

from specproof import resources
from specproof.ddl.apply import describe
from specproof.ddl.script import Statement, Token, TokenKind
from specproof.ddl.subject import Judged
from specproof.ddl.syntax import (
    AddColumn,
    AddKey,
    AlterTable,
    CreateIndex,
    CreateTable,
    DropIndex,
    DropTable,
    Other,
    RenameTable,
    RenameTo,
    TableName,
)
from specproof.specs import load


class Trace(StrEnum):
    """Where the effect of a statement shows."""

    SCHEMA = "schema"
    ROWS = "rows"
    OUTSIDE = "outside"
    SESSION = "session"
    READ = "read"
    REFUSED = "refused"
    UNSENT = "unsent"  # a client command that specproof carries out itself, such as USE of the same schema

    @property
    def repeatable(self) -> bool:
        """Whether running it again on another connection does no harm."""
        return self in {Trace.SESSION, Trace.READ}

    @property
    def structural(self) -> bool:
        """Whether the structure of the schema may be another one afterwards. No change of rows can do that."""
        return self in {Trace.SCHEMA, Trace.OUTSIDE}


@dataclass(frozen=True, slots=True)
class Kind:
    """One entry of the data."""

    kind: str
    trace: Trace
    needs: tuple[str, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    privilege: str
    table: str


@dataclass(frozen=True, slots=True)
class Effects:
    """What a statement makes (`columns` and `indexes` as (table, name)) and which existing tables it works on."""

    tables: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    indexes: tuple[tuple[str, str], ...] = ()
    touched: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()  # tables that it drops or renames away


@cache
def kinds() -> tuple[Kind, ...]:
    data = load.read(resources.path("migrator", "statements.yaml"))
    found = [Kind(d["kind"], Trace(d["trace"]), tuple(d.get("needs", ())), d.get("because", "")) for d in data]
    return tuple(sorted(found, key=lambda k: -len(k.kind)))


def kind_of(judged: Judged) -> Kind:
    """The entry whose words are the longest start of the statement's kind."""
    words = _refined(judged).split()
    return next(k for k in kinds() if words[: len(k.kind.split())] == k.kind.split())


def _refined(judged: Judged) -> str:
    """The kind of the reader, with the words that a migration must tell apart."""
    kind, _ = describe(judged)
    tree = judged.reading.structure
    if isinstance(tree, CreateTable | DropTable) and tree.temporary:
        return "create temporary table"
    if kind.split()[:1] == ["set"]:
        return _kind_of_set(judged.statement.tokens)
    if kind.split()[:1] == ["select"]:
        return _kind_of_select(judged.statement.tokens)
    return kind


def _kind_of_select(tokens: tuple[Token, ...]) -> str:
    """A query that leaves something behind: a file, or a variable or named lock of the connection."""
    for before, token in pairwise(tokens):
        if before.upper == "INTO" and token.upper in {"OUTFILE", "DUMPFILE"}:
            return "select into file"
        if token.text == ":=" or (before.upper == "INTO" and token.kind is TokenKind.VARIABLE):
            return "select into variable"
        if before.upper in _NAMED_LOCKS and token.text == "(":
            return "select into variable"
    return "select"


def _kind_of_set(tokens: tuple[Token, ...]) -> str:
    said = {t.text.upper() for t in tokens if t.kind in {TokenKind.WORD, TokenKind.VARIABLE}}
    if any(s in {"GLOBAL", "PERSIST", "PERSIST_ONLY"} or s.startswith(("@@GLOBAL", "@@PERSIST")) for s in said):
        return "set global"
    if any(s.rpartition(".")[2] in {"AUTOCOMMIT", "@@AUTOCOMMIT"} for s in said):
        return "start transaction"
    return "set password" if tokens[1:2] and tokens[1].upper == "PASSWORD" else "set"


def effects(judged: Judged) -> Effects:
    match judged.reading.structure:
        case CreateTable(table=table, if_not_exists=None):
            return Effects(tables=(table.name.value,))
        case CreateTable() | None:
            return Effects()
        case AlterTable() as alter:
            return _of_alter(alter)
        case CreateIndex(table=table, key=key):
            named = ((table.name.value, key.name.value),) if key.name else ()
            return Effects(indexes=named, touched=(table.name.value,))
        case DropIndex(table=table):
            return Effects(touched=(table.name.value,))
        case DropTable(tables=tables, if_exists=maybe):
            names = tuple(t.name.value for t in tables)
            return Effects(touched=() if maybe else names, gone=names)
        case RenameTable(pairs=pairs):
            old, new = tuple(a.name.value for a, _ in pairs), tuple(b.name.value for _, b in pairs)
            return Effects(tables=new, touched=old, gone=old)
        case Other(kind=kind, object=str(name), dml=dml) if dml or kind.startswith("truncate"):
            return Effects(touched=(name.rpartition(".")[2],))
        case _:
            return Effects()


def _of_alter(alter: AlterTable) -> Effects:
    name = alter.table.name.value
    columns = tuple((name, c.column.name.value) for c in alter.clauses if isinstance(c, AddColumn))
    keys = (c.key.name for c in alter.clauses if isinstance(c, AddKey))
    renamed = tuple(c.table.name.value for c in alter.clauses if isinstance(c, RenameTo))
    return Effects(
        tables=renamed,
        columns=columns,
        indexes=tuple((name, k.value) for k in keys if k),
        touched=(name,),
        gone=(name,) if renamed else (),
    )


def needs(judged: Judged, kind: Kind) -> tuple[Need, ...]:
    """The privileges on each of the statement's tables; `*` where the statement names none."""
    found = effects(judged)
    tables = dict.fromkeys([*found.touched, *found.tables, *found.gone]) or {_only_table(judged): None}
    extra = [Need(p, t) for t in found.tables if found.gone for p in ("CREATE", "INSERT")]
    moved = [Need("DROP", t) for t in found.gone if found.tables]
    stated = [Need(p, t) for t in tables for p in kind.needs if not (found.gone and t in found.tables)]
    return tuple(dict.fromkeys([*stated, *extra, *moved]))


def _only_table(judged: Judged) -> str:
    tree = judged.reading.structure
    return tree.table.name.value if isinstance(tree, CreateTable) else "*"


# --- names that point outside the schema ------------------------------------------------------------------------------

_BEFORE_A_TABLE = {
    "INTO",
    "UPDATE",
    "FROM",
    "JOIN",
    "TABLE",
    "TABLES",
    "VIEW",
    "TRIGGER",
    "PROCEDURE",
    "FUNCTION",
    "EVENT",
    "REFERENCES",
    "CALL",
    "LIKE",
    "EXISTS",
}
# EXTRACT(unit FROM column): what follows this FROM is an expression.
_FROM_INSIDE = {"EXTRACT", "TRIM", "SUBSTRING", "SUBSTR", "MID"}
_NAMED_LOCKS = {"GET_LOCK", "RELEASE_LOCK"}
_READABLE = {"information_schema", "performance_schema"}


def qualifiers(judged: Judged) -> tuple[Token, ...]:
    """The tokens that name a schema in front of an object, such as `shop` in `ALTER TABLE shop.orders`."""
    found = {t.start: t for t in _by_position(judged.statement)}
    places = {n.schema.place[0] for n in _tables_of(judged) if n.schema}
    found |= {t.start: t for t in judged.statement.tokens if t.start in places}
    return tuple(found[k] for k in sorted(found))


def _by_position(statement: Statement) -> Iterator[Token]:
    tokens = statement.tokens
    for i in range(len(tokens) - 3):
        word, schema, dot = tokens[i : i + 3]
        if word.upper not in _BEFORE_A_TABLE or dot.text != "." or schema.kind not in _NAMES:
            continue
        if schema.value.lower() in _READABLE or (word.upper == "FROM" and _inside_function(tokens, i)):
            continue
        if word.upper == "UPDATE" and tokens[i - 1].upper == "KEY":
            continue  # ON DUPLICATE KEY UPDATE column = ...
        yield schema


_NAMES = {TokenKind.WORD, TokenKind.QUOTED}


def _inside_function(tokens: tuple[Token, ...], at: int) -> bool:
    depth = 0
    for i in range(at, 0, -1):
        depth += {")": 1, "(": -1}.get(tokens[i].text, 0)
        if depth < 0:
            return tokens[i - 1].upper in _FROM_INSIDE and tokens[i + 1].upper != "SELECT"
    return False


def _tables_of(judged: Judged) -> Iterator[TableName]:
    match judged.reading.structure:
        case CreateTable(table=table, like=like):
            yield table
            if like:
                yield like
        case AlterTable(table=table, clauses=clauses):
            yield table
            yield from (c.table for c in clauses if isinstance(c, RenameTo))
        case CreateIndex(table=table) | DropIndex(table=table):
            yield table
        case DropTable(tables=tables):
            yield from tables
        case RenameTable(pairs=pairs):
            for pair in pairs:
                yield from pair
