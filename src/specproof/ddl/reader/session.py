"""Statements about a session: transactions, SET, prepared statements, locks, maintenance of tables.

Part of the strict reader. It reads them to their end so that later syntax in them is refused where it stands; what a
variable or a name means is not asked.
"""

from __future__ import annotations

from collections.abc import Callable

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import read_expression
from specproof.ddl.reader.options import charset_or_default
from specproof.ddl.reader.types import charset_words
from specproof.ddl.script import TokenKind
from specproof.ddl.syntax import Other

_SCOPES = ("GLOBAL", "SESSION", "LOCAL")
_CHECKS = ("QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "FOR")


def _done(kind: str) -> Other:
    return Other(kind, complete=True)


# --- transactions -----------------------------------------------------------------------------------------------------


def _begin(c: Cursor) -> Other:
    c.take("WORK")
    return _done("start transaction")


def _start(c: Cursor) -> Other:
    word = c.expect("TRANSACTION", "SLAVE", "GROUP_REPLICATION")
    if word == "SLAVE":
        return Other("start slave")
    if word == "TRANSACTION" and not c.at_end():
        while True:
            if c.take("WITH"):
                c.expect_all("CONSISTENT", "SNAPSHOT")
            else:
                c.need("READ", "WITH")
                c.expect("ONLY", "WRITE")
            if not c.take(","):
                break
    return _done("start " + word.lower().replace("_", " "))


def _commit(c: Cursor) -> Other:
    c.take("WORK")
    _completion(c)
    return _done("commit")


def _rollback(c: Cursor) -> Other:
    c.take("WORK")
    if c.take("TO"):
        c.take("SAVEPOINT")
        c.name("the name of a savepoint")
    else:
        _completion(c)
    return _done("rollback")


def _completion(c: Cursor) -> None:
    """Chaining and releasing exclude each other, unless one of them is denied."""
    chained = False
    if c.take("AND"):
        chained = not c.take("NO")
        c.need("CHAIN", "NO")
    if c.take("NO"):
        c.expect("RELEASE")
    elif c.key == "RELEASE":
        if chained:
            c.refuse("the end of the statement")
        c.i += 1


def _savepoint(c: Cursor) -> Other:
    c.name("the name of a savepoint")
    return _done("savepoint")


def _release(c: Cursor) -> Other:
    c.expect("SAVEPOINT")
    c.name("the name of a savepoint")
    return _done("release savepoint")


# --- SET --------------------------------------------------------------------------------------------------------------


def _set(c: Cursor) -> Other:
    if c.key == "PASSWORD" or (c.key in _SCOPES and c.ahead(1) == "TRANSACTION"):
        return Other("set")
    if c.take("TRANSACTION"):
        _characteristics(c)
        return _done("set")
    while True:
        _assignment(c)
        if not c.take(","):
            return _done("set")


def _characteristics(c: Cursor) -> None:
    while True:
        if c.take("READ"):
            c.expect("ONLY", "WRITE")
        else:
            c.need("ISOLATION", "READ")
            c.expect("LEVEL")
            level = c.expect("READ", "REPEATABLE", "SERIALIZABLE")
            if level == "READ":
                c.expect("UNCOMMITTED", "COMMITTED")
            elif level == "REPEATABLE":
                c.expect("READ")
        if not c.take(","):
            return


def _assignment(c: Cursor) -> None:
    if c.kind() is TokenKind.VARIABLE:
        c.i += 1
        c.expect("=", ":=")
        _value(c)
        return
    if c.key == "NAMES" and c.ahead(1) != ".":
        c.i += 1
        if c.key in ("=", ":="):
            c.refuse("a character set")
        charset_or_default(c)
        if c.take("COLLATE"):
            c.name_or_string("a collation")
        return
    if c.key in ("CHARSET", "CHAR", "CHARACTER") and c.ahead(1) not in ("=", ":=", "."):
        charset_words(c)
        charset_or_default(c)
        return
    if c.key in _SCOPES and c.ahead(1) not in ("=", ":=", "."):
        c.i += 1
    if c.take("DEFAULT"):
        c.expect(".")
        c.name("a variable")
    else:
        c.name("a variable")
        if c.take("."):
            c.name("a variable")
    c.expect("=", ":=")
    _value(c)


def _value(c: Cursor) -> None:
    if c.key in ("DEFAULT", "ON", "ALL", "BINARY") and c.ahead(1) in ("", ","):
        c.i += 1
    else:
        read_expression(c)


# --- prepared statements ----------------------------------------------------------------------------------------------


def _prepare(c: Cursor) -> Other:
    c.name("a name")
    c.expect("FROM")
    if c.kind() is TokenKind.VARIABLE:
        c.i += 1
    else:
        c.string()
    return _done("prepare")


def _execute(c: Cursor) -> Other:
    c.name("a name")
    if c.take("USING"):
        while True:
            if c.kind() is not TokenKind.VARIABLE:
                c.refuse("a variable")
            c.i += 1
            if not c.take(","):
                break
    return _done("execute")


def _deallocate(c: Cursor) -> Other:
    c.expect("PREPARE")
    c.name("a name")
    return _done("deallocate prepare")


# --- locks and maintenance --------------------------------------------------------------------------------------------


def _lock(c: Cursor) -> Other:
    c.expect("TABLE", "TABLES")
    while True:
        c.table()
        if c.take("AS", "=") or (c.is_name() and c.key not in ("READ", "WRITE", "LOW_PRIORITY")):
            c.name("an alias")
        if c.take("LOW_PRIORITY"):
            c.expect("WRITE")
        elif c.expect("READ", "WRITE") == "READ":
            c.take("LOCAL")
        if not c.take(","):
            return _done("lock tables")


def _unlock(c: Cursor) -> Other:
    c.expect("TABLES", "TABLE")
    return _done("unlock tables")


def _tables(c: Cursor) -> None:
    c.expect("TABLE", "TABLES")
    c.table()
    while c.take(","):
        c.table()


def _analyze(c: Cursor) -> Other:
    c.take("NO_WRITE_TO_BINLOG", "LOCAL")
    _tables(c)
    return _done("analyze table")


def _optimize(c: Cursor) -> Other:
    c.take("NO_WRITE_TO_BINLOG", "LOCAL")
    _tables(c)
    return _done("optimize table")


def _repair(c: Cursor) -> Other:
    c.take("NO_WRITE_TO_BINLOG", "LOCAL")
    _tables(c)
    while c.take("QUICK", "EXTENDED", "USE_FRM"):
        pass
    return _done("repair table")


def _check(c: Cursor) -> Other:
    _tables(c)
    while option := c.take(*_CHECKS):
        if option == "FOR":
            c.expect("UPGRADE")
    return _done("check table")


def _checksum(c: Cursor) -> Other:
    _tables(c)
    c.take("QUICK", "EXTENDED")
    return _done("checksum table")


# --- plugins and logs -------------------------------------------------------------------------------------------------


def _install(c: Cursor) -> Other:
    c.expect("PLUGIN")
    c.name("the name of a plugin")
    c.expect("SONAME")
    c.string()
    return _done("install plugin")


def _uninstall(c: Cursor) -> Other:
    c.expect("PLUGIN")
    c.name("the name of a plugin")
    return _done("uninstall plugin")


def _reset(c: Cursor) -> Other:
    while True:
        if c.expect("MASTER", "SLAVE", "QUERY") == "QUERY":
            c.expect("CACHE")
        elif c.keys[c.i - 1] == "SLAVE" and not c.at_end():
            return Other("reset")
        if not c.take(","):
            return _done("reset")


def _show(c: Cursor) -> Other:
    if c.key == "EXTENDED":
        c.refuse("what 5.7 can show")
    return Other("show")


READERS: dict[str, Callable[[Cursor], Other]] = {
    "ANALYZE": _analyze,
    "BEGIN": _begin,
    "CHECK": _check,
    "CHECKSUM": _checksum,
    "COMMIT": _commit,
    "DEALLOCATE": _deallocate,
    "EXECUTE": _execute,
    "INSTALL": _install,
    "LOCK": _lock,
    "OPTIMIZE": _optimize,
    "PREPARE": _prepare,
    "RELEASE": _release,
    "REPAIR": _repair,
    "RESET": _reset,
    "ROLLBACK": _rollback,
    "SAVEPOINT": _savepoint,
    "SET": _set,
    "SHOW": _show,
    "START": _start,
    "UNINSTALL": _uninstall,
    "UNLOCK": _unlock,
}
