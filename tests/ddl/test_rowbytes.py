"""Row sizes at the edges that were run on a server."""

from __future__ import annotations

import pytest

from specproof.ddl import rowbytes
from specproof.schema import Column, Index, IndexPart


def columns(count: int, kind: str, charset: str | None = "latin1", *, nullable: bool = True) -> list[Column]:
    return [Column(f"c{i}", kind, nullable=nullable, charset=charset) for i in range(count)]


@pytest.mark.parametrize(
    ("kind", "charset", "nullable", "size"),
    [
        ("varchar(65533)", "latin1", False, 65535),
        ("varchar(65534)", "latin1", False, 65536),
        ("varchar(21844)", "utf8", True, 65535),
        ("varchar(21845)", "utf8", True, 65538),
        ("varchar(16383)", "utf8mb4", True, 65535),
    ],
)
def test_the_servers_row_at_its_limit(kind, charset, nullable, size):
    assert rowbytes.server_row(columns(1, kind, charset, nullable=nullable)) == size


def test_fixed_rows_keep_a_bit_for_deleted_rows():
    assert rowbytes.server_row(columns(8, "int(11)", None)) == 8 * 4 + 2


def test_196_texts_fit_into_a_page_and_197_do_not():
    limit = rowbytes.record_limit("DYNAMIC")
    assert rowbytes.clustered_record(columns(196, "text"), [], "DYNAMIC") < limit
    assert rowbytes.clustered_record(columns(197, "text"), [], "DYNAMIC") == limit


def test_a_primary_key_spares_the_hidden_row_id():
    table = columns(1, "int(11)", None, nullable=False)
    primary = Index("PRIMARY", unique=True, parts=(IndexPart("c0"),))
    without = rowbytes.clustered_record(table, [], "DYNAMIC")
    assert rowbytes.clustered_record(table, [primary], "DYNAMIC") == without - 6


def test_a_unique_key_that_may_be_null_is_no_substitute():
    table = columns(1, "int(11)", None, nullable=True)
    unique = Index("u", unique=True, parts=(IndexPart("c0"),))
    assert rowbytes.clustered_record(table, [unique], "DYNAMIC") == rowbytes.clustered_record(table, [], "DYNAMIC")


def test_fixed_characters_of_one_byte_stay_in_the_record():
    assert rowbytes.clustered_record(columns(32, "char(255)"), [], "DYNAMIC") > rowbytes.record_limit("DYNAMIC")
    assert rowbytes.clustered_record(columns(32, "char(255)", "utf8mb4"), [], "DYNAMIC") < rowbytes.record_limit(
        "DYNAMIC"
    )
