"""DDL behind data changes: inside an open transaction, or the first such place of the script."""

from __future__ import annotations

from specproof.ddl.subject import Hit, Hits, Judged, Subject
from specproof.ddl.syntax import CreateTable, DropTable, Other, Place, Use

_OPENS = ("start transaction", "begin")
_ENDS = ("commit", "rollback")


def check(subject: Subject) -> Hits:
    changed: Judged | None = None  # the first data change of the script
    opened: Judged | None = None  # the statement that opened a transaction
    told = False
    for judged in subject.statements:
        kind = _kind(judged)
        if kind in _OPENS:
            opened = judged
        elif kind in _ENDS:
            opened = None
        elif _is_dml(judged):
            changed = changed or judged
        elif _commits(judged):
            if opened:
                line = subject.script.position(opened.statement.start)[0]
                yield Hit(_head(judged), judged.statement.number, values={"line": line}, variant="in-transaction")
            elif changed and not told:
                line = subject.script.position(changed.statement.start)[0]
                values = {"line": line, "dml": _kind(changed).upper()}
                yield Hit(_head(judged), judged.statement.number, values=values)
            opened, told = None, told or bool(changed)


def _kind(judged: Judged) -> str:
    read = judged.reading.structure
    return read.kind if isinstance(read, Other) else ""


def _is_dml(judged: Judged) -> bool:
    read = judged.reading.structure
    return isinstance(read, Other) and read.dml


def _commits(judged: Judged) -> bool:
    """Whether the statement is DDL that commits implicitly; that of temporary tables does not."""
    read = judged.reading.structure
    if isinstance(read, CreateTable | DropTable):
        return not read.temporary
    return read.ddl if isinstance(read, Other) else read is not None and not isinstance(read, Use)


def _head(judged: Judged) -> Place:
    """The first two words, which say what kind of statement it is."""
    tokens = judged.statement.tokens
    return (tokens[0].start, tokens[min(1, len(tokens) - 1)].end)
