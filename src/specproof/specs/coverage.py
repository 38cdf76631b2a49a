"""How far the law is proven: per statement what is mapped, cased and proven, and what is left to do.

What counts, and no more:
- mapped: a rule gathers the statement, or a question asks it.
- cased: every testable rule that gathers it has an example that is run. For a rule that owes cases that is a
  conformance case; for any other the scripts of a DDL check, a query of the migrator or a test of this repository that
  it names, or an engine on which it was seen to hold.
- proven on an engine: every testable rule that gathers it and owes this engine was seen to hold on a real one. Recorded
  results of a run count where they are given; without them the proofs that this repository runs on that engine do:
  queries of the migrator and scripts of DDL checks on MySQL 5.7, and tests below tests/engine for a rule that owes one
  engine alone.
- excused: all its rules say why nothing can test them. Nothing is owed then, and nothing counts as cased.
A statement that only a question asks owes nothing but the owner's answer; it is counted as asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from specproof.specs.model import Rule, Statement
from specproof.specs.recorded import Recorded
from specproof.specs.references import dangling
from specproof.specs.register import CHECKS, QUERIES, Law
from specproof.text import Text

MYSQL57 = "mysql-5.7"

COUNTING = {
    "mapped": Text(zh="有规则收着它，或有问题问着它", en="a rule gathers it, or a question asks it"),
    "cased": Text(
        zh="收着它的每条可测规则都有会运行的例子：欠案例的规则要有案例；其余要有 DDL 检查的脚本、迁移查询、"
        "本仓库的测试，或在引擎上成立过",
        en="every testable rule on it has an example that is run: a case where cases are owed; else the scripts of a "
        "DDL check, a query of the migrator, a test of this repository, or an engine on which it held",
    ),
    "proven": Text(
        zh="收着它、且要在该引擎上证明的每条可测规则，都在真实的该引擎上成立过：以给出的运行结果为准，"
        "没有给出时以本仓库在该引擎上运行的证明为准",
        en="every testable rule on it that owes the engine was seen to hold on a real one: by the results given, or "
        "without them by the proofs that this repository runs there",
    ),
    "excused": Text(
        zh="收着它的规则都写明了为何不可测；不欠什么，也不算有案例",
        en="all its rules say why nothing can test them; nothing is owed, nothing counts as cased",
    ),
    "asked": Text(
        zh="只有问题问着它，等规范的主人回答",
        en="only a question asks it; the owner of the law is to answer",
    ),
    "done": Text(zh="不欠案例，也不欠任何引擎上的证明", en="it lacks neither a case nor a proof on any engine"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one statement stands. `owed` names engines that its rules owe, `missing` what is left to do."""

    statement: str
    system: str
    kind: str
    mapped: bool
    asked: bool
    excused: bool
    cased: bool
    owed: tuple[str, ...]
    proven: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SystemCounts:
    """What a system has besides statements; `counted` is how many of them were counted on its source at first.

    `owing` rules owe cases, `cased` of them have one, `both_sides` one that accepts and one that refuses.
    """

    id: str
    prefix: str
    counted: int
    rules: int
    questions: int
    confirmed: int
    owing: int
    cased: int
    both_sides: int


@dataclass(frozen=True, slots=True)
class Coverage:
    standings: tuple[Standing, ...]
    systems: tuple[SystemCounts, ...]
    dangling: int
    sources: tuple[str, ...]

    def of(self, system: str) -> tuple[Standing, ...]:
        return tuple(one for one in self.standings if one.system == system)


def measure(law: Law, recorded: Recorded | None = None) -> Coverage:
    """The standing of every statement. Raises UsageProblem `spec.invalid`."""
    results = recorded or Recorded()
    standings: list[Standing] = []
    systems = []
    for system in law.systems:
        rules, questions = law.rules(system.id), law.questions(system.id)
        gathered: dict[str, list[Rule]] = {}
        for rule in rules:
            for name in rule.statements:
                gathered.setdefault(name, []).append(rule)
        asked = {name for question in questions for name in question.statements}
        standings += (
            _standing(law, one, gathered.get(one.id, []), results, asked=one.id in asked)
            for one in law.statements(system.id).values()
        )
        confirmed = sum(question.status == "confirmed" for question in questions)
        counts = (system.counted, len(rules), len(questions), confirmed)
        sides = [_sides(law, rule) for rule in rules if rule.proof.cases]
        cases = (len(sides), sum(map(bool, sides)), sum(len(one) > 1 for one in sides))
        systems.append(SystemCounts(system.id, system.prefix, *counts, *cases))
    return Coverage(tuple(standings), tuple(systems), len(dangling(law)), results.sources)


def _standing(law: Law, statement: Statement, rules: list[Rule], recorded: Recorded, *, asked: bool) -> Standing:
    testable = [rule for rule in rules if rule.proof.untestable is None]
    owed = tuple(dict.fromkeys(engine for rule in testable for engine in rule.proof.engines))
    proven = tuple(engine for engine in owed if _proven(law, statement.id, engine, testable, recorded))
    missing = [] if rules or asked else ["rule"]
    if any(rule.proof.cases and not law.cases_of(rule.id) for rule in testable):
        missing.append("case")
    return Standing(
        statement=statement.id,
        system=statement.system,
        kind=statement.kind,
        mapped=bool(rules) or asked,
        asked=asked and not rules,
        excused=bool(rules) and not testable,
        cased=bool(testable) and all(_cased(law, rule, recorded) for rule in testable),
        owed=owed,
        proven=proven,
        missing=(*missing, *(engine for engine in owed if engine not in proven)),
    )


