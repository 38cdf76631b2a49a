-- asks.zh: 【对照，勿用】原来的外键自验：两张表上有几个外键？
-- asks.en: [For contrast, not for use] The original check for foreign keys: how many do the two tables have?
-- expects: one row with 0
-- cost: information_schema, foreign keys of all schemas; may open tables
-- statements: DDL-108, DDL-109
-- placeholders: none
-- gives: foreign_keys
-- weakness.zh: 没有按库过滤：同一服务器上另一个库里有同名的表带外键，这里就会误报。测试会演示这一点。
-- weakness.en: It has no schema filter: a table of the same name with a foreign key in another schema of the server makes it a false alarm. A test shows it.
SELECT COUNT(*) AS foreign_keys
FROM information_schema.REFERENTIAL_CONSTRAINTS AS r
WHERE r.TABLE_NAME IN ('answer_delivery', 'submission_context')
