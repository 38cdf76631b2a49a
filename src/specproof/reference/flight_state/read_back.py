"""From rows back to the fields of a flight, as storage.yaml says: no rows and NULL mean that the key is not there.

Compiled once for a layout. It refuses to look at a store: rows come as tuples in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from specproof.reference.flight_state.law import SYSTEM
from specproof.reference.flight_state.layout import Carrier, Layout
from specproof.reference.flight_state.rows import Value
from specproof.reference.source import only, table

Stored: TypeAlias = Sequence[Value]


@dataclass(frozen=True, slots=True)
class Held:
    """The rows of one flight: that of the main table, and by table those of its details in the order of ORDINAL."""

    main: Stored
    details: Mapping[str, Sequence[Stored]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Listed:
    """Where the items of a collection stand in the rows of its table."""

    key: str
    table: str
    narrowed: tuple[tuple[int, str], ...]
    attributes: tuple[tuple[str, int], ...]


class ReadBack:
    """Rows to fields under one layout."""

    def __init__(self, layout: Layout, root: Path | None = None) -> None:
        said = table(SYSTEM, "storage", root)["read_back"]
        only(SYSTEM, said["no-rows"]["becomes"], "key-absent")
        only(SYSTEM, said["null-column"]["becomes"], "key-absent")
        only(SYSTEM, said["all-columns-of-prefix-null"]["becomes"], "key-absent")
        only(SYSTEM, said["rows"]["becomes"], "list-by-ordinal")
        main = layout.only_of("main").name
        places = {name: {column: at for at, column in enumerate(one.names)} for name, one in layout.tables.items()}
        self._columns: list[tuple[str, int]] = []
        self._objects: list[tuple[str, tuple[tuple[str, int], ...]]] = []
        self._lists: list[_Listed] = []
        for key, carrier in layout.carriers.items():
            at = places[carrier.table]
            if carrier.attributes is None:
                self._columns.append((key, at[carrier.column]))
            elif carrier.table == main:
                self._objects.append((key, tuple((name, at[column]) for name, column in carrier.attributes.items())))
            else:
                self._lists.append(_listed(key, carrier, at, layout))

    def fields(self, held: Held) -> dict[str, Any]:
        """The fields of one flight by key: text, an object of attributes, or a list of such objects."""
        main = held.main
        found: dict[str, Any] = {key: main[at] for key, at in self._columns if main[at] is not None}
        for key, attributes in self._objects:
            value = {name: main[at] for name, at in attributes if main[at] is not None}
            if value:
                found[key] = value
        for listed in self._lists:
            rows = held.details.get(listed.table, ())
            for at, narrowed in listed.narrowed:
                rows = [row for row in rows if row[at] == narrowed]
            if rows:
                attributes = listed.attributes
                found[listed.key] = [{name: row[at] for name, at in attributes if row[at] is not None} for row in rows]
        return found


def _listed(key: str, carrier: Carrier, at: Mapping[str, int], layout: Layout) -> _Listed:
    attributes = [(name, at[column]) for name, column in (carrier.attributes or {}).items()]
    if carrier.sequence is not None:
        attributes.insert(0, (carrier.sequence, at[layout.tables[carrier.table].filled_by("sequence-value")]))
    narrowed = tuple((at[column], value) for column, value in (carrier.narrowed or {}).items())
    return _Listed(key, carrier.table, narrowed, tuple(attributes))