def _cased(law: Law, rule: Rule, recorded: Recorded) -> bool:
    proof = rule.proof
    if proof.cases:
        return bool(law.cases_of(rule.id))
    named = proof.checks or proof.queries or proof.static
    return bool(named) or any(_holds(law, rule, engine, recorded) for engine in proof.engines)


def _sides(law: Law, rule: Rule) -> set[bool]:
    """Which sides of a rule its cases show: True for one that refuses, False for one that accepts."""
    expected = [case.value.get("expect") for case in law.cases_of(rule.id)]
    return {isinstance(one, dict) and "reject" in one for one in expected}


def _proven(law: Law, statement: str, engine: str, rules: Iterable[Rule], recorded: Recorded) -> bool:
    if recorded.statements.get((statement, engine)):
        return True
    return all(_holds(law, rule, engine, recorded) for rule in rules if engine in rule.proof.engines)


def _holds(law: Law, rule: Rule, engine: str, recorded: Recorded) -> bool:
    """Whether a rule was seen to hold on an engine."""
    said = recorded.rules.get((f"{rule.id}@{rule.revision}", engine))
    if said is not None:
        return said
    proof = rule.proof
    if proof.engines == (engine,) and any(name.startswith("tests/engine/") for name in proof.static):
        return True
    return engine == MYSQL57 and (
        any(law.has(f"{QUERIES}/{name}.sql") for name in proof.queries) or any(_on_server(law, c) for c in proof.checks)
    )


def _on_server(law: Law, check: str) -> bool:
    path = f"{CHECKS}/{check}.yaml"
    return law.has(path) and law.check_of(path).on_server > 0


# --- as data ----------------------------------------------------------------------------------------------------------


def to_data(coverage: Coverage) -> dict[str, Any]:
    """JSON-ready form; `specs/metaschema/report/spec-coverage.schema.json` fixes it."""
    engines = _engines(coverage.standings)
    return {
        "schema": "specproof/coverage/1",
        **_counts(coverage.standings, engines),
        "source": sum(system.counted for system in coverage.systems),
        "dangling": coverage.dangling,
        "open": [
            {"statement": one.statement, "missing": list(one.missing)} for one in coverage.standings if one.missing
        ],
        "systems": [_system(coverage, system) for system in coverage.systems],
        "results": list(coverage.sources),
        "counting": {key: {"zh": text.zh, "en": text.en} for key, text in COUNTING.items()},
    }


def _system(coverage: Coverage, system: SystemCounts) -> dict[str, Any]:
    own = coverage.of(system.id)
    engines = _engines(own)
    kinds = dict.fromkeys(one.kind for one in own)
    return {
        "system": system.id,
        "prefix": system.prefix,
        **_counts(own, engines),
        "source": system.counted,
        "rules": system.rules,
        "questions": {"asked": system.questions, "confirmed": system.confirmed},
        "rules_with_cases": {"owed": system.owing, "any": system.cased, "accepting_and_refusing": system.both_sides},
        "kinds": [{"kind": kind, **_counts([one for one in own if one.kind == kind], engines)} for kind in kinds],
    }


def _counts(standings: Iterable[Standing], engines: Iterable[str]) -> dict[str, Any]:
    own = tuple(standings)
    return {
        "statements": len(own),
        "mapped": sum(one.mapped for one in own),
        "asked": sum(one.asked for one in own),
        "excused": sum(one.excused for one in own),
        "cased": sum(one.cased for one in own),
        "owed": {engine: sum(engine in one.owed for one in own) for engine in engines},
        "proven": {engine: sum(engine in one.proven for one in own) for engine in engines},
        "done": sum(not one.missing for one in own),
    }


def _engines(standings: Iterable[Standing]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(engine for one in standings for engine in one.owed))


# --- the ratchet ------------------------------------------------------------------------------------------------------


def snapshot(coverage: Coverage) -> dict[str, Any]:
    """What is reached now, statement by statement: the floor below which no later state may fall."""
    return {
        "schema": "specproof/coverage-snapshot/1",
        "statements": {one.statement: list(_reached(one)) for one in coverage.standings},
    }


def losses(before: dict[str, Any], coverage: Coverage) -> tuple[tuple[str, str], ...]:
    """What a snapshot had and the coverage has not: (statement, mapped | cased | engine | gone)."""
    now = {one.statement: set(_reached(one)) for one in coverage.standings}
    found: list[tuple[str, str]] = []
    for statement, reached in before["statements"].items():
        if statement not in now:
            found.append((statement, "gone"))
        else:
            found += ((statement, one) for one in reached if one not in now[statement])
    return tuple(found)


def _reached(standing: Standing) -> Iterator[str]:
    if standing.mapped:
        yield "mapped"
    if standing.excused:
        yield "excused"
    if standing.cased:
        yield "cased"
    yield from standing.proven
