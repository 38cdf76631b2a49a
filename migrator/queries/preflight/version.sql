-- asks.zh: 服务器是不是 MySQL 5.7？
-- asks.en: Is the server a MySQL 5.7?
-- expects: no row
-- cost: reads two variables
-- gives: version, comment
-- severity: error
-- finds.zh: 服务器是 {version}（{comment}），不是 MySQL 5.7。
-- finds.en: The server is {version} ({comment}), not MySQL 5.7.
-- next.zh: 换成 5.7 的服务器；脚本只对 5.7 做过检查与演练。
-- next.en: Use a 5.7 server; the script was checked and rehearsed for 5.7 only.
SELECT @@version AS version, @@version_comment AS comment
FROM DUAL
WHERE @@version NOT LIKE '5.7.%' OR @@version LIKE '%MariaDB%'
