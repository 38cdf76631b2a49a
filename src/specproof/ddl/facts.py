"""The facts about MySQL 5.7 that were run on real servers: found by category and by word.

`ddl/facts/mysql57.yaml` is read as it is; half a megabyte, so only on demand and never while a script is checked.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import yaml

from specproof import resources
from specproof.ddl.catalogue import nearest
from specproof.errors import UsageProblem

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SCHEMA = "specproof/ddl-facts/1"
_SEARCHED = ("id", "title", "what_happens", "note", "error_name")


@cache
def entries() -> tuple[dict[str, Any], ...]:
    """Every fact, in the order of the file."""
    text = resources.path("ddl", "facts", "mysql57.yaml").read_text(encoding="utf-8")
    return tuple(yaml.load(text, Loader=_Loader)["entries"])  # noqa: S506 - a safe loader, in C where there is one


def categories() -> list[str]:
    """The categories that facts have, sorted."""
    return sorted({fact["category"] for fact in entries()})


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `{"schema": SCHEMA, "facts": [...]}`; a fact is what the metaschema of the catalogue says."""
    text = resources.path("specs", "metaschema", "facts.schema.json").read_text(encoding="utf-8")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{SCHEMA}: facts about MySQL 5.7 that a search found",
        "type": "object",
        "required": ["schema", "facts"],
        "properties": {
            "schema": {"const": SCHEMA},
            "facts": {"type": "array", "items": {"$ref": "#/$defs/entry"}},
        },
        "additionalProperties": False,
        "$defs": json.loads(text)["$defs"],
    }


def find(category: str | None = None, search: str | None = None) -> list[dict[str, Any]]:
    """The facts of one category that hold a word. Raises UsageProblem `facts.unknown-category`."""
    if category is not None and category not in categories():
        near = nearest(category, categories())
        raise UsageProblem(
            "facts.unknown-category",
            f"There is no category '{category}'." + (f" Did you mean '{near}'?" if near else ""),
            next_step=f"Use one of: {', '.join(categories())}.",
        )
    return [fact for fact in entries() if category in (None, fact["category"]) and _speaks_of(fact, search)]


def _speaks_of(fact: dict[str, Any], search: str | None) -> bool:
    if not search:
        return True
    texts = (*(str(fact.get(key, "")) for key in _SEARCHED), str(fact["probe"]["statement"]))
    return any(search.lower() in text.lower() for text in texts)
