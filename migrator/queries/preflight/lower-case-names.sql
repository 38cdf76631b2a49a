-- asks.zh: 服务器是否区分表名大小写？
-- asks.en: Does the server tell table names apart by case?
-- expects: no row
-- cost: reads one variable
-- gives: setting
-- severity: warning
-- finds.zh: lower_case_table_names = {setting}：表名不区分大小写，演练库必须用同样的设置。
-- finds.en: lower_case_table_names = {setting}: table names are compared without case; the scratch server must do the same.
-- next.zh: 用同样设置的 5.7 演练：migrate rehearse --scratch URL。
-- next.en: Rehearse on a 5.7 with the same setting: migrate rehearse --scratch URL.
SELECT @@lower_case_table_names AS setting
FROM DUAL
WHERE @@lower_case_table_names <> 0
