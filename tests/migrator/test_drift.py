from specproof.migrator import drift
from specproof.schema import Column, Schema, Table

ONE = Schema((Table("a", (Column("id", "int(11)", False),)),), "utf8", "utf8_general_ci", ("view v 1",))
TWO = Schema((Table("a", (Column("id", "bigint(20)", False),)),), "utf8mb4", "utf8_general_ci", ("view v 2",))


def test_tables_defaults_and_views_are_compared():
    found = drift.differences(ONE, TWO)
    assert [(d.path, d.expected, d.actual) for d in found] == [
        ("a.columns.id.type", "int(11)", "bigint(20)"),
        ("(schema).charset", "utf8", "utf8mb4"),
        ("view v 1", "present", None),
        ("view v 2", None, "present"),
    ]


def test_equal_structures_have_none():
    assert drift.differences(ONE, ONE) == ()


def test_many_differences_are_counted_not_listed():
    said = drift.tell(drift.differences(ONE, TWO), shown=1)
    assert said == "a.columns.id.type: expected int(11), found bigint(20); ... and 3 more"
    assert drift.tell(drift.differences(ONE, TWO), "zh", shown=1).endswith("……另有 3 处")
