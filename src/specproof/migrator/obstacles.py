"""What a script may hold that specproof will not run, each with the reason and what to write instead.

A journalled run sends one statement at a time and must know afterwards whether it took effect in one schema. Client
commands, other schemas, transactions and table locks break one of these promises; so does text that cannot be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from specproof.ddl.client import ClientCommand, backslash_command, command
from specproof.ddl.script import Script
from specproof.ddl.subject import Judged, Subject
from specproof.ddl.syntax import Use
from specproof.migrator.classify import Trace, kind_of, qualifiers
from specproof.text import Text

# Carried out by specproof, or without meaning for it.
CARRIED_OUT = frozenset({"delimiter", "warnings", "nowarning"})
# Where the text itself is not what its author meant; other remarks about the text are the checker's affair.
_FATAL = ("unterminated-", "delimiter-", "template-", "unknown-client-command")


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Why specproof will not run a statement (or, with number 0, the script)."""

    code: str
    number: int
    line: int
    message: Text
    instead: Text


_REASONS: dict[str, tuple[Text, Text]] = {
    "client-command": (
        Text(
            zh="{name} 是 mysql 客户端的命令，服务器不认识它。",
            en="{name} is a command of the mysql client; no server knows it.",
        ),
        Text(
            zh="把它从脚本里去掉；若它引入另一个文件，请把那个文件作为单独的脚本执行。",
            en="Take it out; if it reads another file, run that file as a script of its own.",
        ),
    ),
    "other-schema": (
        Text(
            zh="USE {name} 切换到另一个库；一次迁移只作用于地址中给出的那一个库。",
            en="USE {name} goes to another schema; a migration works on the one that the address names.",
        ),
        Text(
            zh="按库拆分脚本，各自用自己的地址执行。",
            en="Split the script by schema and run each part with its own address.",
        ),
    ),
    "qualified-name": (
        Text(
            zh="名字前写了库名 {name}：演练在另一个名字的库里进行，会写到不该写的地方。",
            en="A name is qualified with the schema {name}: the rehearsal runs in a schema of another name, and would "
            "reach out of it.",
        ),
        Text(
            zh="去掉库名；specproof 已经选好了库。",
            en="Leave the schema out of the name; specproof has selected it already.",
        ),
    ),
    "temporary-table": (
        Text(
            zh="临时表随连接消失，中断后无法续做。",
            en="A temporary table goes with its connection, so an interrupted run could not go on.",
        ),
        Text(zh="改用普通表，用完再删。", en="Use an ordinary table and drop it at the end."),
    ),
    "database": (
        Text(
            zh="这一句针对整个库，而不是库里的对象。",
            en="This statement is about a whole schema and not about things in it.",
        ),
        Text(zh="请手工执行它，并从脚本里去掉。", en="Run it by hand and take it out of the script."),
    ),
    "transaction": (
        Text(
            zh="事务语句：5.7 的 DDL 会隐式提交，而逐句记录的日志无法表示一个没提交的事务。",
            en="A statement about transactions: DDL commits on its own in 5.7, and a journal by statement cannot hold "
            "an open transaction.",
        ),
        Text(
            zh="去掉事务语句；要么一起成功的数据修改请放到另一个脚本或存储过程里。",
            en="Take it out; changes of rows that belong together go into a script or a procedure of their own.",
        ),
    ),
    "table-lock": (
        Text(
            zh="LOCK TABLES 随连接消失，中断后无法续做，还会挡住核对用的查询。",
            en="LOCK TABLES goes with its connection and gets in the way of the probes.",
        ),
        Text(zh="去掉它；每个 ALTER 自己会加锁。", en="Take it out; every ALTER takes its own lock."),
    ),
    "server": (
        Text(
            zh="这一句会影响整个服务器或别人的连接。",
            en="This statement affects the whole server or others' connections.",
        ),
        Text(zh="请手工执行它。", en="Run it by hand."),
    ),
    "unreadable": (
        Text(zh="脚本读不通：{name}", en="The script cannot be read: {name}"),
        Text(
            zh="改正脚本；`specproof ddl check` 会指出位置。",
            en="Correct the script; `specproof ddl check` shows the place.",
        ),
    ),
    "empty": (
        Text(zh="脚本里没有要执行的语句。", en="The script holds no statement to run."),
        Text(zh="给出含有语句的脚本。", en="Give a script with statements."),
    ),
}


def find_problems(subject: Subject, schema: str | None) -> tuple[PlanProblem, ...]:
    """Everything that keeps the script from being run, in the order of the text."""
    script = subject.script
    found = [
        _problem("unreadable", 0, script.position(p.start)[0], p.message)
        for p in script.problems
        if p.code.startswith(_FATAL)
    ]
    sent = 0
    for judged in subject.statements:
        line = script.position(judged.statement.start)[0]
        for reason, name in _obstacles(script, judged, schema):
            found.append(_problem(reason, judged.statement.number, line, name))
        sent += command_of(script, judged) is None
    if not sent and not found:
        found.append(_problem("empty", 0, 1, ""))
    return tuple(sorted(found, key=lambda p: p.line))


def _obstacles(script: Script, judged: Judged, schema: str | None) -> Iterator[tuple[str, str]]:
    said = command_of(script, judged)
    if said is not None:
        if said.name == "use" and schema not in {None, said.argument}:
            yield "other-schema", said.argument
        elif said.name != "use" and said.name not in CARRIED_OUT:
            yield "client-command", said.name
        return
    kind = kind_of(judged)
    if kind.trace is Trace.REFUSED:
        yield kind.because, ""
        return
    for token in qualifiers(judged)[:1]:
        yield "qualified-name", token.value


def command_of(script: Script, judged: Judged) -> ClientCommand | None:
    """The client command that a statement is; USE counts as one, with and without its delimiter."""
    if isinstance(judged.reading.structure, Use):
        return ClientCommand("use", judged.reading.structure.database.value)
    if not judged.statement.client:
        return None
    text = script.sql(judged.statement)
    if text.startswith("\\"):
        name, argument = backslash_command(text[1:2]) or text[:2], text[2:]
    else:
        found = command(text)
        name, argument = (found.name, found.argument) if found else (text.split(maxsplit=1)[0], "")
    return ClientCommand(name, argument.strip().rstrip(";").strip().strip("`"))


def _problem(reason: str, number: int, line: int, name: str) -> PlanProblem:
    message, instead = _REASONS[reason]
    values = {"name": name}
    return PlanProblem(
        f"plan.{reason}", number, line, Text(message.fill("zh", values), message.fill("en", values)), instead
    )
