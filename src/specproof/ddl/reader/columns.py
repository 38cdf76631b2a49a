"""One column definition: its type, attributes, generated expression, and the inline REFERENCES or CHECK at its end.

Part of the strict reader. What 5.7 parses and drops is read and kept with its place; it is not judged here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from specproof.ddl.reader.cursor import SYNTAX_ERROR, Cursor, Refused
from specproof.ddl.reader.expressions import is_subquery_alone, parenthesised
from specproof.ddl.reader.keys import read_reference
from specproof.ddl.reader.literals import now_default, signed_literal
from specproof.ddl.reader.types import read_type
from specproof.ddl.syntax import (
    ColumnDefinition,
    DataType,
    Default,
    Generated,
    Name,
    Place,
    Reference,
    Word,
)

_FORMATS = ("DEFAULT", "FIXED", "DYNAMIC")
DISALLOWED_FUNCTION = 3102
_MEDIA = ("DEFAULT", "DISK", "MEMORY")

# What may follow a column, so that the table of constructs is not asked about it.
_ENDS = frozenset(("", ",", ")", "FIRST", "AFTER", "REFERENCES", "CHECK"))
_ATTRIBUTES = frozenset(
    ("NOT", "NULL", "DEFAULT", "ON", "AUTO_INCREMENT", "SERIAL", "UNIQUE", "PRIMARY", "KEY", "COMMENT", "COLLATE")
) | {"CHECK", "REFERENCES"}


def read_column(c: Cursor, *, inline: bool = True) -> ColumnDefinition:
    """Name and definition. `inline` allows REFERENCES or CHECK behind it, which CHANGE does not."""
    start = c.start()
    return read_definition(c, c.field(), start, inline=inline)


def read_definition(c: Cursor, name: Name, start: int, *, inline: bool = True) -> ColumnDefinition:
    column = _Column(c, _type(c))
    c.area = "column" if inline else "changed column"
    column.read_attributes()
    reference: Reference | None = None
    check: Place | None = None
    while inline and c.key in ("REFERENCES", "CHECK"):
        if c.key == "REFERENCES":
            reference = read_reference(c)
        else:
            check_start = c.start()
            c.i += 1
            parenthesised(c)
            check = c.place(check_start)
        if c.key not in _ENDS or c.key in _ATTRIBUTES:
            column.read_behind()
    return column.finish(name, c.place(start), reference, check)


def _type(c: Cursor) -> DataType:
    c.area = "type"
    start = c.start()
    try:
        return read_type(c)
    except Refused as refused:
        first = refused.index
        if not c.recover(refused):
            raise
        return DataType("unknown", c.place(start), written=c.tokens[first].text.lower())


@dataclass(slots=True)
class _Column:
    c: Cursor
    type: DataType
    nullable: bool | None = None
    default: Default | None = None
    on_update: Default | None = None
    auto_increment: Place | None = None
    key: str | None = None
    key_place: Place | None = None
    also_unique: bool = False
    comment: Word | None = None
    generated: Generated | None = None
    column_format: str | None = None
    storage: str | None = None

    def finish(self, name: Name, place: Place, reference: Reference | None, check: Place | None) -> ColumnDefinition:
        return ColumnDefinition(
            name,
            self.type,
            place,
            nullable=self.nullable,
            default=self.default,
            on_update=self.on_update,
            auto_increment=self.auto_increment,
            key=self.key,
            key_place=self.key_place,
            comment=self.comment,
            generated=self.generated,
            reference=reference,
            check=check,
            column_format=self.column_format,
            storage=self.storage,
            also_unique=self.also_unique,
        )

    def read_attributes(self) -> None:
        c = self.c
        if c.key == "COLLATE":
            self._collate()
        if c.key in ("GENERATED", "AS"):
            self._attempt(self._generated)
        generated = self.generated is not None
        if generated:
            c.area = "generated column"
        while self._attempt(self._shared if generated else self._any) or (c.key not in _ENDS and c.pass_over()):
            pass

    def read_behind(self) -> None:
        """Attributes behind REFERENCES or CHECK, which 5.7 refuses: on the record, and read on."""
        c = self.c
        c.area = "behind column"
        if c.key == "NOT" and c.ahead(1) == "ENFORCED":
            c.pass_over(",", ")")
        elif c.key in _ATTRIBUTES:
            c.record_here(",", ")")
        self.read_attributes()

    def _attempt(self, reader: Callable[[], bool]) -> bool:
        try:
            return reader()
        except Refused as refused:
            if not self.c.recover(refused):
                raise
            return True

    def _shared(self) -> bool:
        return self._key_or_null() or self._comment()

    def _any(self) -> bool:
        return self._key_or_null() or self._comment() or self._value() or self._rare()

    # --- attributes that generated columns share ---------------------------------------------------------------------

    def _key_or_null(self) -> bool:
        c = self.c
        start = c.start()
        if c.take("NULL"):
            self.nullable = True
        elif c.key == "NOT":
            c.i += 1
            c.expect("NULL")
            self.nullable = False
        elif c.take("PRIMARY"):
            c.expect("KEY")
            self._set_key("primary", c.place(start))
        elif c.take("KEY"):
            self._set_key("key", c.place(start))
        elif c.take("UNIQUE"):
            c.take("KEY")
            self._set_key("unique", c.place(start))
        else:
            return False
        return True

    def _set_key(self, key: str, place: Place) -> None:
        """A column may be said to be the primary key and unique; the server then makes both keys."""
        if key == "unique" and self.key in ("primary", "key"):
            self.also_unique = True
            return
        if self.key == "unique" and key != "unique":
            self.also_unique = True
        self.key, self.key_place = key, place

    def _comment(self) -> bool:
        if not self.c.take("COMMENT"):
            return False
        self.comment = self.c.string()
        return True

    # --- attributes of ordinary columns ------------------------------------------------------------------------------

    def _value(self) -> bool:
        c = self.c
        start = c.start()
        if c.take("DEFAULT"):
            self.default = now_default(c, start) or signed_literal(c, start)
        elif c.key == "ON":
            c.i += 1
            c.expect("UPDATE")
            self.on_update = now_default(c, start) or c.refuse("CURRENT_TIMESTAMP")
        elif c.take("AUTO_INCREMENT"):
            self.auto_increment = c.place(start)
        elif c.take("SERIAL"):
            c.expect_all("DEFAULT", "VALUE")
            self.auto_increment = c.place(start)
            self.nullable = False
            self._set_key("unique", c.place(start))
        elif c.key == "COLLATE":
            self._collate()
        else:
            return False
        return True

    def _rare(self) -> bool:
        c = self.c
        if c.take("COLUMN_FORMAT"):
            self.column_format = c.expect(*_FORMATS).lower()
        elif c.take("STORAGE"):
            self.storage = c.expect(*_MEDIA).lower()
        else:
            return False
        return True

    def _collate(self) -> None:
        self.c.expect("COLLATE")
        self.type = replace(self.type, collation=self.c.name_or_string("a collation"))

    def _subquery(self, first: int, end: int) -> None:
        """A subquery in the expression.

        Where it is the whole condition, the server calls it a disallowed function; deeper, it stumbles over it when it
        reads its own definition again, and says syntax error.
        """
        c = self.c
        whole = is_subquery_alone(c, first, end)
        at = c.keys.index("SELECT", first)
        errno = DISALLOWED_FUNCTION if whole else SYNTAX_ERROR
        c.refuse_late("an expression without a subquery", errno=errno, construct="subquery-in-generated-column", at=at)

    def _generated(self) -> bool:
        c = self.c
        start = c.start()
        if c.take("GENERATED"):
            c.expect("ALWAYS")
        c.expect("AS")
        first = c.i + 1
        expression = parenthesised(c)
        if "SELECT" in c.keys[first : c.i]:
            self._subquery(first, c.i - 1)
        kind = c.take("VIRTUAL", "STORED")
        self.generated = Generated(expression, kind == "STORED", c.place(start))
        return True
