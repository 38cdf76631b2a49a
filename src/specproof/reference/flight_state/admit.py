"""Whether a command may be issued on a key at all, whatever the flight holds.

Reads what commands.yaml says of kinds and structures.yaml of locators. It refuses to look at the command's argument.
"""

from __future__ import annotations

from specproof.reference.flight_state.commands import Apply
from specproof.reference.flight_state.law import SYSTEM, Law
from specproof.reference.rejection import Rejection, pointer
from specproof.reference.source import lawless


def admit(command: str, key: str, law: Law) -> Rejection | None:
    """None when the command, by its name in commands.yaml, is for this key."""
    found = law.keys.get(key)
    if found is None:
        return Rejection(law.forms["outer-key"]["unknown"].refusal, pointer((key,)))
    if command not in law.commands:
        raise lawless(SYSTEM, f"There is no command '{command}'.")
    said = law.commands[command]
    barred = said.get("not_on", {"kinds": ()})
    if found.kind in barred["kinds"] or (command == Apply.name and not found.supports_apply):
        return Rejection(barred["refusal"], pointer((key,)))
    if not any(found.kind in effect["on"] for effect in said["effects"]):
        raise lawless(SYSTEM, f"The command '{command}' neither has an effect on {found.kind} nor is barred from it.")
    return None
