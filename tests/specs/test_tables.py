"""The promised tables in the spelling of information_schema."""

from __future__ import annotations

from dataclasses import replace

import pytest

from specproof.errors import UsageProblem
from specproof.schema import Column, Difference, Index, IndexPart, Schema
from specproof.specs import tables


@pytest.fixture(scope="module")
def promised():
    return tables.expectation("answer-delivery")


@pytest.mark.parametrize(
    ("declared", "printed"),
    [
        ("tinyint", "tinyint(4)"),
        ("tinyint unsigned", "tinyint(3) unsigned"),
        ("smallint", "smallint(6)"),
        ("smallint unsigned", "smallint(5) unsigned"),
        ("mediumint", "mediumint(9)"),
        ("mediumint unsigned", "mediumint(8) unsigned"),
        ("int", "int(11)"),
        ("int unsigned", "int(10) unsigned"),
        ("bigint", "bigint(20)"),
        ("bigint unsigned", "bigint(20) unsigned"),
        ("varchar(36)", "varchar(36)"),
        ("datetime", "datetime"),
        ("longtext", "longtext"),
    ],
)
def test_display_widths_follow_from_the_type(declared, printed):
    assert tables.column_type(declared) == printed


def test_the_two_tables_are_whole_and_answer_is_partial(promised):
    assert [(t.name, len(t.columns), len(t.indexes)) for t in promised.whole.tables] == [
        ("answer_delivery", 28, 6),
        ("submission_context", 20, 5),
    ]
    assert [(t.name, [c.name for c in t.columns]) for t in promised.partial.tables] == [("answer", ["answer_revision"])]
    assert tables.expected_schema("answer-delivery") == promised.whole


def test_columns_in_the_servers_spelling(promised):
    delivery = promised.whole.table("answer_delivery")
    bare = {column.name: replace(column, comment="") for column in delivery.columns}
    text = {"charset": "utf8mb4", "collation": "utf8mb4_general_ci"}
    assert bare["id"] == Column("id", "bigint(20)", nullable=False, extra="auto_increment")
    assert bare["state"] == Column("state", "varchar(16)", nullable=False, default="PENDING", **text)
    assert bare["retry_count"] == Column("retry_count", "int(11)", nullable=False, default="0")
    assert bare["snapshot_json"] == Column("snapshot_json", "longtext", nullable=False, **text)
    assert bare["next_retry_at"] == Column("next_retry_at", "datetime", nullable=True)
    assert bare["content_hash"] == Column("content_hash", "char(64)", nullable=False, **text)


def test_unique_keys_without_null_come_before_those_with(promised):
    context = promised.whole.table("submission_context")
    assert [index.name for index in context.indexes] == [
        "PRIMARY",
        "uk_ctx_token_digest",
        "uk_ctx_intent",
        "uk_ctx_answer",
        "idx_ctx_form",
    ]
    moved = list(reversed(context.indexes))
    assert [i.name for i in tables._in_server_order(moved, context.columns)] == [
        "PRIMARY",
        "uk_ctx_intent",
        "uk_ctx_token_digest",
        "uk_ctx_answer",
        "idx_ctx_form",
    ]
    assert context.index("uk_ctx_intent") == Index(
        "uk_ctx_intent", unique=True, parts=(IndexPart("consumer_app_key"), IndexPart("intent_id"))
    )


def live_of(promised):
    """A schema that keeps the promise, with things of other owners around it."""
    (answer,) = promised.partial.tables
    other = Column("uuid", "varchar(32)", nullable=False)
    theirs = replace(answer, columns=(other, *answer.columns), indexes=(Index("PRIMARY", True, (IndexPart("uuid"),)),))
    stranger = replace(answer, name="form")
    whole = (replace(table, row_format="Dynamic") for table in promised.whole.tables)
    return Schema((theirs, *whole, stranger), charset="latin1", others=("view v 1",))


def test_what_belongs_to_others_makes_no_difference(promised):
    assert promised.differences(live_of(promised)) == ()


def test_every_broken_promise_is_a_difference(promised):
    live = live_of(promised)
    answer, delivery, _context, form = live.tables
    nullable = tuple(replace(c, nullable=True) if c.name == "answer_revision" else c for c in answer.columns)
    changed = Schema((replace(answer, columns=nullable), replace(delivery, indexes=delivery.indexes[:-1]), form))
    assert promised.differences(changed) == (
        Difference("answer_delivery.indexes.idx_delivery_answer", "present", None),
        Difference("submission_context", "present", None),
        Difference("answer.columns.answer_revision.nullable", "False", "True"),
    )


def test_a_missing_foreign_table_is_a_difference(promised):
    assert promised.differences(promised.whole) == (Difference("answer", "present", None),)


def test_comments_can_be_left_out(promised):
    live = live_of(promised)
    delivery = live.table("answer_delivery")
    changed = replace(live, tables=tuple(replace(t, comment="x") if t is delivery else t for t in live.tables))
    assert [d.path for d in promised.differences(changed)] == ["answer_delivery.comment"]
    assert promised.differences(changed, comments=False) == ()


def test_unknown_system_names_the_known():
    with pytest.raises(UsageProblem) as caught:
        tables.expectation("nothing")
    assert caught.value.code == "spec.unknown-system"
    assert "answer-delivery" in caught.value.next_step
