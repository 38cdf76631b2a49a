"""The first words of a statement: which grammar reads it, or what kind of statement it is.

Hands each to the module that reads it. What no module reads is classified by its first words, and `complete` stays
false: such a statement is known, not accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from specproof.ddl.client import command
from specproof.ddl.reader.accounts import read_grant, read_rename_user, read_revoke
from specproof.ddl.reader.alter_table import read_alter_table, read_index_modifiers
from specproof.ddl.reader.create_table import read_create_table
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.data import read_call, read_delete, read_do, read_insert, read_update
from specproof.ddl.reader.definitions import read_definition
from specproof.ddl.reader.keys import key_parts, key_with_options, using
from specproof.ddl.reader.queries import read_query
from specproof.ddl.reader.session import READERS as SESSION
from specproof.ddl.script import Script, Statement
from specproof.ddl.syntax import (
    CreateIndex,
    DropIndex,
    DropTable,
    Name,
    Other,
    ReadStatement,
    RenameTable,
    TableName,
    Use,
)

_TABLE_HEADS = ("TABLE", "TEMPORARY", "INDEX", "UNIQUE", "FULLTEXT", "SPATIAL")


def read_statement(c: Cursor, statement: Statement, script: Script) -> ReadStatement:
    if statement.client:
        return _client(script.sql(statement), statement.start)
    if not c.tokens:
        return Other("versioned comment", complete=True)
    c.passed = statement.passed
    found = _table_statement(c)
    if found is None:
        found = _other(c)
        if not found.complete:
            c.i = c.size
    return found


def _client(text: str, start: int) -> ReadStatement:
    """A line for the mysql client. USE changes the schema for what follows, as the statement does."""
    if text[:2] == "\\u":
        name, argument = "use", text[2:].strip()
    else:
        found = command(text)
        name, argument = (found.name, found.argument) if found else (text[:2], "")
    if name == "use" and argument:
        quoted = argument[0] == "`"
        value = argument.strip("`").replace("``", "`") if quoted else argument.split()[0]
        at = start + text.index(argument)
        return Use(Name(value, (at, at + len(argument)), quoted=quoted))
    return Other(f"client {name}", known=False)


# --- tables and indexes -----------------------------------------------------------------------------------------------


def _table_statement(c: Cursor) -> ReadStatement | None:
    _pass_over_head(c)
    first, second = c.key, c.ahead(1)
    if first == "CREATE":
        c.i += 1
        if second in ("TABLE", "TEMPORARY"):
            return read_create_table(c)
        if second in ("INDEX", "UNIQUE", "FULLTEXT", "SPATIAL"):
            return _create_index(c)
    elif first == "ALTER" and second == "TABLE":
        c.i += 1
        return read_alter_table(c)
    elif first == "DROP":
        c.i += 1
        if second in ("TABLE", "TABLES", "TEMPORARY"):
            return _drop_table(c)
        if second == "INDEX":
            return _drop_index(c)
    elif first == "RENAME" and second in ("TABLE", "TABLES"):
        c.i += 2
        return _rename_table(c)
    elif first == "TRUNCATE":
        c.i += 1
        c.take("TABLE")
        return Other("truncate table", ddl=True, object=str(c.table()), complete=True)
    elif first == "USE":
        c.i += 1
        return Use(c.name("a database name"))
    c.i = 0
    return None


def _pass_over_head(c: Cursor) -> None:
    """CREATE OR REPLACE TABLE and ALTER IGNORE TABLE go on the record and are read as if the words were absent."""
    if c.key == "ALTER" and c.ahead(1) in ("IGNORE", "ONLINE", "OFFLINE") and c.ahead(2) == "TABLE":
        stop, head = 1, 1
    elif c.key == "CREATE" and c.ahead(1) == "OR" and c.ahead(3) in _TABLE_HEADS:
        stop, head = 3, 2
    else:
        return
    c.i = stop
    c.record_here("VIEW" if head > 1 else "TABLE")
    c.tokens = (c.tokens[0], *c.tokens[head + 1 :])
    c.keys = [c.keys[0], *c.keys[head + 1 :]]
    c.size = len(c.tokens)
    c.i = 0


def _create_index(c: Cursor) -> CreateIndex:
    start = c.start()
    kind = c.take("UNIQUE", "FULLTEXT", "SPATIAL").lower() or "key"
    c.expect("INDEX")
    name = c.name("the name of the index")
    algorithm = using(c) if kind in ("key", "unique") else None
    c.expect("ON")
    table = c.table()
    parts = key_parts(c)
    key = key_with_options(c, kind, name, parts, start, algorithm=algorithm)
    return CreateIndex(table, key, *read_index_modifiers(c))


def _drop_table(c: Cursor) -> DropTable:
    temporary = bool(c.take("TEMPORARY"))
    c.expect("TABLE", "TABLES")
    if_exists = _if_exists(c)
    tables = _table_list(c)
    c.take("RESTRICT", "CASCADE")
    return DropTable(tables, if_exists=if_exists, temporary=temporary)


def _if_exists(c: Cursor) -> bool:
    if c.take("IF"):
        c.expect("EXISTS")
        return True
    return False


def _table_list(c: Cursor) -> tuple[TableName, ...]:
    tables = [c.table()]
    while c.take(","):
        tables.append(c.table())
    return tuple(tables)


def _drop_index(c: Cursor) -> DropIndex:
    c.expect("INDEX")
    name = c.name("the name of an index")
    c.expect("ON")
    table = c.table()
    return DropIndex(table, name, *read_index_modifiers(c))


def _rename_table(c: Cursor) -> RenameTable:
    pairs = [_rename_pair(c)]
    while c.take(","):
        pairs.append(_rename_pair(c))
    return RenameTable(tuple(pairs))


def _rename_pair(c: Cursor) -> tuple[TableName, TableName]:
    old = c.table()
    c.expect("TO")
    return old, c.table()


# --- everything else --------------------------------------------------------------------------------------------------

# Statements that are known by their first word and not read further.
_UNREAD = {
    "BINLOG": "binlog",
    "CACHE": "cache index",
    "CHANGE": "change master",
    "FLUSH": "flush",
    "GET": "get diagnostics",
    "HANDLER": "handler",
    "HELP": "help",
    "KILL": "kill",
    "LOAD": "load data",
    "PURGE": "purge",
    "RESIGNAL": "resignal",
    "SHUTDOWN": "shutdown",
    "SIGNAL": "signal",
    "STOP": "stop slave",
    "XA": "xa",
}
_READERS: dict[str, Callable[[Cursor], Other]] = {
    "INSERT": lambda c: read_insert(c, "insert"),
    "REPLACE": lambda c: read_insert(c, "replace"),
    "UPDATE": read_update,
    "DELETE": read_delete,
    "CALL": read_call,
    "DO": read_do,
    "GRANT": read_grant,
    "REVOKE": read_revoke,
    "DESC": lambda c: _explain(c, "describe"),
    "DESCRIBE": lambda c: _explain(c, "describe"),
    "EXPLAIN": lambda c: _explain(c, "explain"),
}


def _other(c: Cursor) -> Other:
    first = c.key
    if first in ("SELECT", "("):
        return _select(c)
    reader = _READERS.get(first) or SESSION.get(first)
    if reader is not None and first:
        c.i += 1
        return reader(c)
    if first in ("CREATE", "ALTER", "DROP"):
        c.i += 1
        return read_definition(c, first.lower())
    if first == "RENAME":
        c.i += 1
        c.need("USER", "TABLE")
        return read_rename_user(c)
    kind = _UNREAD.get(first) if first else None
    if kind is None:
        c.refuse("a statement")
    return Other(kind, dml=first == "LOAD" and c.ahead(1) in ("DATA", "XML"))


def _explain(c: Cursor, kind: str) -> Other:
    """EXPLAIN of a statement, of a connection, or another word for SHOW COLUMNS."""
    if c.take("EXTENDED", "PARTITIONS"):
        pass
    elif c.key == "FORMAT" and c.ahead(1) == "=":
        c.i += 2
        c.name_or_string("a format")
    if c.take("FOR"):
        c.expect("CONNECTION")
        c.number("int", "long", "hex")
    elif c.key in ("SELECT", "(", "INSERT", "REPLACE", "UPDATE", "DELETE"):
        return replace(_other(c), kind=kind, dml=False, object=None)
    else:
        c.table()
        if c.is_string() or c.is_name():
            c.name_or_string("a column")
    return Other(kind, complete=True)


def _select(c: Cursor) -> Other:
    read_query(c)
    return Other("select", complete=True)
