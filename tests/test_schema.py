from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from specproof.schema import (
    Column,
    Difference,
    ForeignKey,
    Index,
    IndexPart,
    Schema,
    Table,
    diff,
    fingerprint,
    from_data,
    to_data,
)

TABLE = Table(
    name="answer",
    columns=(
        Column("id", "bigint(20)", nullable=False, extra="auto_increment", comment="key"),
        Column("uuid", "varchar(32)", nullable=False, charset="utf8mb4", collation="utf8mb4_general_ci"),
    ),
    indexes=(
        Index("PRIMARY", unique=True, parts=(IndexPart("id"),)),
        Index("uk_uuid", unique=True, parts=(IndexPart("uuid", 16),)),
    ),
    foreign_keys=(ForeignKey("fk", ("uuid",), "d.other", ("uuid",)),),
    collation="utf8mb4_general_ci",
)
SCHEMA = Schema(tables=(TABLE,), charset="utf8mb4", collation="utf8mb4_general_ci", others=("view v 00",))


def test_equal_schemas_have_no_difference_and_one_fingerprint():
    assert diff(SCHEMA, from_data(to_data(SCHEMA))) == ()
    assert fingerprint(SCHEMA) == fingerprint(from_data(to_data(SCHEMA)))


def test_each_difference_names_its_place_and_both_sides():
    wider = replace(TABLE.columns[1], type="varchar(64)")
    changed = replace(SCHEMA, tables=(replace(TABLE, columns=(TABLE.columns[0], wider), engine="MyISAM"),))
    assert diff(SCHEMA, changed) == (
        Difference("answer.engine", "InnoDB", "MyISAM"),
        Difference("answer.columns.uuid.type", "varchar(32)", "varchar(64)"),
    )


def test_a_missing_and_a_foreign_table_are_one_difference_each():
    other = replace(SCHEMA, tables=(replace(TABLE, name="b"),))
    assert diff(SCHEMA, other) == (Difference("answer", "present", None), Difference("b", None, "present"))


def test_column_order_prefixes_and_key_parts_count():
    swapped = replace(TABLE, columns=TABLE.columns[::-1])
    assert [d.path for d in diff(SCHEMA, replace(SCHEMA, tables=(swapped,)))] == ["answer.column_order"]
    key = replace(TABLE.indexes[1], parts=(IndexPart("uuid"),))
    longer = replace(TABLE, indexes=(TABLE.indexes[0], key))
    assert diff(SCHEMA, replace(SCHEMA, tables=(longer,))) == (
        Difference("answer.indexes.uk_uuid.parts", "uuid(16)", "uuid"),
    )


def test_comments_count_only_when_asked_but_always_in_the_fingerprint():
    spoken = replace(SCHEMA, tables=(replace(TABLE, comment="new"),))
    assert diff(SCHEMA, spoken, comments=False) == ()
    assert diff(SCHEMA, spoken) == (Difference("answer.comment", "", "new"),)
    assert fingerprint(SCHEMA) != fingerprint(spoken)


def test_only_keeps_the_tables_named():
    both = replace(SCHEMA, tables=(TABLE, replace(TABLE, name="b")))
    assert [t.name for t in both.only(["b", "nowhere"]).tables] == ["b"]


def test_names_of_columns_are_found_without_case():
    assert TABLE.column("UUID") is TABLE.columns[1]
    assert TABLE.index("UK_uuid") is TABLE.indexes[1]
    assert TABLE.column("nowhere") is None


@given(st.text(min_size=1, max_size=8), st.booleans(), st.none() | st.text(max_size=8))
def test_data_form_keeps_every_value(name, nullable, default):
    column = Column(name, "int(11)", nullable=nullable, default=default)
    schema = Schema(tables=(Table(name="t", columns=(column,)),))
    assert from_data(to_data(schema)) == schema
