"""Tables for SQLAlchemy: what the layout says, in its order."""

from __future__ import annotations

import pytest

from specproof.persistence import tables
from specproof.reference.flight_state import layout


@pytest.mark.parametrize("profile", ["current", "target"])
def test_tables_columns_and_keys_are_those_of_the_layout(profile):
    said = layout.read(profile)
    made = tables.metadata(said)
    assert list(made.tables) == list(said.tables)
    for name, table in said.tables.items():
        assert [column.name for column in made.tables[name].columns] == list(table.names)
        assert [column.name for column in made.tables[name].primary_key] == list(table.primary_key)
        assert [column.nullable for column in made.tables[name].columns] == [one.nullable for one in table.columns]
        assert {index.name for index in made.tables[name].indexes} == set(table.indexes)


def test_nothing_refers_to_another_table():
    assert [table for table in tables.metadata(layout.read("target")).tables.values() if table.foreign_keys] == []
