"""The catalogue of checks: one YAML file each in `ddl/checks`, joined by its slug with a module of `ddl.checks`.

A check is found, never registered: a file there is a check, and a module is needed only where the data cannot say when
it fires. This file reads and joins; whether a file is well formed is proven by the tests with its metaschema.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from specproof import resources
from specproof.ddl.subject import Hits, Subject
from specproof.errors import UsageProblem
from specproof.finding import Effect, Severity
from specproof.text import Text

# Parsing takes most of a cold start, and libyaml, where PyYAML was built with it, is ten times faster.
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_MANUAL = "https://dev.mysql.com/doc/refman/5.7/en/{section}.html"

ANYTHING_ELSE = "*"  # in a list of triggers: whatever no other check names

Run: TypeAlias = Callable[[Subject], Hits]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a check's claim comes from: a section of the manual, facts run on a server, statements of the law."""

    manual: str
    facts: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        return _MANUAL.format(section=self.manual)


@dataclass(frozen=True, slots=True)
class Variant:
    """The same check in other words, for one kind of trigger. What is None is taken from the check.

    `what` fills the place of that name in the message: mostly the construct as one writes it.
    """

    what: Text | None = None
    message: Text | None = None
    why: Text | None = None
    advice: Text | None = None
    severity: Severity | None = None
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """SQL that makes a check fire, or keeps it silent.

    `line` and `column` are those of the first finding, of which there are `count`; 0 for an example that is good.
    `setup` is what a server needs beforehand. `errno` is what a real 5.7 says to the statement of the first finding: 0
    when it accepts, None when it is not asked. `gone` is a word that no SHOW CREATE TABLE knows afterwards.
    """

    sql: str
    line: int = 0
    column: int = 0
    count: int = 0
    setup: tuple[str, ...] = ()
    errno: int | None = None
    also: tuple[str, ...] = ()
    gone: str | None = None
    unverified: bool = False
    server: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `policy` names the house rule that switches it on; None means that MySQL 5.7 itself is the reason.

    `conflicts`, `constructs`, `problems` and `origins` are the kinds of things, found by simulator, reader and
    splitter, that it reports without code of its own. `yields_to` names checks beside which it keeps silent on the
    same place, `silent_beside` those that explain it anywhere in the same statement. `words` translates values that
    code hands over, so that no prose stands in code. `parameters` names what its house rule must give it: `pattern`
    (a regular expression) or `names` (a list).
    """

    slug: str
    title: Text
    message: Text
    why: Text
    advice: Text
    effect: Effect
    severity: Severity
    status: str
    source: Source
    errno: int | None = None
    policy: str | None = None
    conflicts: tuple[str, ...] = ()
    constructs: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    silent_beside: tuple[str, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Text] = field(default_factory=dict)
    variants: Mapping[str, Variant] = field(default_factory=dict)
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All checks by slug, sorted, and who answers for which trigger."""

    checks: Mapping[str, Check]
    conflicts: Mapping[str, Check]
    constructs: Mapping[str, Check]
    problems: Mapping[str, Check]
    origins: Mapping[str, Check]

    def get(self, slug: str, *, code: str = "ddl.unknown-check") -> Check:
        """The check of that name. Raises UsageProblem with the nearest name."""
        check = self.checks.get(slug)
        if check is None:
            near = nearest(slug, self.checks)
            raise UsageProblem(
                code,
                f"There is no check '{slug}'." + (f" Did you mean '{near}'?" if near else ""),
                next_step="See `specproof ddl check --list-checks` for all names.",
            )
        return check


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word closest to a misspelt one, if any is close."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.5)), None)


@cache
def load() -> Catalogue:
    """The catalogue of this installation, read once a process."""
    return read(resources.path("ddl", "checks"))


def read(folder: Path) -> Catalogue:
    """The catalogue of one folder of YAML files."""
    checks = {path.stem: _check(path) for path in sorted(folder.glob("*.yaml"))}
    return Catalogue(
        checks=checks,
        conflicts={kind: check for check in checks.values() for kind in check.conflicts},
        constructs={slug: check for check in checks.values() for slug in check.constructs},
        problems={code: check for check in checks.values() for code in check.problems},
        origins={origin: check for check in checks.values() for origin in check.origins},
    )


def examples(slug: str, folder: Path | None = None) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The bad and the good examples of a check."""
    path = (folder or resources.path("ddl", "checks")) / f"{slug}.yaml"
    data = _parse(path.read_text(encoding="utf-8"))
    bad = tuple(_bad(**example) for example in data.get("bad", ()))
    return bad, tuple(
        Example(**{**example, "setup": tuple(example.get("setup", ()))}) for example in data.get("good", ())
    )


def _bad(*, at: list[int], setup: Iterable[str] = (), also: Iterable[str] = (), count: int = 1, **rest: Any) -> Example:
    return Example(line=at[0], column=at[1], count=count, setup=tuple(setup), also=tuple(also), **rest)


def _parse(text: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader, in C where there is one
    return data


def _check(path: Path) -> Check:
    # The examples stand last and are half of the file; only tests and --explain parse them.
    data = _parse(path.read_text(encoding="utf-8").partition("\nbad:\n")[0])
    variants = dict(data.get("variants", {}))
    for triggers in (data.get(name) for name in ("conflicts", "constructs", "problems")):
        if isinstance(triggers, dict):  # from trigger to variant; a list where no variant is needed
            variants |= {slug: words for slug, words in triggers.items() if words}
    return Check(
        slug=data["id"],
        title=Text.of(data["title"]),
        message=Text.of(data["message"]),
        why=Text.of(data["why"]),
        advice=Text.of(data["advice"]),
        effect=Effect(data["effect"]),
        severity=Severity(data["severity"]),
        status=data["status"],
        source=Source(
            manual=data["source"]["manual"],
            facts=tuple(data["source"].get("facts", ())),
            statements=tuple(data["source"].get("statements", ())),
        ),
        errno=data.get("errno"),
        policy=data.get("policy"),
        conflicts=tuple(data.get("conflicts", ())),
        constructs=tuple(data.get("constructs", ())),
        problems=tuple(data.get("problems", ())),
        origins=tuple(data.get("origins", ())),
        yields_to=tuple(data.get("yields_to", ())),
        silent_beside=tuple(data.get("silent_beside", ())),
        parameters=data.get("parameters", {}),
        words={key: _text(text) for key, text in data.get("words", {}).items()},
        variants={slug: _variant(words) for slug, words in variants.items()},
        run=_function(path.stem),
    )


def _text(value: Any) -> Text:
    """Prose in both languages, or a piece of SQL that is the same in both."""
    return Text(zh=value, en=value) if isinstance(value, str) else Text.of(value)


def _variant(data: Mapping[str, Any]) -> Variant:
    texts = {name: _text(data[name]) for name in ("what", "message", "why", "advice") if name in data}
    return Variant(
        **texts,
        severity=Severity(data["severity"]) if "severity" in data else None,
        effect=Effect(data["effect"]) if "effect" in data else None,
    )


def _function(slug: str) -> Run | None:
    """The function `check` of the module of the same name, if there is such a module."""
    name = slug.replace("-", "_")
    if not (Path(__file__).parent / "checks" / f"{name}.py").is_file():
        return None
    run: Run = importlib.import_module(f"specproof.ddl.checks.{name}").check
    return run
