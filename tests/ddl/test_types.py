"""Column types: what a script says, what the server prints, and the limits in between."""

from __future__ import annotations

import pytest

from specproof.ddl import types, words
from specproof.ddl.syntax import DataType
from specproof.ddl.types import ColumnType, TypeProblem

HERE = (0, 0)


def written(name: str, *args: int, **flags: bool) -> DataType:
    return DataType(name, HERE, args=args, **flags)


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (written("int"), "int(11)"),
        (written("int", unsigned=True), "int(10) unsigned"),
        (written("int", 5, zerofill=True), "int(5) unsigned zerofill"),
        (written("bigint", unsigned=True), "bigint(20) unsigned"),
        (written("tinyint", 1), "tinyint(1)"),
        (written("decimal"), "decimal(10,0)"),
        (written("decimal", 0), "decimal(10,0)"),
        (written("decimal", 8, 3, zerofill=True), "decimal(8,3) unsigned zerofill"),
        (written("float", 24), "float"),
        (written("float", 25), "double"),
        (written("double", 9, 4), "double(9,4)"),
        (written("year"), "year(4)"),
        (written("datetime", 0), "datetime"),
        (written("timestamp", 3), "timestamp(3)"),
        (written("bit"), "bit(1)"),
        (written("char"), "char(1)"),
        (written("varchar", 20), "varchar(20)"),
    ],
)
def test_the_server_prints_types_its_own_way(given, printed):
    assert str(types.of(given)) == printed


@pytest.mark.parametrize(
    ("given", "errno"),
    [
        (written("char", 256), 1074),
        (written("int", 256), 1439),
        (written("bit", 65), 1439),
        (written("bit", 0), 3013),
        (written("decimal", 66), 1426),
        (written("decimal", 40, 31), 1425),
        (written("decimal", 3, 5), 1427),
        (written("float", 54), 1063),
        (written("double", 0, 0), 1439),
        (written("datetime", 7), 1426),
        (written("year", 2), 1818),
        (written("varchar", 4294967296), 1439),
    ],
)
def test_types_that_the_server_refuses(given, errno):
    with pytest.raises(TypeProblem) as caught:
        types.of(given)
    assert caught.value.errno == errno


def test_the_limits_are_those_of_the_facts():
    limits = words.limits()["server"]
    for name, most in (("char", limits["char_length"]), ("int", limits["int_display_width"]), ("bit", limits["bit"])):
        types.of(written(name, most))
        with pytest.raises(TypeProblem):
            types.of(written(name, most + 1))
    types.of(written("decimal", limits["decimal_precision"], limits["decimal_scale"]))
    with pytest.raises(TypeProblem):
        types.of(written("decimal", limits["decimal_precision"] + 1))
    with pytest.raises(TypeProblem):
        types.of(written("decimal", limits["decimal_precision"], limits["decimal_scale"] + 1))
    types.of(written("time", limits["fractional_seconds"]))
    with pytest.raises(TypeProblem):
        types.of(written("time", limits["fractional_seconds"] + 1))


@pytest.mark.parametrize(
    "text",
    [
        "int(11)",
        "decimal(8,3) unsigned zerofill",
        "enum('it''s','back\\\\slash','new\\nline','')",
        "set('a','b,c')",
        "varchar(20)",
        "double",
        "json",
        "timestamp(6)",
    ],
)
def test_parse_is_the_inverse_of_str(text):
    assert str(types.parse(text)) == text


def test_members_come_back_as_they_were_written():
    assert types.parse("enum('it''s','back\\\\slash','new\\nline')").members == ("it's", "back\\slash", "new\nline")


def test_parse_refuses_what_is_no_type():
    with pytest.raises(ValueError, match="not a column type"):
        types.parse("INT UNSIGNED NOT NULL")


@pytest.mark.parametrize(
    ("length", "maxlen", "name"),
    [(63, 4, "tinytext"), (64, 4, "text"), (16383, 4, "text"), (16384, 4, "mediumtext"), (4194304, 4, "longtext")],
)
def test_text_with_a_length_takes_the_smallest_type_that_holds_it(length, maxlen, name):
    assert types.sized(ColumnType("text", (length,)), maxlen) == ColumnType(name)


@pytest.mark.parametrize(
    ("name", "old", "new", "result"),
    [
        ("text", 1, 4, "mediumtext"),
        ("text", 3, 3, "text"),
        ("text", 3, 4, "mediumtext"),
        ("text", 4, 1, "text"),
        ("tinytext", 1, 4, "text"),
        ("mediumtext", 1, 4, "longtext"),
        ("longtext", 1, 4, "longtext"),
    ],
)
def test_a_wider_character_set_makes_room_for_as_many_characters(name, old, new, result):
    assert types.recharged(ColumnType(name), old, new).name == result


@pytest.mark.parametrize(
    ("text", "maxlen", "size"),
    [
        ("int(11)", 1, 4),
        ("decimal(10,2)", 1, 5),
        ("varchar(63)", 4, 253),
        ("varchar(64)", 4, 258),
        ("char(10)", 4, 40),
        ("text", 4, 10),
        ("longtext", 4, 12),
        ("json", 1, 12),
        ("datetime(6)", 1, 8),
        ("timestamp(3)", 1, 6),
        ("set('a','b','c','d','e','f','g','h','i')", 1, 2),
        ("bit(9)", 1, 2),
    ],
)
def test_bytes_in_the_servers_row(text, maxlen, size):
    assert types.pack_bytes(types.parse(text), maxlen) == size
