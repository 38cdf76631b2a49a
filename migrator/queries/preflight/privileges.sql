-- asks.zh: 当前账号是否拥有脚本各语句所需的权限？
-- asks.en: Does this account hold every privilege that the statements need?
-- expects: no row
-- cost: reads this account's own grants from information_schema; opens no table
-- gives: privilege, table_name, account
-- severity: error
-- finds.zh: 账号 {account} 在 {table_name} 上缺少 {privilege} 权限。
-- finds.en: Account {account} lacks {privilege} on {table_name}.
-- next.zh: 请授权：GRANT {privilege} ON 该库.* TO {account}，或换一个账号。
-- next.en: Grant it (GRANT {privilege} ON the schema TO {account}), or use another account.
SELECT n.privilege, n.table_name, CURRENT_USER() AS account
FROM :privileges_needed:rows(privilege, table_name) n
CROSS JOIN (
  -- information_schema writes 'user'@'host', and the host is what follows the last @.
  SELECT CONCAT('''', LEFT(CURRENT_USER(), CHAR_LENGTH(CURRENT_USER())
    - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)) - 1),
    '''@''', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''') AS grantee
) me
WHERE NOT EXISTS (
    SELECT 1 FROM information_schema.USER_PRIVILEGES u
    WHERE u.GRANTEE = me.grantee AND u.PRIVILEGE_TYPE = n.privilege)
  -- A schema in a grant is a pattern, in which _ and % are wildcards: here LIKE is right.
  AND NOT EXISTS (
    SELECT 1 FROM information_schema.SCHEMA_PRIVILEGES s
    WHERE s.GRANTEE = me.grantee AND s.PRIVILEGE_TYPE = n.privilege AND DATABASE() LIKE s.TABLE_SCHEMA)
  AND NOT EXISTS (
    SELECT 1 FROM information_schema.TABLE_PRIVILEGES t
    WHERE t.GRANTEE = me.grantee AND t.PRIVILEGE_TYPE = n.privilege
      AND t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME = n.table_name)
ORDER BY n.table_name, n.privilege
