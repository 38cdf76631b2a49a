"""Where the state of a flight lies in tables, in one profile: storage.yaml and structures.yaml put together.

Stores build their tables from it, and decisions their rows. It refuses to name a type of any engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from specproof.reference.flight_state.law import SYSTEM
from specproof.reference.source import in_profile, lawless, only, table

ROUTE_KIND = "route-kind"


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `type` is text, integer or timestamp.

    `max_chars` are code points of a text, `precision` digits of the second. `value` is the word of storage.yaml for
    what fills it, empty for a column of a structure.
    """

    name: str
    type: str
    nullable: bool
    value: str = ""
    max_chars: int = 0
    minimum: int = 0
    maximum: int = 0
    precision: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """One table; `role` is main, detail, generation or log."""

    name: str
    role: str
    columns: tuple[Column, ...]
    primary_key: tuple[str, ...]
    indexes: Mapping[str, tuple[str, ...]]
    names: tuple[str, ...] = field(init=False)
    filled: tuple[Column, ...] = field(init=False)  # those that a word of storage.yaml fills

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(column.name for column in self.columns))
        object.__setattr__(self, "filled", tuple(column for column in self.columns if column.value))

    def filled_by(self, value: str) -> str:
        """The name of the column that a word of storage.yaml fills."""
        return self.column_of(value).name

    def column_of(self, value: str) -> Column:
        """The column that a word of storage.yaml fills."""
        for column in self.columns:
            if column.value == value:
                return column
        raise lawless(SYSTEM, f"No column of {self.name} holds '{value}'.")


@dataclass(frozen=True, slots=True)
class Carrier:
    """Where one key lies: the one `column` of a scalar or text, or `attributes` by name in rows or prefixed columns.

    `sequence` is the attribute kept in the column of sequence values; `narrowed` are the values that tell the rows of
    this key from those of another in the same table.
    """

    table: str
    column: str = ""
    attributes: Mapping[str, str] | None = None
    sequence: str | None = None
    narrowed: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """All tables in the order of the law, and the carrier of every key."""

    tables: Mapping[str, Table]
    carriers: Mapping[str, Carrier]

    def of_role(self, role: str) -> tuple[Table, ...]:
        return tuple(one for one in self.tables.values() if one.role == role)

    def only_of(self, role: str) -> Table:
        """The one table of a role. Raises UsageProblem `reference.unknown-word` where there is not exactly one."""
        found = self.of_role(role)
        if len(found) != 1:
            raise lawless(SYSTEM, f"{len(found)} tables have the role '{role}', and this reference knows one.")
        return found[0]


def read(profile: str, root: Path | None = None) -> Layout:
    """The layout as it stands. Raises UsageProblem `spec.invalid`, `reference.unknown-word`."""
    storage = in_profile(table(SYSTEM, "storage", root), profile)
    structures = in_profile(table(SYSTEM, "structures", root), profile)
    fields = {**table(SYSTEM, "wire", root)["envelope"]["fields"], "sequence": structures["sequence"]}
    only(SYSTEM, storage["equality"], "code-points")
    only(SYSTEM, storage["rounding"], "truncate-before-bind")
    only(SYSTEM, storage["foreign_keys"], "none")
    only(SYSTEM, storage["deduplicated_by"], "none")
    only(SYSTEM, storage["deleted_flight"]["detail_rows"], "deleted-in-same-transaction")
    carriers = {name: _carrier(name, structures, storage, profile) for name in structures["structures"]}
    for name, said in structures["scalars"].items():
        carriers[name] = Carrier(_holder("scalars", storage), column=said["column"])
    return Layout(
        tables={name: _table(name, said, storage, structures, fields) for name, said in storage["tables"].items()},
        carriers=carriers,
    )


def _carrier(name: str, structures: Mapping[str, Any], storage: Mapping[str, Any], profile: str) -> Carrier:
    said = structures["structures"][name]
    where = said["carrier"]
    if "column" in where:
        return Carrier(where["table"], column=where["column"])
    attributes = {one: law["column"] for one, law in _attributes(name, structures).items()}
    sequence = said.get("sequence")
    leftover = said.get("leftover")
    if leftover and profile in leftover["profiles"]:
        only(SYSTEM, leftover["column"], structures["sequence"]["column"])
        sequence = leftover["attribute"]
    narrowed = {}
    if "route_kind" in where:
        columns = storage["tables"][where["table"]]["columns"]
        kind = next((column for column, law in columns.items() if law["value"] == ROUTE_KIND), None)
        if kind is None:
            raise lawless(SYSTEM, f"{where['table']} has no column for the route kind of {name}.")
        narrowed = {kind: where["route_kind"]}
    return Carrier(where["table"], attributes=attributes, sequence=sequence, narrowed=narrowed or None)


def _attributes(name: str, structures: Mapping[str, Any]) -> Mapping[str, Any]:
    said = structures["structures"][name]
    listed = structures["structures"][said["attributes_of"]] if "attributes_of" in said else said
    found: Mapping[str, Any] = listed.get("attributes", {})
    return found


def _holder(key: str, storage: Mapping[str, Any]) -> str:
    for name, said in storage["tables"].items():
        if key in said.get("holds", ()):
            return str(name)
    raise lawless(SYSTEM, f"No table holds {key}.")


def _table(
    name: str,
    said: Mapping[str, Any],
    storage: Mapping[str, Any],
    structures: Mapping[str, Any],
    fields: Mapping[str, Any],
) -> Table:
    listed = dict(storage["detail_columns"]) if said["role"] == "detail" else {}
    listed |= said.get("columns", {})
    columns = {column: _column(column, law, fields) for column, law in listed.items()}
    common = storage["structure_columns"]
    for key in said.get("holds", ()):
        for law in _held(key, structures):
            own = Column(law["column"], common["type"], common["nullable"], max_chars=law["max_chars"])
            columns.setdefault(own.name, own)  # two keys may share their columns
    indexes = {index: tuple(of) for index, of in said.get("indexes", {}).items()}
    return Table(name, said["role"], tuple(columns.values()), tuple(said["primary_key"]), indexes)


def _held(key: str, structures: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """What structures.yaml says of each column of one key, or of all scalars."""
    if key == "scalars":
        return tuple(structures["scalars"].values())
    said = structures["structures"][key]
    if "column" in said["carrier"]:
        return ({"column": said["carrier"]["column"], "max_chars": said["max_chars"]},)
    return tuple(_attributes(key, structures).values())


def _column(name: str, said: Mapping[str, Any], fields: Mapping[str, Any]) -> Column:
    ranges = {**fields.get(said.get("field", ""), {}), **said}
    return Column(
        name=name,
        type=said["type"],
        nullable=said["nullable"],
        value=said["value"],
        max_chars=ranges.get("max_chars", 0) if said["type"] == "text" else 0,
        minimum=ranges.get("minimum", 0),
        maximum=ranges.get("maximum", 0),
        precision=said.get("precision", 0),
    )
