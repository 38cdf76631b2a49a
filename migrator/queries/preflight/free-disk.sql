-- asks.zh: 磁盘空间是否足够重建受影响的表？
-- asks.en: Is there disk space enough to rebuild the changed tables?
-- expects: rows
-- cost: information_schema of the named tables; may open them
-- gives: datadir, tmpdir, megabytes
-- severity: info
-- unanswerable.zh: 服务器不经 SQL 透露剩余磁盘。重建受影响的表至多另需约 {megabytes} MB（数据目录 {datadir}，临时目录 {tmpdir}）；请在服务器上用 df -h 核对。
-- unanswerable.en: No SQL shows the server's free disk. Rebuilding the changed tables needs up to about {megabytes} MB more (datadir {datadir}, tmpdir {tmpdir}); look with df -h on the server.
SELECT @@datadir AS datadir, @@tmpdir AS tmpdir,
       ROUND(IFNULL(SUM(t.DATA_LENGTH + t.INDEX_LENGTH), 0) / 1048576, 1) AS megabytes
FROM information_schema.TABLES t
WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME IN :tables_needed
