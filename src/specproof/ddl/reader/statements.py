"""The first words of a statement: which grammar reads it, or what kind of statement it is.

Hands tables and indexes to their own modules. Others are classified by their first words and not read further.
"""

from __future__ import annotations

from dataclasses import dataclass

from specproof.ddl.client import command
from specproof.ddl.reader.alter_table import read_alter_table, read_index_modifiers
from specproof.ddl.reader.create_table import read_create_table
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.keys import key_parts, key_with_options, using
from specproof.ddl.script import Script, Statement, TokenKind
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


@dataclass(frozen=True, slots=True)
class _Kind:
    """A statement by its first words; `named` tells that the name of its object follows."""

    kind: str
    dml: bool = False
    ddl: bool = False
    named: bool = False


def read_statement(c: Cursor, statement: Statement, script: Script) -> ReadStatement:
    if statement.client:
        return _client(script.sql(statement), statement.start)
    if not c.tokens:
        return Other("versioned comment")
    found = _table_statement(c)
    if found is None:
        found = _other(c)
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
        return Other("truncate table", ddl=True, object=str(c.table()))
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

_PLAIN: dict[str, _Kind] = {
    "ANALYZE": _Kind("analyze table"),
    "BEGIN": _Kind("start transaction"),
    "BINLOG": _Kind("binlog"),
    "CACHE": _Kind("cache index"),
    "CALL": _Kind("call", dml=True),
    "CHANGE": _Kind("change master"),
    "CHECK": _Kind("check table"),
    "CHECKSUM": _Kind("checksum table"),
    "COMMIT": _Kind("commit"),
    "DEALLOCATE": _Kind("deallocate prepare"),
    "DELETE": _Kind("delete", dml=True),
    "DESC": _Kind("describe"),
    "DESCRIBE": _Kind("describe"),
    "DO": _Kind("do"),
    "EXECUTE": _Kind("execute"),
    "EXPLAIN": _Kind("explain"),
    "FLUSH": _Kind("flush"),
    "GET": _Kind("get diagnostics"),
    "GRANT": _Kind("grant"),
    "HANDLER": _Kind("handler"),
    "HELP": _Kind("help"),
    "INSERT": _Kind("insert", dml=True),
    "INSTALL": _Kind("install plugin"),
    "KILL": _Kind("kill"),
    "LOAD": _Kind("load data", dml=True),
    "LOCK": _Kind("lock tables"),
    "OPTIMIZE": _Kind("optimize table"),
    "PREPARE": _Kind("prepare"),
    "PURGE": _Kind("purge"),
    "RELEASE": _Kind("release savepoint"),
    "REPAIR": _Kind("repair table"),
    "REPLACE": _Kind("replace", dml=True),
    "RESET": _Kind("reset"),
    "RESIGNAL": _Kind("resignal"),
    "REVOKE": _Kind("revoke"),
    "ROLLBACK": _Kind("rollback"),
    "SAVEPOINT": _Kind("savepoint"),
    "SELECT": _Kind("select"),
    "(": _Kind("select"),
    "SET": _Kind("set"),
    "SHOW": _Kind("show"),
    "SHUTDOWN": _Kind("shutdown"),
    "SIGNAL": _Kind("signal"),
    "STOP": _Kind("stop slave"),
    "UNINSTALL": _Kind("uninstall plugin"),
    "UNLOCK": _Kind("unlock tables"),
    "UPDATE": _Kind("update", dml=True),
    "XA": _Kind("xa"),
}
_OBJECTS = {
    "DATABASE": "database",
    "SCHEMA": "database",
    "VIEW": "view",
    "TRIGGER": "trigger",
    "PROCEDURE": "procedure",
    "FUNCTION": "function",
    "EVENT": "event",
    "USER": "user",
    "SERVER": "server",
    "TABLESPACE": "tablespace",
    "LOGFILE": "logfile group",
}
_BEFORE_OBJECT = ("OR", "REPLACE", "ALGORITHM", "DEFINER", "SQL", "AGGREGATE")


def _other(c: Cursor) -> Other:
    first = c.key
    plain = _PLAIN.get(first) if first else None
    if plain is not None:
        return Other(plain.kind, dml=plain.dml, ddl=plain.ddl, object=_object(c, plain.kind))
    if first == "START":
        return _start(c)
    if first == "RENAME":
        c.i += 1
        c.expect("USER", "TABLE")
        return Other("rename user", ddl=True)
    if first in ("CREATE", "ALTER", "DROP"):
        c.i += 1
        return _definition(c, first.lower())
    return c.refuse("a statement of 5.7")


def _start(c: Cursor) -> Other:
    c.i += 1
    word = c.expect("TRANSACTION", "SLAVE", "GROUP_REPLICATION")
    return Other("start " + word.lower().replace("_", " "))


def _object(c: Cursor, kind: str) -> str | None:
    """The table of INSERT, REPLACE, UPDATE or DELETE where it stands plainly behind the first words."""
    if kind not in ("insert", "replace", "update", "delete"):
        return None
    c.i += 1
    while c.take("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "QUICK", "IGNORE", "INTO", "FROM"):
        pass
    if not c.is_name() or (kind == "update" and c.ahead(1) == ","):
        return None
    return str(c.table())


def _definition(c: Cursor, verb: str) -> Other:
    """CREATE, ALTER or DROP of something other than a table or an index."""
    if verb == "drop" and c.take("PREPARE"):
        return Other("deallocate prepare")
    if verb == "alter" and c.take("INSTANCE"):
        return Other("alter instance")
    first = c.i
    if verb != "drop" and c.key in _BEFORE_OBJECT:
        _skip_to_object(c)
    word = c.take(*_OBJECTS)
    if not word:
        c.refuse("an object that 5.7 can " + verb, at=first if c.at_end() else None)
    if c.take("IF"):
        c.take("NOT")
        c.expect("EXISTS")
    name = str(c.table()) if c.is_name() and word not in ("USER", "LOGFILE") else None
    return Other(f"{verb} {_OBJECTS[word]}", ddl=True, object=name)


def _skip_to_object(c: Cursor) -> None:
    """Pass OR REPLACE, ALGORITHM = ..., DEFINER = ..., SQL SECURITY ..., AGGREGATE."""
    if c.take("OR"):
        c.expect("REPLACE")
    if c.take("ALGORITHM"):
        c.expect("=")
        c.expect("UNDEFINED", "MERGE", "TEMPTABLE")
    if c.take("DEFINER"):
        c.expect("=")
        _user(c)
    if c.take("SQL"):
        c.expect("SECURITY")
        c.expect("DEFINER", "INVOKER")
    c.take("AGGREGATE")


def _user(c: Cursor) -> None:
    if c.take("CURRENT_USER"):
        if c.take("("):
            c.expect(")")
        return
    c.name_or_string("a user")
    if c.kind() is TokenKind.VARIABLE:
        c.i += 1
    elif c.take("@"):
        c.name_or_string("a host")
