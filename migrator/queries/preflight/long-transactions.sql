-- asks.zh: 有没有开着的长事务？它们可能占着受影响表的元数据锁。
-- asks.en: Are there long open transactions? They may hold metadata locks on the changed tables.
-- expects: no row
-- cost: information_schema.INNODB_TRX, one row per open transaction; no lock
-- needs: PROCESS
-- gives: connection, account, host, seconds, statement
-- severity: warning
-- finds.zh: 连接 {connection}（{account}@{host}）的事务已开了 {seconds} 秒；当前语句：{statement}。
-- finds.en: Connection {connection} ({account}@{host}) has had a transaction open for {seconds} s; present statement: {statement}.
-- next.zh: 等它结束，或与其主人商量后结束它；否则 apply 会在 lock_wait_timeout 后停下。
-- next.en: Wait for it, or end it with its owner's consent; otherwise apply stops after lock_wait_timeout.
SELECT x.trx_mysql_thread_id AS connection, p.USER AS account, p.HOST AS host,
       TIMESTAMPDIFF(SECOND, x.trx_started, NOW()) AS seconds, IFNULL(LEFT(x.trx_query, 80), '-') AS statement
FROM information_schema.INNODB_TRX x
LEFT JOIN information_schema.PROCESSLIST p ON p.ID = x.trx_mysql_thread_id
WHERE x.trx_mysql_thread_id <> CONNECTION_ID() AND x.trx_started <= NOW() - INTERVAL 2 SECOND
ORDER BY x.trx_started
