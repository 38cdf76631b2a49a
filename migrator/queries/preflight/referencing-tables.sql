-- asks.zh: 是否有别的表用外键引用受影响的表？
-- asks.en: Does another table refer to a changed one by a foreign key?
-- expects: no row
-- cost: information_schema, foreign keys of all schemas; may open tables
-- gives: table_name, constraint_name, referenced_table
-- severity: warning
-- finds.zh: {table_name} 用外键 {constraint_name} 引用 {referenced_table}：改动时它也会被锁住。
-- finds.en: {table_name} refers to {referenced_table} by foreign key {constraint_name}: the change locks it as well.
-- next.zh: 把它算进维护窗口；确认相关列的类型不被改动。
-- next.en: Count it into the maintenance window; make sure that the column it refers to keeps its type.
SELECT CONCAT(r.CONSTRAINT_SCHEMA, '.', r.TABLE_NAME) AS table_name, r.CONSTRAINT_NAME AS constraint_name,
       r.REFERENCED_TABLE_NAME AS referenced_table
FROM information_schema.REFERENTIAL_CONSTRAINTS r
WHERE r.UNIQUE_CONSTRAINT_SCHEMA = DATABASE() AND r.REFERENCED_TABLE_NAME IN :tables_needed
ORDER BY 1, 2
