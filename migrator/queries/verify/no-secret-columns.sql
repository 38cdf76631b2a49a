-- asks.zh: 两张表里有没有看名字像是存放密钥、明文令牌或重试策略的列？
-- asks.en: Does a column of the two tables look, by its name, like a secret, a plain token or a retry policy?
-- expects: no row
-- cost: information_schema of two tables; opens them
-- statements: DDL-107
-- placeholders: schema
-- gives: table_name, column_name
-- severity: error
-- finds.zh: {table_name}.{column_name} 的名字像是存放密钥、明文令牌或重试策略。
-- finds.en: {table_name}.{column_name} looks like a secret, a plain token or a retry policy.
-- next.zh: 查明是谁加的列；若确是敏感内容，先清空再删列，并更换相应的密钥或令牌。
-- next.en: Find out who added it; if it holds such a thing, empty and drop the column, and renew the secret or token.
-- weakness.zh: 原来的自验只数个数；这里列出是哪些列。
-- weakness.en: The original check only counts; this one names the columns.
SELECT c.TABLE_NAME AS table_name, c.COLUMN_NAME AS column_name
FROM information_schema.COLUMNS AS c
WHERE c.TABLE_SCHEMA = :schema AND c.TABLE_NAME IN ('answer_delivery', 'submission_context')
  AND c.COLUMN_NAME REGEXP 'secret|token$|retry_policy'
ORDER BY c.TABLE_NAME, c.ORDINAL_POSITION
