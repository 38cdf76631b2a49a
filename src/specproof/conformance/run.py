"""Runs a plan against a subject and collects the results, in an order that depends on the plan alone.

Cases of one environment run together: an engine is lent once for each system and profile. It refuses to count a case
that was not run as anything else, and ends with a case that has to come out red.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from specproof import __version__
from specproof.conformance.cases import Case, Expected, Reject, Suite
from specproof.conformance.lending import Lender, Lent
from specproof.conformance.observation import NotAsked, Rejected, Value
from specproof.conformance.result import Report, Result, SelfCheck
from specproof.conformance.select import Planned
from specproof.conformance.session import Claims, Session
from specproof.conformance.subject import Maker
from specproof.conformance.verdict import Judgement, Verdict, judge
from specproof.engines import facts
from specproof.errors import EnvironmentProblem, InternalProblem, UsageProblem
from specproof.evidence import EngineIdentity
from specproof.text import Text

_Key: TypeAlias = tuple[str, str, str]  # engine or "", system, profile


def run(suite: Suite, planned: Sequence[Planned], make: Maker, lend: Lender, named: Collection[str] = ()) -> Report:
    """What the subject makes of every planned case. `named` are the engines that the user asked for by name.

    Raises EnvironmentProblem `conformance.no-hello`, UsageProblem `conformance.not-claimed`, InternalProblem
    `conformance.self-check`.
    """
    with Session(make, suite.operations) as session:
        claims = session.hello()
        systems = tuple(dict.fromkeys(one.case.system for one in planned))
        for system in systems:
            _claimed(claims, system)
        runner = _Runner(session, claims, lend, facts.optional() - set(named))
        results = list(runner.all(planned))
        return Report(
            subject=claims.name,
            version=claims.version,
            specproof=__version__,
            suite=suite.digest,
            systems=systems,
            engines=tuple(runner.engines[name] for name in sorted(runner.engines)),
            results=tuple(sorted(results, key=_order)),
            self_check=runner.self_check,
        )


class _Runner:
    """One run: what it learns on the way besides the results."""

    def __init__(self, session: Session, claims: Claims, lend: Lender, dispensable: frozenset[str]) -> None:
        self._session = session
        self._claims = claims
        self._lend = lend
        self._dispensable = dispensable
        self.engines: dict[str, EngineIdentity] = {}
        self.self_check: SelfCheck | None = None

    def all(self, planned: Iterable[Planned]) -> Iterator[Result]:
        for (engine, system, profile), group in groupby(sorted(planned, key=_environment), key=_environment):
            members = list(group)
            try:
                with self._lend(engine) if engine else nullcontext() as lent:
                    self._opened(system, profile, lent)
                    yield from map(self._asked, members)
                    if lent:
                        self._session.close()  # before its database goes
            except EnvironmentProblem as problem:
                why = f"{problem.what} {problem.cause or ''}".rstrip()
                missing = NotAsked(Text(zh=f"{engine}：{why}", en=f"{engine}: {why}"))
                red = problem.code != "engine.none" or engine not in self._dispensable
                yield from (_result(one, replace(judge(one.case, missing, ()), red=red)) for one in members)

    def _opened(self, system: str, profile: str, lent: Lent | None) -> None:
        engine = None
        if lent is not None:
            self.engines[lent.identity.name] = lent.identity
            engine = {"name": lent.identity.name, "version": lent.identity.version, "url": lent.url}
        self._session.open({"system": system, "profile": profile, "engine": engine})

    def _asked(self, planned: Planned) -> Result:
        case = planned.case
        claimed = self._claims.features[case.system]
        observation = self._session.ask(case)
        if self.self_check is None and isinstance(observation, (Value, Rejected)):
            self.self_check = self._self_checked(case, claimed)
        return _result(planned, judge(case, observation, claimed))

    def _self_checked(self, case: Case, claimed: frozenset[str]) -> SelfCheck | None:
        """Asks the case once more and expects what cannot come. None when it is not answered this time."""
        again = self._session.ask(case)
        if not isinstance(again, (Value, Rejected)):
            return None
        verdict = judge(_impossible(case), again, claimed).verdict
        if verdict not in (Verdict.FAIL, Verdict.WRONG_CODE):
            raise InternalProblem(
                "conformance.self-check",
                f"A case with an expectation that nothing meets came out as '{verdict}'.",
                where=case.id,
                cause="The comparison of this version accepts whatever it is given.",
                next_step="Trust no result of this run, and report it with the version of specproof.",
            )
        return SelfCheck(case.id, verdict)


def _impossible(case: Case) -> Case:
    """The case with an expectation of the same kind that no answer fits."""
    nothing = "self-check: nothing meets this"
    refused = isinstance(case.expect[0], Reject)
    wrong = Reject(nothing, None) if refused else Expected({nothing: nothing})
    return replace(case, level="core", expect=(wrong,))


def _claimed(claims: Claims, system: str) -> None:
    if system not in claims.features:
        raise UsageProblem(
            "conformance.not-claimed",
            f"The subject {claims.name} does not claim the system {system}.",
            cause=f"It claims {', '.join(sorted(claims.features))}.",
            next_step="Name a system that it claims with --system.",
        )


def _environment(one: Planned) -> _Key:
    return one.engine or "", one.case.system, one.profile


def _order(one: Result) -> tuple[str, str, str, str]:
    return one.case.system, one.case.id, one.profile, one.engine or ""


def _result(planned: Planned, judgement: Judgement) -> Result:
    return Result(planned.case, planned.profile, planned.engine, judgement)
