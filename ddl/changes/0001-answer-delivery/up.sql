-- 0001-answer-delivery, up: answer.answer_revision, answer_delivery, submission_context. MySQL 5.7.
-- 0001-answer-delivery 升级：answer 加列 answer_revision，新建 answer_delivery 与 submission_context。MySQL 5.7。
--
-- Assumes / 前提
--   * A database is selected and holds an InnoDB table `answer` without the column `answer_revision`;
--     neither of the two new tables exists. `baseline.sql` shows the assumed table.
--     已选定数据库；库中有 InnoDB 表 `answer` 且没有 `answer_revision` 列；两张新表都不存在。假定的表见 `baseline.sql`。
--   * The client speaks utf8mb4, else the comments arrive garbled.
--     客户端字符集为 utf8mb4，否则注释会变成乱码。
--
-- Not idempotent, on purpose / 有意不做成幂等
--   A second run stops at its first statement with error 1060. IF NOT EXISTS would run through and hide a table or
--   column that is there but different.
--   再次执行会在第一条语句处以错误 1060 停下。若写 IF NOT EXISTS，则会悄悄放过“已存在但结构不对”的表或列。
--
-- Before / 执行前：specproof migrate check, preflight, rehearse
-- After / 执行后：specproof migrate verify，或逐条执行 migrator/queries/verify/*.sql

-- Rebuilds `answer` in place and lets writers go on; time and disk space grow with the table. Existing rows get 0:
-- their history is not made up afterwards.
-- 原地重建 `answer`，期间可读可写；耗时与磁盘占用随表的大小增长。存量行得到 0，历史修订号不事后编造。
ALTER TABLE `answer`
  ADD COLUMN `answer_revision` BIGINT NOT NULL DEFAULT 0
    COMMENT '对外快照的修订号，只增不减：会改变对外快照的每条路径（新建、改值、改状态、软删，批量也算）都在同一事务内加 1 并写 outbox；与钉住的 version 互不相干';

CREATE TABLE `answer_delivery` (
  `id` BIGINT NOT NULL AUTO_INCREMENT
    COMMENT '自增行号；号小的行可能后提交',
  `event_id` VARCHAR(36) NOT NULL
    COMMENT '信封上的事件 uuid；broker 的相关键与消费端的幂等键是同一个值',
  `protocol_version` VARCHAR(32) NOT NULL
    COMMENT '协议版本，恒为 fc.answer.snapshot.v2，哈希算法因此固定为 fc.canon.v1',
  `event_type` VARCHAR(16) NOT NULL
    COMMENT '事件类别：created、updated、tombstoned；改值与改状态都算 updated',
  `source_app_key` VARCHAR(64) DEFAULT NULL
    COMMENT '发布方应用的平台 appKey，取自服务端配置；消费方自报的一律不认',
  `consumer_app_key` VARCHAR(64) NOT NULL
    COMMENT '投递给谁：明确指名的消费应用的平台 appKey，不是资源的 app_code',
  `consumer_school_id` BIGINT NOT NULL
    COMMENT '投递给哪个租户域：与 appKey 合为授权坐标，不表示资源属于哪所学校',
  `grant_version` INT NOT NULL
    COMMENT '入队那一刻的授权纪元；每次发布前重新核对，纪元已进位或授权已撤销就不再发',
  `form_uuid` VARCHAR(32) NOT NULL
    COMMENT '资源坐标：表单的 uuid，逻辑引用，没有外键',
  `form_version` INT NOT NULL
    COMMENT '答卷钉住的表单结构版本，等于 answer.version',
  `answer_uuid` VARCHAR(32) NOT NULL
    COMMENT '答卷的 uuid，即对外的身份；库内 id 不对外',
  `answer_revision` BIGINT NOT NULL
    COMMENT '这一行对应的快照修订号，等于当时的 answer.answer_revision',
  `is_deleted` TINYINT NOT NULL DEFAULT 0
    COMMENT '墓碑：软删答卷的快照照样投递，删除就靠它表达',
  `content_hash` CHAR(64) NOT NULL
    COMMENT '核心快照（不含 intent）按 fc.canon.v1 规范化后的 SHA-256，小写十六进制',
  `occurred_at` DATETIME NOT NULL
    COMMENT '业务发生的时刻，等于答卷的 update_time，与何时投递无关',
  `snapshot_json` LONGTEXT NOT NULL
    COMMENT '写入后不再改动的载荷：该消费方可见的完整快照，包括只给它看的 intent 块',
  `state` VARCHAR(16) NOT NULL DEFAULT 'PENDING'
    COMMENT '投递状态：PENDING、BROKER_ACCEPTED、FAILED、DEAD、GRANT_REVOKED',
  `retry_count` INT NOT NULL DEFAULT 0
    COMMENT '已重试的次数，属投递元数据，既不在快照里也不进哈希',
  `next_retry_at` DATETIME DEFAULT NULL
    COMMENT '此刻之后才会再被扫描（退避为 base×2^n，上限 1 小时）；DEAD 时为 NULL，不再自动重投',
  `broker_accepted_at` DATETIME DEFAULT NULL
    COMMENT '总线回复 confirm(ack=true) 的时刻，只由 confirm 回调写；它说明总线收下了，不说明业务已应用',
  `consumer_applied_at` DATETIME DEFAULT NULL
    COMMENT '消费方的签名回执落定的时刻，只由回执端点写',
  `consumer_outcome` VARCHAR(16) DEFAULT NULL
    COMMENT '消费方的结论：APPLIED、IGNORED、CONFLICT；之后再报不同结论，以第一次为准',
  `last_replay_operation_id` VARCHAR(64) DEFAULT NULL
    COMMENT '上一次授权重投的操作幂等键；同一个键再来，不会重新计退避',
  `last_error` VARCHAR(500) DEFAULT NULL
    COMMENT '最近一次失败的原因，或回执里的 localRef；超长则截断',
  `create_by` VARCHAR(255) DEFAULT NULL
    COMMENT '创建者',
  `create_time` DATETIME DEFAULT NULL
    COMMENT '创建时间',
  `update_by` VARCHAR(255) DEFAULT NULL
    COMMENT '最后修改者',
  `update_time` DATETIME DEFAULT NULL
    COMMENT '最后修改时间',
  PRIMARY KEY (`id`),
  UNIQUE KEY `uk_delivery_event` (`event_id`),
  UNIQUE KEY `uk_delivery_revision` (`answer_uuid`, `answer_revision`, `consumer_app_key`, `consumer_school_id`),
  KEY `idx_delivery_scan` (`state`, `next_retry_at`),
  KEY `idx_delivery_consumer` (`consumer_app_key`, `consumer_school_id`, `id`),
  KEY `idx_delivery_answer` (`answer_uuid`, `answer_revision`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci
  COMMENT='答卷快照的 outbox：与答卷同一事务写入，每个授权订阅一行，总线收下与业务应用各记一个时刻；不提供删除手段';

CREATE TABLE `submission_context` (
  `id` BIGINT NOT NULL AUTO_INCREMENT
    COMMENT '自增行号',
  `consumer_app_key` VARCHAR(64) NOT NULL
    COMMENT '消费应用的平台 appKey，取自验签后的 yh.app.auth，不取请求体',
  `consumer_school_id` BIGINT NOT NULL
    COMMENT '消费方的租户域，不小于 1；签发时 read 与 subscribe 两项授权都已通过',
  `intent_id` VARCHAR(64) NOT NULL
    COMMENT '消费方的业务意图键，由服务端生成，浏览器无从注入',
  `form_uuid` VARCHAR(32) NOT NULL
    COMMENT '钉定的表单 uuid；与版本行成对核对过才会落库',
  `form_version` INT NOT NULL
    COMMENT '确切钉定的版本号；托管填报从不退回到当前发布版',
  `app_code` VARCHAR(64) NOT NULL
    COMMENT '解析得到的资源 appCode；提交以它定位，code 遮蔽的老路不再走',
  `code` VARCHAR(64) NOT NULL
    COMMENT '解析得到的表单 code；与 app_code 一起核对提交体的坐标',
  `submitter_id` INT NOT NULL
    COMMENT '填报人，由消费方的服务端断言；兑换令牌时与 CAS 会话逐字比对',
  `token_digest` CHAR(64) NOT NULL
    COMMENT 'contextToken 的 SHA-256；库里从不存明文，明文只在签发的响应里露一次面',
  `embed_origin` VARCHAR(200) NOT NULL
    COMMENT '允许嵌入的父页面的精确 origin，由服务端配置定死；被嵌页的 postMessage 只发给它',
  `callback_url` VARCHAR(500) NOT NULL
    COMMENT '消费方确认入口的绝对 URL，来自服务端配置；浏览器带来的从不采用',
  `expires_at` DATETIME NOT NULL
    COMMENT '失效时刻；有效期由 form-center.hosted-fill.token-ttl-minutes 定，默认 30 分钟',
  `answer_uuid` VARCHAR(32) DEFAULT NULL
    COMMENT '原子地关联到的答卷，在提交事务里写入；NULL 表示还没填报，一个意图只关联一份答卷',
  `linked_revision` BIGINT DEFAULT NULL
    COMMENT '关联那一刻的快照修订号，合并收据与投影时要看它',
  `linked_at` DATETIME DEFAULT NULL
    COMMENT '关联发生的时刻',
  `create_by` VARCHAR(255) DEFAULT NULL
    COMMENT '创建者',
  `create_time` DATETIME DEFAULT NULL
    COMMENT '创建时间',
  `update_by` VARCHAR(255) DEFAULT NULL
    COMMENT '最后修改者',
  `update_time` DATETIME DEFAULT NULL
    COMMENT '最后修改时间',
  PRIMARY KEY (`id`),
  UNIQUE KEY `uk_ctx_token_digest` (`token_digest`),
  UNIQUE KEY `uk_ctx_intent` (`consumer_app_key`, `intent_id`),
  UNIQUE KEY `uk_ctx_answer` (`answer_uuid`),
  KEY `idx_ctx_form` (`form_uuid`, `form_version`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci
  COMMENT='可信的提交上下文：意图与答卷一对一，令牌只留摘要，坐标、origin 与回调在签发时就定死';
