"""One column definition: its type, attributes, generated expression, and the inline REFERENCES or CHECK at its end.

Part of the strict reader. What 5.7 parses and drops is read and kept with its place; it is not judged here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.expressions import parenthesised
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
_MEDIA = ("DEFAULT", "DISK", "MEMORY")


def read_column(c: Cursor, *, inline: bool = True) -> ColumnDefinition:
    """Name and definition. `inline` allows REFERENCES or CHECK behind it, which CHANGE does not."""
    start = c.start()
    return read_definition(c, c.field(), start, inline=inline)


def read_definition(c: Cursor, name: Name, start: int, *, inline: bool = True) -> ColumnDefinition:
    column = _Column(c, read_type(c))
    column.read_attributes()
    reference: Reference | None = None
    check: Place | None = None
    if inline and c.key == "REFERENCES":
        reference = read_reference(c)
    elif inline and c.key == "CHECK":
        check_start = c.start()
        c.i += 1
        parenthesised(c)
        check = c.place(check_start)
    return column.finish(name, c.place(start), reference, check)


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
            self._generated()
            while self._key_or_null() or self._comment():
                pass
            return
        while self._key_or_null() or self._comment() or self._value() or self._rare():
            pass

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

    def _generated(self) -> None:
        c = self.c
        start = c.start()
        if c.take("GENERATED"):
            c.expect("ALWAYS")
        c.expect("AS")
        expression = parenthesised(c)
        kind = c.take("VIRTUAL", "STORED")
        self.generated = Generated(expression, kind == "STORED", c.place(start))
