"""Row sizes: the 65535 bytes of the server's own row format, and the record that InnoDB must fit into half a page.

Stands beside `keybytes`. Works on settled columns; limits come from `ddl/facts/limits.yaml`. It refuses to guess:
columns of an unknown character set count with one byte per character, so that only certain excess is reported.
Source: 5.7 manual, "Limits on Table Column Count and Row Size"; InnoDB's rule for the worst case of a record.
"""

from __future__ import annotations

from collections.abc import Sequence

from specproof.ddl import types, words
from specproof.ddl.types import ColumnType
from specproof.schema import Column, Index

_LOCAL_PREFIX = 40  # bytes that a column stored elsewhere keeps in the record
_HEADER, _OLD_HEADER = 5, 6
_TRX_ID, _ROLL_PTR, _ROW_ID = 6, 7, 6
_ONE_BYTE_LENGTH = 256


def _maxlen(column: Column) -> int:
    charset = words.charset(column.charset) if column.charset else None
    return charset.maxlen if charset else 1


def server_row(columns: Sequence[Column]) -> int:
    """Bytes of a row as the server counts them against 65535; virtual columns count as well."""
    kinds = [types.parse(c.type) for c in columns]
    nulls = sum(c.nullable for c in columns)
    dynamic = any(k.blob or k.name in {"varchar", "varbinary"} for k in kinds)
    null_bytes = (nulls + (0 if dynamic else 1) + 7) // 8
    return null_bytes + sum(types.pack_bytes(k, _maxlen(c)) for k, c in zip(kinds, columns, strict=True))


def record_limit(row_format: str) -> int:
    """The first size that InnoDB refuses, for pages of 16 KiB."""
    limits = words.limits()["innodb"]
    most: int = limits[
        "record_bytes_in_page_16k_redundant" if row_format.upper() == "REDUNDANT" else "record_bytes_in_page_16k"
    ]
    return most


def clustered_record(columns: Sequence[Column], indexes: Sequence[Index], row_format: str) -> int:
    """Bytes of the longest record in the clustered index, everything stored elsewhere that can be."""
    stored = [c for c in columns if c.extra != "VIRTUAL GENERATED"]
    has_key = _clustering_key(columns, indexes) is not None
    compact = row_format.upper() != "REDUNDANT"
    fields = len(stored) + 2 + (0 if has_key else 1)
    nulls = sum(c.nullable for c in stored)
    size = _HEADER + (nulls + 7) // 8 if compact else _OLD_HEADER + 2 * fields
    size += _TRX_ID + _ROLL_PTR + (0 if has_key else _ROW_ID)
    return size + sum(_column(types.parse(c.type), _maxlen(c), compact=compact) for c in stored)


def _clustering_key(columns: Sequence[Column], indexes: Sequence[Index]) -> Index | None:
    """The primary key, else the first unique key over whole columns that are never NULL."""
    by_name = {c.name.lower(): c for c in columns}
    for index in indexes:
        parts = [by_name.get(p.column.lower()) for p in index.parts]
        never_null = index.unique and all(c is not None and not c.nullable for c in parts)
        if never_null and (index.name == "PRIMARY" or all(p.prefix is None for p in index.parts)):
            return index
    return None


def _column(kind: ColumnType, maxlen: int, *, compact: bool) -> int:
    fixed = _fixed(kind, maxlen, compact=compact)
    if fixed is not None:
        return fixed
    longest = _longest(kind, maxlen)
    length_bytes = 1 if longest < _ONE_BYTE_LENGTH else 2
    if longest >= _LOCAL_PREFIX:
        longest, length_bytes = _LOCAL_PREFIX, 1
    return longest + (length_bytes if compact else 0)


def _fixed(kind: ColumnType, maxlen: int, *, compact: bool) -> int | None:
    """Bytes of a column that always takes the same room, else None."""
    if kind.blob or kind.name in {"varchar", "varbinary"}:
        return None
    if kind.name == "char" and maxlen > 1 and compact:
        return None  # takes between one and `maxlen` bytes a character
    size = types.pack_bytes(kind, maxlen)
    return size or None


def _longest(kind: ColumnType, maxlen: int) -> int:
    if kind.blob:
        return types.MAX_BLOB
    return kind.length * (maxlen if kind.name in {"char", "varchar"} else 1)
