"""DATE, TIME, DATETIME, TIMESTAMP and YEAR literals as the server stores them (manual: date-and-time-literals).

Part of the default values of columns. It refuses time zones: TIMESTAMP's range is taken in UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

_ZERO = (0, 0, 0)
_ENDLESS = re.compile(r"[0-9]{40}")  # digits that are no part of any moment
_PACKED_LENGTHS = (6, 8, 12, 14)  # YYMMDD, YYYYMMDD, and the same with HHMMSS
_MARK = r"[!-/:-@\[-`{-~]"
_DELIMITED = re.compile(
    rf"\s*(\d{{1,4}}){_MARK}+(\d{{1,2}}){_MARK}+(\d{{1,2}})"
    rf"(?:(?:T|\s+|{_MARK})(\d{{1,2}})(?:{_MARK}(\d{{1,2}})(?:{_MARK}(\d{{1,2}})(?:\.(\d*))?)?)?)?\s*(.*)",
    re.DOTALL | re.ASCII,
)
_PACKED = re.compile(r"\s*(\d{5,}|\d+(?=\s*$))(?:\.(\d*))?\s*(.*)", re.DOTALL | re.ASCII)
_CLOCK = re.compile(r"\s*(-?)(?:(\d+)\s+)?(\d+)(?::(\d+))?(?::(\d+))?(?:\.(\d*))?\s*(.*)", re.DOTALL | re.ASCII)
_FIRST_TIMESTAMP = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
_LAST_SECOND = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
_LAST_TIMESTAMP = datetime(2038, 1, 19, 3, 14, 7, tzinfo=UTC)
_LAST_TIME = 838 * 3600 + 59 * 60 + 59  # seconds of 838:59:59
_FEBRUARY, _SHORT_MONTHS = 2, frozenset({4, 6, 9, 11})


class Unfit(Exception):
    """The server does not take the literal; `errno` is what it answers.

    `stored` is set where it complains and makes the column with this value all the same; `sure` is false where the
    text alone does not tell.
    """

    def __init__(self, errno: int = 1067, stored: str | None = None, *, sure: bool = True) -> None:
        super().__init__(str(errno))
        self.errno = errno
        self.stored = stored
        self.sure = sure


@dataclass(frozen=True, slots=True)
class DateRules:
    """What sql_mode says about dates."""

    zero_date: bool = False  # '0000-00-00' passes
    zero_in_date: bool = False  # a month or day of zero passes
    invalid: bool = False  # ALLOW_INVALID_DATES: day 31 in every month
    strict: bool = True

    @classmethod
    def of(cls, modes: frozenset[str]) -> DateRules:
        strict = bool(modes & {"STRICT_TRANS_TABLES", "STRICT_ALL_TABLES"})
        return cls(
            zero_date=not (strict and "NO_ZERO_DATE" in modes),
            zero_in_date="NO_ZERO_IN_DATE" not in modes,
            invalid="ALLOW_INVALID_DATES" in modes,
            strict=strict,
        )


@dataclass(frozen=True, slots=True)
class _Moment:
    date: tuple[int, int, int]
    clock: tuple[int, int, int] = _ZERO
    fraction: str = ""
    garbage: bool = False  # something follows that belongs to no date


def date(text: str, rules: DateRules, *, number: bool = False) -> str:
    """A DATE default; a time of day is cut off."""
    moment = _moment(text, rules, number=number)
    if (*moment.date, *moment.clock) == _LAST_SECOND.timetuple()[:6] and moment.fraction.strip("0"):
        raise Unfit  # a fraction is rounded up, and no day follows
    stored = "{:04}-{:02}-{:02}".format(*moment.date)
    return _weak(stored, rules) if moment.garbage else stored


def date_time(text: str, digits: int, rules: DateRules, *, number: bool = False, timestamp: bool = False) -> str:
    """A DATETIME or TIMESTAMP default, rounded to so many fractional digits."""
    moment = _moment(text, rules, number=number)
    stored = _date_time(moment, digits, timestamp=timestamp)
    return _weak(stored, rules) if moment.garbage else stored


def _date_time(moment: _Moment, digits: int, *, timestamp: bool) -> str:
    if 0 in moment.date:
        if timestamp and moment.date != _ZERO:
            raise Unfit
        year, month, day = moment.date
        return f"{year:04}-{month:02}-{day:02} {_clock(moment.clock)}" + ("." + "0" * digits if digits else "")
    try:
        at = datetime(*moment.date, *moment.clock, tzinfo=UTC)
    except ValueError:  # ALLOW_INVALID_DATES let a day pass that no calendar has
        year, month, day = moment.date
        return f"{year:04}-{month:02}-{day:02} {_clock(moment.clock)}"
    rounded = Decimal("0." + (moment.fraction or "0")).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    if rounded >= 1:
        if at == _LAST_SECOND:
            raise Unfit
        at += timedelta(seconds=1)
    if timestamp and not _FIRST_TIMESTAMP <= at <= _LAST_TIMESTAMP:
        raise Unfit
    return at.strftime("%Y-%m-%d %H:%M:%S").rjust(19, "0") + (str(rounded % 1)[1:] if digits else "")


def has_clock(text: str) -> bool:
    """Whether a date literal goes on with a time of day: TIMESTAMP '...' wants one, DATE '...' takes none."""
    if whole := _DELIMITED.fullmatch(text):
        return whole[4] is not None
    packed = _PACKED.fullmatch(text)
    return packed is not None and len(packed[1]) in {12, 14}


def time(text: str, digits: int, rules: DateRules, *, number: bool = False) -> str:
    """A TIME default, rounded to so many fractional digits."""
    if not text.strip() or _ENDLESS.match(text.partition(".")[0].strip().lstrip("-")):
        raise Unfit
    if (
        not number
        and re.match(r"\s*\d+-", text)
        and (whole := _DELIMITED.fullmatch(text))
        and whole[4]
        and not whole[8]
    ):
        moment = _moment(text, rules)
        return _duration("", *moment.clock, moment.fraction, digits)
    found = _CLOCK.fullmatch(text)
    if not found:
        return _weak(_duration("", 0, 0, 0, "", digits), rules)
    sign, days, first, minutes, seconds, fraction, garbage = found.groups()
    if minutes is None and days is not None:
        return _weak(_duration(sign, 0, 0, int(days), "", digits), rules)
    if minutes is None:  # packed: HHMMSS
        packed = first.rjust(6, "0")
        first, minutes, seconds = packed[:-4], packed[-4:-2], packed[-2:]
    text = _duration(sign, int(days or 0) * 24 + int(first), int(minutes or 0), int(seconds or 0), fraction, digits)
    return _weak(text, rules) if garbage else text


def _weak(stored: str, rules: DateRules) -> str:
    """A literal with garbage: outside strict mode a warning, else an error that comes too late to stop CREATE TABLE."""
    if rules.strict:
        raise Unfit(1292, stored)
    return stored


def year(text: str, *, number: bool = False) -> str:
    """A YEAR default: 1901 to 2155 and 0000, two digits meaning 1970 to 2069.

    The number 0 is 0000, the text '0' is 2000.
    """
    if not re.fullmatch(r"\s*\d{1,20}(\.\d*)?\s*" if number else r"\s*\d{1,20}\s*", text, re.ASCII):
        raise Unfit
    value = int(Decimal(text.strip()).quantize(Decimal(1), ROUND_HALF_UP))
    if value == 0 and (number or len(text.strip()) == 4):  # noqa: PLR2004 - a year written out
        return "0000"
    if value < 100:  # noqa: PLR2004 - two digits
        value += 2000 if value < 70 else 1900  # noqa: PLR2004 - the window of 1970 to 2069
    if not 1901 <= value <= 2155:  # noqa: PLR2004 - one byte from 1900
        raise Unfit
    return str(value)


def _duration(sign: str | None, hours: int, minutes: int, seconds: int, fraction: str | None, digits: int) -> str:
    if minutes > 59 or seconds > 59:  # noqa: PLR2004 - a minute has 60 seconds, an hour 60 minutes
        raise Unfit
    rounded = Decimal("0." + (fraction or "0")).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    total = hours * 3600 + minutes * 60 + seconds + int(rounded)
    if total > _LAST_TIME:
        raise Unfit
    text = f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02}" + (str(rounded % 1)[1:] if digits else "")
    return ("-" if sign and total else "") + text


def _clock(clock: tuple[int, int, int]) -> str:
    return "{:02}:{:02}:{:02}".format(*clock)


def _moment(text: str, rules: DateRules, *, number: bool = False) -> _Moment:
    if _ENDLESS.match(text.strip()):
        raise Unfit
    moment = _packed(text, number=number) if number or _PACKED.fullmatch(text) else _delimited(text)
    _check(moment, rules)
    if 0 in moment.date[1:] and moment.date != _ZERO and not rules.zero_in_date:
        return _Moment(_ZERO)  # outside strict mode a warning, and the zero date instead
    return moment


def _delimited(text: str) -> _Moment:
    found = _DELIMITED.fullmatch(text)
    if not found:
        raise Unfit
    first = int(found[1])
    years = _window(first) if len(found[1]) <= 2 else first  # noqa: PLR2004 - two digits
    clock = (int(found[4] or 0), int(found[5] or 0), int(found[6] or 0))
    return _Moment((years, int(found[2]), int(found[3])), clock, found[7] or "", bool(found[8]))


def _packed(text: str, *, number: bool) -> _Moment:
    found = re.fullmatch(r"\s*(\d+)(?:\.(\d*))?\s*", text) if number else _PACKED.fullmatch(text)
    if not found:
        raise Unfit
    digits, fraction = found[1], found[2] or ""
    if number:
        if int(digits) == 0:
            return _Moment(_ZERO)
        digits = digits.lstrip("0")
        digits = digits.rjust(next((n for n in _PACKED_LENGTHS if len(digits) <= n), len(digits)), "0")
    if set(digits) == {"0"}:
        return _Moment(_ZERO)
    long = len(digits) in {8, 14}
    if not long and len(digits) not in {6, 12}:
        raise Unfit
    first = int(digits[:4]) if long else _window(int(digits[:2]))
    rest = digits[4:] if long else digits[2:]
    parts = [int(rest[i : i + 2]) for i in range(0, len(rest), 2)]
    hours, minutes, seconds = (*parts[2:], 0, 0, 0)[:3]
    return _Moment((first, parts[0], parts[1]), (hours, minutes, seconds), fraction, not number and bool(found[3]))


def _window(two_digits: int) -> int:
    return two_digits + (2000 if two_digits < 70 else 1900)  # noqa: PLR2004 - 1970 to 2069


def _check(moment: _Moment, rules: DateRules) -> None:
    years, month, day = moment.date
    hours, minutes, seconds = moment.clock
    if month > 12 or day > 31 or hours > 23 or minutes > 59 or seconds > 59:  # noqa: PLR2004 - the calendar
        raise Unfit
    if moment.date == _ZERO:
        if not rules.zero_date:
            raise Unfit
    elif month == 0 or day == 0:
        if rules.strict and not rules.zero_in_date:
            raise Unfit
    elif not rules.invalid and day > _days(years, month):
        raise Unfit


def _days(years: int, month: int) -> int:
    if month == _FEBRUARY:
        leap = years % 4 == 0 and (years % 100 != 0 or years % 400 == 0)
        return 29 if leap else 28
    return 30 if month in _SHORT_MONTHS else 31
