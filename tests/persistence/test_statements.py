"""Changes as statements, on a database inside the process: which rows go, and in how many statements."""

from __future__ import annotations

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, event, select

from specproof.persistence import statements
from specproof.reference.flight_state.rows import Delete, Insert, Update


@pytest.fixture
def connection():
    engine = create_engine("sqlite://", paramstyle="qmark")
    with engine.connect() as made:
        yield made
    engine.dispose()


@pytest.fixture
def table(connection):
    made = Table("t", MetaData(), Column("A", String), Column("B", String), Column("N", Integer))
    made.create(connection)
    statements.execute(connection, made, Insert("t", ("N", "A", "B"), ((1, "x", "k"), (2, "x", "l"), (3, "y", "k"))))
    return made


def rows(connection, table):
    return [tuple(row) for row in connection.execute(select(table).order_by(table.c.N))]


def test_rows_go_in_by_the_named_columns(connection, table):
    assert rows(connection, table) == [("x", "k", 1), ("x", "l", 2), ("y", "k", 3)]


def test_rows_are_updated_by_their_key(connection, table):
    statements.execute(
        connection, table, Update("t", ("A", "B"), ("N",), (("x", "l", 9), ("y", "k", 8), ("z", "k", 7)))
    )
    assert rows(connection, table) == [("x", "k", 1), ("y", "k", 8), ("x", "l", 9)]


@pytest.mark.parametrize(
    ("key", "gone", "left", "number"),
    [
        (("A",), (("x",), ("z",)), [3], 1),
        (("A", "B"), (("x", "k"), ("y", "k")), [2], 1),
        (("A", "B"), (("x", "k"), ("x", "l")), [3], 2),
        (("A",), tuple((f"no{n}",) for n in range(1100)), [1, 2, 3], 3),
    ],
)
def test_rows_go_together_where_all_but_the_first_column_agrees(connection, table, key, gone, left, number):
    asked = []
    event.listen(connection, "before_cursor_execute", lambda *said: asked.append(said[2]))
    statements.execute(connection, table, Delete("t", key, gone))
    assert len(asked) == number
    assert [row[2] for row in rows(connection, table)] == left


def test_chunks_hold_everything_once():
    assert [list(one) for one in statements.chunks(list(range(5)), 2)] == [[0, 1], [2, 3], [4]]
    assert list(statements.chunks([], 2)) == []
