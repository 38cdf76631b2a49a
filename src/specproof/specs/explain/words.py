"""The fixed words of the law in both languages: kinds, levels, profiles, marks, effects.

Labels of enumerations only. It refuses to hold anything that says what the law demands; that is data.
"""

from __future__ import annotations

from collections.abc import Iterable

from specproof.report.page import Fact, same
from specproof.text import Text

LABELS = {
    "system": Text(zh="系统", en="system"),
    "source": Text(zh="出处", en="source"),
    "kind": Text(zh="性质", en="kind"),
    "marks": Text(zh="怎样检验", en="checked"),
    "level": Text(zh="级别", en="level"),
    "profiles": Text(zh="适用", en="holds"),
    "revision": Text(zh="修订", en="revision"),
    "status": Text(zh="状态", en="status"),
    "file": Text(zh="文件", en="file"),
    "codes": Text(zh="代码", en="codes"),
    "effect": Text(zh="后果", en="effect"),
    "severity": Text(zh="严重程度", en="severity"),
    "errno": Text(zh="错误号", en="error number"),
    "policy": Text(zh="依据", en="asked by"),
    "manual": Text(zh="手册", en="manual"),
    "facts": Text(zh="实测事实", en="facts"),
    "exit": Text(zh="退出码", en="exit code"),
    "changed": Text(zh="外部改动", en="changed outside"),
    "expects": Text(zh="期望", en="expects"),
    "cost": Text(zh="代价", en="cost"),
    "other": Text(zh="另一种语言", en="in Chinese"),
    "aliases": Text(zh="别名", en="also called"),
    "rules": Text(zh="规则", en="rules"),
}
KINDS = {
    "must": Text(zh="必须", en="must"),
    "must-not": Text(zh="禁止", en="must not"),
    "target": Text(zh="目标：现在还不是这样，将来按此验收", en="target: not so today, to be accepted later"),
    "current-deviation": Text(
        zh="现状偏差：代码今天这样做，目标里另有说法", en="deviation of today's code, which the target replaces"
    ),
    "open-question": Text(zh="未决：源文没有定", en="open: the source does not decide"),
}
LEVELS = {
    "must": Text(zh="必须", en="must"),
    "must-not": Text(zh="禁止", en="must not"),
    "may": Text(zh="可以", en="may"),
}
PROFILES = {
    "current": Text(zh="今天的代码（current）", en="today's code (current)"),
    "target": Text(zh="待验收的语义（target）", en="what is to be accepted (target)"),
}
STATUSES = {
    "stable": Text(zh="稳定", en="stable"),
    "provisional": Text(zh="暂定：它的案例不会让结果变红", en="provisional: its cases never turn a run red"),
    "superseded": Text(zh="已被取代，只留记号", en="superseded, kept for its mark"),
    "proposed": Text(zh="已提议，等规范的主人确认", en="proposed, waiting for the owner of the law"),
    "confirmed": Text(zh="已确认", en="confirmed"),
}
MARKS = {
    "S": Text(zh="静态检查", en="by reading it (static)"),
    "C": Text(zh="不需要引擎的案例", en="by a case without an engine"),
    "P": Text(zh="性质测试", en="by a property test"),
    "PG": Text(zh="在 PostgreSQL 上", en="on PostgreSQL"),
    "MY": Text(zh="在 MySQL 5.7 上", en="on MySQL 5.7"),
    "OR": Text(zh="在 Oracle 上", en="on Oracle"),
}
EFFECTS = {
    "rejected": Text(zh="MySQL 5.7 会拒绝执行", en="MySQL 5.7 refuses it"),
    "ignored": Text(zh="MySQL 5.7 接受但不生效", en="MySQL 5.7 accepts it and drops it without a word"),
    "unsafe": Text(zh="对数据或可用性有风险", en="a risk to data or availability"),
    "style": Text(zh="MySQL 5.7 接受，规约不接受", en="MySQL 5.7 accepts it, the house rules do not"),
}
SEVERITIES = {
    "error": Text(zh="错误", en="error"),
    "warning": Text(zh="警告", en="warning"),
    "info": Text(zh="提示", en="info"),
}
CHANGED = {
    "as-asked": Text(zh="只有命令要求的改动", en="only what the command was asked to change"),
    "nothing": Text(zh="什么都没有改动", en="nothing"),
    "partly": Text(zh="改了一部分", en="a part"),
    "unknown": Text(zh="看输出与日志", en="see the output and the journal"),
}


def word(table: dict[str, Text], value: str) -> Text:
    """What a value is called; one that is unknown stands for itself."""
    return table.get(value, same(value))


def joined(texts: Iterable[Text]) -> Text:
    parts = tuple(texts)
    return Text(zh="、".join(one.zh for one in parts), en=", ".join(one.en for one in parts))


def fact(key: str, value: Text | str) -> Fact:
    return Fact(key, LABELS[key], same(value) if isinstance(value, str) else value)
