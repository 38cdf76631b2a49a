"""Commands on the fields of one flight: the next fields, and which effect of commands.yaml each command had.

`apply(state, commands)` of the law, without rows and without a message. It refuses to change what it is given: the next
fields are a value of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from specproof.reference.flight_state.commands import Apply, Command, Replace, Set, Unchanged
from specproof.reference.flight_state.law import SYSTEM, Key
from specproof.reference.flight_state.procedure import Effect, Procedure
from specproof.reference.source import lawless


@dataclass(frozen=True, slots=True)
class Done:
    """One command that had an effect. `place` is the index of the item that an Apply met or added."""

    command: Command
    effect: Effect
    place: int = 0


@dataclass(frozen=True, slots=True)
class Merged:
    """`fields` after the commands, `done` by key; a command without effect is not in it."""

    fields: dict[str, Any]
    done: Mapping[str, Done]


def merge(
    fields: Mapping[str, Any], commands: Mapping[str, Command], procedure: Procedure, *, suppress_equal: bool = False
) -> Merged:
    """Every command must be admissible for its key (`admit`). Raises UsageProblem `reference.unknown-word`."""
    after = dict(fields)
    done: dict[str, Done] = {}
    for name, command in commands.items():
        if isinstance(command, Unchanged) or (suppress_equal and _is_equal(command, fields.get(name))):
            continue
        one = _done(command, procedure.law.keys[name], after.get(name), procedure)
        _alter(after, procedure.law.keys[name], one)
        done[name] = one
    return Merged(after, done)


def _is_equal(command: Command, held: Any) -> bool:
    return isinstance(command, Replace) and list(command.items) == (held or [])


def _done(command: Command, key: Key, held: Any, procedure: Procedure) -> Done:
    effects = procedure.effects[command.name, key.kind]
    match command:
        case Replace(items):
            return Done(command, _effect(effects, "items" if items else "empty", command))
        case Apply(_, source_seq):
            stored = held or []
            place = next((at for at, item in enumerate(stored) if item.get(key.sequence) == source_seq), len(stored))
            return Done(command, _effect(effects, "match" if place < len(stored) else "no-match", command), place)
    return Done(command, _effect(effects, "", command))


def _effect(effects: Sequence[Effect], when: str, command: Command) -> Effect:
    for effect in effects:
        if effect.when == when:
            return effect
    raise lawless(SYSTEM, f"The command '{command.name}' has no effect in the case '{when}'.")


def _alter(after: dict[str, Any], key: Key, done: Done) -> None:
    match done.effect.state, done.command:
        case "value", Set(value):
            after[key.name] = value
        case "value", Replace(items):
            after[key.name] = list(items)
        case "absent", _:
            after.pop(key.name, None)
        case "empty-list", _:
            after[key.name] = []
        case "item-exchanged", Apply():
            exchanged = list(after[key.name])
            exchanged[done.place] = item_of(key, done.command)
            after[key.name] = exchanged
        case "item-appended", Apply():
            after[key.name] = [*after.get(key.name, ()), item_of(key, done.command)]
        case "kept", _:
            pass
        case word, command:
            raise lawless(SYSTEM, f"'{word}' is nothing that the command '{command.name}' can do to a state.")


def item_of(key: Key, command: Apply) -> dict[str, Any]:
    """The item as it is held: with the sequence value that it was addressed by."""
    return {**({key.sequence: command.source_seq} if key.sequence else {}), **command.item}
