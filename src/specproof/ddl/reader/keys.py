"""Keys, foreign keys, references and CHECK of a table, as elements of CREATE TABLE and in ALTER TABLE ... ADD.

Part of the strict reader; shared with CREATE INDEX. It refuses to know which columns exist.
"""

from __future__ import annotations

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import parenthesised
from specproof.ddl.reader.numbers import number_value
from specproof.ddl.syntax import (
    CheckDefinition,
    ForeignKeyDefinition,
    KeyDefinition,
    KeyPart,
    Name,
    Reference,
    Word,
)

KEY_STARTS = frozenset(("KEY", "INDEX", "FULLTEXT", "SPATIAL", "CONSTRAINT", "PRIMARY", "UNIQUE", "FOREIGN", "CHECK"))

# What may follow a key, so that the table of constructs is not asked about it.
_ENDS = frozenset(("", ",", ")", "ALGORITHM", "LOCK"))
_ACTIONS = ("RESTRICT", "CASCADE", "SET", "NO")


def read_key(c: Cursor) -> KeyDefinition | ForeignKeyDefinition | CheckDefinition:
    """One key definition; the current token is one of KEY_STARTS."""
    start = c.start()
    c.area = "key"
    if c.key in ("KEY", "INDEX"):
        c.i += 1
        return _normal(c, "key", start, None)
    if c.key in ("FULLTEXT", "SPATIAL"):
        kind = c.advance().text.lower()
        c.take("KEY", "INDEX")
        name = _optional_name(c)
        parts = key_parts(c)
        return key_with_options(c, kind, name, parts, start)
    constraint = None
    if c.take("CONSTRAINT"):
        constraint = _optional_name(c)
    if c.take("PRIMARY"):
        c.expect("KEY")
        return _normal(c, "primary", start, constraint)
    if c.take("UNIQUE"):
        c.take("KEY", "INDEX")
        return _normal(c, "unique", start, constraint)
    if c.take("FOREIGN"):
        return _foreign(c, start, constraint)
    if c.key == "CHECK":
        c.i += 1
        expression = parenthesised(c)
        place = c.place(start)
        if c.key not in _ENDS:
            c.pass_over(",", ")")
        return CheckDefinition(place, expression, constraint)
    return c.refuse("PRIMARY KEY", "UNIQUE", "FOREIGN KEY", "CHECK")


def _optional_name(c: Cursor) -> Name | None:
    if c.key == "IF":
        c.pass_over()
    return c.field("a name") if c.is_name() or c.key == "." else None


def _normal(c: Cursor, kind: str, start: int, constraint: Name | None) -> KeyDefinition:
    name = _optional_name(c)
    algorithm = using(c)
    parts = key_parts(c)
    return key_with_options(c, kind, name, parts, start, algorithm=algorithm, constraint=constraint)


def using(c: Cursor) -> str | None:
    """`USING BTREE` in front of the column list."""
    if c.take("USING", "TYPE"):
        return c.expect("BTREE", "RTREE", "HASH").lower()
    return None


def key_parts(c: Cursor) -> tuple[KeyPart, ...]:
    c.expect("(")
    parts = [_key_part(c)]
    while c.take(","):
        parts.append(_key_part(c))
    c.need(")", ",")
    c.area = "key"
    return tuple(part for part in parts if part is not None)


def _key_part(c: Cursor) -> KeyPart | None:
    """One part; None for one that 5.7 has not, which is on the record then."""
    c.area = "key part"
    start = c.start()
    if c.key == "(" and c.pass_over("a column name"):
        c.take("ASC", "DESC")
        return None
    column = c.name("a column name")
    prefix = None
    if c.take("("):
        prefix = int(c.number("int", what="a prefix length").text)
        c.expect(")")
    direction = None
    if c.key in ("ASC", "DESC"):
        token = c.advance()
        direction = Word(token.text.upper(), (token.start, token.end))
    return KeyPart(column, c.place(start), prefix, direction)


def key_with_options(
    c: Cursor,
    kind: str,
    name: Name | None,
    parts: tuple[KeyPart, ...],
    start: int,
    *,
    algorithm: str | None = None,
    constraint: Name | None = None,
) -> KeyDefinition:
    """The options behind the column list: KEY_BLOCK_SIZE and COMMENT for all kinds, the rest depends on the kind."""
    comment = block_size = parser = None
    while True:
        if c.take("KEY_BLOCK_SIZE"):
            c.equal()
            block_size = number_value(c.integer().value)
        elif c.take("COMMENT"):
            comment = c.string()
        elif kind == "fulltext" and c.key == "WITH" and c.ahead(1) != "VALIDATION":
            c.i += 1
            c.expect("PARSER")
            if not c.is_plain_name():
                c.refuse("the name of a parser")
            named = c.name("the name of a parser")
            parser = Word(named.value, named.place)
        elif kind not in ("fulltext", "spatial") and c.key in ("USING", "TYPE"):
            algorithm = using(c)
        elif c.key in _ENDS or not c.pass_over():
            break
    return KeyDefinition(kind, parts, c.place(start), name, constraint, algorithm, comment, block_size, parser)


def _foreign(c: Cursor, start: int, constraint: Name | None) -> ForeignKeyDefinition:
    c.expect("KEY")
    index_name = _optional_name(c)
    parts = key_parts(c)
    if c.key != "REFERENCES":
        c.refuse("REFERENCES")
    reference = read_reference(c)
    columns = tuple(part.column for part in parts)
    return ForeignKeyDefinition(columns, reference, c.place(start), constraint, index_name)


def read_reference(c: Cursor) -> Reference:
    """REFERENCES with its parts in the only order that 5.7 reads: columns, MATCH, then ON UPDATE and ON DELETE."""
    start = c.start()
    c.expect("REFERENCES")
    table = c.table()
    columns: list[Name] = []
    if c.take("("):
        columns.append(c.name("a column name"))
        while c.take(","):
            columns.append(c.name("a column name"))
        c.need(")", ",")
    match = c.expect("FULL", "PARTIAL", "SIMPLE").lower() if c.take("MATCH") else None
    actions: dict[str, str] = {}
    while c.key == "ON" and len(actions) < len(("update", "delete")):
        if c.ahead(1) in actions:
            c.refuse(at=c.i + 1)
        c.i += 1
        event = c.expect("UPDATE", "DELETE")
        actions[event] = _action(c)
    return Reference(
        table, tuple(columns), c.place(start), match, on_delete=actions.get("DELETE"), on_update=actions.get("UPDATE")
    )


def _action(c: Cursor) -> str:
    word = c.expect(*_ACTIONS)
    if word == "SET":
        return "set " + c.expect("NULL", "DEFAULT").lower()
    if word == "NO":
        c.expect("ACTION")
        return "no action"
    return word.lower()
