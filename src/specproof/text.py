"""Text in two languages, and which of them a reader gets.

Sits beside `resources`; knows no file. It refuses to translate: both languages come from the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One piece of prose in both languages."""

    zh: str
    en: str

    def pick(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en

    def fill(self, language: Language, values: Mapping[str, object]) -> str:
        """The text with `{name}` places filled; an unknown place is a KeyError, so that a typo in data cannot hide."""
        return self.pick(language).format_map(values)

    @classmethod
    def of(cls, data: Mapping[str, str]) -> Text:
        return cls(zh=data["zh"], en=data["en"])


def language_of(environment: Mapping[str, str]) -> Language:
    """The language a terminal asks for: the first of SPECPROOF_LANG, LC_ALL, LC_MESSAGES, LANG that is set;

    else English.
    """
    for name in ("SPECPROOF_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
