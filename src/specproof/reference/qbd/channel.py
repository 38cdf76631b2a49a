"""The first two gates before a workbook is read: whose mail it is, and which sheet is the business sheet.

Both read one text. It refuses to open an attachment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from specproof.reference.qbd.law import SYSTEM, Law
from specproof.reference.rejection import Rejection
from specproof.reference.source import lawless, only


@dataclass(frozen=True, slots=True)
class Route:
    """What a sender leads to; without an outcome the next gate is asked."""

    state: str
    profile: str | None
    reads_attachments: bool
    observations: bool
    applicability: str | None
    issue: str | None


@dataclass(frozen=True, slots=True)
class Month:
    year: int
    month: int


def sender(law: Law, text: str, kind: str) -> Route:
    """The route of a mail by its sender; `kind` is new, historical or test, and matters where there is no sender."""
    said = law.profile["senders"]
    only(SYSTEM, said["match"], "whole-and-unique")
    normal = law.normal_sender(text)
    entries = [one for one in said["registry"] if one["sender"] == normal]
    entry = entries[0] if len(entries) == 1 else None
    state = entry["state"] if entry else "UNKNOWN" if normal else "NO_SENDER"
    for route in said["routes"]:
        if route["state"] == state and route.get("input", kind) == kind:
            return _routed(law, route, entry["profile"] if entry else None)
    raise lawless(SYSTEM, f"No route for the state {state} of a sender.")


def _routed(law: Law, route: dict[str, Any], profile: str | None) -> Route:
    ends = {one["id"]: one for one in law.profile["outcomes"]}
    end = ends[route["outcome"]] if "outcome" in route else {"applicability": None, "issue": None}
    return Route(
        state=route["state"],
        profile=profile,
        reads_attachments=route["reads_attachments"],
        observations=route["observations"],
        applicability=end["applicability"],
        issue=end["issue"],
    )


def sheet_month(law: Law, name: str) -> Month | Rejection:
    """Year and month of a sheet by its name; refused with a code of the law when it is no business sheet."""
    said = law.profile["sheet"]
    found = law.grammar(said["name"]).fullmatch(name)
    if found is None:
        return Rejection("no-business-sheet")
    for check in said["agreement"]:
        if not _agrees(law, check["id"], found.groupdict()):
            return Rejection(check["refusal"])
    return Month(int(found["year"]), int(found["month"]))


def _agrees(law: Law, check: str, parts: dict[str, str]) -> bool:
    match check:
        case "month-names-month":
            names: list[str] = law.profile["months"]
            return names[int(parts["month"]) - 1] == law.compared(parts["month_name"])
        case "short-year-ends-year":
            return parts["year"].endswith(parts["short_year"])
        case "year-is-listed":
            return int(parts["year"]) in law.profile["sheet"]["years"]
    raise lawless(SYSTEM, f"There is no agreement '{check}' of a sheet.")
