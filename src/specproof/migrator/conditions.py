"""Pre- and postconditions in words: what must hold before a statement and what holds after it.

Reads two states of one schema and says their differences as sentences. For people only: what a resume tests are the
fingerprints of the rehearsed schema, never these words.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from specproof.schema import Difference, Schema, Table, diff
from specproof.text import Text

_KINDS = {
    "columns": Text(zh="列", en="column"),
    "indexes": Text(zh="索引", en="index"),
    "foreign_keys": Text(zh="外键", en="foreign key"),
}
_TABLE = Text(zh="表", en="table")
_EXISTS = Text(zh="存在{what} {name}", en="{what} {name} exists")
_ABSENT = Text(zh="没有{what} {name}", en="there is no {what} {name}")
_VALUE = Text(zh="{name} 的 {attribute} 是 {value}", en="{attribute} of {name} is {value}")
_NOTHING = Text(zh="（无）", en="(none)")
_WITHIN = 3  # parts of "answer.columns.state"


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a statement presupposes and what it brings about. Empty when the simulator sees no change."""

    before: tuple[Text, ...] = ()
    after: tuple[Text, ...] = ()


def conditions(
    before: Schema, after: Schema, undefined: Collection[str] = (), added: Collection[tuple[str, str]] = ()
) -> Conditions:
    """The difference of two states, said once for each side.

    `undefined` names tables that nobody defined: the simulated schema takes them and their columns up with the
    statement that uses them first, and yet they must be there before, except for the columns (table, name) of `added`.
    """
    if before is after:
        return Conditions()
    needed = tuple(t for t in after.tables if t.name in undefined and before.table(t.name) is None)
    before = Schema(
        (*(_with_columns(t, after, undefined, added) for t in before.tables), *(_bare(t, added) for t in needed))
    )
    found = [d for d in diff(before, after) if not d.path.endswith(".column_order") or _only_order(before, after, d)]
    return Conditions(
        before=(
            *(_existence(_TABLE, t.name, present=True) for t in needed),
            *(_say(d.path, d.expected) for d in found),
        ),
        after=tuple(_say(d.path, d.actual) for d in found),
    )


def _bare(table: Table, added: Collection[tuple[str, str]]) -> Table:
    """What is taken for granted of an undefined table: its own attributes are guesses before and after."""
    columns = tuple(c for c in table.columns if (table.name, c.name) not in added)
    return replace(table, columns=columns, indexes=(), foreign_keys=())


def _with_columns(table: Table, after: Schema, undefined: Collection[str], added: Collection[tuple[str, str]]) -> Table:
    """An undefined table that the script used already, with the columns that it mentions only now."""
    later = after.table(table.name)
    if table.name not in undefined or later is None:
        return table
    known = {c.name for c in table.columns}
    mentioned = tuple(c for c in _bare(later, added).columns if c.name not in known)
    return replace(table, columns=(*table.columns, *mentioned))


def _only_order(before: Schema, after: Schema, difference: Difference) -> bool:
    """Whether the order of columns changed by itself, and not because columns came or went."""
    name = difference.path.removesuffix(".column_order")
    left, right = before.table(name), after.table(name)
    return left is not None and right is not None and {c.name for c in left.columns} == {c.name for c in right.columns}


def _say(path: str, value: str | None) -> Text:
    parts = path.split(".")
    if len(parts) == 1:
        return _existence(_TABLE, parts[0], present=value is not None)
    kind = _KINDS.get(parts[1])
    if kind and len(parts) == _WITHIN and value in {None, "present"}:
        return _existence(kind, f"{parts[0]}.{parts[2]}", present=value is not None)
    name = ".".join([parts[0], *parts[2:-1]]) if kind else parts[0]
    return _filled(_VALUE, name=Text(name, name), attribute=Text(parts[-1], parts[-1]), value=_value(value))


def _value(value: str | None) -> Text:
    return Text(value, value) if value else _NOTHING


def _existence(what: Text, name: str, *, present: bool) -> Text:
    return _filled(_EXISTS if present else _ABSENT, what=what, name=Text(name, name))


def _filled(template: Text, **values: Text) -> Text:
    return Text(
        zh=template.fill("zh", {n: v.zh for n, v in values.items()}),
        en=template.fill("en", {n: v.en for n, v in values.items()}),
    )
