"""Rows and the three ways to change them, in terms that every store knows.

What a decision brings about is a list of these, executed in its order inside one transaction. It refuses to know a
dialect: texts, whole numbers, moments in UTC and NULL are all that there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

Value: TypeAlias = str | int | datetime | None
Row: TypeAlias = Mapping[str, Value]
Rows: TypeAlias = tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class Insert:
    """New rows, the values of each in the order of `columns`."""

    table: str
    columns: tuple[str, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Update:
    """Existing rows: each of `rows` holds the values of `key`, then those of `columns`."""

    table: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Delete:
    """All rows whose `key` columns, a part of the primary key, hold the values of one of `rows`."""

    table: str
    key: tuple[str, ...]
    rows: Rows


Change: TypeAlias = Insert | Update | Delete
