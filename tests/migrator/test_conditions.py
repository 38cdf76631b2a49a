from specproof.migrator.conditions import conditions
from specproof.schema import Column, Index, IndexPart, Schema, Table

ID = Column("id", "bigint(20)", False)
NEW = Column("rev", "bigint(20)", False, "0")
OLD = Schema((Table("a", (ID,)),))


def test_a_new_table():
    found = conditions(Schema(()), OLD)
    assert [t.en for t in found.before] == ["there is no table a"]
    assert [t.en for t in found.after] == ["table a exists"]
    assert [t.zh for t in found.after] == ["存在表 a"]


def test_a_new_column_says_nothing_of_the_order():
    found = conditions(OLD, Schema((Table("a", (ID, NEW)),)))
    assert [t.en for t in found.after] == ["column a.rev exists"]


def test_a_changed_order_is_said():
    one, two = Schema((Table("a", (ID, NEW)),)), Schema((Table("a", (NEW, ID)),))
    assert [t.en for t in conditions(one, two).after] == ["column_order of a is rev, id"]


def test_a_changed_attribute_is_said_with_both_values():
    wide = Schema((Table("a", (Column("id", "int(11)", False),)),))
    found = conditions(wide, OLD)
    assert [t.en for t in found.before] == ["type of a.id is int(11)"]
    assert [t.en for t in found.after] == ["type of a.id is bigint(20)"]


def test_a_dropped_index():
    indexed = Schema((Table("a", (ID,), (Index("k", False, (IndexPart("id"),)),)),))
    assert [t.zh for t in conditions(indexed, OLD).after] == ["没有索引 a.k"]


def test_no_change_no_words():
    assert conditions(OLD, OLD) == conditions(Schema(()), Schema(()))


def test_a_table_that_nobody_defined_is_needed_and_not_made():
    known = Schema((Table("a", (NEW,), collation=None, row_format=None),))
    found = conditions(Schema(()), known, {"a"}, {("a", "rev")})
    assert [t.en for t in found.before] == ["table a exists", "there is no column a.rev"]
    assert [t.en for t in found.after] == ["column a.rev exists"]
    assert [t.zh for t in found.before] == ["存在表 a", "没有列 a.rev"]


def test_a_column_of_an_undefined_table_that_is_only_changed_is_not_made():
    used = Schema((Table("a", (), collation=None, row_format=None),))
    mentioned = Schema((Table("a", (NEW,), collation=None, row_format=None),))
    assert conditions(used, mentioned, {"a"}) == conditions(used, used)
    assert [t.en for t in conditions(Schema(()), mentioned, {"a"}).before] == ["table a exists"]
