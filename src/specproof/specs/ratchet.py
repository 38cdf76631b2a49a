"""The file that keeps a coverage from falling back: what was reached, statement by statement, one line each.

Kept beside the law and reviewed like it: a loss shows as a changed line. It refuses a file of another shape.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from specproof.errors import UsageProblem

SCHEMA = "specproof/coverage-snapshot/1"


def read(file: Path) -> dict[str, Any]:
    """The snapshot of a file. Raises UsageProblem `spec.snapshot`."""
    try:
        snapshot: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unusable(file, str(error)) from None
    statements = snapshot.get("statements") if isinstance(snapshot, dict) else None
    if not isinstance(statements, dict) or snapshot.get("schema") != SCHEMA:
        raise _unusable(file, f"Its schema is not {SCHEMA}")
    if not all(isinstance(reached, list) for reached in statements.values()):
        raise _unusable(file, "A statement has no list")
    found: dict[str, Any] = snapshot
    return found


def write(file: Path, snapshot: dict[str, Any]) -> None:
    """Writes a snapshot so that a change of one statement changes one line."""
    lines = [f"    {json.dumps(name)}: {json.dumps(reached)}" for name, reached in snapshot["statements"].items()]
    body = ",\n".join(lines)
    file.write_text(
        f'{{\n  "schema": {json.dumps(snapshot["schema"])},\n  "statements": {{\n{body}\n  }}\n}}\n', encoding="utf-8"
    )


def _unusable(file: Path, why: str) -> UsageProblem:
    return UsageProblem(
        "spec.snapshot",
        f"The snapshot of the coverage cannot be used: {why}.",
        where=str(file),
        next_step="Write it anew with `specproof spec coverage --ratchet FILE --update`.",
    )
