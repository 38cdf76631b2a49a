-- asks.zh: 有没有从库在跟随这台服务器？
-- asks.en: Do replicas follow this server?
-- expects: no row
-- cost: reads the process list; no lock
-- needs: PROCESS
-- gives: connection, account, host, seconds
-- severity: warning
-- finds.zh: {host} 上的从库（{account}，连接 {connection}）在跟随这台服务器：长时间的 ALTER 会让它延迟同样久。
-- finds.en: A replica at {host} ({account}, connection {connection}) follows this server: a long ALTER delays it by as much again.
-- next.zh: 看演练的用时；从库承受不了延迟时，请用 gh-ost 或 pt-online-schema-change。
-- next.en: Look at the rehearsal's timings; where replicas cannot bear the delay, use gh-ost or pt-online-schema-change.
SELECT p.ID AS connection, p.USER AS account, p.HOST AS host, p.TIME AS seconds
FROM information_schema.PROCESSLIST p
WHERE p.COMMAND IN ('Binlog Dump', 'Binlog Dump GTID')
ORDER BY p.HOST
