"""Table options of CREATE TABLE and ALTER TABLE, with or without an equals sign.

Part of the strict reader. Values that the parser itself restricts (PACK_KEYS, STATS_*) are refused here; names of
engines, character sets and collations are only read.
"""

from __future__ import annotations

from collections.abc import Callable

from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.numbers import number_value
from specproof.ddl.reader.types import charset_name, charset_words
from specproof.ddl.syntax import Option, Word

_INTEGERS = ("int", "long", "decimal", "float")
_ROW_FORMATS = ("DEFAULT", "FIXED", "DYNAMIC", "COMPRESSED", "REDUNDANT", "COMPACT")
_LARGEST_SAMPLE = 0xFFFF


def read_option(c: Cursor) -> Option | None:
    """The option that stands here; None when there is none, and nothing is taken."""
    start = c.start()
    key = c.key
    if key == "DEFAULT" or key in ("CHARSET", "CHAR", "CHARACTER", "COLLATE"):
        return _charset_or_collation(c, start)
    if key in ("DATA", "INDEX") and c.ahead(1) == "DIRECTORY":
        c.i += 2
        c.equal()
        return Option(f"{key.lower()}_directory", c.string("a path"), c.place(start))
    if key == "STORAGE":
        c.i += 1
        word = c.expect("DISK", "MEMORY")
        return Option("storage", Word(word.lower(), c.place(start)), c.place(start))
    reader = _READERS.get(key)
    if reader is None or not key:
        return None
    c.i += 1
    c.equal()
    value = reader(c)
    return Option(_NAMES.get(key, key.lower()), value, c.place(start))


def _charset_or_collation(c: Cursor, start: int) -> Option:
    if c.take("DEFAULT") and c.key not in ("CHARSET", "CHAR", "CHARACTER", "COLLATE"):
        c.refuse("CHARACTER SET", "COLLATE")
    if c.take("COLLATE"):
        c.equal()
        return Option("collate", collation_or_default(c), c.place(start))
    charset_words(c)
    c.equal()
    return Option("charset", charset_or_default(c), c.place(start))


def charset_or_default(c: Cursor) -> Word:
    return _default(c) or charset_name(c)


def collation_or_default(c: Cursor) -> Word:
    return _default(c) or c.name_or_string("a collation")


def _default(c: Cursor) -> Word | None:
    if c.key != "DEFAULT":
        return None
    token = c.advance()
    return Word("default", (token.start, token.end))


def _string(c: Cursor) -> Word:
    return c.string()


def _engine(c: Cursor) -> Word:
    return c.name_or_string("a storage engine")


def _long(c: Cursor) -> Word:
    """A count of rows or the like; hexadecimal notation is not read here."""
    token = c.number(*_INTEGERS)
    return Word(token.text, (token.start, token.end))


def _integer(c: Cursor) -> Word:
    return c.integer()


def _switch(c: Cursor) -> Word:
    """0, 1 or DEFAULT."""
    default = _default(c)
    if default:
        return default
    value = c.integer()
    if number_value(value.value) not in (0, 1):
        c.refuse("0", "1", "DEFAULT", at=c.i - 1)
    return value


def _sample(c: Cursor) -> Word:
    default = _default(c)
    if default:
        return default
    value = c.integer()
    if not 0 < number_value(value.value) <= _LARGEST_SAMPLE:
        c.refuse("a number from 1 to 65535", at=c.i - 1)
    return value


def _row_format(c: Cursor) -> Word:
    index = c.i
    word = c.expect(*_ROW_FORMATS)
    token = c.tokens[index]
    return Word(word.lower(), (token.start, token.end))


def _insert_method(c: Cursor) -> Word:
    index = c.i
    word = c.expect("NO", "FIRST", "LAST")
    token = c.tokens[index]
    return Word(word.lower(), (token.start, token.end))


def _name(c: Cursor) -> Word:
    name = c.name("a name")
    return Word(name.value, name.place)


def _union(c: Cursor) -> Word:
    start = c.start()
    c.expect("(")
    tables: list[str] = []
    if c.key != ")":
        tables.append(str(c.table()))
        while c.take(","):
            tables.append(str(c.table()))
    c.need(")", ",")
    return Word(", ".join(tables), c.place(start))


_NAMES = {"TABLE_CHECKSUM": "checksum"}
_READERS: dict[str, Callable[[Cursor], Word]] = {
    "ENGINE": _engine,
    "MAX_ROWS": _long,
    "MIN_ROWS": _long,
    "AVG_ROW_LENGTH": _integer,
    "PASSWORD": _string,
    "COMMENT": _string,
    "COMPRESSION": _string,
    "ENCRYPTION": _string,
    "AUTO_INCREMENT": _long,
    "PACK_KEYS": _switch,
    "STATS_AUTO_RECALC": _switch,
    "STATS_PERSISTENT": _switch,
    "STATS_SAMPLE_PAGES": _sample,
    "CHECKSUM": _integer,
    "TABLE_CHECKSUM": _integer,
    "DELAY_KEY_WRITE": _integer,
    "ROW_FORMAT": _row_format,
    "UNION": _union,
    "INSERT_METHOD": _insert_method,
    "TABLESPACE": _name,
    "CONNECTION": _string,
    "KEY_BLOCK_SIZE": _integer,
}
