-- asks.zh: 脚本要新建的表是否已经存在？（逐字比较，_ 不是通配符）
-- asks.en: Is a table that the script creates already there? (compared exactly; _ is no wildcard)
-- expects: no row
-- cost: information_schema of one schema; may open the named tables
-- gives: table_name, table_type, table_rows
-- severity: error
-- finds.zh: {table_name} 已经存在（{table_type}，约 {table_rows} 行）。
-- finds.en: {table_name} is already there ({table_type}, about {table_rows} rows).
-- next.zh: 先弄清它从何而来：若是同一脚本的成果，用 migrate verify 核对；若不是，改名或移走它。
-- next.en: Find out where it comes from: if this script made it, run migrate verify; if not, rename it or move it away.
SELECT t.TABLE_NAME AS table_name, t.TABLE_TYPE AS table_type, IFNULL(t.TABLE_ROWS, 0) AS table_rows
FROM information_schema.TABLES t
WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME IN :tables_made
ORDER BY t.TABLE_NAME
