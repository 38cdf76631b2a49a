"""A small copy of the content rooms that a test may damage."""

from __future__ import annotations

import re
import shutil

import pytest

from specproof import resources

# Enough for every cross-check; the catalogue of facts is large and needs no copy.
PARTS = (
    "specs/manifest.yaml",
    "specs/conditions.yaml",
    "specs/answer-delivery/schema.yaml",
    "specs/answer-delivery/policy.yaml",
    "specs/engines",
    "ddl/changes/0001-answer-delivery",
    "migrator/queries/verify",
)


@pytest.fixture
def rooms(tmp_path, rooms_at):
    for part in PARTS:
        room, _, rest = part.partition("/")
        source, target = resources.path(room, rest), tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    _cut_manifest(tmp_path / "specs" / "manifest.yaml")
    return rooms_at(tmp_path)


def _cut_manifest(file):
    """Leaves the systems whose folder was copied."""
    head, *systems = re.split(r"(?m)^(?=  - id: )", file.read_text(encoding="utf-8"))
    kept = [s for s in systems if (file.parent / s.split("\n")[0].removeprefix("  - id: ")).is_dir()]
    file.write_text(head + "".join(kept), encoding="utf-8")
