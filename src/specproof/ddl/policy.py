"""House rules as data: which checks a house switches on, how heavy it takes them, and the parameters they need.

`specs/<system>/policy.yaml` holds a policy that ships; anyone may pass a file of their own, or `none` for MySQL 5.7
alone. It refuses a key it does not know, because a misspelt rule would silently forbid nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specproof import resources
from specproof.ddl.catalogue import Catalogue, Check, nearest
from specproof.errors import UsageProblem
from specproof.finding import Severity
from specproof.specs.load import load_bytes
from specproof.text import LANGUAGES, Text

DEFAULT = "answer-delivery"
NONE = "none"
OFF = "off"

_KEYS = ("name", "title", "rules")
_COMMON = {"severity", "because", "statements"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of a policy. `severity` None takes the check's own; `off` silences it. `parameters` go to the check."""

    severity: Severity | None = None
    off: bool = False
    because: Text | None = None
    statements: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules of one house by the name of the check or of the switch they turn."""

    name: str
    title: Text
    rules: Mapping[str, Rule] = field(default_factory=dict)

    def rule(self, check: Check) -> Rule:
        return self.rules.get(check.slug) or self.rules.get(check.policy or "") or Rule()

    def active(self, check: Check) -> bool:
        """Whether a check runs: always, unless it is a house rule that this house does not have, or switched off."""
        rule = self.rules.get(check.slug) or self.rules.get(check.policy or "")
        return not rule.off if rule else check.policy is None

    @property
    def parameters(self) -> dict[str, Mapping[str, Any]]:
        """What checks find in `Subject.policy`: the parameters of each rule that is on."""
        return {name: rule.parameters for name, rule in self.rules.items() if not rule.off}


def load(name: str, catalogue: Catalogue) -> Policy:
    """The policy of that name, or of the file of that path. Raises UsageProblem `policy.*`."""
    if name == NONE:
        return Policy(NONE, Text(zh="只看 MySQL 5.7 本身", en="MySQL 5.7 itself and nothing else"))
    shipped = resources.path("specs", name, "policy.yaml") if re.fullmatch(r"[a-z0-9-]+", name) else None
    file = shipped if shipped and shipped.is_file() else Path(name)
    if not file.is_file():
        raise _missing(name)
    return parse(file.read_bytes(), str(file), catalogue)


def parse(data: bytes, where: str, catalogue: Catalogue) -> Policy:
    """A policy from the bytes of its file; all that is wrong with it comes in one UsageProblem `policy.invalid`."""
    loaded = load_bytes(data, where)
    if loaded.problems or loaded.document is None:
        raise _invalid(where, [f"Line {p.line}, column {p.column}: {p.what}" for p in loaded.problems])
    content = loaded.document.value
    faults = list(_faults(content, catalogue))
    if faults:
        raise _invalid(where, faults)
    return Policy(
        name=content["name"],
        title=_text(content.get("title", content["name"])),
        rules={name: _rule(rule or {}) for name, rule in (content.get("rules") or {}).items()},
    )


def names() -> list[str]:
    """The policies that ship."""
    return sorted(path.parent.name for path in resources.room("specs").glob("*/policy.yaml"))


def _rule(data: Mapping[str, Any]) -> Rule:
    severity = data.get("severity")
    return Rule(
        severity=None if severity in (None, OFF) else Severity(severity),
        off=severity == OFF,
        because=_text(data["because"]) if "because" in data else None,
        statements=tuple(data.get("statements", ())),
        parameters={key: value for key, value in data.items() if key not in _COMMON},
    )


def _text(value: Any) -> Text:
    return Text(zh=value, en=value) if isinstance(value, str) else Text.of(value)


# --- what can be wrong ------------------------------------------------------------------------------------------------


def _faults(content: Any, catalogue: Catalogue) -> Iterator[str]:
    if not isinstance(content, dict):
        yield "It must be a mapping with the keys name, title and rules."
        return
    yield from (_unknown("key", key, _KEYS) for key in content if key not in _KEYS)
    if not isinstance(content.get("name"), str) or not content["name"]:
        yield "The key 'name' must be a short word."
    if "title" in content and not _is_text(content["title"]):
        yield "The key 'title' must be a sentence, or one in each of zh and en."
    rules = content.get("rules")
    if rules is not None and not isinstance(rules, dict):
        yield "The key 'rules' must map names of checks to settings."
        return
    known = {*catalogue.checks, *(c.policy for c in catalogue.checks.values() if c.policy)}
    for name, rule in (rules or {}).items():
        if name not in known:
            yield _unknown("rule", name, sorted(known))
        elif rule is not None and not isinstance(rule, dict):
            yield f"The rule '{name}' must be a mapping such as {{severity: error}}."
        else:
            yield from _rule_faults(name, rule or {}, _parameters(name, catalogue))


def _parameters(name: str, catalogue: Catalogue) -> Mapping[str, str]:
    """What a rule may carry beyond the common keys: the parameters that its checks declare."""
    checks = (check for check in catalogue.checks.values() if name in (check.slug, check.policy))
    return {key: kind for check in checks for key, kind in check.parameters.items()}


def _rule_faults(name: str, rule: Mapping[str, Any], parameters: Mapping[str, str]) -> Iterator[str]:
    for key in rule:
        if key not in _COMMON and key not in parameters:
            yield _unknown(f"setting of the rule '{name}'", key, sorted(_COMMON | set(parameters)))
    severities = [*Severity, OFF]
    if rule.get("severity", OFF) not in severities:
        yield f"The severity of '{name}' is {rule['severity']!r}; it can be {', '.join(severities)}."
    if "because" in rule and not _is_text(rule["because"]):
        yield f"The 'because' of '{name}' must be a sentence, or one in each of zh and en."
    if not _is_words(rule.get("statements", [])):
        yield f"The 'statements' of '{name}' must be a list of ids."
    if rule.get("severity") != OFF:
        yield from (f"The rule '{name}' needs '{key}'." for key in parameters if key not in rule)
    for key, kind in parameters.items():
        if key in rule:
            yield from _parameter_faults(name, key, kind, rule[key])


def _parameter_faults(name: str, key: str, kind: str, value: Any) -> Iterator[str]:
    if kind == "names":
        if not _is_words(value):
            yield f"'{key}' of '{name}' must be a list of names."
    elif not isinstance(value, str):
        yield f"'{key}' of '{name}' must be a regular expression."
    else:
        try:
            re.compile(value)
        except re.error as error:
            yield f"'{key}' of '{name}' is no regular expression: {error}."


def _is_text(value: Any) -> bool:
    languages = isinstance(value, dict) and set(value) == set(LANGUAGES)
    return isinstance(value, str) or (languages and all(isinstance(text, str) for text in value.values()))


def _is_words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _unknown(kind: str, word: Any, known: Iterable[str]) -> str:
    near = nearest(str(word), known)
    return f"There is no {kind} '{word}'." + (f" Did you mean '{near}'?" if near else "")


def _missing(name: str) -> UsageProblem:
    known = [NONE, *names()]
    near = nearest(name, known)
    return UsageProblem(
        "policy.missing",
        f"There is no policy '{name}', neither by name nor as a file." + (f" Did you mean '{near}'?" if near else ""),
        next_step=f"Give one of {', '.join(known)}, or the path of a policy file.",
    )


def _invalid(where: str, faults: list[str]) -> UsageProblem:
    return UsageProblem(
        "policy.invalid",
        "The policy file cannot be used. " + " ".join(faults),
        where=where,
        next_step="Correct the file; specs/answer-delivery/policy.yaml shows every key.",
    )
