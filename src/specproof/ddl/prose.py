"""From a place where a check fired to a finding that a person can read: which words, in which language, how heavy.

All prose comes from the catalogue and the policy; this file picks, fills and translates, and writes none of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from specproof.ddl.catalogue import Check
from specproof.ddl.policy import Policy, Rule
from specproof.ddl.script import Script
from specproof.ddl.subject import Hit
from specproof.finding import Finding
from specproof.text import Language, Text

_WIDTH = 60  # of source text quoted inside a sentence


@dataclass(frozen=True, slots=True, eq=False)
class Fired:
    """One check at one place; compared by identity, as hits carry mappings."""

    check: Check
    hit: Hit


@dataclass(frozen=True, slots=True)
class Speaker:
    """Makes findings for one script, under one policy, in one language."""

    script: Script
    policy: Policy
    language: Language

    def finding(self, fired: Fired) -> Finding:
        check, hit = fired.check, fired.hit
        variant = check.variants.get(hit.variant or "")
        rule = self.policy.rule(check)
        values = self._values(check, hit)
        if variant and variant.what:
            values["what"] = variant.what.fill(self.language, values)

        def prose(name: str) -> str:
            text: Text = (variant and getattr(variant, name)) or getattr(check, name)
            # A value that what fired did not bring must not hide the finding, nor all the others with it.
            return text.fill(self.language, _Outline(values))

        return Finding(
            check=check.slug,
            effect=(variant and variant.effect) or check.effect,
            severity=rule.severity or (variant and variant.severity) or check.severity,
            span=self.script.span(*hit.place),
            message=prose("message"),
            why=prose("why") + self._because(rule),
            advice=prose("advice"),
            url=check.source.url,
            errno=hit.errno or check.errno,
            statement=hit.statement,
            object=hit.object,
        )

    def _values(self, check: Check, hit: Hit) -> dict[str, Any]:
        """What fills the places: the hit's own values, translated where the check has words for them."""
        errno = hit.errno or check.errno
        given = {"object": hit.object, "text": self._excerpt(hit), "errno": errno, "what": self._excerpt(hit)}
        return {name: self._word(check, value) for name, value in (given | dict(hit.values)).items()}

    def _word(self, check: Check, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return ("、" if self.language == "zh" else ", ").join(str(self._word(check, item)) for item in value)
        text = check.words.get(value) if isinstance(value, str) else None
        return text.pick(self.language) if text else value

    def _excerpt(self, hit: Hit) -> str:
        """The written text of the place on one line, cut where it is long."""
        start, end = hit.place
        raw = " ".join(self.script.text[start : min(end, start + 4 * _WIDTH)].split())
        return raw if len(raw) <= _WIDTH else raw[: _WIDTH - 1] + "…"

    def _because(self, rule: Rule) -> str:
        """The house's own reason, with the statements of its law."""
        if rule.because is None:
            return ""
        source = ", ".join((self.policy.name, *rule.statements))
        reason = rule.because.pick(self.language)
        return f"本规约（{source}）：{reason}" if self.language == "zh" else f" House rule ({source}): {reason}"


class _Outline(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "…"


def outline(text: Text, language: Language) -> str:
    """Prose of a check without a finding: its places stay open."""
    return text.fill(language, _Outline())
