"""A small copy of the content rooms that a test may damage."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from specproof import resources

# Enough for every cross-check; the catalogue of facts is large and needs no copy.
PARTS = (
    "specs/manifest.yaml",
    "specs/answer-delivery/schema.yaml",
    "specs/answer-delivery/policy.yaml",
    "specs/engines",
    "ddl/changes/0001-answer-delivery",
    "migrator/queries/verify",
)


class Rooms:
    """The copy: `edit` replaces one piece of text in a file, `write` makes a file."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def write(self, path: str, text: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def line(self, path: str, text: str) -> int:
        """The number of the first line that holds a text."""
        lines = (self.root / path).read_text(encoding="utf-8").splitlines()
        return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.fixture
def rooms(tmp_path):
    for part in PARTS:
        room, _, rest = part.partition("/")
        source, target = resources.path(room, rest), tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    _cut_manifest(tmp_path / "specs" / "manifest.yaml")
    return Rooms(tmp_path)


def _cut_manifest(file):
    """Leaves the systems whose folder was copied."""
    head, *systems = re.split(r"(?m)^(?=  - id: )", file.read_text(encoding="utf-8"))
    kept = [s for s in systems if (file.parent / s.split("\n")[0].removeprefix("  - id: ")).is_dir()]
    file.write_text(head + "".join(kept), encoding="utf-8")
