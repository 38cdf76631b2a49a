-- asks.zh: answer_delivery 的唯一键是否齐全，且各自覆盖规定的列？
-- asks.en: Does answer_delivery have its unique keys, each over exactly the columns of the law?
-- expects: no row
-- cost: information_schema of one table; opens it
-- statements: DDL-104
-- placeholders: schema
-- gives: index_name, expected_columns, actual_columns
-- severity: error
-- finds.zh: answer_delivery 的唯一键 {index_name} 应为 ({expected_columns})，实为 {actual_columns}。
-- finds.en: Unique key {index_name} of answer_delivery should cover ({expected_columns}) and is {actual_columns}.
-- next.zh: 表不存在说明脚本没有执行完；键不对则先查明是谁改动的，再补建。
-- next.en: A missing table means that the script has not run to its end; for a wrong key find out who changed it, then restore it.
-- weakness.zh: 原来的自验只让人看一眼 SHOW CREATE TABLE 里有没有键名；这里连唯一性、列、列序和前缀一并比较。
-- weakness.en: The original check has a person look for the names in SHOW CREATE TABLE; this one compares uniqueness, columns, their order and prefixes.
SELECT expected.index_name, expected.columns AS expected_columns,
       IFNULL(CONCAT(IF(actual.non_unique = 0, 'UNIQUE', 'not unique'), ' (', actual.columns, ')'), '-') AS actual_columns
FROM (
  SELECT 'uk_delivery_event' AS index_name, 'event_id' AS columns
  UNION ALL
  SELECT 'uk_delivery_revision', 'answer_uuid, answer_revision, consumer_app_key, consumer_school_id'
) AS expected
LEFT JOIN (
  SELECT s.INDEX_NAME AS index_name, MAX(s.NON_UNIQUE) AS non_unique,
         GROUP_CONCAT(
           s.COLUMN_NAME, IF(s.SUB_PART IS NULL, '', CONCAT('(', s.SUB_PART, ')'))
           ORDER BY s.SEQ_IN_INDEX SEPARATOR ', '
         ) AS columns
  FROM information_schema.STATISTICS AS s
  WHERE s.TABLE_SCHEMA = :schema AND s.TABLE_NAME = 'answer_delivery'
  GROUP BY s.INDEX_NAME
) AS actual ON actual.index_name = expected.index_name
WHERE actual.index_name IS NULL OR actual.non_unique <> 0 OR actual.columns <> expected.columns
ORDER BY expected.index_name
