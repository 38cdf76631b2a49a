"""Default values as the server stores and prints them: `DEFAULT 1.239` of a DECIMAL(10,2) becomes '1.24'.

Part of the simulator, used once per column. It refuses what the server refuses (`Unfit` with the error number) and
leaves out what rows would need: no conversion of stored data.
"""

from __future__ import annotations

import math
import re
import struct
import unicodedata
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from specproof.ddl import types
from specproof.ddl.simulator import moments
from specproof.ddl.simulator.moments import DateRules, Unfit
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
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")
_BITS = re.compile(r"0x([0-9a-f]+)|x'([0-9a-f]*)'|0b([01]+)|b'([01]*)'", re.IGNORECASE)
_FLOAT_DIGITS = 6  # significant digits that the server prints of a FLOAT
_FIXED_DIGITS = 15  # a number with more digits before or zeros after the point is printed with an exponent


def stored(
    kind: str, value: str, column: ColumnType, charset: str | None, collation: str | None, modes: frozenset[str]
) -> str:
    """The text of COLUMN_DEFAULT. `kind` is string, number, bits or boolean, `value` as in `syntax.Default`.

    Raises Unfit with the server's error number.
    """
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
    text = _text(kind, value, column.length or None)
    if name == "enum":
        return _member(text, column, collation)
    if name == "set":
        return _members(text, column, collation)
    return _string(text, column, charset)


def raw_bits(value: str) -> bytes | None:
    """The bytes of a hexadecimal or binary literal, or None for another text."""
    found = _BITS.fullmatch(value.strip())
    if not found:
        return None
    digits = found[1] or found[2]
    if digits is not None:
        return bytes.fromhex(digits.rjust(len(digits) + len(digits) % 2, "0"))
    number = int(found[3] or found[4] or "0", 2)
    return number.to_bytes((len(found[3] or found[4] or "") + 7) // 8, "big")


def _moment(kind: str, value: str, column: ColumnType, rules: DateRules) -> str:
    number = kind in {"number", "bits"}
    if kind == "bits":
        if column.name == "time":
            raise Unfit(1292, "00:00:00")
        value = str(int.from_bytes(raw_bits(value) or b"", "big"))
    elif number:
        value = value.removeprefix("+")
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
        return Decimal(int.from_bytes(raw_bits(value) or b"", "big"))
    if not _NUMBER.fullmatch(value):
        starts = _NUMBER.match(value)
        raise Unfit(weak, "0") if weak and starts and starts.end() else Unfit
    try:
        return Decimal(value.strip())
    except InvalidOperation as error:
        raise Unfit from error


def _integer(kind: str, value: str, column: ColumnType) -> str:
    number = int(_number(kind, value).quantize(Decimal(1), ROUND_HALF_UP))
    bits = types.INTEGERS[column.name] * 8
    least, most = (0, 2**bits - 1) if column.unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if not least <= number <= most:
        raise Unfit
    return str(number).rjust(column.args[0], "0") if column.zerofill else str(number)


def _decimal(kind: str, value: str, column: ColumnType) -> str:
    precision, scale = column.args
    number = _number(kind, value, weak=1366)
    if number.adjusted() > precision:  # far out of range: quantize would fail
        raise Unfit
    number = number.quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP)
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
            number = float(Decimal(number).quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP))
        if abs(Decimal(number).quantize(Decimal(1).scaleb(-scale), ROUND_HALF_UP)) > most:
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
        number = int(_number(kind, value).quantize(Decimal(1), ROUND_HALF_UP))
    else:
        content = (raw_bits(value) or b"") if kind == "bits" else value.encode()
        if kind == "bits" and not content:
            raise Unfit
        number = int.from_bytes(content, "big")
    if not 0 <= number < 2**column.length:
        raise Unfit
    return f"b'{number:b}'"


def _text(kind: str, value: str, width: int | None = None) -> str:
    """A literal where the column wants text: numbers are printed first."""
    if kind == "bits":
        return (raw_bits(value) or b"").decode("utf-8", "replace")
    if kind != "number":
        return value
    if "e" in value.lower():
        return printed(float(value), width=width)
    sign = "-" if value.startswith("-") else ""
    whole, point, fraction = value.lstrip("+-").partition(".")
    return sign + (whole.lstrip("0") or "0") + (point + fraction if fraction else "")


def folded(text: str, collation: str | None) -> str:
    """The form in which two members are equal: without trailing spaces, and without case and accents unless binary.

    Near enough for the collations in use; the server has a table for each.
    """
    text = text.rstrip(" ")
    if collation is None or collation.endswith(("_bin", "_cs")) or collation == "binary":
        return text
    return text.lower() if text.isascii() else "".join(map(_plain_letter, text))


def _plain_letter(char: str) -> str:
    upper = unicodedata.normalize("NFD", char)[0].upper()
    return "s" if char == "ß" else upper.lower() if len(upper) == 1 else char


def _member(text: str, column: ColumnType, collation: str | None) -> str:
    wanted = folded(text, collation)
    for member in column.members:
        if folded(member, collation) == wanted:
            return member
    raise Unfit


def _members(text: str, column: ColumnType, collation: str | None) -> str:
    wanted = {folded(part, collation) for part in text.split(",")} if text else set()
    chosen = [member for member in column.members if folded(member, collation) in wanted]
    if len({folded(member, collation) for member in chosen}) != len(wanted):
        raise Unfit
    return ",".join(chosen)


def _string(text: str, column: ColumnType, charset: str | None) -> str:
    if column.name in {"binary", "varbinary"}:
        size = len(text.encode())
        if size > column.length:
            raise Unfit
        return text + "\0" * (column.length - size) if column.name == "binary" else text
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
