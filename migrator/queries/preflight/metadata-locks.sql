-- asks.zh: 谁占着受影响表的元数据锁？
-- asks.en: Who holds metadata locks on the changed tables?
-- expects: no row
-- cost: performance_schema.metadata_locks; no lock
-- only-if: SELECT COUNT(*) FROM performance_schema.setup_instruments WHERE NAME = 'wait/lock/metadata/sql/mdl' AND ENABLED = 'YES'
-- otherwise.zh: 服务器没有记录元数据锁（performance_schema 的 wait/lock/metadata/sql/mdl 未启用，5.7 默认如此）。
-- otherwise.en: The server does not record metadata locks (instrument wait/lock/metadata/sql/mdl is off, as by default in 5.7).
-- gives: table_name, lock_type, connection, account, host, seconds
-- severity: warning
-- finds.zh: 连接 {connection}（{account}@{host}）占着 {table_name} 的 {lock_type} 元数据锁，当前状态已持续 {seconds} 秒。
-- finds.en: Connection {connection} ({account}@{host}) holds a {lock_type} metadata lock on {table_name}, in its present state for {seconds} s.
-- next.zh: 等它提交；否则 apply 会在 lock_wait_timeout 后停下。
-- next.en: Wait until it commits; otherwise apply stops after lock_wait_timeout.
SELECT m.OBJECT_NAME AS table_name, m.LOCK_TYPE AS lock_type, t.PROCESSLIST_ID AS connection,
       t.PROCESSLIST_USER AS account, t.PROCESSLIST_HOST AS host, t.PROCESSLIST_TIME AS seconds
FROM performance_schema.metadata_locks m
JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID
WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = DATABASE() AND m.OBJECT_NAME IN :tables_needed
  AND m.LOCK_STATUS = 'GRANTED' AND t.PROCESSLIST_ID <> CONNECTION_ID()
ORDER BY m.OBJECT_NAME, t.PROCESSLIST_ID
