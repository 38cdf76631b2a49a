-- asks.zh: 在这个库里，有没有物理外键由两张表指出，或指向它们？
-- asks.en: Within the schema, does a physical foreign key start at one of the two tables, or point at one?
-- expects: no row
-- cost: information_schema, foreign keys of one schema; may open its tables
-- statements: DDL-108, DDL-010
-- placeholders: schema
-- gives: table_name, constraint_name, referenced_table
-- severity: error
-- finds.zh: {table_name} 的外键 {constraint_name} 指向 {referenced_table}。
-- finds.en: Foreign key {constraint_name} of {table_name} refers to {referenced_table}.
-- next.zh: 删除这个外键（ALTER TABLE … DROP FOREIGN KEY）：所引用的行没了，投递行与上下文还得留着。
-- next.en: Drop the key (ALTER TABLE … DROP FOREIGN KEY): deliveries and contexts must outlive the rows that they refer to.
-- weakness.zh: 原来的自验不按库过滤，别的库里同名的表也会算进来（见 contrast/no-foreign-keys.sql）；也看不到指向这两张表的外键。从别的库指过来的，两者都不问：那要打开整台服务器的表。
-- weakness.en: The original check has no schema filter and counts equal table names of other schemas (see contrast/no-foreign-keys.sql); nor does it see keys that point at the two tables. Neither asks for keys from other schemas, which would open the tables of the whole server.
SELECT r.TABLE_NAME AS table_name, r.CONSTRAINT_NAME AS constraint_name,
       CONCAT(r.UNIQUE_CONSTRAINT_SCHEMA, '.', r.REFERENCED_TABLE_NAME) AS referenced_table
FROM information_schema.REFERENTIAL_CONSTRAINTS AS r
WHERE r.CONSTRAINT_SCHEMA = :schema
  AND (
    r.TABLE_NAME IN ('answer_delivery', 'submission_context')
    OR (
      r.UNIQUE_CONSTRAINT_SCHEMA = r.CONSTRAINT_SCHEMA
      AND r.REFERENCED_TABLE_NAME IN ('answer_delivery', 'submission_context')
    )
  )
ORDER BY r.TABLE_NAME, r.CONSTRAINT_NAME
