"""Column types of MySQL 5.7: every spelling to one canonical type, with lengths, sign, character set.

Part of the strict reader. It refuses nothing for its meaning: whether a length is legal is the simulator's affair.
"""

from __future__ import annotations

from specproof.ddl.bits import raw_bits
from specproof.ddl.reader.cursor import Cursor
from specproof.ddl.reader.numbers import number_value
from specproof.ddl.syntax import DataType, Word

# spelling -> canonical name, by the grammar's family
_INTEGERS = {
    "INT": "int",
    "INTEGER": "int",
    "INT4": "int",
    "TINYINT": "tinyint",
    "INT1": "tinyint",
    "SMALLINT": "smallint",
    "INT2": "smallint",
    "MEDIUMINT": "mediumint",
    "MIDDLEINT": "mediumint",
    "INT3": "mediumint",
    "BIGINT": "bigint",
    "INT8": "bigint",
}
_REALS = {"REAL": "double", "DOUBLE": "double", "FLOAT8": "double"}
_FLOATS = {
    "FLOAT": "float",
    "FLOAT4": "float",
    "DECIMAL": "decimal",
    "DEC": "decimal",
    "NUMERIC": "decimal",
    "FIXED": "decimal",
}
_PLAIN = {
    "DATE": "date",
    "TINYBLOB": "tinyblob",
    "MEDIUMBLOB": "mediumblob",
    "LONGBLOB": "longblob",
    "JSON": "json",
    "GEOMETRY": "geometry",
    "GEOMETRYCOLLECTION": "geometrycollection",
    "POINT": "point",
    "MULTIPOINT": "multipoint",
    "LINESTRING": "linestring",
    "MULTILINESTRING": "multilinestring",
    "POLYGON": "polygon",
    "MULTIPOLYGON": "multipolygon",
}
_TEXTS = {"TINYTEXT": "tinytext", "MEDIUMTEXT": "mediumtext", "LONGTEXT": "longtext"}
_TIMES = {"TIME": "time", "TIMESTAMP": "timestamp", "DATETIME": "datetime"}
_CHARS = ("CHAR", "CHARACTER")
_VARCHARS = ("VARCHAR", "VARCHARACTER")


def read_type(c: Cursor) -> DataType:
    return _Type(c).read()


def charset_words(c: Cursor) -> bool:
    """Take `CHARACTER SET`, `CHAR SET` or `CHARSET`."""
    if c.take("CHARSET"):
        return True
    if c.take(*_CHARS):
        c.expect("SET")
        return True
    return False


def charset_name(c: Cursor) -> Word:
    if c.key == "BINARY":
        token = c.advance()
        return Word("binary", (token.start, token.end))
    return c.name_or_string("a character set")


