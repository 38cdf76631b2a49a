-- asks.zh: 服务器是否处于严格模式？
-- asks.en: Is the server in strict mode?
-- expects: no row
-- cost: reads one variable
-- gives: sql_mode
-- severity: warning
-- finds.zh: 全局 sql_mode 不是严格模式（{sql_mode}）：过长的列或键会被悄悄截短，而不是报错。
-- finds.en: The global sql_mode is not strict ({sql_mode}): what is too long is cut silently instead of refused.
-- next.zh: 演练会使用同样的 sql_mode；请核对演练记录中的警告。
-- next.en: The rehearsal uses the same sql_mode; read the warnings in its record.
SELECT IF(@@global.sql_mode = '', '-', @@global.sql_mode) AS sql_mode
FROM DUAL
WHERE FIND_IN_SET('STRICT_TRANS_TABLES', @@global.sql_mode) = 0
  AND FIND_IN_SET('STRICT_ALL_TABLES', @@global.sql_mode) = 0
