"""One change between two states of the law, and what each kind of change does to those who keep to the law.

Breaking: who kept to the old state may fail the new one, or relied on something that is gone. Compatible: who kept to
the old state keeps to the new one. Editorial: nobody's behaviour is asked to change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from specproof.text import Text


class Effect(StrEnum):
    BREAKING = "breaking"
    COMPATIBLE = "compatible"
    EDITORIAL = "editorial"


# By the stable word of a kind of change: what it does, and why, for people.
KINDS: dict[str, tuple[Effect, Text]] = {
    # --- things that come and go
    "removed": (
        Effect.BREAKING,
        Text(zh="删除了：引用它的一切都落空", en="removed: whatever refers to it hangs in the air"),
    ),
    "renamed": (Effect.COMPATIBLE, Text(zh="改名，旧名留作别名", en="renamed, the old name stays an alias")),
    "alias-removed": (
        Effect.BREAKING,
        Text(zh="删除了别名：旧名不再有效", en="alias removed: an earlier name no longer works"),
    ),
    "obligation-added": (Effect.BREAKING, Text(zh="新增义务：收紧", en="new obligation: tightened")),
    "added": (Effect.COMPATIBLE, Text(zh="新增，不要求别人改变", en="added, and nobody has to change")),
    # --- rules
    "norm-changed": (Effect.BREAKING, Text(zh="规范正文变了", en="the norm changed")),
    "norm-punctuation": (
        Effect.EDITORIAL,
        Text(zh="规范只改了标点或空格", en="only punctuation or blanks of the norm"),
    ),
    "level-tightened": (Effect.BREAKING, Text(zh="级别收紧", en="level tightened")),
    "level-loosened": (Effect.COMPATIBLE, Text(zh="级别放松", en="level loosened")),
    "profile-added": (
        Effect.BREAKING,
        Text(zh="多适用于一个 profile：收紧", en="holds in a further profile: tightened"),
    ),
    "profile-removed": (
        Effect.COMPATIBLE,
        Text(zh="少适用于一个 profile：放松", en="holds in one profile less: loosened"),
    ),
    "status-binding": (Effect.BREAKING, Text(zh="由暂定变为有约束力", en="was provisional and is binding now")),
    "status-loosened": (Effect.COMPATIBLE, Text(zh="不再有约束力", en="no longer binding")),
    "code-removed": (
        Effect.BREAKING,
        Text(zh="删除了代码：调用方等不到它了", en="code removed: callers wait for it in vain"),
    ),
    "code-added": (Effect.COMPATIBLE, Text(zh="新增代码", en="code added")),
    "revision-raised": (Effect.COMPATIBLE, Text(zh="修订号加了，规范没变", en="revision raised, the norm is the same")),
    "revision-lowered": (
        Effect.BREAKING,
        Text(zh="修订号变小：同一修订号会指两种说法", en="revision lowered: one revision would mean two norms"),
    ),
    "gathers": (Effect.COMPATIBLE, Text(zh="汇集的条文变了", en="gathers other statements")),
    "proof": (Effect.COMPATIBLE, Text(zh="证明的方式变了", en="is proven in another way")),
    # --- statements and questions
    "kind-changed": (Effect.BREAKING, Text(zh="条文的性质变了", en="the kind of the statement changed")),
    "position-changed": (Effect.BREAKING, Text(zh="参考实现的立场变了", en="the position of the reference changed")),
    "answered": (Effect.COMPATIBLE, Text(zh="状态变了，立场没变", en="its status changed, the position is the same")),
    # --- cases
    "case-added": (Effect.COMPATIBLE, Text(zh="新增案例", en="case added")),
    "case-removed": (Effect.COMPATIBLE, Text(zh="删除了案例：少一份证明", en="case removed: one proof less")),
    "expectation-changed": (
        Effect.BREAKING,
        Text(zh="案例的期望变了", en="the case expects something else"),
    ),
    # --- the law as tables
    "datum-changed": (Effect.BREAKING, Text(zh="数据变了", en="datum changed")),
    "datum-removed": (Effect.BREAKING, Text(zh="数据删除了", en="datum removed")),
    "datum-added": (Effect.COMPATIBLE, Text(zh="新增数据", en="datum added")),
    "order-changed": (Effect.BREAKING, Text(zh="次序变了", en="order changed")),
    "tightened": (
        Effect.BREAKING,
        Text(zh="收紧：原来接受的，有的不再接受", en="tightened: some of what was accepted no longer is"),
    ),
    "loosened": (Effect.COMPATIBLE, Text(zh="放松：原来接受的仍接受", en="loosened: what was accepted still is")),
    # --- the rest
    "exit-changed": (Effect.BREAKING, Text(zh="退出码变了", en="exit code changed")),
    "effect-changed": (
        Effect.BREAKING,
        Text(zh="检查的后果、严重程度或错误号变了", en="effect, severity or error number of the check changed"),
    ),
    "query-changed": (Effect.COMPATIBLE, Text(zh="查询的文本变了", en="the text of the query changed")),
    "script-changed": (
        Effect.BREAKING,
        Text(
            zh="脚本变了：已按旧脚本升级的库不会再变",
            en="the script changed: databases upgraded by the old one stay as they are",
        ),
    ),
    "schema-changed": (Effect.BREAKING, Text(zh="模式的约束变了", en="a constraint of the schema changed")),
    "schema-removed": (Effect.BREAKING, Text(zh="模式里删除了内容", en="something was removed from the schema")),
    "schema-added": (Effect.COMPATIBLE, Text(zh="模式里新增了内容", en="something was added to the schema")),
    "demand-added": (
        Effect.BREAKING,
        Text(zh="模式多要求一个键：收紧", en="the schema demands a further key: tightened"),
    ),
    "demand-removed": (
        Effect.COMPATIBLE,
        Text(zh="模式少要求一个键：放松", en="the schema demands one key less: loosened"),
    ),
    "edition": (Effect.EDITORIAL, Text(zh="版次变了", en="another edition")),
    "trace": (Effect.EDITORIAL, Text(zh="只改了出处与引用", en="only where it comes from and what it refers to")),
    "text": (Effect.EDITORIAL, Text(zh="只改了文字", en="only its text")),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `subject` is an id or `file#pointer`, `kind` a key of KINDS, `stepped` whether a revision covers it.

    `old` and `new` are JSON values, None where there is none.
    """

    subject: str
    file: str
    kind: str
    stepped: bool = False
    old: Any = None
    new: Any = None

    @property
    def effect(self) -> Effect:
        return KINDS[self.kind][0]

    @property
    def reason(self) -> Text:
        return KINDS[self.kind][1]

    @property
    def refused(self) -> bool:
        """Whether the change breaks without saying so by a revision."""
        return self.effect is Effect.BREAKING and not self.stepped
