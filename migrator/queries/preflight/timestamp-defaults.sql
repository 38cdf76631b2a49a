-- asks.zh: TIMESTAMP 列会不会得到脚本没有写的默认值？
-- asks.en: Would a TIMESTAMP column get defaults that the script does not write?
-- expects: no row
-- cost: reads one variable
-- gives: setting
-- severity: info
-- finds.zh: explicit_defaults_for_timestamp = {setting}：第一个 TIMESTAMP 列会自动得到 NOT NULL、默认值与自动更新。
-- finds.en: explicit_defaults_for_timestamp = {setting}: a first bare TIMESTAMP column becomes NOT NULL with automatic values.
-- next.zh: 脚本没有 TIMESTAMP 列时可不理会；有则写全 NULL 与 DEFAULT。
-- next.en: Nothing to do without TIMESTAMP columns; otherwise write NULL and DEFAULT in full.
SELECT @@global.explicit_defaults_for_timestamp AS setting
FROM DUAL
WHERE @@global.explicit_defaults_for_timestamp = 0
