"""What a check may look at: the script, each statement's reading, the simulated schema before and after, the conflicts.

Value objects between simulator, second reader and checks. A check never parses text itself and never asks a server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from specproof.ddl.online import Online
from specproof.ddl.script import Script, Statement
from specproof.ddl.syntax import Place, Reading
from specproof.finding import Prediction
from specproof.schema import Schema


@dataclass(frozen=True, slots=True)
class State:
    """The simulated schema at one moment.

    `unknown` names tables that the script uses but nobody defined: they are taken to exist, with columns that are not
    known beyond those that the script added itself. `dropped` names tables that the script dropped.
    """

    schema: Schema = field(default_factory=lambda: Schema(tables=()))
    unknown: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that the simulator knows the server to refuse, drop or change silently.

    `kind` is a slug (`duplicate-column`, `key-too-long`), `errno` the server's number or None when it accepts,
    `values` fill the check's message. An uncertain conflict depends on what is not known (an undefined table) and makes
    no error.
    """

    kind: str
    place: Place
    errno: int | None = None
    object: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    certain: bool = True


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """What the second reader saw in one statement. `gave_up` is not a fault: the strict reader decides."""

    gave_up: bool = False
    foreign_keys: tuple[Place, ...] = ()
    columns: tuple[str, ...] = ()
    tree: Any = None  # the second reader's own tree, for checks on queries and expressions


@dataclass(frozen=True, slots=True)
class Judged:
    """One statement with everything known about it. `predicted` is the server's view alone, house rules apart."""

    statement: Statement
    reading: Reading
    before: State
    after: State
    conflicts: tuple[Conflict, ...]
    predicted: Prediction
    errno: int | None = None
    second: SecondOpinion | None = None
    online: Online | None = None  # how the server carries out an ALTER TABLE, CREATE INDEX or DROP INDEX


@dataclass(frozen=True, slots=True)
class Subject:
    """One script ready for checks.

    `policy` holds the house rules that are switched on, `assumptions` what was taken for granted without a baseline.
    """

    script: Script
    statements: tuple[Judged, ...]
    policy: Mapping[str, Any]
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where a check fires: `values` fill the message of the check, `statement` is its number, if any.

    `variant` picks one of the check's variants: the same check with other words.
    """

    place: Place
    statement: int | None
    object: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    errno: int | None = None
    variant: str | None = None


Hits = Iterator[Hit]
