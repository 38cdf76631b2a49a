-- asks.zh: 脚本要新增的索引是否已经存在？
-- asks.en: Is an index that the script adds to a table already there?
-- expects: no row
-- cost: information_schema of the named tables; may open them
-- gives: table_name, index_name, columns
-- severity: error
-- finds.zh: 索引 {table_name}.{index_name} 已经存在（{columns}）。
-- finds.en: Index {table_name}.{index_name} is already there ({columns}).
-- next.zh: 核对它的列；若就是脚本要的索引，把那一句从脚本里去掉。
-- next.en: Compare its columns; if it is the index that the script wants, take that statement out.
SELECT s.TABLE_NAME AS table_name, s.INDEX_NAME AS index_name,
       GROUP_CONCAT(s.COLUMN_NAME ORDER BY s.SEQ_IN_INDEX SEPARATOR ', ') AS columns
FROM information_schema.STATISTICS s
JOIN :indexes_made:rows(table_name, index_name) m
  ON s.TABLE_NAME = m.table_name AND s.INDEX_NAME = m.index_name
WHERE s.TABLE_SCHEMA = DATABASE()
GROUP BY s.TABLE_NAME, s.INDEX_NAME
ORDER BY s.TABLE_NAME, s.INDEX_NAME
