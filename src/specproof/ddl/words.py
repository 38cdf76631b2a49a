"""The small tables of MySQL 5.7: reserved words, character sets, collations, engines, limits.

Read from `ddl/facts` when first asked for and kept for the process. It refuses to decide anything: it only answers
what the tables say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from specproof import resources

# The C loader reads the tables in a few milliseconds; PyYAML may be built without it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@lru_cache(maxsize=8)
def table(name: str) -> Mapping[str, Any]:
    """One file of `ddl/facts`, without its suffix: `words`, `functions`, `charsets`, `limits`, `server` and so on."""
    with resources.path("ddl", "facts", f"{name}.yaml").open("rb") as file:
        loaded: Mapping[str, Any] = yaml.load(file, Loader=_LOADER)  # noqa: S506 -- a safe loader, chosen above
    return loaded


# --- words ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """The words that 5.7 takes for no identifier without quotes, upper-case."""
    return frozenset(table("words")["reserved_in_5_7"])


def is_reserved(word: str) -> bool:
    """Whether an upper-case word is reserved in 5.7."""
    return word in reserved()


@lru_cache(maxsize=1)
def keywords() -> frozenset[str]:
    """The words that 5.7 knows as keywords and still takes for identifiers, upper-case."""
    return frozenset(table("words")["nonreserved_keywords_of_5_7"])


@lru_cache(maxsize=1)
def reserved_later() -> Mapping[str, str]:
    """Words free in 5.7 and reserved later, with the first version that reserves them."""
    words = table("words")
    later = {entry["word"]: str(entry["since"]) for entry in words["newly_reserved_in_8_0"]}
    return later | dict.fromkeys(words["newly_reserved_in_8_4"], "8.4.0")


# --- functions --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def native_functions() -> frozenset[str]:
    """The functions that 5.7 has itself and reads by the generic form of a call, upper-case."""
    return frozenset(table("functions")["native_in_5_7"])


def is_unstable(function: str, arguments: int) -> bool:
    """Whether the result of a call depends on more than its arguments, which is so for every function not native."""
    unstable = table("functions")["unstable_in_5_7"].get(function)
    return unstable in ("any", arguments) or (unstable is None and function not in native_functions())


# --- character sets and collations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charset:
    """A character set of 5.7. `maxlen` is the number of bytes of its longest character."""

    name: str
    default_collation: str
    maxlen: int
    collations: frozenset[str]


@lru_cache(maxsize=1)
def charsets() -> Mapping[str, Charset]:
    return {
        entry["name"]: Charset(
            entry["name"], entry["default_collation"], entry["maxlen"], frozenset(entry["collations"])
        )
        for entry in table("charsets")["character_sets_5_7"]
    }


def charset(name: str) -> Charset | None:
    """The character set of this name in any case; `utf8mb3` is another name of `utf8`. None when 5.7 has none such."""
    lower = name.lower()
    return charsets().get("utf8" if lower == "utf8mb3" else lower)


@lru_cache(maxsize=1)
def _collations() -> Mapping[str, Charset]:
    return {collation: charset for charset in charsets().values() for collation in charset.collations}


def collation(name: str) -> str | None:
    """The canonical name of a collation that 5.7 knows; None when it has none such."""
    lower = name.lower()
    if lower.startswith("utf8mb3_"):
        lower = "utf8_" + lower.removeprefix("utf8mb3_")
    return lower if lower in _collations() else None


def charset_of(collation_name: str) -> Charset | None:
    """The character set that a collation belongs to; None when 5.7 does not know the collation."""
    known = collation(collation_name)
    return _collations()[known] if known else None


@lru_cache(maxsize=1)
def later_collations() -> frozenset[str]:
    """Collations that 8.0 has and 5.7 has not."""
    return frozenset(table("charsets")["added_in_8_0"]["collations"])


# --- engines, limits, settings ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _engines() -> Mapping[str, str]:
    engines = table("server")["storage_engines"]
    known = {entry["engine"].lower(): entry["engine"] for entry in engines["engines"] if entry["support"] != "NO"}
    return known | {entry["alias"].lower(): entry["engine"] for entry in engines["accepted_alias_names"]}


def engine(name: str) -> str | None:
    """The canonical name of a storage engine that an unconfigured 5.7 server offers; None when it has none such."""
    return _engines().get(name.lower())


def limits() -> Mapping[str, Any]:
    return table("limits")


def server_defaults() -> Mapping[str, Any]:
    return dict(table("server")["server_defaults"])
