"""CREATE, ALTER and DROP of everything that is no table and no index.

Part of the strict reader. Databases and views are read to their end, accounts in their own module; of routines,
triggers, events and servers the head is read and the body is not.
"""

from __future__ import annotations

from specproof.ddl.reader.accounts import read_account, user
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.options import charset_or_default, collation_or_default
from specproof.ddl.reader.queries import name_list, read_view_query
from specproof.ddl.reader.types import charset_words
from specproof.ddl.syntax import Other

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
_IF_NOT_EXISTS = ("database", "event", "user")
_IF_EXISTS = ("database", "view", "trigger", "procedure", "function", "event", "user", "server")
_WITH_DEFINER = ("view", "trigger", "procedure", "function", "event")
_ALGORITHMS = ("UNDEFINED", "MERGE", "TEMPTABLE")


def read_definition(c: Cursor, verb: str) -> Other:
    """The current token is the word behind CREATE, ALTER or DROP."""
    if verb == "drop" and c.take("PREPARE"):
        c.name("a name")
        return Other("deallocate prepare", complete=True)
    if verb == "alter" and c.take("INSTANCE"):
        c.expect_all("ROTATE", "INNODB", "MASTER", "KEY")
        return Other("alter instance", complete=True)
    allowed = tuple(_OBJECTS) if verb == "drop" else _head(c, verb)
    word = c.expect(*(allowed or tuple(_OBJECTS)))
    kind = _OBJECTS[word]
    _existence(c, verb, kind)
    if kind == "user":
        return read_account(c, verb)
    if verb == "drop":
        return _drop(c, kind)
    if kind == "database":
        return _database(c, verb)
    if kind == "view":
        return _view(c, verb)
    if kind == "logfile group":
        return Other(f"{verb} {kind}", ddl=True)
    name = c.name_or_string("a server").value if kind == "server" else str(c.table("a name"))
    if verb == "alter" and kind == "tablespace":
        c.expect("ADD", "DROP", "CHANGE", "READ_ONLY", "READ_WRITE", "NOT")
    return Other(f"{verb} {kind}", ddl=True, object=name)


def _head(c: Cursor, verb: str) -> tuple[str, ...]:
    """Take OR REPLACE, ALGORITHM, DEFINER, SQL SECURITY, AGGREGATE; gives the objects that may follow them."""
    view_only = False
    if verb == "create" and c.take("OR"):
        c.expect("REPLACE")
        view_only = True
    if c.take("ALGORITHM"):
        c.expect("=")
        c.expect(*_ALGORITHMS)
        view_only = True
    definer = bool(c.take("DEFINER"))
    if definer:
        c.expect("=")
        user(c)
    if c.take("SQL"):
        c.expect("SECURITY")
        c.expect("DEFINER", "INVOKER")
        view_only = True
    if view_only:
        return ("VIEW",)
    if definer:
        return tuple(word for word, kind in _OBJECTS.items() if kind in _WITH_DEFINER)
    return ("FUNCTION",) if verb == "create" and c.take("AGGREGATE") else ()


def _existence(c: Cursor, verb: str, kind: str) -> None:
    if c.key != "IF":
        return
    if verb == "create" and kind in _IF_NOT_EXISTS:
        c.expect_all("IF", "NOT", "EXISTS")
    elif (verb == "drop" and kind in _IF_EXISTS) or (verb == "alter" and kind == "user"):
        c.expect_all("IF", "EXISTS")


# --- DROP -------------------------------------------------------------------------------------------------------------


def _drop(c: Cursor, kind: str) -> Other:
    if kind in ("tablespace", "logfile group"):
        return Other(f"drop {kind}", ddl=True)
    if kind == "server":
        name = c.name_or_string("a server").value
    elif kind == "database":
        name = c.name("a database name").value
    else:
        name = str(c.table("a name"))
    if kind == "view":
        while c.take(","):
            c.table()
        c.take("RESTRICT", "CASCADE")
    return Other(f"drop {kind}", ddl=True, object=name, complete=True)


# --- databases and views ----------------------------------------------------------------------------------------------


def _database(c: Cursor, verb: str) -> Other:
    c.area = "database"
    name = c.name("a database name").value if verb == "create" or c.is_name() else None
    if verb == "alter" and c.take("UPGRADE"):
        c.expect_all("DATA", "DIRECTORY", "NAME")
        return Other("alter database", ddl=True, object=name, complete=True)
    count = 0
    while _database_option(c):
        count += 1
    if verb == "alter" and not count:
        c.refuse("CHARACTER SET", "COLLATE")
    return Other(f"{verb} database", ddl=True, object=name, complete=True)


def _database_option(c: Cursor) -> bool:
    default = c.take("DEFAULT")
    if c.take("COLLATE"):
        c.equal()
        collation_or_default(c)
    elif charset_words(c):
        c.equal()
        charset_or_default(c)
    elif default:
        c.refuse("CHARACTER SET", "COLLATE")
    else:
        return False
    return True


def _view(c: Cursor, verb: str) -> Other:
    name = c.table("the name of a view")
    if c.key == "(":
        name_list(c)
    c.expect("AS")
    read_view_query(c)
    if c.take("WITH"):
        c.take("CASCADED", "LOCAL")
        c.expect_all("CHECK", "OPTION")
    return Other(f"{verb} view", ddl=True, object=str(name), complete=True)
