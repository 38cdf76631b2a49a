"""The law as objects: what `register` reads and every command over the law speaks of.

Frozen values with both languages side by side; `file` is the path below the content root. They refuse to judge: an
object mirrors its file, and whether the file is right is for the validator to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from specproof.text import Text

PROFILES = ("current", "target")


@dataclass(frozen=True, slots=True)
class System:
    """A system of the manifest; `counted` is how many statements were counted on its source at first."""

    id: str
    title: Text
    source: str
    version: str
    counted: int
    prefix: str
    rule_prefix: str
    engines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One assertion of a source. `checks` are the marks S C P PG MY OR, `see` its neighbours."""

    id: str
    system: str
    file: str
    sections: tuple[str, ...]
    kind: str
    checks: tuple[str, ...]
    derived: bool
    text: Text
    see: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What holds a rule: `cases` and `engines` are owed, `checks`, `queries` and `static` name what exists."""

    cases: bool
    engines: tuple[str, ...]
    checks: tuple[str, ...]
    queries: tuple[str, ...]
    static: tuple[str, ...]
    untestable: Text | None


@dataclass(frozen=True, slots=True)
class Example:
    good: Text
    bad: Text | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One obligation. `differs` is the rule of the other profile, `data` are pointers `file#/path` into the system."""

    id: str
    system: str
    file: str
    revision: int
    aliases: tuple[str, ...]
    statements: tuple[str, ...]
    level: str
    profiles: tuple[str, ...]
    differs: str | None
    status: str
    title: Text
    norm: Text
    why: Text
    examples: tuple[Example, ...]
    engine_notes: Mapping[str, Text]
    data: tuple[str, ...]
    codes: tuple[str, ...]
    questions: tuple[str, ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class Question:
    """What the source leaves open; `choice` is the id of the alternative that the reference takes."""

    id: str
    system: str
    file: str
    statements: tuple[str, ...]
    status: str
    contradiction: bool
    title: Text
    open: Text
    alternatives: Mapping[str, Text]
    elsewhere: Text | None
    choice: str
    position: Text
    data: tuple[str, ...]
    proposal: Text | None
    flips: Text


@dataclass(frozen=True, slots=True)
class Term:
    id: str
    term: Text
    aliases: tuple[str, ...]
    meaning: Text
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorCode:
    code: str
    exit: int
    title: Text
    cause: Text
    next: Text


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit code; `changed` is as-asked, nothing, partly or unknown."""

    exit: int
    name: str
    changed: str
    title: Text
    meaning: Text
    next: Text


@dataclass(frozen=True, slots=True)
class Check:
    """A DDL check as its data tells it.

    `bad` and `good` are scripts that are run as tests; a real server is asked about `on_server` of them too.
    """

    slug: str
    file: str
    title: Text
    why: Text
    advice: Text
    effect: str
    severity: str
    errno: int | None
    policy: str | None
    manual: str | None
    facts: tuple[str, ...]
    statements: tuple[str, ...]
    bad: tuple[str, ...]
    good: tuple[str, ...]
    on_server: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query of the migrator; `id` is `<folder>/<file name>`, `notes` what its header says beyond the rest."""

    id: str
    file: str
    asks: Text
    expects: str
    cost: str
    statements: tuple[str, ...]
    notes: Mapping[str, Text]
    sql: str


@dataclass(frozen=True, slots=True)
class Case:
    """A conformance case; `rules` are ids without revision, `value` is the whole file."""

    id: str
    file: str
    title: Text | None
    rules: tuple[str, ...]
    value: Mapping[str, Any]
