-- asks.zh: 新表的索引键能否达到 3072 字节？
-- asks.en: May index keys of new tables be as long as 3072 bytes?
-- expects: no row
-- cost: reads three variables
-- gives: file_format, large_prefix, row_format
-- severity: warning
-- finds.zh: innodb_file_format={file_format}, innodb_large_prefix={large_prefix}, innodb_default_row_format={row_format}：未写 ROW_FORMAT 的表，索引键上限是 767 字节。
-- finds.en: innodb_file_format={file_format}, innodb_large_prefix={large_prefix}, innodb_default_row_format={row_format}: without a ROW_FORMAT of its own a table keeps to index keys of 767 bytes.
-- next.zh: 演练会带上这三个设置；若演练报 1071 或 1709，请写 ROW_FORMAT=DYNAMIC 或缩短键。
-- next.en: The rehearsal takes these settings over; if it ends in 1071 or 1709, write ROW_FORMAT=DYNAMIC or shorten the key.
SELECT @@global.innodb_file_format AS file_format, @@global.innodb_large_prefix AS large_prefix,
       @@global.innodb_default_row_format AS row_format
FROM DUAL
WHERE @@global.innodb_file_format <> 'Barracuda' OR @@global.innodb_large_prefix = 0
   OR @@global.innodb_default_row_format NOT IN ('dynamic', 'compressed')
