"""Default values as the server stores and prints them: `DEFAULT 1.239` of a DECIMAL(10,2) becomes '1.24'.

Part of the simulator, used once per column. It refuses what the server refuses (`Unfit` with the error number) and
leaves out what rows would need: no conversion of stored data.
"""

from __future__ import annotations

import math
import re
import struct
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation

from specproof.ddl import types
from specproof.ddl.bits import raw_bits
from specproof.ddl.simulator import letters, moments
from specproof.ddl.simulator.moments import DateRules, Unfit
from specproof.ddl.simulator.names import stored_text
from specproof.ddl.types import ColumnType

# The codecs in which a default must be writable; for sets that Python lacks the simulator takes the server's word.
_CODECS = {
    "latin1": "cp1252",
    "ascii": "ascii",
    "gbk": "gbk",
    "gb2312": "gb2312",
    "big5": "big5",
    "latin2": "iso8859-2",
}
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*", re.ASCII)
_FLOAT_DIGITS = 6  # significant digits that the server prints of a FLOAT
_FIXED_DIGITS = 15  # a number with more digits before or zeros after the point is printed with an exponent
_LARGEST_EXPONENT = 308  # of a DOUBLE; no column takes a number beyond it
_EXACT = Context(prec=2 * _LARGEST_EXPONENT)
_BIGINT_BYTES = 8


def stored(
    kind: str, value: str, column: ColumnType, charset: str | None, collation: str | None, modes: frozenset[str]
) -> str:
    """The text of COLUMN_DEFAULT. `kind` is string, number, bits, boolean or temporal, `value` as in `syntax.Default`.

    Raises Unfit with the server's error number; a typed literal (DATE '2020-01-01') is a function to the server, and
    no column takes one.
    """
    if kind == "temporal":
        raise Unfit
    if kind == "boolean":
        kind, value = "number", {"true": "1", "false": "0"}.get(value.lower(), value)
    value = re.sub(r"^([-+])\s+", r"\1", value) if kind == "number" else value
    name = column.name
    if name in types.TEMPORALS:
        return _moment(kind, value, column, DateRules.of(modes))
    if column.integer:
        return _integer(kind, value, column)
    if name == "decimal":
        return _decimal(kind, value, column)
    if name in types.FLOATS:
        return _float(kind, value, column)
    if name == "bit":
        return _bit(kind, value, column)
    text = _text(kind, value, charset, column.length or None)
    if name == "enum":
        return _member(text, column, collation)
    if name == "set":
        return _members(text, column, collation)
    size = len(raw_bits(value) or b"") if kind == "bits" else len(text.encode())
    return _binary(text, size, column) if name in {"binary", "varbinary"} else _string(text, column, charset)


def _moment(kind: str, value: str, column: ColumnType, rules: DateRules) -> str:
    number = kind in {"number", "bits"}
    if kind == "bits":
        if column.name == "time":
            raise Unfit(1292, "00:00:00")
        value = str(int.from_bytes(raw_bits(value) or b"", "big"))
    elif number:
        value = value.removeprefix("+")
        value = f"{_number(kind, value):f}" if "e" in value.lower() else value
    if column.name == "year":
        return moments.year(value, number=number)
    if column.name == "time":
        return moments.time(value, column.fraction, rules, number=number)
    if column.name == "date":
        return moments.date(value, rules, number=number)
    timestamp = column.name == "timestamp"
    return moments.date_time(value, column.fraction, rules, number=number, timestamp=timestamp)


def _number(kind: str, value: str, weak: int | None = None) -> Decimal:
    """The number of a literal. Behind a number, garbage is refused with 1067, or with `weak` where that is given."""
    if kind == "bits":
        raw = (raw_bits(value) or b"").lstrip(b"\0")
        if len(raw) > _BIGINT_BYTES:
            raise Unfit
        return Decimal(int.from_bytes(raw, "big"))
    if not _NUMBER.fullmatch(value):
        starts = _NUMBER.match(value)
        raise Unfit(weak, "0") if weak and starts and starts.end() else Unfit
    try:
        number = Decimal(value.strip())
    except InvalidOperation as error:
        raise Unfit from error
    if number.adjusted() > _LARGEST_EXPONENT:
        raise Unfit
    return number


def _rounded(number: Decimal, scale: int = 0) -> Decimal:
    """The number with so many fractional digits, exact up to the largest that `_number` lets through."""
    return number.quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP, _EXACT)


def _integer(kind: str, value: str, column: ColumnType) -> str:
    number = int(_rounded(_number(kind, value)))
    bits = types.INTEGERS[column.name] * 8
    least, most = (0, 2**bits - 1) if column.unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if not least <= number <= most:
        raise Unfit
    return str(number).rjust(column.args[0], "0") if column.zerofill else str(number)


