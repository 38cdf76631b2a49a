-- asks.zh: 服务器是否只读？
-- asks.en: Is the server read-only?
-- expects: no row
-- cost: reads two variables
-- gives: read_only, super_read_only
-- severity: error
-- finds.zh: 服务器只读（read_only={read_only}, super_read_only={super_read_only}），它多半是从库。
-- finds.en: The server is read-only (read_only={read_only}, super_read_only={super_read_only}); it is probably a replica.
-- next.zh: 换成主库，或在确认角色之后关闭只读。
-- next.en: Go to the primary, or switch read-only off once its role is certain.
SELECT @@global.read_only AS read_only, @@global.super_read_only AS super_read_only
FROM DUAL
WHERE @@global.read_only = 1 OR @@global.super_read_only = 1
