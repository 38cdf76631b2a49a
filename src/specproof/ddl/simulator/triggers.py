"""Triggers as part of their table: which there are, and a hash of what each does.

Part of the simulator. Reads the head of CREATE TRIGGER from the tokens; what the body does is not looked at.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from specproof.ddl.script import Statement, Token
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.simulator.world import World
from specproof.ddl.syntax import Name, TableName

_ORDER = ("BEFORE", "AFTER")
_EVENTS = ("INSERT", "UPDATE", "DELETE")


def create(trial: Trial, world: World, name: TableName) -> None:
    """`CREATE TRIGGER name BEFORE INSERT ON t FOR EACH ROW body`; records 1146 and 1359."""
    tokens = trial.tokens
    at = next((i for i, t in enumerate(tokens) if t.upper in _ORDER), None)
    if at is None or at + 3 >= len(tokens):
        return
    if tokens[at + 1].upper not in _EVENTS or tokens[at + 2].upper != "ON":
        return
    table, behind = _table(tokens, at + 3, name)
    key = world.key(table)
    if world.surely_missing(key):
        trial.refuse("missing-table", table.place, 1146, table=str(table), dropped=key in world.dropped)
        return
    target = world.get(key) or world.assume(key)
    taken = {line.split(" ", 1)[0] for t in world.tables.values() for line in t.triggers}
    if name.name.value in taken:
        trial.refuse("trigger-exists", name.place, 1359, name=name.name.value)
        return
    body = _body(tokens, behind)
    text = trial.text[body.start : tokens[-1].end] if body else ""
    line = " ".join((name.name.value, tokens[at].upper, tokens[at + 1].upper, _hash(text)))
    world.put(key, replace(target, triggers=tuple(sorted((*target.triggers, line), key=_rank))))


def drop(trial: Trial, world: World, name: TableName, statement: Statement) -> None:
    """`DROP TRIGGER name`; records 1360 where it certainly does not exist."""
    wanted = name.name.value
    for key, table in world.tables.items():
        kept = tuple(line for line in table.triggers if line.split(" ", 1)[0] != wanted)
        if kept != table.triggers:
            world.tables[key] = replace(table, triggers=kept)
            return
    conditional = any(t.upper == "IF" for t in statement.tokens[:4])
    if world.complete and not conditional:
        trial.refuse("missing-trigger", name.place, 1360, name=name.name.value)


def _table(tokens: tuple[Token, ...], i: int, trigger: TableName) -> tuple[TableName, int]:
    """The table that stands at a token, and the place behind it."""
    first = Name(tokens[i].value, (tokens[i].start, tokens[i].end))
    if i + 2 < len(tokens) and tokens[i + 1].text == ".":
        second = Name(tokens[i + 2].value, (tokens[i + 2].start, tokens[i + 2].end))
        return TableName(second, first), i + 3
    return TableName(first, trigger.schema), i + 1


def _body(tokens: tuple[Token, ...], i: int) -> Token | None:
    """The first token of what the trigger does, behind FOR EACH ROW and FOLLOWS or PRECEDES."""
    rest = tokens[i + 3 :]
    if rest and rest[0].upper in {"FOLLOWS", "PRECEDES"}:
        rest = rest[2:]
    return rest[0] if rest else None


def _rank(line: str) -> tuple[int, int]:
    words = line.split(" ")
    return _ORDER.index(words[-3]), _EVENTS.index(words[-2])


def _hash(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
