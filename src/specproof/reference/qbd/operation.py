"""The texts of the columns C, H and J: group code, one entry of the operation, and what stands for the arrival.

Each function reads one text. It refuses to look at another cell; that J says CXL is told by the caller.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from specproof.reference.qbd.law import SYSTEM, Law, Reading
from specproof.reference.source import lawless


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of H: three fields, and the hint that a fact takes from the kind."""

    date: Reading
    kind: Reading
    target: Reading
    hint: str | None


def group_code(law: Law, text: str) -> Reading:
    code = law.trimmed(text)
    state = law.cell("C", "text" if code else "empty")
    return law.reading("GROUP_CODE", state) if state else law.resolved("GROUP_CODE", code)


def entry(law: Law, line: str, *, cxl: bool) -> Entry:
    """A line of H. A line that starts with neither a date nor an action is no entry, and all of it is its target."""
    said = law.profile["operation"]
    found = law.grammar(said["entry"]).fullmatch(line)
    if found is None:
        raise lawless(SYSTEM, "The grammar of an entry has to take every line.")
    target = found["target"]
    kind, hint = _kind(law, found["action"], target, cxl=cxl)
    return Entry(
        date=_date(law, found["date"]),
        kind=kind,
        target=law.resolved("OPERATION_TARGET_RAW", target)
        if target
        else law.reading("OPERATION_TARGET_RAW", said["target_absent"]),
        hint=hint,
    )


def group_in(law: Law, text: str) -> Reading:
    """The text of J; a cell that holds a date is not read as text."""
    said = law.profile["group_in"]
    if law.grammar(said["cxl"]).fullmatch(law.compared(text)):
        return law.resolved("GROUP_IN", said["cxl"]["normalized"])
    if not law.trimmed(text):
        return law.reading("GROUP_IN", law.cell("J", "empty") or said["other_text"])
    return law.reading("GROUP_IN", said["other_text"])


def _date(law: Law, token: str | None) -> Reading:
    said = law.profile["operation"]["date"]
    if token is None:
        return law.reading("OPERATION_DATE", said["absent"])
    for form in said["forms"]:
        if found := law.grammar(form).fullmatch(token):
            try:
                day = dt.date(int(found["year"]), int(found["month"]), int(found["day"]))
            except ValueError:
                break
            return law.resolved("OPERATION_DATE", day.isoformat())
    return law.reading("OPERATION_DATE", said["unreadable"])


def _kind(law: Law, token: str | None, target: str, *, cxl: bool) -> tuple[Reading, str | None]:
    said = law.profile["operation"]
    actions = {one["text"]: one for one in said["actions"]}
    hints = {one["kind"]: one["hint"] for one in said["actions"]}
    if cxl:
        forced = next(
            one["by"]
            for one in law.observation["dependencies"]["fields"]
            if (one["role"], one["when"]) == ("OPERATION_KIND", "cxl")
        )
        return law.resolved("OPERATION_KIND", said["cxl_kind"], forced), hints[said["cxl_kind"]]
    if token is None:
        return (
            law.reading("OPERATION_KIND", said["unknown_action"]) if target else law.missing("OPERATION_KIND")
        ), None
    action = actions.get(law.compared(token))
    if action is None:
        return law.reading("OPERATION_KIND", said["unknown_action"]), None
    return law.resolved("OPERATION_KIND", action["kind"]), action["hint"]


def whole(law: Law, text: str, *, cxl: bool) -> Entry:
    """All of H. Of several entries none holds; the kind that CXL forces stands all the same."""
    said = law.profile["operation"]
    lines = [line for line in text.split("\n") if law.trimmed(line)]
    entries = [line for line in lines if _is_entry(law, line)]
    if len(entries) <= 1:
        return entry(law, (entries or lines or [""])[0], cxl=cxl)
    several = said["several_entries"]
    forced = entry(law, entries[0], cxl=cxl)
    return Entry(
        date=law.reading("OPERATION_DATE", several),
        kind=forced.kind if cxl else law.reading("OPERATION_KIND", several),
        target=law.reading("OPERATION_TARGET_RAW", several),
        hint=forced.hint if cxl else None,
    )


def _is_entry(law: Law, line: str) -> bool:
    said = law.profile["operation"]["entry"]
    found = law.grammar(said).fullmatch(line)
    return found is not None and any(found[name] for name in said["needs_one_of"])
