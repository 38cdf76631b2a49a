"""Arrival, departure and nights of one line of column E: the days at its head, and what J and H give for the month.

Pure calendar; there is no clock, and neither the sheet nor another column helps. It refuses to guess: what is not safe
has a state of its own.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd.law import SYSTEM, Law, Reading
from specproof.reference.source import only

_ARRIVAL, _DEPARTURE, _NIGHTS = "STAY_ARRIVAL", "STAY_DEPARTURE", "STAY_NIGHTS"
_Dates = tuple[dt.date, dt.date]


@dataclass(frozen=True, slots=True)
class Stay:
    arrival: Reading
    departure: Reading
    nights: Reading


def stay(law: Law, line: str, group_in: dt.date | None, *, cxl: bool, operation_date: dt.date | None) -> Stay:
    """The stay of a line. `group_in` is the date in J, `cxl` that J says CXL; both absent is neither."""
    days = law.grammar(law.profile["detail"]["head"]).fullmatch(line)
    if days is None:
        return _without_days(law, line, group_in)
    start, end = int(days["start"]), int(days["end"])
    if cxl:
        return _cancelled(law, start, end, operation_date)
    if group_in is None:
        return _in_states(law, {}, law.profile["stay"]["without_group_in"])
    only(SYSTEM, law.profile["stay"]["with_group_in"]["cross_check"], "start-day-equals-day-of-group-in")
    if group_in.day != start:
        return _in_states(law, {}, law.profile["stay"]["with_group_in"]["disagreement"])
    return _from(law, group_in, end)


def _without_days(law: Law, line: str, group_in: dt.date | None) -> Stay:
    said = law.profile["detail"]
    before = line.split(said["item"]["open"], maxsplit=1)[0]
    if any(character.isdigit() for character in before):
        states = said["head"]["unreadable"]
        return _completed(law, law.reading(_ARRIVAL, states["arrival"]), law.reading(_DEPARTURE, states["departure"]))
    states = said["head"]["absent"]
    arrival = states["arrival"] if group_in is None else states["arrival_with_group_in"]
    return _completed(law, law.reading(_ARRIVAL, arrival), law.reading(_DEPARTURE, states["departure"]))


def _cancelled(law: Law, start: int, end: int, anchor: dt.date | None) -> Stay:
    said = law.profile["stay"]["with_cxl"]
    only(SYSTEM, said["start"], "on-or-after-operation-date")
    if anchor is not None:
        for step in range(said["months_tried"]):
            arrival = _day(anchor, step, start)
            if arrival is not None and arrival >= anchor and (end == start or _leaving(law, arrival, end)):
                return _from(law, arrival, end)
    return _in_states(law, {}, said["unsafe"])


def _from(law: Law, arrival: dt.date, end: int) -> Stay:
    """The stay that starts on a certain day."""
    said = law.profile["stay"]["departure"]
    known = {_ARRIVAL: law.resolved(_ARRIVAL, arrival.isoformat())}
    if end == arrival.day:
        return _in_states(law, known, said["end_equals_start"])
    leaving = _leaving(law, arrival, end)
    if leaving is None:
        return _in_states(law, known, said["day_not_in_month"])
    return _completed(law, known[_ARRIVAL], law.resolved(_DEPARTURE, leaving.isoformat()), (arrival, leaving))


def _leaving(law: Law, arrival: dt.date, end: int) -> dt.date | None:
    """The day of departure by its number; None when the month has no such day."""
    said = law.profile["stay"]["departure"]
    only(SYSTEM, said["year_turn"], "next-year")
    word = said["end_after_start" if end > arrival.day else "end_before_start"]
    if word == "next-month":
        return _day(arrival, 1, end)
    only(SYSTEM, word, "same-month")
    return _day(arrival, 0, end)


def _day(base: dt.date, months: int, day: int) -> dt.date | None:
    """The day of that number so many months after a date; None when that month lacks it."""
    year, month = base.year + (base.month - 1 + months) // 12, (base.month - 1 + months) % 12 + 1
    return dt.date(year, month, day) if day <= calendar.monthrange(year, month)[1] else None


_MEMBERS = {"arrival": _ARRIVAL, "departure": _DEPARTURE, "nights": _NIGHTS}


def _in_states(law: Law, known: Mapping[str, Reading], said: Mapping[str, Any]) -> Stay:
    """The stay where the law gives one state for several of its fields."""
    found = dict(known) | {_MEMBERS[one]: law.reading(_MEMBERS[one], said) for one in said["fields"]}
    return _completed(law, found[_ARRIVAL], found[_DEPARTURE], nights=found.get(_NIGHTS))


def _completed(
    law: Law, arrival: Reading, departure: Reading, dates: _Dates | None = None, nights: Reading | None = None
) -> Stay:
    """Nights are computed, unless the law gives their state or what they depend on has no value."""
    if nights is None:
        nights = law.depending(_NIGHTS, (arrival, departure))
    if nights is None and dates is not None:
        only(SYSTEM, law.profile["stay"]["nights"]["value"], "days-from-arrival-to-departure")
        nights = law.resolved(_NIGHTS, (dates[1] - dates[0]).days)
    assert nights is not None
    return Stay(arrival, departure, nights)


def departure(law: Law, line: str, arrival: dt.date) -> Reading | None:
    """The departure of a line whose arrival is settled; None when the line does not give the day."""
    days = law.grammar(law.profile["detail"]["head"]).fullmatch(line)
    return _from(law, arrival, int(days["end"])).departure if days else None


def nights(law: Law, arrival: Reading, departure: Reading) -> Reading:
    """The nights between two fields, whatever states they are in."""
    state = law.depending(_NIGHTS, (arrival, departure))
    if state is not None:
        return state
    days = (dt.date.fromisoformat(departure.value) - dt.date.fromisoformat(arrival.value)).days
    if days < law.profile["stay"]["nights"]["minimum"]:
        return law.reading(_NIGHTS, law.profile["stay"]["departure"]["end_equals_start"])
    return law.resolved(_NIGHTS, days)
