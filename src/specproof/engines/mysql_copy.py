"""What it takes to copy the structure of a MySQL 5.7 database, never its rows, into an empty one.

Works on the server's own SHOW CREATE text, whose only edits are the removal of counters, definers and places on disk.
It refuses to copy what could reach out of the copy: triggers and views that name another database are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from specproof.engines.base import Session

# The end of a table's column list; its options follow. The server escapes line breaks inside comments.
_OPTIONS = re.compile(r"\n\) (?=ENGINE=|/\*!50100 TABLESPACE)")
_COUNTER = re.compile(r"(?<=\n\) )((?:/\*!50100 TABLESPACE[^*]*\*/ )?ENGINE=\w+) AUTO_INCREMENT=\d+")
_STRING = r"'(?:[^'\\]|''|\\.)*'"
_PLACES = re.compile(rf" (?:DATA|INDEX) DIRECTORY ?= ?{_STRING}|/\*!50100 TABLESPACE `[^`]*`[^*]*\*/ ?")
_ENCRYPTION = re.compile(r" ENCRYPTION='[^']*'")
_DEFINER = re.compile(r"(?<=^CREATE)( ALGORITHM=\w+) DEFINER=`(?:[^`]|``)*`@`(?:[^`]|``)*`")
_FOREIGN_ENGINES = {"FEDERATED", "MRG_MYISAM"}  # reach other tables or servers
# Off: an old table may be one that today's strict modes would refuse, and parents may come after their children.
_RELAXED = "SET SESSION foreign_key_checks = 0, innodb_strict_mode = 0, sql_mode = 'NO_ENGINE_SUBSTITUTION'"
# Not DEFAULT: it gives 0 for foreign_key_checks on 5.7.22.
_RESTORED = (
    "SET SESSION foreign_key_checks = @@GLOBAL.foreign_key_checks, sql_mode = @@GLOBAL.sql_mode, "
    "innodb_strict_mode = @@GLOBAL.innodb_strict_mode"
)


@dataclass(frozen=True, slots=True)
class StructureCopy:
    """`statements` run in order with the empty database selected; `left_out` are sentences for the report."""

    statements: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(slots=True)
class _Draft:
    database: str
    others: frozenset[str]  # other databases on the server, in lower case
    routines: frozenset[str]
    statements: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def reaches_out(self, text: str) -> str | None:
        """Why a body is not confined to the database: the other name it uses, if any."""
        for word in re.findall(r"`((?:[^`]|``)+)`\s*\.|\b([\w$]+)\s*\.", text):
            name = str(word[0] or word[1]).replace("``", "`").lower()
            if name in self.others:
                return name
        return None

    def names_itself(self, text: str) -> str | None:
        """The database's own name, when a body uses it: the copy would reach back into the original."""
        found = re.search(rf"(?<![\w$])`?{re.escape(self.database)}`?\s*\.", text, re.IGNORECASE)
        return self.database if found else None


def create_statements(session: Session, database: str) -> StructureCopy:
    """Statements that make an empty database equal in structure, and what could not be copied.

    Raises SqlError, for example when SHOW CREATE is not allowed.
    """
    with _reading(session, database):
        draft = _Draft(database, _other_databases(session, database), _routines(session, database))
        charset, collation = session.query("SELECT @@character_set_database, @@collation_database")[0]
        draft.statements += [f"ALTER DATABASE CHARACTER SET {charset} COLLATE {collation}", _RELAXED]
        _tables(session, draft)
        _views(session, draft)
        _triggers(session, draft)
        _not_copied(session, draft)
        draft.statements.append(_RESTORED)
    return StructureCopy(tuple(draft.statements), tuple(draft.left_out))


@contextmanager
def _reading(session: Session, database: str) -> Iterator[None]:
    """SHOW CREATE in its plain form, without the database's name; the session gets its settings back."""
    mode, quote, selected = session.query("SELECT @@SESSION.sql_mode, @@SESSION.sql_quote_show_create, DATABASE()")[0]
    session.run("SET SESSION sql_mode = '', sql_quote_show_create = 1")
    session.run(f"USE {_quoted(database)}")
    try:
        yield
    finally:
        session.query("SET SESSION sql_mode = %s, sql_quote_show_create = %s", [mode, quote])
        if selected is not None:
            session.run(f"USE {_quoted(selected)}")


