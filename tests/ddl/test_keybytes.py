"""Key budgets by engine, row format and server."""

from __future__ import annotations

import pytest

from specproof.ddl import keybytes
from specproof.ddl.keybytes import KeyBudget
from specproof.schema import Column


def column(kind: str, charset: str | None = None) -> Column:
    return Column("c", kind, nullable=True, charset=charset, collation=charset and f"{charset}_bin")


@pytest.mark.parametrize(
    ("kind", "charset", "prefix", "size"),
    [
        ("varchar(255)", "utf8mb4", None, 1020),
        ("varchar(255)", "utf8mb4", 191, 764),
        ("varchar(255)", "latin1", None, 255),
        ("varbinary(300)", None, None, 300),
        ("varbinary(300)", None, 10, 10),
        ("text", "utf8", 100, 300),
        ("blob", None, 100, 100),
        ("bigint(20)", None, None, 8),
        ("datetime(3)", None, None, 7),
        ("enum('a','b')", "utf8mb4", None, 1),
        ("varchar(10)", None, None, None),
    ],
)
def test_bytes_of_a_key_part(kind, charset, prefix, size):
    assert keybytes.part(column(kind, charset), prefix) == size


def test_dynamic_rows_have_long_keys():
    assert keybytes.budget("InnoDB", "DYNAMIC") == KeyBudget(part=3072, total=3072, engine_part=3072)


def test_a_newer_server_sees_the_row_format_itself():
    assert keybytes.budget("InnoDB", "COMPACT").part == 767


def test_an_older_server_leaves_it_to_innodb():
    assert keybytes.budget("InnoDB", "COMPACT", release=(5, 7, 22)) == KeyBudget(3072, 3072, 767)


def test_a_format_that_only_comes_from_the_default_is_seen_by_innodb_alone():
    assert keybytes.budget("InnoDB", "COMPACT", explicit_format=False) == KeyBudget(3072, 3072, 767)


def test_without_large_prefix_every_format_is_short():
    assert keybytes.budget("InnoDB", "DYNAMIC", large_prefix=False).part == 767


def test_small_pages_shorten_the_whole_key():
    assert keybytes.budget("InnoDB", "DYNAMIC", page_size=8192).total == 1536


def test_myisam_has_a_thousand_bytes():
    assert keybytes.budget("MyISAM", "DYNAMIC") == KeyBudget(1000, 1000, 1000)
