"""One thing that is wrong in a YAML file of the content rooms, and where: the value that loader and validator share.

Sits below both. It refuses to decide whether a problem is fatal: a reader of data raises, `spec validate` lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from specproof.errors import UsageProblem

Pointer: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A problem at a place; lines and columns count from 1, columns in characters.

    `path` is the JSON pointer of the value (RFC 6901), empty for the whole document. `specs/errors.yaml`
    explains the `code`.
    """

    file: str
    line: int
    column: int
    path: str
    code: str
    what: str
    next_step: str

    def __str__(self) -> str:
        return printable(f"{self.file}:{self.line}:{self.column}: {self.what} [{self.code}]")


def printable(text: str) -> str:
    """The text with control characters spelt out: a key of a file must not command somebody's terminal."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def pointer_text(pointer: Iterable[str | int]) -> str:
    """RFC 6901: each segment after a slash, `~` and `/` escaped."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in pointer)


def as_error(problems: Sequence[Problem]) -> UsageProblem:
    """The error of a reader that cannot go on: the first problem in full, the number of the others."""
    first = problems[0]
    more = f" ({len(problems) - 1} more in this file)" if len(problems) > 1 else ""
    return UsageProblem(
        "spec.invalid",
        printable(f"{first.what}{more}"),
        where=f"{first.file}:{first.line}:{first.column}" + (f" at {first.path}" if first.path else ""),
        cause=f"The file breaks a rule of the data format ({first.code}).",
        next_step=f"{first.next_step} `specproof spec validate` lists every problem.",
    )
