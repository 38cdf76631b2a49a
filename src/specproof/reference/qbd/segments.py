"""Column E of one row: its physical lines, which of them hold, and the room items in each.

Roles come from the strikes of non-blank characters alone; how runs are cut and how a line break is formatted have no
say. It refuses to look at another cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from specproof.reference.qbd import room
from specproof.reference.qbd.law import SYSTEM, Law, Reading
from specproof.reference.qbd.room import Label
from specproof.reference.qbd.workbook.rich_text import RichText
from specproof.reference.source import lawless

BEFORE, MIXED = "BEFORE", "MIXED"
_ALL, _NONE, _SOME = "all", "none", "some"


@dataclass(frozen=True, slots=True)
class Item:
    """One pair of brackets. Offsets count in the whole cell; `gate` is a code where its strike cannot be told."""

    order: int
    start: int
    end: int
    label_text: str
    outer_text: str
    role: str | None
    label: Label
    quantity: Reading
    gate: str | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """One line with text. `gates` are codes that hold it back; `active`: it speaks of what is valid now."""

    order: int
    start: int
    end: int
    text: str
    role: str
    items: tuple[Item, ...]
    gates: tuple[str, ...]
    active: bool


def segments(law: Law, cell: RichText) -> tuple[Segment, ...]:
    """The lines of a cell in their order."""
    strikes = cell.strikes()
    lines = [one for one in _lines(cell.text) if law.trimmed(cell.text[one[0] : one[1]])]
    coverage = [_coverage(law, cell.text, strikes, *line) for line in lines]
    before = _ALL in coverage
    found = [
        _segment(law, cell.text, strikes, order, line, covered, before=before)
        for order, (line, covered) in enumerate(
            zip(lines, coverage, strict=True), law.observation["ids"]["orders"]["from"]
        )
    ]
    return tuple(found)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _coverage(law: Law, text: str, strikes: Sequence[bool], start: int, end: int) -> str:
    """How much of the non-blank characters is struck."""
    marks = {strikes[at] for at in range(start, end) if text[at] not in law.blank}
    return _SOME if len(marks) > 1 else _ALL if True in marks else _NONE


def _segment(
    law: Law, text: str, strikes: Sequence[bool], order: int, line: tuple[int, int], covered: str, *, before: bool
) -> Segment:
    start, end = line
    said = law.profile["segments"]
    role = _role(said["roles"], covered, before=before)["role"]
    content = text[start:end]
    malformed = law.profile["detail"]["item"]["malformed"]["gate"]
    if not _paired(law, content):
        active = role in said["active_roles"]
        return Segment(order, start, end, content, role, (), (malformed,), active)
    items = tuple(_items(law, content, start, role))
    if role == MIXED:
        items = _with_roles(law, text, strikes, items, before=before)
    active_items = [one for one in items if one.role in said["active_roles"]]
    struck_head = role == MIXED and bool(active_items) and _head_struck(law, content, strikes[start:end])
    gates = (said["struck_head"]["gate"],) if struck_head else ()
    return Segment(order, start, end, content, role, items, gates, role in said["active_roles"] or bool(active_items))


def _role(lines: Sequence[Any], covered: str, *, before: bool) -> Any:
    for line in lines:
        if line["struck"] == covered and (before or "sibling" not in line):
            return line
    raise lawless(SYSTEM, f"No role for a line that is struck in {covered}.")


def _with_roles(
    law: Law, text: str, strikes: Sequence[bool], items: Sequence[Item], *, before: bool
) -> tuple[Item, ...]:
    covered = [_coverage(law, text, strikes, one.start, one.end) for one in items]
    before = before or _ALL in covered
    lines = [_role(law.profile["segments"]["item_roles"], one, before=before) for one in covered]
    return tuple(
        replace(item, role=line["role"], gate=line.get("gate")) for item, line in zip(items, lines, strict=True)
    )


def _head_struck(law: Law, content: str, strikes: Sequence[bool]) -> bool:
    head = law.grammar(law.profile["detail"]["head"]).fullmatch(content)
    return head is not None and any(strikes[: head.start("rest")])


def _paired(law: Law, content: str) -> bool:
    """Whether every bracket has its partner, none stands inside another, and there is at least one pair."""
    said = law.profile["detail"]["item"]
    marks = [one for one in content if one in (said["open"], said["close"])]
    return bool(marks) and marks == [said["open"], said["close"]] * (len(marks) // 2)


def _items(law: Law, content: str, offset: int, role: str) -> Iterator[Item]:
    said = law.profile["detail"]["item"]
    trailing = "".join(said["separators"]) + law.blank
    lead = _lead(law, content)
    for order, found in enumerate(law.grammar(said).finditer(content), law.observation["ids"]["orders"]["from"]):
        end = found.start() + len(found.group().rstrip(trailing))
        quantity = room.quantity(law, found["outer"])
        if order == 1 and room.is_default(quantity) and _has_digit(law, lead):
            quantity = law.reading("ROOM_QUANTITY", law.profile["quantity"]["in_lead"]["then"])
        yield Item(
            order=order,
            start=offset + found.start(),
            end=offset + end,
            label_text=found["label"],
            outer_text=found["outer"],
            role=role,
            label=_outside(law, room.label(law, found["label"]), found["outer"]),
            quantity=quantity,
        )


def _lead(law: Law, content: str) -> str:
    """What stands between the days and the first bracket."""
    head = law.grammar(law.profile["detail"]["head"]).fullmatch(content)
    rest: str = head["rest"] if head else ""
    return rest.partition(law.profile["detail"]["item"]["open"])[0]


def _has_digit(law: Law, lead: str) -> bool:
    return law.grammar(law.profile["quantity"]["in_lead"]).search(lead) is not None


def _outside(law: Law, label: Label, outer: str) -> Label:
    """The label with what stands behind the bracket, where the rules freeze no place for it."""
    breakfast, price = law.profile["breakfast"], law.profile["price"]["outside_label"]
    if label.breakfast.status == "MISSING" and law.grammar(breakfast).search(outer):
        label = replace(label, breakfast=law.reading("ROOM_BREAKFAST", breakfast["outside_label"]))
    if label.price.status == "MISSING" and law.grammar(price).search(outer):
        label = replace(
            label,
            price=law.reading("ROOM_SOURCE_PRICE", price["then"]),
            token=law.reading("ROOM_SOURCE_PRICE_TOKEN", price["then"]),
        )
    return label
