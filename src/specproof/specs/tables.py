"""The tables that a system's `schema.yaml` promises, spelt as MySQL 5.7's information_schema prints them.

Migrator and tests compare a live or rehearsed schema with this. Widths and key order follow from the declared types by
the server's rules, so the data need not say them; it refuses to read anything but the data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from specproof import resources
from specproof.errors import UsageProblem
from specproof.schema import Column, Difference, Index, IndexPart, Schema, Table, diff
from specproof.specs import load

# Display widths that 5.7 fills in for a bare integer type: (signed, unsigned). Source: sql_yacc.yy and field.h of 5.7,
# seen in COLUMN_TYPE; one digit more for the sign, except for bigint, whose 20 digits hold either.
_WIDTHS = {"tinyint": (4, 3), "smallint": (6, 5), "mediumint": (9, 8), "int": (11, 10), "bigint": (20, 20)}
_INTEGER = re.compile(rf"({'|'.join(_WIDTHS)})( unsigned)?")
_TEXT = re.compile(r"(?:var)?char\(|(?:tiny|medium|long)?text|enum\(|set\(")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a system owns: whole tables, and tables of others of which only the columns listed count."""

    system: str
    whole: Schema
    partial: Schema

    def differences(self, live: Schema, *, comments: bool = True) -> tuple[Difference, ...]:
        """Every place where a schema is not as promised. What the system does not own is left out.

        So is the row format: the law does not name one, and an unconfigured table has that of the server's settings.
        """
        owned = live.only(table.name for table in self.whole.tables)
        owned = replace(owned, tables=tuple(replace(table, row_format=None) for table in owned.tables))
        return diff(self.whole, owned, comments=comments) + diff(self.partial, self._cut(live), comments=comments)

    def _cut(self, live: Schema) -> Schema:
        """The live tables of others, cut down to the expected columns."""
        return Schema(
            tuple(
                replace(expected, columns=tuple(c for c in table.columns if expected.column(c.name)))
                for expected in self.partial.tables
                if (table := live.table(expected.name)) is not None
            )
        )


def systems() -> tuple[str, ...]:
    """The systems that promise tables."""
    return tuple(sorted(file.parent.name for file in resources.room("specs").glob("*/schema.yaml")))


def expectation(system: str) -> Expectation:
    """What `specs/<system>/schema.yaml` promises. Raises UsageProblem `spec.unknown-system`, `spec.invalid`."""
    if system not in systems():
        raise UsageProblem(
            "spec.unknown-system",
            f"No system '{system}' declares tables.",
            next_step=f"Use one of: {', '.join(systems())}.",
        )
    data = load.read(resources.path("specs", system, "schema.yaml"))
    tables = [(declared["ownership"], _table(declared, data["defaults"])) for declared in data["tables"]]
    return Expectation(
        system=system,
        whole=_schema(table for ownership, table in tables if ownership == "whole"),
        partial=_schema(table for ownership, table in tables if ownership == "partial"),
    )


def expected_schema(system: str) -> Schema:
    """The tables that belong to the system entirely; see `expectation` for its columns in tables of others."""
    return expectation(system).whole


def column_type(declared: str) -> str:
    """COLUMN_TYPE of a declared type: bare integers get their display width, all else is printed as declared."""
    found = _INTEGER.fullmatch(declared)
    if not found:
        return declared
    name, unsigned = found.group(1), found.group(2) or ""
    return f"{name}({_WIDTHS[name][1 if unsigned else 0]}){unsigned}"


def _schema(tables: Any) -> Schema:
    return Schema(tuple(sorted(tables, key=lambda table: table.name)))


def _table(declared: dict[str, Any], defaults: dict[str, Any]) -> Table:
    columns = tuple(_column(column, defaults) for column in declared["columns"])
    return Table(
        name=declared["name"],
        columns=columns,
        indexes=_in_server_order([_index(key) for key in declared.get("keys", ())], columns),
        engine=defaults["engine"],
        collation=defaults["collation"],
        comment=declared["comment"]["zh"] if "comment" in declared else "",
    )


def _column(declared: dict[str, Any], defaults: dict[str, Any]) -> Column:
    text = bool(_TEXT.match(declared["type"]))
    default = declared.get("default")
    return Column(
        name=declared["name"],
        type=column_type(declared["type"]),
        nullable=declared["nullable"],
        default=None if default is None else str(default),
        extra="auto_increment" if declared.get("auto_increment") else "",
        charset=defaults["charset"] if text else None,
        collation=defaults["collation"] if text else None,
        comment=declared["comment"]["zh"] if "comment" in declared else "",
    )


def _index(declared: dict[str, Any]) -> Index:
    return Index(
        name=declared["name"],
        unique=declared["unique"],
        parts=tuple(IndexPart(column) for column in declared["columns"]),
    )


def _in_server_order(indexes: list[Index], columns: tuple[Column, ...]) -> tuple[Index, ...]:
    """PRIMARY, unique without NULL, other unique, the rest; within each as declared (sort_keys in sql_table.cc)."""
    nullable = {column.name for column in columns if column.nullable}

    def rank(index: Index) -> int:
        if index.name == "PRIMARY":
            return 0
        if not index.unique:
            return 3
        return 2 if any(part.column in nullable for part in index.parts) else 1

    return tuple(sorted(indexes, key=rank))
