"""Compares a built wheel with the checkout: every content file must be inside, and nothing else of the content rooms.

Run by `nox -s wheel` as `wheel_contents.py WHEEL CHECKOUT`; exits 1 with the list of what is missing or foreign.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOMS = ("specs", "ddl", "migrator", "conformance")


def problems(wheel: Path, checkout: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        inside = {n.removeprefix("specproof/data/") for n in archive.namelist() if n.startswith("specproof/data/")}
        names = set(archive.namelist())
    wanted = {
        str(p.relative_to(checkout))
        for room in ROOMS
        for p in (checkout / room).rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }
    found = [f"missing: {n}" for n in sorted(wanted - inside)] + [f"foreign: {n}" for n in sorted(inside - wanted)]
    if not wanted:
        found.append("the checkout has no content files")
    if "specproof/py.typed" not in names:
        found.append("missing: specproof/py.typed")
    return found


if __name__ == "__main__":
    found = problems(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write("\n".join(found or ["the wheel carries every content file"]) + "\n")
    sys.exit(1 if found else 0)
