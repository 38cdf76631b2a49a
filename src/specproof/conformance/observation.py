"""What a subject answered, as values of our own: the JSON of the seam is turned into these, and judged as these.

What did not come from the subject (a crash, an engine that is missing) is told in the same terms, so that the verdict
is a function of one value. It refuses to hold an opinion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from specproof.text import Text

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Value:
    observed: Json


@dataclass(frozen=True, slots=True)
class Rejected:
    code: str
    path: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    feature: str


@dataclass(frozen=True, slots=True)
class Crashed:
    """The subject failed, or its answer is none; `what` is one line."""

    what: str


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The case was planned and could not be run."""

    why: Text


Observation: TypeAlias = Value | Rejected | Unsupported | Crashed | NotAsked


def read(message: Json) -> Observation:
    """The observation of a message that keeps to the seam's schema."""
    match message["outcome"]:
        case "value":
            return Value(message["observed"])
        case "rejected":
            error = message["error"]
            return Rejected(error["code"], error.get("path", ""), error.get("detail", ""))
    return Unsupported(message["feature"])
