-- asks.zh: 这台服务器自己是不是从库？
-- asks.en: Is this server itself a replica?
-- expects: no row
-- cost: performance_schema.replication_connection_configuration; no lock
-- gives: channel, source
-- severity: error
-- finds.zh: 这台服务器从 {source} 复制（通道 {channel}）：在这里改结构会使主从不一致。
-- finds.en: This server replicates from {source} (channel {channel}): a change made here separates it from its source.
-- next.zh: 在主库上执行。
-- next.en: Run the script on the source.
SELECT IF(c.CHANNEL_NAME = '', '-', c.CHANNEL_NAME) AS channel, CONCAT(c.HOST, ':', c.PORT) AS source
FROM performance_schema.replication_connection_configuration c
WHERE c.HOST <> ''
