-- asks.zh: 受影响的表有多大？
-- asks.en: How large are the tables that the script changes?
-- expects: rows
-- cost: information_schema of the named tables; the number of rows is the server's estimate
-- gives: table_name, table_rows, megabytes, engine, severity
-- severity: info
-- finds.zh: {table_name}：约 {table_rows} 行，{megabytes} MB，{engine}。
-- finds.en: {table_name}: about {table_rows} rows, {megabytes} MB, {engine}.
-- next.zh: 大表上的重建会占用同样多的磁盘与较长时间；看 migrate plan 给出的在线等级。
-- next.en: Rebuilding a large table takes as much disk again and a long time; see the online class in migrate plan.
SELECT t.TABLE_NAME AS table_name, IFNULL(t.TABLE_ROWS, 0) AS table_rows,
       ROUND(IFNULL(t.DATA_LENGTH + t.INDEX_LENGTH, 0) / 1048576, 1) AS megabytes, t.ENGINE AS engine,
       IF(t.DATA_LENGTH + t.INDEX_LENGTH >= 1073741824 OR t.TABLE_ROWS >= 1000000, 'warning', 'info') AS severity
FROM information_schema.TABLES t
WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME IN :tables_needed AND t.TABLE_TYPE = 'BASE TABLE'
ORDER BY t.TABLE_NAME
