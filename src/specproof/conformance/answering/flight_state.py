"""The reference's answers for the flight state: `translate` and `admit`.

JSON on both sides. It refuses to decide anything; the functions of `reference.flight_state` do.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from specproof.conformance.observation import Json
from specproof.reference.flight_state import admit, law
from specproof.reference.flight_state.commands import Apply, Command, Replace, Set
from specproof.reference.flight_state.translate import translate
from specproof.reference.rejection import Rejection


class Answers:
    """Under the law of one profile; `root` as in `reference.source`."""

    FEATURES: ClassVar = ("strict-zero-entries",)

    def __init__(self, profile: str, root: Path | None) -> None:
        self._law = law.read(profile, root)

    def translate(self, given: Json, asked: Json) -> Json | Rejection:
        found = translate(_bytes(asked["fields"]), self._law, given.get("options", {}))
        if isinstance(found, Rejection):
            return found
        return {
            "commands": {key: _command(one) for key, one in found.changing.items()},
            "warnings": [{"code": one.code, "path": one.path} for one in found.warnings],
        }

    def admit(self, _given: Json, asked: Json) -> Json | Rejection:
        return admit.admit(asked["command"], asked["key"], self._law) or {"admitted": True}


def _bytes(data: dict[str, str]) -> bytes:
    return data["text"].encode() if "text" in data else bytes.fromhex(data["bytes"])


def _command(command: Command) -> dict[str, Any]:
    match command:
        case Set(value):
            return {"command": command.name, "value": value}
        case Replace(items):
            return {"command": command.name, "items": list(items)}
        case Apply(item, source_seq):
            return {"command": command.name, "item": item, "source_seq": source_seq}
    return {"command": command.name}
