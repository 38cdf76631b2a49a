"""The law of a QBD workbook as the reference uses it: its two files, its expressions ready to run, its field states.

Reads profile.yaml and observation.yaml. It refuses to hold a fact of its own: senders, grammars, codes and figures
are theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from specproof.reference.source import lawless, table

SYSTEM = "qbd"
_CODE_POINT = re.compile(r"U\+([0-9A-F]+)")


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one field: members of a field observation, without those that tell where it stands."""

    status: str
    patchability: str
    origin: str
    reason: str | None = None
    rule_ref: str | None = None
    value: Any = None  # as JSON: text, integer, true, list of texts

    @property
    def resolved(self) -> bool:
        return self.status == "RESOLVED"


class Law:
    """Both files, read once. Raises UsageProblem `spec.invalid`, `reference.unknown-word`."""

    def __init__(self, root: Path | None = None) -> None:
        self.profile: Mapping[str, Any] = table(SYSTEM, "profile", root)
        self.observation: Mapping[str, Any] = table(SYSTEM, "observation", root)
        self._expressions: dict[tuple[str, bool], re.Pattern[str]] = {}

    # --- text ---------------------------------------------------------------------------------------------------------

    @cached_property
    def blank(self) -> str:
        """Every character that counts as blank."""
        spans = [_span(spelt) for spelt in self.profile["blank"]["characters"]]
        return "".join(chr(code) for span in spans for code in span)

    @cached_property
    def mask(self) -> str:
        """The character that stands in for a token that was read already."""
        (code,) = _span(self.profile["patterns"]["macros"]["mask"])
        return chr(code)

    def expression(self, pattern: str, flags: Sequence[str] = ()) -> re.Pattern[str]:
        """A pattern of the law with its macros filled in, insensitive to the case of ASCII letters where it says so."""
        folding = "ignore-ascii-case" in flags
        if (pattern, folding) not in self._expressions:
            text = pattern.replace("{blank}", re.escape(self.blank)).replace("{mask}", self.mask)
            self._expressions[pattern, folding] = re.compile(text, re.ASCII | (re.IGNORECASE if folding else 0))
        return self._expressions[pattern, folding]

    def grammar(self, said: Mapping[str, Any]) -> re.Pattern[str]:
        """The expression of a part of the law that has a `pattern` or a `search`."""
        return self.expression(said["pattern"] if "pattern" in said else said["search"], said.get("flags", ()))

    def trimmed(self, text: str) -> str:
        return text.strip(self.blank)

    def collapsed(self, text: str) -> str:
        """Trimmed, every stretch of blanks one space."""
        return re.sub(f"[{re.escape(self.blank)}]+", " ", self.trimmed(text))

    def compared(self, text: str) -> str:
        """The text as labels, months, actions and CXL are compared."""
        return self._stepped(text, self.profile["comparison"]["steps"])

    def normal_sender(self, text: str) -> str:
        return self._stepped(text, self.profile["senders"]["normalization"]["steps"])

    def _stepped(self, text: str, steps: Sequence[str]) -> str:
        for step in steps:
            match step:
                case "trim-blanks":
                    text = self.trimmed(text)
                case "collapse-blanks-to-one-space":
                    text = self.collapsed(text)
                case "ascii-upper-case":
                    text = "".join(c.upper() if c.isascii() else c for c in text)
                case "ascii-lower-case":
                    text = "".join(c.lower() if c.isascii() else c for c in text)
                case _:
                    raise lawless(SYSTEM, f"There is no step '{step}' for a text.")
        return text

    # --- fields -------------------------------------------------------------------------------------------------------

    def reading(self, role: str, state: Mapping[str, Any], value: Any = None) -> Reading:
        """The field of a semantic role in one of the states that the law gives."""
        rule_ref = state.get("rule_ref")
        derived = rule_ref in self.observation["derived_by"]
        return Reading(
            status=state["status"],
            patchability=state["patchability"],
            origin="PROFILE_DERIVED" if derived else self._role(role)["origin"],
            reason=state.get("reason"),
            rule_ref=rule_ref,
            value=value,
        )

    def resolved(self, role: str, value: Any, rule_ref: str | None = None) -> Reading:
        state = self._only_state("RESOLVED")
        return self.reading(role, state if rule_ref is None else {**state, "rule_ref": rule_ref}, value)

    def missing(self, role: str) -> Reading:
        return self.reading(role, self._only_state("MISSING"))

    def depending(self, role: str, on: Sequence[Reading]) -> Reading | None:
        """The state that a field takes from those it is computed from; None when it can be computed."""
        for line in self.observation["dependencies"]["states"]:
            if any(one.status == line["if"] for one in on):
                return None if line["then"] == "computed" else self.reading(role, line["then"])
        raise lawless(SYSTEM, "No state of a dependency fits.")

    def cell(self, column: str, kind: str) -> Mapping[str, Any] | None:
        """The state of an unread cell by the kind of its content; None when the cell is read."""
        for line in self.profile["cell_kinds"]:
            if (line["column"], line["kind"]) == (column, kind):
                return None if line["then"] == "read" else line["then"]
        raise lawless(SYSTEM, f"Nothing is said of a cell of column {column} that is {kind}.")

    def _only_state(self, status: str) -> dict[str, Any]:
        """A status that has one patchability."""
        (patchability,) = next(s["patchabilities"] for s in self.profile["statuses"] if s["code"] == status)
        return {"status": status, "patchability": patchability}

    def _role(self, code: str) -> Mapping[str, Any]:
        for role in self.observation["semantic_roles"]:
            if role["code"] == code:
                found: Mapping[str, Any] = role
                return found
        raise lawless(SYSTEM, f"There is no semantic role {code}.")


def _span(spelt: str) -> range:
    """`U+0009..U+000D` or one code point."""
    ends = [int(end, 16) for end in _CODE_POINT.findall(spelt)]
    return range(ends[0], ends[-1] + 1)
