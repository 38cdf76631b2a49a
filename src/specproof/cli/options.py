"""Settings from configuration files and the options that several commands share.

Command line over environment over file. An unknown key is an error with the nearest match; a secret in a file is
refused, because secrets come from the environment or an option file of the server's own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from specproof.errors import UsageProblem
from specproof.text import LANGUAGES, Language, language_of

# Every key a configuration file may have: table -> key -> type. "*" takes any key (engine slugs, image names).
_KEYS: dict[str, dict[str, type]] = {
    "": {"lang": str},
    "engine": {"*": str},
    "image": {"*": str},
    "ddl": {"policy": str, "strict": bool},
    "migrate": {"state_dir": str, "lock_wait_timeout": int, "rows": int},
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What configuration files and environment say, before a command's own options."""

    language: Language
    file: Path | None = None
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    def get(self, table: str, key: str) -> Any:
        return self.values.get(table, {}).get(key)

    @classmethod
    def load(cls, config: Path | None, *, isolated: bool, environment: Mapping[str, str], lang: str | None) -> Settings:
        """Reads the given file, else the nearest one upwards. Raises UsageProblem `config.*`."""
        file = None if isolated else config or _nearest(Path.cwd())
        values = _read(file) if file else {}
        said = lang or values.get("", {}).get("lang")
        language: Language = "zh" if said == "zh" else "en" if said == "en" else language_of(environment)
        return cls(language=language, file=file, values=values, environment=environment)


def _nearest(start: Path) -> Path | None:
    for folder in (start, *start.parents):
        if (folder / "specproof.toml").is_file():
            return folder / "specproof.toml"
        project = folder / "pyproject.toml"
        if project.is_file():
            return project if _has_table(project) else None
    return None


def _has_table(project: Path) -> bool:
    return "[tool.specproof" in project.read_text(encoding="utf-8", errors="replace")


def _read(file: Path) -> dict[str, dict[str, Any]]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageProblem(
            "config.unreadable",
            f"The configuration file is not valid TOML: {error}",
            where=str(file),
            next_step="Correct the file, or run with --isolated to leave it out.",
        ) from None
    if file.name == "pyproject.toml":
        data = data.get("tool", {}).get("specproof", {})
    values: dict[str, dict[str, Any]] = {"": {}}
    for key, value in data.items():
        table, content = (key, value) if isinstance(value, dict) else ("", {key: value})
        _check(file, table, content)
        values.setdefault(table, {}).update(content)
    return values


def _check(file: Path, table: str, content: Mapping[str, Any]) -> None:
    allowed = _KEYS.get(table)
    if allowed is None:
        raise _unknown(file, table, [t for t in _KEYS if t])
    for key, value in content.items():
        kind = allowed.get(key) or allowed.get("*")
        if kind is None:
            raise _unknown(file, f"{table}.{key}" if table else key, [f"{table}.{k}" if table else k for k in allowed])
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise UsageProblem(
                "config.wrong-type",
                f"'{key}' must be of type {kind.__name__}, not {type(value).__name__}.",
                where=str(file),
                next_step="Correct the value.",
            )
        if key == "lang" and value not in LANGUAGES:
            raise UsageProblem("config.wrong-type", f"'lang' is {value!r}.", where=str(file), next_step="Use zh or en.")


def _unknown(file: Path, key: str, known: list[str]) -> UsageProblem:
    near = get_close_matches(key, known, n=1, cutoff=0.5)
    return UsageProblem(
        "config.unknown-key",
        f"The configuration has no key '{key}'." + (f" Did you mean '{near[0]}'?" if near else ""),
        where=str(file),
        cause="A misspelt key would otherwise be ignored without a word.",
        next_step=f"Use one of: {', '.join(known)}.",
    )
