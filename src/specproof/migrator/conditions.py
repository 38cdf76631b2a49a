"""Pre- and postconditions in words: what must hold before a statement and what holds after it.

Reads two states of one schema and says their differences as sentences. For people only: what a resume tests are the
fingerprints of the rehearsed schema, never these words.
"""

from __future__ import annotations

from dataclasses import dataclass

from specproof.schema import Difference, Schema, diff
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


def conditions(before: Schema, after: Schema) -> Conditions:
    """The difference of two states, said once for each side."""
    if before is after:
        return Conditions()
    found = [d for d in diff(before, after) if not d.path.endswith(".column_order") or _only_order(before, after, d)]
    return Conditions(
        before=tuple(_say(d.path, d.expected) for d in found),
        after=tuple(_say(d.path, d.actual) for d in found),
    )


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
