import pytest

from specproof.errors import Refusal


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("USE other; SELECT 1;", "plan.other-schema"),
        ("use other\nSELECT 1;", "plan.other-schema"),
        ("source more.sql\nSELECT 1;", "plan.client-command"),
        ("\\. more.sql\nSELECT 1;", "plan.client-command"),
        ("SELECT 1;\nexit\nSELECT 2;", "plan.client-command"),
        ("START TRANSACTION; INSERT INTO t VALUES (1); ", "plan.transaction"),
        ("SET autocommit = 0; INSERT INTO t VALUES (1);", "plan.transaction"),
        ("SET @@session.autocommit = 0;", "plan.transaction"),
        ("COMMIT;", "plan.transaction"),
        ("LOCK TABLES t WRITE;", "plan.table-lock"),
        ("CREATE TEMPORARY TABLE t (id INT);", "plan.temporary-table"),
        ("DROP DATABASE shop;", "plan.database"),
        ("CREATE DATABASE x;", "plan.database"),
        ("KILL 5;", "plan.server"),
        ("ALTER TABLE other.t ADD COLUMN b INT;", "plan.qualified-name"),
        ("ALTER TABLE shop.t ADD COLUMN b INT;", "plan.qualified-name"),
        ("ALTER TABLE t RENAME TO other.t;", "plan.qualified-name"),
        ("CREATE TABLE t LIKE other.t;", "plan.qualified-name"),
        ("INSERT INTO `other`.`t` VALUES (1);", "plan.qualified-name"),
        ("DELETE FROM other.t;", "plan.qualified-name"),
        ("CREATE VIEW v AS SELECT a FROM other.t;", "plan.qualified-name"),
        ("SELECT 'x", "plan.unreadable"),
        ("-- nothing\n", "plan.empty"),
        ("DELIMITER ;\n", "plan.empty"),
    ],
)
def test_what_specproof_does_not_run(plan, sql, code):
    made = plan(sql, "shop")
    assert [p.code for p in made.problems][:1] == [code]
    with pytest.raises(Refusal) as caught:
        made.runnable()
    assert caught.value.code == "plan.not-runnable"
    assert code in caught.value.what


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT EXTRACT(YEAR FROM t.a) FROM t;",
        "SELECT TRIM(LEADING 'x' FROM t.a) FROM t;",
        "INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE t.a = 2;",
        "SELECT COUNT(*) FROM information_schema.TABLES;",
        "UPDATE t JOIN u ON t.a = u.b SET t.a = 1;",
        "SET NAMES utf8mb4; SET foreign_key_checks = 0;",
    ],
)
def test_what_only_looks_like_another_schema_is_run(plan, sql):
    assert plan(sql, "shop").problems == ()