class _Type:
    """One type while it is read; `parts` become the fields of the value."""

    def __init__(self, c: Cursor) -> None:
        self.c = c
        self.start = c.start()
        self.first = c.i
        self.args: tuple[int, ...] = ()
        self.members: tuple[str, ...] = ()
        self.unsigned = self.zerofill = self.binary = self.national = self.serial = False
        self.charset: Word | None = None
        self.word_count = 1

    def read(self) -> DataType:
        name = self._name()
        tokens = self.c.tokens[self.first : self.first + self.word_count]
        return DataType(
            name,
            self.c.place(self.start),
            args=self.args,
            members=self.members,
            unsigned=self.unsigned,
            zerofill=self.zerofill,
            charset=self.charset,
            binary=self.binary,
            national=self.national,
            serial=self.serial,
            written=" ".join(token.text.lower() for token in tokens),
        )

    def _name(self) -> str:
        c = self.c
        key = c.key
        if key in _INTEGERS:
            c.i += 1
            self._length()
            self._sign()
            return _INTEGERS[key]
        if key in _PLAIN:
            c.i += 1
            return _PLAIN[key]
        if key in _TIMES:
            c.i += 1
            self._precision_of_time()
            return _TIMES[key]
        if key in _TEXTS:
            c.i += 1
            self._charset()
            return _TEXTS[key]
        if key in _FLOATS:
            c.i += 1
            self._length(pair=True)
            self._sign()
            return _FLOATS[key]
        if key in _REALS:
            return self._real(key)
        reader = _OTHERS.get(key)
        if reader is None or not key:
            c.refuse("a column type")
        return reader(self)

    def _real(self, key: str) -> str:
        c = self.c
        c.i += 1
        # FLOAT8 is the same word to the server, so FLOAT8 PRECISION is read as well.
        if key != "REAL" and c.take("PRECISION"):
            self.word_count = 2
        if c.take("("):
            self._pair()
        self._sign()
        return "double"

    def read_bit(self) -> str:
        self.c.i += 1
        self._length()
        return "bit"

    def read_bool(self) -> str:
        self.c.i += 1
        self.args = (1,)
        return "tinyint"

    def read_char(self) -> str:
        c = self.c
        c.i += 1
        if c.take("VARYING"):
            self.word_count = 2
            return self._varchar_tail()
        self._length()
        self._charset()
        return "char"

    def read_varchar(self) -> str:
        self.c.i += 1
        return self._varchar_tail()

    def _varchar_tail(self) -> str:
        self._length(required=True)
        self._charset()
        return "varchar"

    def read_national(self) -> str:
        c = self.c
        self.national = True
        key = c.advance().text.upper()
        varying = key == "NVARCHAR"
        if key == "NATIONAL":
            varying = c.expect(*_VARCHARS, *_CHARS) in _VARCHARS
            self.word_count = 2
        elif key == "NCHAR" and c.take(*_VARCHARS):
            varying = True
            self.word_count = 2
        if not varying and c.take("VARYING"):
            varying = True
            self.word_count += 1
        self._length(required=varying)
        self.binary = bool(c.take("BINARY"))
        return "varchar" if varying else "char"

    def read_binary(self) -> str:
        self.c.i += 1
        self._length()
        return "binary"

    def read_varbinary(self) -> str:
        self.c.i += 1
        self._length(required=True)
        return "varbinary"

    def read_year(self) -> str:
        self.c.i += 1
        self._length()
        self._sign()
        return "year"

    def read_blob(self) -> str:
        self.c.i += 1
        self._length()
        return "blob"

    def read_text(self) -> str:
        self.c.i += 1
        self._length()
        self._charset()
        return "text"

    def read_long(self) -> str:
        c = self.c
        c.i += 1
        if c.take("VARBINARY"):
            self.word_count = 2
            return "mediumblob"
        if c.take(*_VARCHARS):
            self.word_count = 2
        elif c.key in _CHARS and c.ahead(1) == "VARYING":
            c.i += 2
            self.word_count = 3
        self._charset()
        return "mediumtext"

    def read_members(self) -> str:
        c = self.c
        name = c.advance().text.lower()
        c.expect("(")
        members = [self._member()]
        while c.take(","):
            members.append(self._member())
        c.need(")", ",")
        self.members = tuple(members)
        self._charset()
        return name

    def _member(self) -> str:
        c = self.c
        if c.number_kind() in ("hex", "bin"):
            return (raw_bits(c.advance().text) or b"").decode("utf-8", "replace")
        return c.string().value

    def read_serial(self) -> str:
        self.c.i += 1
        self.serial = self.unsigned = True
        return "bigint"

    # --- what follows the word ---------------------------------------------------------------------------------------

    def _length(self, *, required: bool = False, pair: bool = False) -> None:
        c = self.c
        if not c.take("("):
            if required:
                c.refuse("(")
            return
        if pair and c.number_kind() == "int" and c.ahead(1) == ",":
            self._pair()
            return
        token = c.number("int", "long", "decimal", what="a length")
        self.args = (number_value(token.text),)
        c.expect(")")

    def _pair(self) -> None:
        c = self.c
        length = c.number("int", what="a precision")
        c.expect(",")
        scale = c.number("int", what="a scale")
        c.expect(")")
        self.args = (int(length.text), int(scale.text))

    def _precision_of_time(self) -> None:
        c = self.c
        if c.take("("):
            self.args = (int(c.number("int", what="a precision").text),)
            c.expect(")")

    def _sign(self) -> None:
        while key := self.c.take("SIGNED", "UNSIGNED", "ZEROFILL"):
            self.unsigned = self.unsigned or key != "SIGNED"
            self.zerofill = self.zerofill or key == "ZEROFILL"

    def _charset(self) -> None:
        """The character set part of a string type, in the orders that 5.7 reads."""
        c = self.c
        if c.key in ("ASCII", "UNICODE"):
            self._fixed_charset()
            self.binary = bool(c.take("BINARY"))
        elif c.key == "BYTE":
            token = c.advance()
            self.charset = Word("binary", (token.start, token.end))
        elif c.take("BINARY"):
            self.binary = True
            if c.key in ("ASCII", "UNICODE"):
                self._fixed_charset()
            elif charset_words(c):
                self.charset = charset_name(c)
        elif charset_words(c):
            self.charset = charset_name(c)
            self.binary = bool(c.take("BINARY"))

    def _fixed_charset(self) -> None:
        token = self.c.advance()
        self.charset = Word("latin1" if token.text.upper() == "ASCII" else "ucs2", (token.start, token.end))


_OTHERS = {
    "BIT": _Type.read_bit,
    "BOOL": _Type.read_bool,
    "BOOLEAN": _Type.read_bool,
    "CHAR": _Type.read_char,
    "CHARACTER": _Type.read_char,
    "VARCHAR": _Type.read_varchar,
    "VARCHARACTER": _Type.read_varchar,
    "NCHAR": _Type.read_national,
    "NVARCHAR": _Type.read_national,
    "NATIONAL": _Type.read_national,
    "BINARY": _Type.read_binary,
    "VARBINARY": _Type.read_varbinary,
    "YEAR": _Type.read_year,
    "BLOB": _Type.read_blob,
    "TEXT": _Type.read_text,
    "LONG": _Type.read_long,
    "ENUM": _Type.read_members,
    "SET": _Type.read_members,
    "SERIAL": _Type.read_serial,
}
