"""A clean validation is remembered by the digest of everything that it depended on, and need not be made twice.

Kept in the cache folder, one small file per digest. Only soundness is remembered, never a problem; a folder that cannot
be written costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from specproof import cachefolder, resources
from specproof.specs import content

_FOLDER = "spec-validate"
_KEPT = 50  # digests; older ones make way


def digest(root: Path | None = None) -> str:
    """SHA-256 over every file of the rooms, the schemas, the code of the validator and the version of its library.

    Raises UsageProblem `spec.no-rooms`.
    """
    found = hashlib.sha256(version("jsonschema").encode())
    for name, file in _inputs(root):
        data = file.read_bytes()
        found.update(f"\n{name}\n{len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def recall(key: str, environment: Mapping[str, str]) -> Mapping[str, int] | None:
    """The number of files of each kind in the clean validation of that digest, if there was one."""
    try:
        said = json.loads((_place(environment) / f"{key}.json").read_text(encoding="utf-8"))
        return {str(kind): int(count) for kind, count in said["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def keep(key: str, files: Mapping[str, int], environment: Mapping[str, str]) -> None:
    """Remembers a clean validation; where nothing can be written, nothing happens."""
    place = _place(environment)
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
        handle, half = tempfile.mkstemp(prefix=".half-", dir=place)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump({"files": dict(files)}, stream)
        Path(half).replace(place / f"{key}.json")
        for old in sorted(place.glob("*.json"), key=lambda file: file.stat().st_mtime)[:-_KEPT]:
            old.unlink()


def _place(environment: Mapping[str, str]) -> Path:
    return cachefolder.wanted(environment) / _FOLDER


def _inputs(root: Path | None) -> Iterator[tuple[str, Path]]:
    folders = {**content.rooms(root), "schemas": resources.path("specs", "metaschema"), "code": Path(__file__).parent}
    for name, folder in folders.items():
        for file in sorted(folder.rglob("*.py" if name == "code" else "*")):
            if file.is_file():
                yield f"{name}/{file.relative_to(folder).as_posix()}", file
