-- asks.zh: answer.answer_revision 是否存在，且为 BIGINT NOT NULL DEFAULT 0？
-- asks.en: Is answer.answer_revision there, as BIGINT NOT NULL DEFAULT 0?
-- expects: no row
-- cost: information_schema of one table; opens it
-- statements: DDL-106
-- placeholders: schema
-- gives: column_name, actual
-- severity: error
-- finds.zh: answer.{column_name} 应为 bigint NOT NULL DEFAULT 0，实为 {actual}。
-- finds.en: answer.{column_name} should be bigint NOT NULL DEFAULT 0 and is {actual}.
-- next.zh: 列不存在说明脚本没有执行完；定义不对则先查明是谁改动的，再改回来。
-- next.en: A missing column means that the script has not run to its end; for another definition find out who changed it, then restore it.
-- weakness.zh: 原来的 SHOW COLUMNS … LIKE 'answer_revision' 里 _ 是通配符，还要靠人读结果，也不问类型；这里逐字比较列名与定义，类型必须是有符号的 BIGINT。
-- weakness.en: In the original SHOW COLUMNS … LIKE 'answer_revision' each _ is a wildcard and a person reads the result, which is not asked for the type; this compares name and definition exactly, and the type has to be a signed BIGINT.
SELECT expected.column_name,
       IFNULL(
         CONCAT(
           actual.COLUMN_TYPE, IF(actual.IS_NULLABLE = 'NO', ' NOT NULL', ' NULL'),
           IFNULL(CONCAT(' DEFAULT ', actual.COLUMN_DEFAULT), ''), IF(actual.EXTRA = '', '', CONCAT(' ', actual.EXTRA))
         ),
         '-'
       ) AS actual
FROM (SELECT 'answer_revision' AS column_name) AS expected
LEFT JOIN information_schema.COLUMNS AS actual
  ON actual.TABLE_SCHEMA = :schema AND actual.TABLE_NAME = 'answer' AND actual.COLUMN_NAME = expected.column_name
WHERE actual.COLUMN_NAME IS NULL
   OR actual.DATA_TYPE <> 'bigint' OR INSTR(actual.COLUMN_TYPE, 'unsigned') > 0
   OR actual.IS_NULLABLE <> 'NO'
   OR actual.COLUMN_DEFAULT IS NULL OR actual.COLUMN_DEFAULT <> '0'
   OR actual.EXTRA <> ''
