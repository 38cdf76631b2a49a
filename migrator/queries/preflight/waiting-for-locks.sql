-- asks.zh: 本库里是否已有语句在等元数据锁？
-- asks.en: Is a statement in this schema waiting for a metadata lock already?
-- expects: no row
-- cost: reads the process list; no lock
-- needs: PROCESS
-- gives: connection, account, host, seconds, statement
-- severity: warning
-- finds.zh: 连接 {connection}（{account}@{host}）等元数据锁已 {seconds} 秒：{statement}。
-- finds.en: Connection {connection} ({account}@{host}) has waited for a metadata lock for {seconds} s: {statement}.
-- next.zh: 现在开始会排到它后面，并挡住后来的读写；先解开这一处。
-- next.en: Starting now would queue behind it and hold up later reads and writes; untangle that first.
SELECT p.ID AS connection, p.USER AS account, p.HOST AS host, p.TIME AS seconds,
       IFNULL(LEFT(p.INFO, 80), '-') AS statement
FROM information_schema.PROCESSLIST p
WHERE p.DB = DATABASE() AND p.STATE = 'Waiting for table metadata lock' AND p.ID <> CONNECTION_ID()
ORDER BY p.TIME DESC
