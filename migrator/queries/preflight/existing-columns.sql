-- asks.zh: 脚本要新增的列是否已经存在？（逐字比较，_ 不是通配符）
-- asks.en: Is a column that the script adds already there? (compared exactly; _ is no wildcard)
-- expects: no row
-- cost: information_schema of the named tables; may open them
-- gives: table_name, column_name, column_type
-- severity: error
-- finds.zh: 列 {table_name}.{column_name} 已经存在（{column_type}）。
-- finds.en: Column {table_name}.{column_name} is already there ({column_type}).
-- next.zh: 先弄清它从何而来：若是同一脚本的成果，用 migrate verify 核对；若不是，脚本需要改。
-- next.en: Find out where it comes from: if this script made it, run migrate verify; if not, the script needs a change.
SELECT c.TABLE_NAME AS table_name, c.COLUMN_NAME AS column_name, c.COLUMN_TYPE AS column_type
FROM information_schema.COLUMNS c
JOIN :columns_made:rows(table_name, column_name) m
  ON c.TABLE_NAME = m.table_name AND c.COLUMN_NAME = m.column_name
WHERE c.TABLE_SCHEMA = DATABASE()
ORDER BY c.TABLE_NAME, c.COLUMN_NAME
