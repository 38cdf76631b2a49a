"""A system's tables fit together: keys over columns that exist, defaults that the column can hold, names resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from specproof.specs.content import Content
from specproof.specs.load import Document
from specproof.specs.problem import Pointer, Problem
from specproof.specs.sentences import nearest, problem

QUERIES = "migrator/queries/verify"


def check(path: str, content: Content) -> Iterator[Problem]:
    document = content.documents[path]
    value = document.value
    folder = PurePosixPath(path).parent.name
    if value["system"] != folder:
        what = f"The system is '{value['system']}', but the folder is called '{folder}'."
        yield problem(document, ("system",), "spec.wrong-name", what, "Make the two equal.")
    if not content.has(f"specs/engines/{value['engine']}.yaml"):
        what = f"There is no specs/engines/{value['engine']}.yaml."
        yield problem(document, ("engine",), "spec.dangling", what, "Name an engine that has a file.")
    for index, table in enumerate(value["tables"]):
        yield from _columns(document, ("tables", index, "columns"), table)
        yield from _keys(document, ("tables", index, "keys"), table)
    yield from _forbidden(document, content.documents.get(f"specs/{folder}/policy.yaml"))
    yield from _self_checks(document, content)


def _columns(document: Document, at: Pointer, table: dict[str, Any]) -> Iterator[Problem]:
    leading = {key["columns"][0] for key in table.get("keys", ())}
    for index, column in enumerate(table["columns"]):
        name, here = column["name"], (*at, index)
        if "default" in column and column["default"] is None and not column["nullable"]:
            what = f"Column '{name}' is not nullable and has the default null."
            yield problem(
                document, (*here, "default"), "spec.contradiction", what, "Remove the default, or allow NULL."
            )
        if column.get("default") is not None and column["default"] not in column.get("values", [column["default"]]):
            what = f"The default of '{name}' is not among its values."
            yield problem(document, (*here, "default"), "spec.contradiction", what, "Use one of its values.")
        if column.get("auto_increment") and name not in leading:
            what = f"Column '{name}' counts by itself, but no key starts with it."
            step = "Add a key: the server refuses the table with error 1075 otherwise."
            yield problem(document, (*here, "auto_increment"), "spec.contradiction", what, step)


def _keys(document: Document, at: Pointer, table: dict[str, Any]) -> Iterator[Problem]:
    columns = {column["name"]: column for column in table["columns"]}
    for index, key in enumerate(table.get("keys", ())):
        for number, name in enumerate(key["columns"]):
            here = (*at, index, "columns", number)
            if name not in columns:
                what = f"Key '{key['name']}' covers a column '{name}' that '{table['name']}' does not have."
                step = f"Use a column of the table.{nearest(name, list(columns))}"
                yield problem(document, here, "spec.dangling", what, step)
            elif key["name"] == "PRIMARY" and columns[name]["nullable"]:
                what = f"The primary key covers the nullable column '{name}'."
                yield problem(document, here, "spec.contradiction", what, "Make the column not nullable.")
        if key["name"] == "PRIMARY" and not key["unique"]:
            what = "The primary key is declared as not unique."
            yield problem(document, (*at, index, "unique"), "spec.contradiction", what, "Write unique: true.")


def _forbidden(document: Document, policy: Document | None) -> Iterator[Problem]:
    value = document.value
    rules = policy.value.get("rules") if policy and isinstance(policy.value, dict) else None
    rules = rules if isinstance(rules, dict) else {}
    for index, entry in enumerate(value["forbidden"]):
        here = ("forbidden", index)
        if "self_check" in entry and entry["self_check"] not in value["self_checks"]:
            what = f"'{entry['self_check']}' is not among the self-checks."
            step = f"Name one of them.{nearest(entry['self_check'], value['self_checks'])}"
            yield problem(document, (*here, "self_check"), "spec.dangling", what, step)
        if policy and rules and "check" in entry and entry["check"] not in rules:
            what = f"{policy.file} has no rule '{entry['check']}'.{nearest(entry['check'], list(rules))}"
            yield problem(document, (*here, "check"), "spec.dangling", what, "Add the rule, or correct the name.")
        if "pattern" in entry:
            yield from _pattern(document, index, entry, rules.get(entry.get("check", ""), {}))


def _pattern(document: Document, index: int, entry: dict[str, Any], rule: dict[str, Any]) -> Iterator[Problem]:
    """No column bears a forbidden name, and the policy forbids the same names."""
    if rule.get("pattern", entry["pattern"]) != entry["pattern"]:
        what = f"The rule '{entry['check']}' of the policy has another pattern: {rule['pattern']}"
        yield problem(document, ("forbidden", index, "pattern"), "spec.contradiction", what, "Make the two equal.")
    for t, table in enumerate(document.value["tables"]):
        for c, column in enumerate(table["columns"]):
            if re.search(entry["pattern"], column["name"], re.IGNORECASE):
                what = f"The column '{column['name']}' has a name that '{entry['slug']}' forbids."
                at = ("tables", t, "columns", c, "name")
                yield problem(document, at, "spec.contradiction", what, "Rename the column.")


def _self_checks(document: Document, content: Content) -> Iterator[Problem]:
    queries = content.stems(QUERIES, ".sql") if content.has(QUERIES) else []
    for index, slug in enumerate(document.value["self_checks"]):
        if slug not in queries:
            what = f"There is no query {QUERIES}/{slug}.sql.{nearest(slug, queries)}"
            yield problem(
                document, ("self_checks", index), "spec.dangling", what, "Add the query, or correct the name."
            )
