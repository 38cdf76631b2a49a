"""Column types of MySQL 5.7: from what a script says to what information_schema prints, and the limits on the way.

Stands under the simulator and the byte budgets. It knows one type at a time and refuses to know tables, defaults or
keys; a type that the server would refuse is a `TypeProblem` with the server's error number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from specproof.ddl.syntax import DataType

INTEGERS = {"tinyint": 1, "smallint": 2, "mediumint": 3, "int": 4, "bigint": 8}  # name: bytes
# Display width that the server fills in, signed and unsigned.
_WIDTHS = {"tinyint": (4, 3), "smallint": (6, 5), "mediumint": (9, 8), "int": (11, 10), "bigint": (20, 20)}
BLOBS = {"tinyblob": 1, "blob": 2, "mediumblob": 3, "longblob": 4}  # name: bytes of the length
TEXTS = {"tinytext": 1, "text": 2, "mediumtext": 3, "longtext": 4}
GEOMETRIES = frozenset(
    {
        "geometry",
        "point",
        "linestring",
        "polygon",
        "multipoint",
        "multilinestring",
        "multipolygon",
        "geometrycollection",
    }
)
TEMPORALS = frozenset({"date", "time", "datetime", "timestamp", "year"})
FLOATS = frozenset({"float", "double"})
NUMBERS = frozenset({*INTEGERS, *FLOATS, "decimal", "bit"})
STRINGS = frozenset({"char", "varchar", *TEXTS, "enum", "set"})  # carry a character set
BINARIES = {"char": "binary", "varchar": "varbinary", **dict(zip(TEXTS, BLOBS, strict=True))}

MAX_BLOB = 4294967295
_DISPLAY_FLOAT, _DISPLAY_DOUBLE = 12, 22  # characters of a FLOAT and a DOUBLE without M and D
_FLOAT_BITS = 24  # of a FLOAT's fraction
_TWO_BYTES = 256  # from so many on a number needs a second byte
_NO_DECIMALS = 31  # from here on the server reads "as many decimals as needed"


class TypeProblem(Exception):
    """A type that the server refuses: `kind` is the conflict's slug, `values` fill the check's message."""

    def __init__(self, kind: str, errno: int, **values: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.errno = errno
        self.values = values


@dataclass(frozen=True, slots=True)
class ColumnType:
    """One column type in the server's own words; `str()` is COLUMN_TYPE.

    `args` are length, or precision and scale, or fractional digits, always filled in where the server prints them.
    """

    name: str
    args: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    unsigned: bool = False
    zerofill: bool = False

    def __str__(self) -> str:
        text = self.name
        if self.members:
            text += "(" + ",".join("'" + m.translate(_ESCAPES) + "'" for m in self.members) + ")"
        elif self.args:
            text += "(" + ",".join(map(str, self.args)) + ")"
        return text + (" unsigned" if self.unsigned else "") + (" zerofill" if self.zerofill else "")

    @property
    def integer(self) -> bool:
        return self.name in INTEGERS

    @property
    def blob(self) -> bool:
        """Stored outside the row in principle: BLOB and TEXT of all sizes, JSON, geometries."""
        return self.name in BLOBS or self.name in TEXTS or self.name == "json" or self.name in GEOMETRIES

    @property
    def geometry(self) -> bool:
        return self.name in GEOMETRIES

    @property
    def text(self) -> bool:
        """Has characters and so a character set and a collation."""
        return self.name in STRINGS

    @property
    def prefixable(self) -> bool:
        """An index may take a part of it."""
        return self.name in BINARIES or self.name in BINARIES.values() or self.geometry

    @property
    def length(self) -> int:
        """Characters of CHAR and VARCHAR, bytes of BINARY and VARBINARY, bits of BIT; 0 for other types."""
        return (
            self.args[0] if self.args and (self.name in BINARIES or self.name in {"binary", "varbinary", "bit"}) else 0
        )

    @property
    def fraction(self) -> int:
        """Fractional digits of TIME, DATETIME and TIMESTAMP."""
        return self.args[0] if self.args and self.name in {"time", "datetime", "timestamp"} else 0


_TYPE = re.compile(r"(?P<name>[a-z]+)(?:\((?P<args>.*)\))?(?P<rest>(?: unsigned| zerofill)*)", re.DOTALL)


_ESCAPES = str.maketrans({"'": "''", "\\": "\\\\", "\0": "\\0", "\n": "\\n", "\r": "\\r"})
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)


def _member(text: str) -> str:
    """A member of ENUM or SET without the escapes of COLUMN_TYPE."""
    return _ESCAPED.sub(lambda m: {"0": "\0", "n": "\n", "r": "\r"}.get(m[1], m[1]) if m[1] else "'", text)


@lru_cache(maxsize=4096)
def parse(text: str) -> ColumnType:
    """COLUMN_TYPE as information_schema prints it, the inverse of `str()`. Raises ValueError on anything else."""
    found = _TYPE.fullmatch(text)
    if not found:
        raise ValueError(f"not a column type: {text!r}")
    name, args = found["name"], found["args"]
    unsigned, zerofill = " unsigned" in found["rest"], " zerofill" in found["rest"]
    if name in {"enum", "set"}:
        members = tuple(_member(m) for m in re.findall(r"'((?:[^'\\]|''|\\.)*)'", args or "", re.DOTALL))
        return ColumnType(name, members=members)
    numbers = tuple(int(a) for a in args.split(",")) if args else ()
    return ColumnType(name, numbers, unsigned=unsigned, zerofill=zerofill)


def of(written: DataType, *, binary: bool = False) -> ColumnType:
    """The server's type for a type as written; `binary` tells that its character set is `binary`.

    Raises TypeProblem in the order in which the server looks. TEXT(n) and BLOB(n) keep n in `args`: `sized` turns them
    into a type once the bytes of a character are known.
    """
    name, args = written.name, written.args
    if len(args) > 1 and args[1] >= _NO_DECIMALS:
        raise TypeProblem("scale-too-big", 1425, scale=args[1], most=_NO_DECIMALS - 1)
    if args and args[0] > MAX_BLOB:
        raise TypeProblem("display-width-too-big", 1439, most=MAX_BLOB)
    if name in NUMBERS:
        return _number(written)
    if name in TEMPORALS:
        return _temporal(written)
    if name in {"enum", "set"}:
        return ColumnType(name, members=written.members)
    if name in {"char", "binary"}:
        length = args[0] if args else 1
        if length > 255:  # noqa: PLR2004 - the length is one byte in the definition
            raise TypeProblem("length-too-big", 1074, length=length, most=255)
        return ColumnType("binary" if binary else name, (length,))
    if name in {"varchar", "varbinary"}:
        return ColumnType("varbinary" if binary else name, args[:1])
    return ColumnType(BINARIES.get(name, name) if binary else name, args[:1])


def _number(written: DataType) -> ColumnType:
    name, args = written.name, written.args
    if name == "decimal":
        return _decimal(written)
    if name in FLOATS:
        return _float(written)
    if name == "bit":
        if args and not args[0]:
            raise TypeProblem("size-zero", 3013)
        return ColumnType("bit", (_at_most(args[0] if args else 1, 64),))
    return _integer(written)


def _integer(written: DataType) -> ColumnType:
    unsigned = written.unsigned or written.zerofill
    width = written.args[0] if written.args and written.args[0] else _WIDTHS[written.name][unsigned]
    return ColumnType(written.name, (_at_most(width, 255),), unsigned=unsigned, zerofill=written.zerofill)


def _at_most(width: int, most: int) -> int:
    if width > most:
        raise TypeProblem("display-width-too-big", 1439, length=width, most=most)
    return width


def _decimal(written: DataType) -> ColumnType:
    precision, scale = (*written.args, 0, 0)[:2]
    precision = precision or 10
    if precision > 65:  # noqa: PLR2004 - digits that the server's decimal holds
        raise TypeProblem("precision-too-big", 1426, precision=precision, most=65)
    if precision < scale:
        raise TypeProblem("scale-over-precision", 1427, precision=precision, scale=scale)
    unsigned = written.unsigned or written.zerofill
    return ColumnType("decimal", (precision, scale), unsigned=unsigned, zerofill=written.zerofill)


def _float(written: DataType) -> ColumnType:
    name, args = written.name, written.args
    unsigned, zerofill = written.unsigned or written.zerofill, written.zerofill
    if len(args) == 1:
        if name == "float" and args[0] > 53:  # noqa: PLR2004 - bits of a DOUBLE's fraction
            raise TypeProblem("wrong-specifier", 1063, precision=args[0])
        # 24 bits are what a FLOAT holds; above, the server takes DOUBLE.
        name, args = ("double" if args[0] > _FLOAT_BITS else name), ()
    if len(args) == 2:  # noqa: PLR2004 - M and D
        if args[0] < args[1]:
            raise TypeProblem("scale-over-precision", 1427, precision=args[0], scale=args[1])
        if not args[0]:
            raise TypeProblem("display-width-too-big", 1439, length=0, most=255)
        _at_most(args[0], 255)
    return ColumnType(name, args, unsigned=unsigned, zerofill=zerofill)


def _temporal(written: DataType) -> ColumnType:
    name, args = written.name, written.args
    if name == "year":
        if args and args[0] != 4:  # noqa: PLR2004 - digits of a year
            raise TypeProblem("year-length", 1818, length=args[0])
        return ColumnType("year", (4,))
    if args and args[0] > 6:  # noqa: PLR2004 - microseconds
        raise TypeProblem("precision-too-big", 1426, precision=args[0], most=6)
    return ColumnType(name, args if args and args[0] else ())


def sized(kind: ColumnType, maxlen: int) -> ColumnType:
    """TEXT(n) or BLOB(n) as the smallest type that holds n characters of `maxlen` bytes; other types as they are."""
    if not kind.args or (kind.name not in BLOBS and kind.name not in TEXTS):
        return kind
    return ColumnType(smallest(kind.args[0] * maxlen, text=kind.name in TEXTS) if kind.args[0] else kind.name)


def smallest(size: int, *, text: bool) -> str:
    """The smallest BLOB or TEXT that holds so many bytes."""
    names = tuple(TEXTS if text else BLOBS)
    for name, limit in zip(names, (255, 65535, 16777215), strict=False):
        if size <= limit:
            return name
    return names[-1]


def recharged(kind: ColumnType, old: int, new: int) -> ColumnType:
    """A TEXT after a change of character set from `old` to `new` bytes per character: the server makes room.

    The server counts the characters that fit into the old type and takes the smallest type that holds as many.
    """
    capacity = {1: 255, 2: 65535, 3: 16777215, 4: MAX_BLOB}[TEXTS[kind.name]]
    return replace(kind, name=smallest(min(capacity // old * new, MAX_BLOB), text=True))


def pack_bytes(kind: ColumnType, maxlen: int) -> int:
    """Bytes of one value in the server's own row format: what counts against 65535 (manual: column-count-limit).

    `maxlen` is the bytes per character of the column's character set. BIT counts its whole bytes only where the engine
    keeps the odd bits elsewhere; InnoDB does not, so they round up.
    """
    name = kind.name
    if name in INTEGERS:
        return INTEGERS[name]
    if name == "decimal":
        return _decimal_bytes(*kind.args)
    if name in TEXTS or name in BLOBS:
        return (TEXTS.get(name) or BLOBS[name]) + 8  # the length and a pointer
    if name in {"varchar", "varbinary"}:
        size = kind.length * (maxlen if name == "varchar" else 1)
        return size + (1 if size < 256 else 2)  # noqa: PLR2004 - what one byte of length can say
    if name in {"char", "binary"}:
        return kind.length * (maxlen if name == "char" else 1)
    if name == "enum":
        return 1 if len(kind.members) < _TWO_BYTES else 2
    if name == "set":
        size = (len(kind.members) + 7) // 8
        return size if size <= 4 else 8  # noqa: PLR2004 - 1, 2, 3, 4 or 8 bytes
    if name == "bit":
        return (kind.length + 7) // 8
    if name == "float":
        return 4
    if name == "double":
        return 8
    if name == "json" or name in GEOMETRIES:
        return 4 + 8
    fraction = (kind.fraction + 1) // 2
    return {"date": 3, "time": 3, "datetime": 5, "timestamp": 4, "year": 1}[name] + fraction


def _decimal_bytes(precision: int, scale: int) -> int:
    """Nine digits take four bytes, the rest of each side as few as hold it (manual: precision-math-decimal-changes)."""
    rest = (0, 1, 1, 2, 2, 3, 3, 4, 4, 4)
    whole = precision - scale
    return whole // 9 * 4 + rest[whole % 9] + scale // 9 * 4 + rest[scale % 9]


DISPLAY_WIDTHS = {"float": _DISPLAY_FLOAT, "double": _DISPLAY_DOUBLE}
