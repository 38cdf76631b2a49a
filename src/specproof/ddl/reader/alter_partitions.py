"""The clauses of ALTER TABLE that stand alone: administration of partitions, DISCARD and IMPORT TABLESPACE.

Part of the strict reader, used by `alter_table`. Whether a partition exists is not asked here.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.partitions import read_definitions
from specproof.ddl.syntax import Name, OtherClause, Partition

_VERBS = frozenset(("ADD", "DROP", "REBUILD", "OPTIMIZE", "ANALYZE", "CHECK", "REPAIR", "COALESCE", "TRUNCATE")) | {
    "REORGANIZE",
    "EXCHANGE",
    "DISCARD",
    "IMPORT",
}
_LOGGED = frozenset(("ADD", "REBUILD", "OPTIMIZE", "ANALYZE", "REPAIR", "COALESCE", "REORGANIZE"))
_CHECKS = ("QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "FOR")
_REPAIRS = ("QUICK", "EXTENDED", "USE_FRM")


def read_standalone(c: Cursor) -> OtherClause | None:
    """The clause; None, and nothing taken, when what stands here may have others beside it."""
    verb = c.key
    start = c.start()
    if verb not in _VERBS or (verb in ("ADD", "DROP") and c.ahead(1) != "PARTITION"):
        return None
    c.i += 1
    method = verb.lower()
    if verb in ("DISCARD", "IMPORT") and c.take("TABLESPACE"):
        return OtherClause(f"{method} tablespace", c.place(start))
    c.expect("PARTITION")
    names = _partition_clause(c, verb)
    place = c.place(start)
    return OtherClause(f"{method} partition", place, Partition(method, place, names))


def _partition_clause(c: Cursor, verb: str) -> tuple[Name, ...]:
    if verb in _LOGGED:
        c.take("NO_WRITE_TO_BINLOG", "LOCAL")
    if verb == "ADD":
        return _added(c)
    if verb == "COALESCE":
        c.number("int", "long", "hex")
        return ()
    if verb == "REORGANIZE":
        return _reorganised(c)
    if verb == "EXCHANGE":
        return _exchanged(c)
    names = _names(c, all_allowed=verb != "DROP")
    if verb in ("DISCARD", "IMPORT"):
        c.expect("TABLESPACE")
    elif verb == "OPTIMIZE":
        c.take("NO_WRITE_TO_BINLOG", "LOCAL")
    elif verb in ("CHECK", "REPAIR"):
        _options(c, _CHECKS if verb == "CHECK" else _REPAIRS)
    return names


def _added(c: Cursor) -> tuple[Name, ...]:
    if c.key == "(":
        return read_definitions(c)
    if c.take("PARTITIONS"):
        c.number("int", "long", "hex")
    return ()


def _reorganised(c: Cursor) -> tuple[Name, ...]:
    if not c.is_name():
        return ()
    names = _names(c, all_allowed=False)
    c.need("INTO", ",")
    read_definitions(c)
    return names


def _exchanged(c: Cursor) -> tuple[Name, ...]:
    name = c.name("the name of a partition")
    c.expect_all("WITH", "TABLE")
    c.table()
    if c.take("WITH", "WITHOUT"):
        c.expect("VALIDATION")
    return (name,)


def _names(c: Cursor, *, all_allowed: bool) -> tuple[Name, ...]:
    if all_allowed and c.take("ALL"):
        return ()
    names = [c.name("the name of a partition")]
    while c.take(","):
        names.append(c.name("the name of a partition"))
    return tuple(names)


def _options(c: Cursor, options: tuple[str, ...]) -> None:
    while option := c.take(*options):
        if option == "FOR":
            c.expect("UPGRADE")
