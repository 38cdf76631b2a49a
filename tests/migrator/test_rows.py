import pytest

from specproof.migrator.rows import by_type, load_of, loads
from specproof.schema import Column, ForeignKey, Index, IndexPart, Schema, Table


def column(name, kind, *, nullable=False, **more):
    return Column(name, kind, nullable, **more)


def test_values_are_the_same_in_every_run():
    table = Table("t", (column("id", "bigint(20)"), column("s", "varchar(36)"), column("at", "datetime")))
    first = load_of(Schema((table,)), table, 3)
    assert first == load_of(Schema((table,)), table, 3)
    assert first.sql == "INSERT INTO `t` (`id`, `s`, `at`) VALUES (%s, %s, %s)"
    assert [str(v) for v in first.rows[1]] == ["2", "00000001", "2000-01-01 00:00:01"]


@pytest.mark.parametrize(
    "kind",
    [
        "tinyint(4)",
        "int(10) unsigned",
        "bigint(20)",
        "decimal(10,2)",
        "decimal(5,0)",
        "float",
        "double(7,2)",
        "bit(3)",
        "bit(1)",
        "char(1)",
        "varchar(2)",
        "varchar(500)",
        "binary(4)",
        "longtext",
        "blob",
        "date",
        "datetime(3)",
        "timestamp",
        "time",
        "year(4)",
        "enum('a','b''c')",
        "set('x','y')",
        "json",
        "point",
    ],
)
def test_values_differ_as_long_as_there_is_room(kind):
    source = by_type(kind)
    count = min(source.room or 1000, 1000)
    assert len({str(source.value(i)) for i in range(count)}) == count


@pytest.mark.parametrize(("width", "longest"), [(0, 0), (1, 1), (3, 3), (36, 8)])
def test_text_fits_its_length(width, longest):
    kind = f"varchar({width})"
    assert max(len(by_type(kind).value(i)) for i in range(2000)) == longest


def test_quotes_inside_enum_members_are_undone():
    assert [by_type("enum('a','b''c')").value(i) for i in range(2)] == ["a", "b'c"]


def test_a_unique_key_with_little_room_gets_fewer_rows():
    table = Table(
        "t", (column("a", "tinyint(3) unsigned"), column("b", "enum('x','y')")), (Index("u", True, (IndexPart("b"),)),)
    )
    assert len(load_of(Schema((table,)), table, 100).rows) == 2


def test_one_wide_column_is_enough_for_a_unique_key():
    table = Table(
        "t",
        (column("a", "varchar(36)"), column("b", "enum('x','y')")),
        (Index("u", True, (IndexPart("b"), IndexPart("a"))),),
    )
    assert len(load_of(Schema((table,)), table, 100).rows) == 100


def test_a_short_prefix_of_a_unique_key_sees_only_zeros():
    table = Table("t", (column("a", "varchar(36)"),), (Index("u", True, (IndexPart("a", 4),)),))
    assert len(load_of(Schema((table,)), table, 100).rows) == 1


def test_generated_columns_are_left_to_the_server():
    table = Table("t", (column("a", "int(11)"), column("b", "int(11)", generation="a + 1")))
    assert load_of(Schema((table,)), table, 1).sql == "INSERT INTO `t` (`a`) VALUES (%s)"


def test_names_are_quoted():
    table = Table("a`b", (column("50%", "int(11)"),))
    assert load_of(Schema((table,)), table, 1).sql == "INSERT INTO `a``b` (`50%%`) VALUES (%s)"


def test_a_foreign_key_repeats_what_its_parent_got():
    parent = Table("p", (column("code", "varchar(5)"),), (Index("PRIMARY", True, (IndexPart("code"),)),))
    child = Table("c", (column("p", "varchar(20)"),), (), (ForeignKey("f", ("p",), "p", ("code",)),))
    found = {load.table: load.rows for load in loads(Schema((child, parent)), ("c",), 50)}
    assert set(found) == {"c", "p"}
    assert {r[0] for r in found["c"]} <= {r[0] for r in found["p"]}


def test_a_table_that_refers_to_itself_ends():
    table = Table(
        "t",
        (column("id", "int(11)"), column("up", "int(11)")),
        (Index("PRIMARY", True, (IndexPart("id"),)),),
        (ForeignKey("f", ("up",), "t", ("id",)),),
    )
    assert load_of(Schema((table,)), table, 3).rows == ((1, 1), (2, 2), (3, 3))
