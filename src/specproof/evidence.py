"""What was proven, on what: engine identity, evidence level, the steps of a run and what was not run.

Value objects only; `engines` fills them, `report` shows them. It refuses to judge: an outcome is given, not computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Evidence(StrEnum):
    """How close the server that ran is to the one a rule names."""

    ENGINE = "engine"  # the product and major version that the rule names
    LINEAGE = "lineage"  # a close relative, such as 5.6 for 5.7
    EMULATED = "emulated"  # another product in a compatibility mode


class ProviderKind(StrEnum):
    URL = "url"
    CONTAINER = "container"
    LOCAL = "local"


@dataclass(frozen=True, slots=True)
class EngineIdentity:
    """Which server it was.

    `name` is the engine's slug (`mysql-5.7`), `product` and `version` are the server's words.
    """

    name: str
    product: str
    version: str
    provider: ProviderKind
    evidence: Evidence


class Outcome(StrEnum):
    OK = "ok"
    FAILED = "failed"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run. `reason` is set unless the outcome is ok; `detail` is one line for people."""

    step: str
    outcome: Outcome
    seconds: float
    reason: str | None = None
    detail: str | None = None
    engine: EngineIdentity | None = None


@dataclass(frozen=True, slots=True)
class NotRun:
    """Something that could have been proven and was not: what, why, and how to have it run."""

    what: str
    why: str
    how: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A piece of the law held against a server: what was asked, expected and seen, and which statements it proves."""

    what: str
    statements: tuple[str, ...]
    expected: str
    seen: str
    outcome: Outcome


class RunOutcome(StrEnum):
    OK = "ok"
    FINDINGS = "findings"  # something differs from the law or the target
    FAILED = "failed"  # a step could not be finished


@dataclass(frozen=True, slots=True)
class RunReport:
    """A whole run, the content of `specproof/prove/1`. `inputs` pairs a file name with the SHA-256 of its bytes."""

    started: str  # ISO 8601, UTC
    version: str
    outcome: RunOutcome
    steps: tuple[Step, ...]
    proofs: tuple[Proof, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()
