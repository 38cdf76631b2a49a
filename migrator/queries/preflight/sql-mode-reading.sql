-- asks.zh: sql_mode 会不会让服务器把脚本读成另一个意思？
-- asks.en: Would sql_mode make the server read the script differently?
-- expects: no row
-- cost: reads one variable
-- gives: mode, sql_mode
-- severity: error
-- finds.zh: 全局 sql_mode 含有 {mode}：引号、反斜杠或 || 的含义与检查时不同。
-- finds.en: The global sql_mode holds {mode}: quotes, backslashes or || mean something else than they did in the check.
-- next.zh: 去掉 {mode}（对本会话即可），或改写脚本后重新检查。
-- next.en: Take {mode} out of the server's sql_mode, or rewrite the script for it and check again.
SELECT m.mode, @@global.sql_mode AS sql_mode
FROM (SELECT 'ANSI_QUOTES' AS mode UNION ALL SELECT 'NO_BACKSLASH_ESCAPES' UNION ALL SELECT 'PIPES_AS_CONCAT') m
WHERE FIND_IN_SET(m.mode, @@global.sql_mode) > 0
