-- 0001-answer-delivery, baseline: what is ASSUMED to be there before up.sql. MySQL 5.7.
-- 0001-answer-delivery 基线：假定 up.sql 执行前已有的表。MySQL 5.7。
--
-- ASSUMPTION / 假定
--   The law does not define `answer`; it only mentions that an answer has a uuid, a pinned version, an update time and
--   a soft deletion. All the rest below is made up so that the change can be rehearsed without a live server. Whoever
--   has the real table passes its dump with --baseline, and this file is not used.
--   规范并未定义 `answer`，只提到答卷有 uuid、钉住的 version、更新时间和软删除；其余各列都是为了能脱离真实服务器演练而假定的。
--   手头有真实表结构的，用 --baseline 传入其导出文件，本文件即不使用。

CREATE TABLE `answer` (
  `id` BIGINT NOT NULL AUTO_INCREMENT,
  `uuid` VARCHAR(32) NOT NULL,
  `form_uuid` VARCHAR(32) NOT NULL,
  `version` INT NOT NULL,
  `submitter_id` INT DEFAULT NULL,
  `content` LONGTEXT,
  `state` VARCHAR(16) NOT NULL DEFAULT 'DRAFT',
  `is_deleted` TINYINT NOT NULL DEFAULT 0,
  `create_by` VARCHAR(255) DEFAULT NULL,
  `create_time` DATETIME DEFAULT NULL,
  `update_by` VARCHAR(255) DEFAULT NULL,
  `update_time` DATETIME DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `uk_answer_uuid` (`uuid`),
  KEY `idx_answer_form` (`form_uuid`, `version`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
