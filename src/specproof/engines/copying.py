"""Copies a data folder quickly: stretches of zeros become holes, so that empty log files cost neither time nor room.

For folders of plain files, as a stopped database leaves them; it refuses anything else by failing.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_BLOCK = 1 << 20
_ZEROS = bytes(_BLOCK)


def sparse_tree(source: Path, target: Path) -> None:
    """Copies what a folder holds into another, new or empty, with modes; our own manifest is left out."""
    ours = shutil.ignore_patterns(".specproof-*")
    shutil.copytree(source, target, copy_function=_sparse_file, ignore=ours, dirs_exist_ok=True)


def _sparse_file(source: str, target: str) -> None:
    with Path(source).open("rb") as reader, Path(target).open("wb") as writer:
        size = os.fstat(reader.fileno()).st_size
        position = 0
        while position < size:
            try:
                position = os.lseek(reader.fileno(), position, os.SEEK_DATA)
            except OSError:
                break  # only a hole is left
            end = os.lseek(reader.fileno(), position, os.SEEK_HOLE)
            os.lseek(reader.fileno(), position, os.SEEK_SET)
            position = _stretch(reader.fileno(), writer.fileno(), position, end)
        writer.truncate(size)
    shutil.copymode(source, target)


def _stretch(reader: int, writer: int, position: int, end: int) -> int:
    while position < end:
        block = os.read(reader, min(_BLOCK, end - position))
        if not block:
            break
        if block != _ZEROS[: len(block)]:
            os.pwrite(writer, block, position)
        position += len(block)
    return end
