-- asks.zh: 是否有另一个 specproof 正在处理这个库？
-- asks.en: Is another specproof at work on this schema?
-- expects: no row
-- cost: asks for the owner of one named lock
-- gives: connection, lock_name
-- severity: error
-- finds.zh: 连接 {connection} 占着锁 {lock_name}：另一个 specproof 正在处理这个库。
-- finds.en: Connection {connection} holds the lock {lock_name}: another specproof is at work on this schema.
-- next.zh: 等它结束；若其进程已死，用 migrate resume 续做。
-- next.en: Wait for it; if its process is dead, go on with migrate resume.
SELECT h.connection, h.lock_name
FROM (SELECT IS_USED_LOCK(:lock_name) AS connection, :lock_name AS lock_name) h
WHERE h.connection IS NOT NULL
