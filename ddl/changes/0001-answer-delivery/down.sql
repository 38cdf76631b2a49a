-- 0001-answer-delivery, down: takes back up.sql. MySQL 5.7.
-- 0001-answer-delivery 回退：撤销 up.sql。MySQL 5.7。
--
-- What is lost for good / 会永久丢失
--   * Every submission context: open contexts can no longer be redeemed, links from intent to answer are forgotten.
--     全部提交上下文：未兑换的不能再兑换，意图与答卷的关联不复存在。
--   * The whole outbox: deliveries that were not yet published are never published, and no trace remains of what the
--     bus or a consumer confirmed.
--     整个 outbox：尚未发布的投递不会再发出，总线与消费方确认过什么也无从查起。
--   * All revision numbers: after another upgrade they start at 0 again, while consumers remember higher ones.
--     全部修订号：再次升级后从 0 重新开始，而消费方记得的是更大的号。
--
-- Dump the three first if any of that may be needed. The application must have stopped writing them.
-- 凡是可能还要用到的，请先导出；执行前应用必须已停止写入。

DROP TABLE `submission_context`;

DROP TABLE `answer_delivery`;

-- Rebuilds `answer` once more. / 再次重建 `answer`。
ALTER TABLE `answer`
  DROP COLUMN `answer_revision`;
