"""How engines treat values, keys, transactions and SQL: one line for each law, read from `specs/engines`.

Callers that must differ between engines ask here: `load("mysql-5.7")["empty-string"].value`. Whether a line is true,
only a server can tell: see `probe`. It refuses to guess, so that a line which nobody settled has no value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

import yaml

from specproof import resources
from specproof.errors import InternalProblem
from specproof.text import Text

MAIN = "main"

_WORD = re.compile(r"\$(\w+)")
_Data: TypeAlias = dict[str, Any]
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Step:
    """One statement for a session; `fails` names the condition under which it has to fail.

    `main` commits each statement, every other session is one transaction until COMMIT or ROLLBACK.
    """

    sql: str
    session: str = MAIN
    fails: str | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """How a server is asked. An error in `setup` is no answer, one in `attempts` or `ask` may be.

    `answers` turns what the server gives into words, `errors` does so for the conditions of errors.
    """

    setup: tuple[Step, ...]
    attempts: tuple[Step, ...]
    ask: Step
    answers: Mapping[str, str]
    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """One law for one engine. `value` is a key of `words`, or None while nobody settled it.

    `documents` names what a value rests on that no real server has shown yet.
    """

    law: str
    group: str
    title: Text
    meaning: Text
    words: Mapping[str, Text]
    value: str | None
    documents: str | None
    probe: Probe


@dataclass(frozen=True, slots=True)
class Preparation:
    """What CREATE DATABASE is told beside the name, and the statements that each session starts with."""

    database: str
    session: tuple[str, ...]


@cache
def load(engine: str) -> Mapping[str, Line]:
    """The lines of an engine by law, sorted; empty where its file has none.

    Raises InternalProblem `engine.laws` when a file cannot be used.
    """
    try:
        said = _engine(engine)
        lines: _Data = said.get("laws", {})
        spelling: dict[str, str] = said.get("probing", {}).get("spelling", {})
        return MappingProxyType({law: _line(law, lines[law], spelling) for law in sorted(lines)})
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise _unusable(engine, error) from error


@cache
def preparation(engine: str) -> Preparation:
    """How a database and sessions for probing are prepared. Raises as `load` does."""
    try:
        said: _Data = _engine(engine).get("probing", {})
        return Preparation(said.get("database", ""), tuple(said.get("session", ())))
    except (OSError, yaml.YAMLError, TypeError, AttributeError) as error:
        raise _unusable(engine, error) from error


@cache
def conditions(engine: str) -> Mapping[str, str]:
    """The condition that each of the engine's own error codes stands for. Raises as `load` does."""
    try:
        said: _Data = _engine(engine).get("errors", {})
        return MappingProxyType({code: condition for condition, codes in said.items() for code in codes})
    except (OSError, yaml.YAMLError, TypeError, AttributeError) as error:
        raise _unusable(engine, error) from error


def _engine(name: str) -> _Data:
    return _read(f"{name}.yaml")


def _read(*parts: str) -> _Data:
    text = resources.path("specs", "engines", *parts).read_text(encoding="utf-8")
    data: _Data = yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader, in C if there is one
    return data


def _line(name: str, said: _Data, spelling: Mapping[str, str]) -> Line:
    law = _read("laws", f"{name}.yaml")
    words = {word: Text.of(meaning) for word, meaning in law["words"].items()}
    value = said.get("value")
    if value is not None and value not in words:
        raise ValueError(f"'{value}' is no word of the law '{name}'")
    return Line(
        law=name,
        group=law["group"],
        title=Text.of(law["title"]),
        meaning=Text.of(law["meaning"]),
        words=MappingProxyType(words),
        value=value,
        documents=said.get("documents"),
        probe=_probe(said.get("probe") or law["probe"], spelling),
    )


def _probe(said: _Data, spelling: Mapping[str, str]) -> Probe:
    return Probe(
        setup=tuple(_step(one, spelling) for one in said.get("setup", ())),
        attempts=tuple(_step(one, spelling) for one in said.get("try", ())),
        ask=_step(said["ask"], spelling),
        answers=MappingProxyType(said.get("answers", {})),
        errors=MappingProxyType(said.get("errors", {})),
    )


def _step(said: str | _Data, spelling: Mapping[str, str]) -> Step:
    if isinstance(said, str):
        said = {MAIN: said}
    session = next(key for key in said if key != "fails")
    sql = _WORD.sub(lambda found: spelling[found[1]], said[session])
    return Step(sql.strip(), session, said.get("fails"))


def _unusable(engine: str, error: Exception) -> InternalProblem:
    return InternalProblem(
        "engine.laws",
        f"The laws of the engine cannot be used: {type(error).__name__}: {error}",
        where=str(resources.path("specs", "engines", f"{engine}.yaml")),
        cause="The file, or one of a law beside it, was changed, or the installation is incomplete.",
        next_step="Run `specproof spec validate`: it names the file and the place.",
    )
