-- asks.zh: 升级刚执行完时，是否每份答卷的修订号都是 0？
-- asks.en: Right after the upgrade, is the revision of every answer 0?
-- expects: no row
-- cost: reads every row of answer; on a large table as long as a full scan takes
-- statements: DDL-110, DDL-020
-- placeholders: none; run it with the schema selected
-- when: right after apply, before the application writes; later other numbers are right
-- gives: answer_revision, answers
-- severity: error
-- finds.zh: 有 {answers} 份答卷的修订号是 {answer_revision}。
-- finds.en: {answers} answers have the revision {answer_revision}.
-- next.zh: 若应用已在写入，这是正常的；否则查明是谁回填了历史修订号，并改回 0。
-- next.en: If the application writes already, this is as it should be; otherwise find out who filled in history, and set it back to 0.
-- weakness.zh: 原来的自验只给总数；这里按修订号分组，最多 20 组。
-- weakness.en: The original check gives one number; this one groups by revision, up to 20 groups.
SELECT a.answer_revision, COUNT(*) AS answers
FROM answer AS a
WHERE a.answer_revision <> 0
GROUP BY a.answer_revision
ORDER BY a.answer_revision
LIMIT 20
