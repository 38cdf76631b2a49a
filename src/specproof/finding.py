"""What a check of SQL text says: findings with positions, statements with a three-valued status, files, a report.

Value objects only, the shape of `specproof/ddl-report/1`. Lines and columns count from 1, columns in characters; the
end column is that of the character after the last one, as in SARIF.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Effect(StrEnum):
    """What becomes of the construct on the server."""

    REJECTED = "rejected"  # the server refuses it, with an error number
    IGNORED = "ignored"  # accepted and dropped without a word
    UNSAFE = "unsafe"  # accepted; endangers data or availability
    STYLE = "style"  # accepted; against a rule of the house


class Status(StrEnum):
    OK = "ok"
    VIOLATION = "violation"
    UNVERIFIED = "unverified"


class Prediction(StrEnum):
    """What the server itself will say, whatever the house thinks."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text: from (line, column) up to, not including, (end_line, end_column)."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know about one place. The prose is already in the reader's language."""

    check: str
    effect: Effect
    severity: Severity
    span: Span
    message: str
    why: str
    advice: str
    url: str
    errno: int | None = None
    statement: int | None = None
    object: str | None = None


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that a comment in the script allows: it counts for nothing in the verdict and stays on record."""

    finding: Finding
    reason: str
    until: str | None = None  # ISO date


@dataclass(frozen=True, slots=True)
class Rule:
    """One check as a reader of a report needs it, in the reader's language; SARIF calls it a rule."""

    slug: str
    title: str
    why: str
    advice: str
    effect: Effect
    severity: Severity
    url: str
    errno: int | None = None
    policy: str | None = None  # the house rule that switches it on; None = MySQL 5.7 itself


@dataclass(frozen=True, slots=True)
class StatementReport:
    """One statement of a script. `kind` is like `alter table`, `object` like `answer`."""

    number: int
    line: int
    end_line: int
    kind: str
    object: str | None
    status: Status
    predicted: Prediction
    errno: int | None = None


@dataclass(frozen=True, slots=True)
class FileReport:
    """One script: `assumptions` are sentences about what had to be taken for granted for want of a baseline."""

    path: str
    status: Status
    statements: tuple[StatementReport, ...]
    findings: tuple[Finding, ...]
    assumptions: tuple[str, ...] = ()
    source: str = ""  # the decoded text, for frames in text output; never serialised
    suppressed: tuple[Suppressed, ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that could not be checked at all: missing, not text, not UTF-8. The others are reported all the same."""

    path: str
    code: str
    what: str
    next_step: str
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class DdlReport:
    """`policy` names the house rules that were on; `rules` lists the checks that ran."""

    target: str
    files: tuple[FileReport, ...]
    policy: str = "none"
    unread: tuple[Unread, ...] = ()
    rules: tuple[Rule, ...] = ()

    def count(self, status: Status) -> int:
        return sum(file.status is status for file in self.files)
