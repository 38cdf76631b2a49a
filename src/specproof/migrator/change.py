"""Finds the catalogued change that a script is: by its bytes among `ddl/changes`, or by the `change.yaml` beside it.

A change names the system whose spec its result must satisfy. It refuses to guess from names: a script that is no
catalogued change has none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from specproof import resources
from specproof.migrator.plan import Plan
from specproof.specs import load


@dataclass(frozen=True, slots=True)
class Change:
    """`system` is the name of the spec, `folder` where its scripts lie."""

    slug: str
    system: str
    folder: Path


def change_of(plan: Plan) -> Change | None:
    """The change whose `up` script has exactly these bytes, or lies beside the script's own `change.yaml`."""
    beside = Path(plan.script).parent / "change.yaml"
    for file in (*_catalogued(), *((beside,) if beside.is_file() else ())):
        data = load.read(file)
        up = file.parent / str(data.get("scripts", {}).get("up", "up.sql"))
        if up.is_file() and hashlib.sha256(up.read_bytes()).hexdigest() == plan.hash:
            return Change(str(data["id"]), str(data["system"]), file.parent)
    return None


def _catalogued() -> Iterator[Path]:
    yield from sorted(resources.path("ddl", "changes").glob("*/change.yaml"))
