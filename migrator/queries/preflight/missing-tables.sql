-- asks.zh: 脚本要改动的表是否都在？
-- asks.en: Is every table there that the script changes?
-- expects: no row
-- cost: information_schema of one schema; may open the named tables
-- gives: table_name
-- severity: error
-- finds.zh: 脚本要改动的表 {table_name} 不存在，或当前账号看不到它。
-- finds.en: Table {table_name}, which the script changes, is not there, or this account may not see it.
-- next.zh: 核对库名与表名的大小写；确认连接的是正确的库。
-- next.en: Compare the schema and the case of the name; make sure that this is the right schema.
SELECT n.table_name
FROM :tables_needed:rows(table_name) n
LEFT JOIN information_schema.TABLES t
  ON t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME = n.table_name
WHERE t.TABLE_NAME IS NULL
ORDER BY n.table_name