def _decimal(kind: str, value: str, column: ColumnType) -> str:
    precision, scale = column.args
    number = _number(kind, value, weak=1366)
    number = _rounded(number, scale)
    if abs(number) >= Decimal(10) ** (precision - scale) or (column.unsigned and number < 0):
        raise Unfit
    text = f"{abs(number) if number == 0 else number:.{scale}f}"
    return text.rjust(precision + (1 if scale else 0), "0") if column.zerofill else text


def _float(kind: str, value: str, column: ColumnType) -> str:
    number = float(_number(kind, value))
    single = column.name == "float"
    if column.args:
        width, scale = column.args
        most = (Decimal(10) ** (width - scale)) - Decimal(1).scaleb(-scale)
        if scale < _FIXED_DIGITS:
            number = float(_rounded(Decimal(number), scale))
        if abs(_rounded(Decimal(number), scale)) > most:
            raise Unfit
    try:
        number = struct.unpack("f", struct.pack("f", number))[0] if single else number
    except OverflowError as error:
        raise Unfit from error
    if math.isinf(number) or (column.unsigned and number < 0):
        raise Unfit
    if column.args:
        text = f"{number:.{column.args[1]}f}"
        width = column.args[0]
    else:
        text = printed(number, single=single)
        width = types.DISPLAY_WIDTHS[column.name]
    return text.rjust(width, "0") if column.zerofill else text


def printed(number: float, *, single: bool = False, width: int | None = None) -> str:
    """A FLOAT or DOUBLE without M and D as the server prints it, with an exponent where `width` leaves no room."""
    if number == 0:
        return "0"
    exact = Decimal(f"{number:.{_FLOAT_DIGITS}g}") if single else Decimal(repr(number))
    sign, digits, _ = exact.normalize().as_tuple()
    point = exact.adjusted() + 1  # digits in front of the point
    plain = "".join(map(str, digits))
    fixed = f"{exact.normalize():f}"
    if -_FIXED_DIGITS < point <= _FIXED_DIGITS and (width is None or len(fixed) <= width):
        return fixed
    mantissa = plain[0] + ("." + plain[1:] if len(plain) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e{point - 1}"


def _bit(kind: str, value: str, column: ColumnType) -> str:
    if kind == "number":
        number = int(_rounded(_number(kind, value)))
    else:
        content = (raw_bits(value) or b"") if kind == "bits" else value.encode()
        if kind == "bits" and not content:
            raise Unfit
        number = int.from_bytes(content, "big")
    if not 0 <= number < 2**column.length:
        raise Unfit
    return f"b'{number:b}'"


def _text(kind: str, value: str, charset: str | None, width: int | None = None) -> str:
    """A literal where the column wants text: numbers are printed first, bytes are read in its character set."""
    if kind == "bits":
        return _decoded(raw_bits(value) or b"", charset)
    if kind != "number":
        return value
    if "e" in value.lower():
        return printed(float(value), width=width)
    sign = "-" if value.startswith("-") else ""
    whole, point, fraction = value.lstrip("+-").partition(".")
    return sign + (whole.lstrip("0") or "0") + (point + fraction if fraction else "")


def _decoded(raw: bytes, charset: str | None) -> str:
    """Bytes as text. Only UTF-8 is checked: in other sets, or one that is not known, nearly every byte is a letter."""
    if charset not in {"utf8", "utf8mb4"}:
        return raw.decode(_CODECS.get(charset or "", "utf-8"), "replace")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Unfit from error


def _member(text: str, column: ColumnType, collation: str | None) -> str:
    return _chosen(text, column, collation)


def _members(text: str, column: ColumnType, collation: str | None) -> str:
    chosen = {_chosen(part, column, collation) for part in text.split(",")} if text else set[str]()
    return ",".join(member for member in column.members if member in chosen)


def _chosen(text: str, column: ColumnType, collation: str | None) -> str:
    perhaps = False
    for member in column.members:
        same = member == stored_text(text) or letters.alike(member, text, collation)
        if same:
            return member
        perhaps = perhaps or same is None
    raise Unfit(sure=not perhaps)


def _binary(text: str, size: int, column: ColumnType) -> str:
    if size > column.length:
        raise Unfit
    return text + "\0" * (column.length - size) if column.name == "binary" else text


def _string(text: str, column: ColumnType, charset: str | None) -> str:
    if not writable(text, charset):
        raise Unfit
    if len(text) > column.length:
        if text[column.length :].strip(" "):
            raise Unfit
        text = text[: column.length]
    return text.rstrip(" ") if column.name == "char" else text


def writable(text: str, charset: str | None) -> bool:
    """Whether every character exists in the character set."""
    if charset == "utf8":
        return all(ord(char) <= 0xFFFF for char in text)  # noqa: PLR2004 - three bytes hold the basic plane
    codec = _CODECS.get(charset or "")
    if codec is None:
        return True
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True
