"""Every reference inside the law, and which of them lead nowhere: the `dangling` of the coverage.

The validator tells the place of each; here they are only counted, over objects instead of documents. References to
tests are judged in a checkout only, because an installed copy has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from specproof.specs.model import Question, Rule
from specproof.specs.pointers import MISSING, resolve
from specproof.specs.register import CHECKS, QUERIES, Law

Reference: TypeAlias = tuple[str, str]  # (who refers, to what)


def dangling(law: Law) -> tuple[Reference, ...]:
    """The references that lead nowhere, in the order of the law."""
    return tuple(one for system in law.systems for one in _of_system(law, system.id))


def _of_system(law: Law, system: str) -> Iterator[Reference]:
    known = law.statements(system)
    for statement in known.values():
        yield from ((statement.id, name) for name in statement.see if name not in known)
    for rule in law.rules(system):
        yield from ((rule.id, name) for name in rule.statements if name not in known)
        yield from ((rule.id, name) for name in _of_rule(law, rule))
    for question in law.questions(system):
        yield from ((question.id, name) for name in question.statements if name not in known)
        yield from ((question.id, name) for name in _of_question(law, question))
    for path in law.structured(system):
        yield from ((path, name) for name in _named(law.value(path)) if name not in known)


def _of_rule(law: Law, rule: Rule) -> Iterator[str]:
    proof = rule.proof
    yield from (name for name in rule.questions if law.question(name) is None)
    if rule.differs and law.rule(rule.differs) is None:
        yield rule.differs
    yield from _pointers(law, rule.system, rule.data)
    yield from (name for name in proof.checks if not law.has(f"{CHECKS}/{name}.yaml"))
    yield from (name for name in proof.queries if not law.has(f"{QUERIES}/{name}.sql"))
    root = law.rooms["specs"].parent
    if (root / "tests").is_dir():
        yield from (name for name in proof.static if not (root / name).exists())


def _of_question(law: Law, question: Question) -> Iterator[str]:
    if question.choice not in question.alternatives:
        yield question.choice
    yield from _pointers(law, question.system, question.data)


def _pointers(law: Law, system: str, pointers: tuple[str, ...]) -> Iterator[str]:
    return (pointer for pointer in pointers if resolve(law, system, pointer) is MISSING)


def _named(value: Any) -> Iterator[str]:
    """The statements that a table names at any depth."""
    if isinstance(value, dict):
        named = value.get("statements")
        if isinstance(named, list):
            yield from (name for name in named if isinstance(name, str))
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in items:
        yield from _named(item)