def _other_databases(session: Session, database: str) -> frozenset[str]:
    rows = session.query("SELECT SCHEMA_NAME FROM information_schema.SCHEMATA")
    # Names of the server's own databases count too: a trigger that reads mysql.user must not run in a rehearsal.
    return frozenset(str(row[0]).lower() for row in rows if row[0] != database) | {"mysql", "sys"}


def _routines(session: Session, database: str) -> frozenset[str]:
    rows = session.query("SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = %s", [database])
    return frozenset(str(row[0]) for row in rows)


def _tables(session: Session, draft: _Draft) -> None:
    rows = session.query(
        "SELECT TABLE_NAME, ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_TYPE = 'BASE TABLE'"
        " ORDER BY TABLE_NAME",
        [draft.database],
    )
    for name, engine in rows:
        if str(engine).upper() in _FOREIGN_ENGINES:
            draft.left_out.append(f"table {name}: its engine {engine} refers to other tables.")
            continue
        text = str(session.query(f"SHOW CREATE TABLE {_quoted(name)}")[0][1])
        definition, options = _split(text)
        counted = _COUNTER.sub(r"\1", options)
        kept = _ENCRYPTION.sub("", _PLACES.sub("", counted))
        if kept != counted:
            draft.left_out.append(f"table {name}: copied without its directory, tablespace or encryption.")
        draft.statements.append(definition + kept)


def _split(text: str) -> tuple[str, str]:
    found = list(_OPTIONS.finditer(text))
    at = found[-1].start() if found else len(text)
    return text[:at], text[at:]


def _views(session: Session, draft: _Draft) -> None:
    rows = session.query("SELECT TABLE_NAME FROM information_schema.VIEWS WHERE TABLE_SCHEMA = %s", [draft.database])
    texts = {}
    for (name,) in rows:
        text = _DEFINER.sub(r"\1", str(session.query(f"SHOW CREATE VIEW {_quoted(name)}")[0][1]))
        called = next((one for one in draft.routines if f"{_quoted(one)}(" in text), None)
        if (other := draft.reaches_out(text)) is not None:
            draft.left_out.append(f"view {name}: it refers to the database {other}.")
        elif called is not None:
            draft.left_out.append(f"view {name}: it calls the function {called}, and routines are not copied.")
        else:
            texts[str(name)] = text
    draft.statements += _in_order(texts)


def _in_order(texts: dict[str, str]) -> Sequence[str]:
    """Views after the views they read."""
    ordered: list[str] = []
    waiting = dict(sorted(texts.items()))
    while waiting:
        ready = [n for n, t in waiting.items() if not any(_quoted(o) in t for o in waiting if o != n)]
        # Two views that merely share a name with a column wait for each other.
        ordered += [waiting.pop(name) for name in ready or list(waiting)]
    return ordered


def _triggers(session: Session, draft: _Draft) -> None:
    rows = session.query(
        "SELECT TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_STATEMENT, SQL_MODE"
        " FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = %s"
        " ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING DESC, EVENT_MANIPULATION, ACTION_ORDER",
        [draft.database],
    )
    for name, timing, event, table, body, mode in rows:
        other = draft.reaches_out(str(body)) or draft.names_itself(str(body))
        if other is not None:
            draft.left_out.append(f"trigger {name}: its body names the database {other}.")
            continue
        head = f"CREATE TRIGGER {_quoted(name)} {timing} {event} ON {_quoted(table)} FOR EACH ROW "
        draft.statements += [f"SET SESSION sql_mode = '{mode}'", head + str(body)]


def _not_copied(session: Session, draft: _Draft) -> None:
    draft.left_out += [f"routine {name}: routines are not copied." for name in sorted(draft.routines)]
    rows = session.query("SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = %s", [draft.database])
    draft.left_out += [f"event {name}: events are not copied; they would run by themselves." for (name,) in rows]


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
