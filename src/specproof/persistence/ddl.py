"""The tables of the flight state as SQL text that people review: one script for an engine and a profile.

The same layout gives the same bytes. It refuses to run anything.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import mysql, oracle, postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from specproof.persistence import tables
from specproof.reference.flight_state.layout import Layout

_DIALECTS: dict[str, Any] = {"mysql-5.7": mysql.dialect, "oracle": oracle.dialect, "postgresql": postgresql.dialect}
ENGINES = tuple(_DIALECTS)


def script(engine: str, profile: str, layout: Layout) -> str:
    """The statements with a header that says where they come from."""
    lines = (
        f"-- Tables of the flight state for {engine}, profile {profile}.",
        "-- Made from specs/flight-state/storage.yaml and structures.yaml by `specproof flight ddl`; change those.",
    )
    return "\n".join(lines) + "\n\n" + "\n\n".join(f"{one};" for one in statements(engine, layout)) + "\n"


def statements(engine: str, layout: Layout) -> list[str]:
    """All CREATE TABLE and CREATE INDEX statements, in the order of execution."""
    dialect = _DIALECTS[engine]()
    found: list[str] = []
    for table in tables.metadata(layout).tables.values():
        found.append(_tidy(str(CreateTable(table).compile(dialect=dialect))))
        found.extend(_tidy(str(CreateIndex(index).compile(dialect=dialect))) for index in table.indexes)
    return found


def _tidy(statement: str) -> str:
    """Without blanks at the ends of lines, and with two blanks instead of a tab."""
    return "\n".join(line.rstrip().replace("\t", "  ") for line in statement.strip().splitlines() if line.strip())
