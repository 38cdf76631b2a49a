"""What a run came to: one result for each planned case, the engines it ran on, and what follows for the exit code.

Value objects; `run` fills them, the renderers of `report` show them. They hold no time, so that two runs of the same
thing are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from specproof.conformance.cases import Case
from specproof.conformance.verdict import Judgement, Verdict
from specproof.errors import ExitCode
from specproof.evidence import EngineIdentity


@dataclass(frozen=True, slots=True)
class Result:
    case: Case
    profile: str
    engine: str | None
    judgement: Judgement

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """A case asked once more and held against an expectation that nothing meets: its verdict proves that red is

    possible. It counts nowhere else.
    """

    case: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class RuleResult:
    """All results of the cases that cite a rule; `rule` is id@revision."""

    rule: str
    results: tuple[Result, ...]

    def count(self, verdict: Verdict) -> int:
        return sum(one.verdict is verdict for one in self.results)

    @property
    def red(self) -> int:
        return sum(one.judgement.red for one in self.results)

    @property
    def holds(self) -> bool:
        return all(one.verdict is Verdict.PASS for one in self.results)

    @property
    def holds_so_far(self) -> bool:
        """It holds wherever it was run, and was run somewhere."""
        ran = [one for one in self.results if one.verdict is not Verdict.NOT_RUN]
        return bool(ran) and all(one.verdict is Verdict.PASS for one in ran)


@dataclass(frozen=True, slots=True)
class Report:
    """One run. `self_check` is None when no case of the run was answered at all."""

    subject: str
    version: str
    specproof: str
    suite: str  # SHA-256 of the suite that was selected from
    systems: tuple[str, ...]
    engines: tuple[EngineIdentity, ...]
    results: tuple[Result, ...]
    self_check: SelfCheck | None

    def count(self, verdict: Verdict) -> int:
        return sum(one.verdict is verdict for one in self.results)

    @property
    def red(self) -> tuple[Result, ...]:
        return tuple(one for one in self.results if one.judgement.red)

    @property
    def rules(self) -> tuple[RuleResult, ...]:
        """Every rule that a case of the run cites, sorted; those that do not hold come first."""
        cited = sorted({rule for one in self.results for rule in one.case.rules})
        found = [RuleResult(rule, tuple(_citing(rule, self.results))) for rule in cited]
        return tuple(sorted(found, key=lambda one: (not one.red, one.holds)))

    @property
    def exit_code(self) -> ExitCode:
        """0 clean, 1 something is red, 3 something could not be run: the highest that applies.

        What wanted an engine that a run may do without is reported as not run and changes nothing here.
        """
        if any(one.verdict is Verdict.NOT_RUN for one in self.red):
            return ExitCode.ENVIRONMENT
        return ExitCode.FINDINGS if self.red else ExitCode.OK


def _citing(rule: str, results: Iterable[Result]) -> Iterable[Result]:
    return (one for one in results if rule in one.case.rules)
