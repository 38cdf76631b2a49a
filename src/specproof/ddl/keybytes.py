"""Byte budgets of index keys: how long a key is, and how long it may be on a given engine, row format and server.

Stands beside the simulator and below the checks. Numbers come from `ddl/facts/limits.yaml`. It refuses to guess: a
column whose character set is not known has no length (None).
Source: 5.7 manual, sections "Limits on InnoDB Tables" and "InnoDB Row Formats".
"""

from __future__ import annotations

from dataclasses import dataclass

from specproof.ddl import types, words
from specproof.schema import Column

_PAGE = 16384
# Since when the server itself looks at the row format; before, InnoDB answers with a number of its own (by_version of
# the fact chr-convert-index-overflow: 1709 on 5.7.22, 1071 on 5.7.30).
_ROW_FORMAT_SEEN_BY_SERVER = (5, 7, 23)


@dataclass(frozen=True, slots=True)
class KeyBudget:
    """Bytes per key part and per whole key. `part` is what the server checks, `engine_part` what InnoDB checks."""

    part: int
    total: int
    engine_part: int


def budget(
    engine: str,
    row_format: str,
    *,
    large_prefix: bool = True,
    page_size: int = _PAGE,
    explicit_format: bool = True,
    release: tuple[int, ...] = (5, 7, 44),
) -> KeyBudget:
    """The budget of one table.

    `row_format` is DYNAMIC, COMPACT, ... in any case; `explicit_format` tells that the table names it itself, because a
    format that only comes from `innodb_default_row_format` is seen by InnoDB alone.
    """
    limits = words.limits()
    if engine == "MyISAM":
        most = limits["server"]["myisam_key_bytes"]
        return KeyBudget(most, most, most)
    if engine != "InnoDB":
        most = limits["innodb"]["key_bytes_per_column"]["DYNAMIC"]
        return KeyBudget(most, most, most)
    per_column = limits["innodb"]["key_bytes_per_column"]
    total = limits["innodb"]["key_bytes_total_by_page_size"][f"{page_size // 1024}k"]
    short = per_column["COMPACT"]
    by_format = min(per_column.get(row_format.upper(), per_column["DYNAMIC"]), total) if large_prefix else short
    by_server = per_column["DYNAMIC"] if large_prefix else short
    if explicit_format and release >= _ROW_FORMAT_SEEN_BY_SERVER:
        by_server = min(by_server, by_format)
    return KeyBudget(by_server, total, by_format)


def whole(kind: types.ColumnType, maxlen: int | None) -> int | None:
    """Bytes of a whole column in a key; None where the character set decides and is not known."""
    if kind.name in {"varchar", "char"}:
        return None if maxlen is None else kind.length * maxlen
    if kind.name == "varbinary":
        return kind.length
    if kind.blob:
        return 0
    return types.pack_bytes(kind, maxlen or 1)


def part(column: Column, prefix: int | None) -> int | None:
    """Bytes of one key part; `prefix` as in SUB_PART: characters of text, bytes of binary strings."""
    kind = types.parse(column.type)
    charset = words.charset(column.charset) if column.charset else None
    maxlen = charset.maxlen if charset else None
    if prefix is None:
        return whole(kind, maxlen)
    if not kind.text:
        return prefix
    return None if maxlen is None else prefix * maxlen
