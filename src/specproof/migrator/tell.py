"""The results of the migrator as lines of text in the reader's language.

Pure functions from value objects to lines; who prints them, and where, is not known here. Nothing is cut short without
saying so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from specproof.evidence import Outcome
from specproof.finding import Severity
from specproof.migrator import hint
from specproof.migrator.apply import Briefing, Migration
from specproof.migrator.classify import Trace
from specproof.migrator.plan import OnlineClass, Plan, PlannedStatement
from specproof.migrator.preflight import Preflight, Question
from specproof.migrator.rehearsal import Rehearsal, Rehearsed, Work
from specproof.migrator.status import Status
from specproof.migrator.verify import Verification
from specproof.report.frame import width
from specproof.text import Language, Text


def plan(found: Plan, language: Language) -> Iterator[str]:
    yield _say("plan", language, script=found.script, hash=found.hash[:12], count=len(found.sent))
    for statement in found.statements:
        yield f"{statement.number:4}  {statement.title}  ({_say('line', language, line=statement.line)})"
        yield f"      {_TRACES[statement.trace].pick(language)}"
        if statement.online:
            yield f"      {online(statement.online, language)}"
        for key, conditions in (("before", statement.conditions.before), ("after", statement.conditions.after)):
            if conditions:
                yield f"      {_say(key, language)}{_list(c.pick(language) for c in conditions)}"
        yield f"      sha256 {statement.sha256}"
    for problem in found.problems:
        yield _say("problem", language, line=problem.line, code=problem.code, message=problem.message.pick(language))
        yield f"      -> {problem.instead.pick(language)}"


def online(found: OnlineClass, language: Language) -> str:
    """The online class of a change in words."""
    how = _HOWS[found.how].pick(language)
    return how if found.how == "unknown" else f"{how}; {_LOCKS[found.lock].pick(language)}"


def preflight(found: Preflight, language: Language) -> Iterator[str]:
    yield _say("preflight", language, address=found.target.address, version=found.target.version)
    for question in found.questions:
        yield from _question(question, language)
    yield _say(
        "preflight-sum",
        language,
        errors=found.count(Severity.ERROR),
        warnings=found.count(Severity.WARNING),
        left=len(found.not_checked),
    )


def _question(question: Question, language: Language) -> Iterator[str]:
    worst = min((f.severity for f in question.findings), key=list(Severity).index, default=None)
    mark = "not-checked" if question.not_checked else f"severity-{worst}" if worst else "ok"
    yield f"  {_column(_say(mark, language))}{question.slug}: {question.asks.pick(language)}"
    if question.not_checked:
        yield f"      {question.not_checked.pick(language)}"
    for finding in question.findings:
        yield f"      {finding.message.pick(language)}"
    # One piece of advice is enough for many findings of one question.
    for advice in dict.fromkeys(f.advice.pick(language) for f in question.findings):
        if advice:
            yield f"      -> {advice}"


def rehearsal(found: Rehearsal, plan: Plan, language: Language) -> Iterator[str]:
    scratch = found.scratch
    yield _say(
        "rehearsal",
        language,
        script=found.script,
        address=found.target.address,
        live=found.target.version,
        scratch=f"{scratch.product} {scratch.version} ({scratch.provider}, {scratch.evidence})",
    )
    if scratch.version != found.target.version:
        yield _say("patch", language, live=found.target.version, scratch=scratch.version)
    for name, live, own in found.differing:
        yield _say("differing", language, name=name, live=live, scratch=own)
    for note in found.notes:
        yield f"  ! {note}"
    titles = {s.number: s for s in plan.statements}
    for statement in found.statements:
        yield from _rehearsed(statement, titles[statement.number], found, language)
    if found.failed is None:
        yield _say("rehearsed-ok", language, count=len(found.statements), rows=found.rows)


def _rehearsed(done: Rehearsed, planned: PlannedStatement, found: Rehearsal, language: Language) -> Iterator[str]:
    work = f"; {_WORKS[done.work].pick(language)}" if done.work else ""
    if done.failure:
        yield f"  x {done.number}  {planned.title} ({_say('line', language, line=planned.line)})"
        yield _say("refused", language, errno=done.failure.errno, message=done.failure.message)
        unseen = done.failure.errno in _MISSING and found.scope.left_out
        yield _say("refused-uncopied" if unseen else "refused-next", language)
        return
    yield f"    {done.number}  {planned.title}: {done.seconds:.3f} s{work}"
    for warning in done.warnings:
        yield f"       {warning.level} {warning.code}: {warning.message}"
    if not planned.trace.repeatable and found.traceless(done.number):
        yield _say("traceless", language)


def briefing(found: Briefing, language: Language) -> Iterator[str]:
    """What to read before saying yes."""
    target = found.target
    yield _say("briefing", language, address=target.address, version=target.version, schema=target.schema)
    for size in found.sizes:
        yield _say("size", language, table=size.table, rows=size.rows, megabytes=size.megabytes, engine=size.engine)
    done = {s.number: s for s in found.rehearsal.statements}
    for statement in found.plan.sent:
        seen = done.get(statement.number)
        work = f"; {_WORKS[seen.work].pick(language)}" if seen and seen.work else ""
        if statement.online and statement.online.how != "unknown":
            work = f"; {online(statement.online, language)}"
        seconds = f"{seen.seconds:.3f} s" if seen else "-"
        yield f"  {statement.number:4}  {statement.title}: {_say('rehearsed-in', language, seconds=seconds)}{work}"
    if found.patch_differs:
        yield _say("patch", language, live=target.version, scratch=found.rehearsal.scratch.version)
    yield _say("rehearsal-of", language, at=found.rehearsal.at, rows=found.rehearsal.rows)


def migration(found: Migration, language: Language) -> Iterator[str]:
    yield _say("migrated", language, script=found.script, address=found.target.address, version=found.target.version)
    for statement in found.statements:
        seconds = "" if statement.seconds is None else f", {statement.seconds:.3f} s"
        yield f"    {statement.number}  {statement.title}: {_BY[statement.by].pick(language)}{seconds}"
        for warning in statement.warnings:
            yield f"       {warning.level} {warning.code}: {warning.message}"
    yield _say("journal", language, path=found.journal)
    verify = hint.command("verify", found.script, found.target, Path(found.journal).parent.parent)
    yield _say("verify-next", language, command=verify)


def verification(found: Verification, language: Language) -> Iterator[str]:
    yield _say("verification", language, address=found.target.address, version=found.target.version)
    for one in found.comparisons:
        yield f"  {_column(_OUTCOMES[one.outcome].pick(language))}{one.slug}: {one.asks.pick(language)}"
        if one.reason:
            yield f"      {one.reason.pick(language)}"
        if one.seen:
            yield f"      {_say('expected', language)}{one.expected.pick(language)}"
            yield from (f"      {_say('seen', language)}{text.pick(language)}" for text in one.seen)
    counts = {o: sum(c.outcome is o for c in found.comparisons) for o in Outcome}
    yield _say(
        "verification-sum",
        language,
        ok=counts[Outcome.OK],
        failed=counts[Outcome.FAILED],
        left=counts[Outcome.NOT_RUN],
    )


def status(found: Status, language: Language) -> Iterator[str]:
    yield _say("status", language, script=found.journal.header["script"], path=found.journal.path)
    yield f"  {found.summary.pick(language)}"
    if found.live:
        yield f"  {found.live.pick(language)}"
    yield f"  {found.next_step.pick(language)}"
    for at, text in found.events:
        yield f"    {at}  {text.pick(language)}"
    if found.journal.torn:
        yield _say("torn", language)


def nothing(root: Path, language: Language, script: Path | None = None, *, others: int = 0) -> str:
    """For a state folder without journals, or without one of `script` beside `others` of other scripts."""
    return _say("nothing-of-it" if others else "nothing", language, root=root, script=script, count=others)


def _column(text: str) -> str:
    """Padded to the same width on a terminal, where a Chinese character takes two places."""
    return text + " " * max(12 - width(text), 1)


def _list(items: Iterable[str]) -> str:
    return "; ".join(items)


def _say(key: str, language: Language, **values: object) -> str:
    return _WORDS[key].fill(language, values)


# ER_BAD_TABLE_ERROR, ER_NO_SUCH_TABLE, ER_SP_DOES_NOT_EXIST, ER_TRG_DOES_NOT_EXIST, ER_EVENT_DOES_NOT_EXIST
_MISSING = {1051, 1146, 1305, 1360, 1539}
_WORDS: Mapping[str, Text] = {
    "plan": Text(zh="计划 {hash}：{script}，要执行 {count} 句", en="plan {hash}: {script}, {count} statements to run"),
    "line": Text(zh="第 {line} 行", en="line {line}"),
    "before": Text(zh="执行前：", en="before: "),
    "after": Text(zh="执行后：", en="after:  "),
    "problem": Text(zh="  x 第 {line} 行 [{code}] {message}", en="  x line {line} [{code}] {message}"),
    "preflight": Text(zh="预检 {address}（MySQL {version}）", en="preflight of {address} (MySQL {version})"),
    "preflight-sum": Text(
        zh="错误 {errors}，警告 {warnings}，未检查 {left}",
        en="{errors} errors, {warnings} warnings, {left} not checked",
    ),
    "ok": Text(zh="正常", en="ok"),
    "not-checked": Text(zh="未检查", en="not checked"),
    "severity-error": Text(zh="错误", en="error"),
    "severity-warning": Text(zh="警告", en="warning"),
    "severity-info": Text(zh="说明", en="info"),
    "rehearsal": Text(
        zh="演练 {script}：目标 {address}（{live}），演练服务器 {scratch}",
        en="rehearsal of {script} for {address} ({live}) on {scratch}",
    ),
    "patch": Text(
        zh="  ! 演练服务器是 {scratch}，目标是 {live}：小版本不同，个别错误号与默认值可能不同。",
        en="  ! rehearsed on {scratch}, the target is {live}: other patch versions may differ in details.",
    ),
    "differing": Text(
        zh="  ! 设置 {name}：目标是 {live}，演练服务器是 {scratch}",
        en="  ! setting {name}: {live} on the target, {scratch} on the scratch server",
    ),
    "refused": Text(zh="      服务器拒绝：{errno} {message}", en="      refused by the server: {errno} {message}"),
    "refused-next": Text(
        zh="      -> 改正脚本（specproof ddl check 给出原因与写法），再演练一次。",
        en="      -> Correct the script (specproof ddl check gives reason and remedy) and rehearse again.",
    ),
    "refused-uncopied": Text(
        zh="      -> 若它指的是没有复制过来的东西（上面带 ! 的行）：写成 DROP … IF EXISTS，或去掉这一句另行手工执行；"
        "否则改正脚本，再演练一次。",
        en="      -> If it names what was not copied (the lines with ! above): write DROP ... IF EXISTS, or take the "
        "statement out of the script and run it by hand. Else correct the script, and rehearse again.",
    ),
    "rehearsed-ok": Text(
        zh="演练通过：{count} 句，受影响的表各 {rows} 行合成数据。记录已写入，可以执行 migrate apply。",
        en="rehearsal passed: {count} statements, {rows} synthetic rows per changed table; on record for apply.",
    ),
    "traceless": Text(
        zh="       ! 结构上不留痕迹：若中断在这一句上，续做时要由 DBA 说明它是否执行过。",
        en="       ! leaves no trace in the structure: if a run breaks off here, resume needs the DBA's word.",
    ),
    "briefing": Text(
        zh="将要改动 {address}：MySQL {version}，库 {schema}",
        en="about to change {address}: MySQL {version}, schema {schema}",
    ),
    "size": Text(
        zh="  表 {table}：约 {rows} 行，{megabytes} MB，{engine}",
        en="  table {table}: about {rows} rows, {megabytes} MB, {engine}",
    ),
    "rehearsed-in": Text(zh="演练用时 {seconds}", en="rehearsed in {seconds}"),
    "rehearsal-of": Text(
        zh="  演练于 {at}，每表 {rows} 行合成数据", en="  rehearsed at {at} with {rows} synthetic rows per table"
    ),
    "migrated": Text(
        zh="已完成 {script}：{address}（MySQL {version}）", en="finished {script} on {address} (MySQL {version})"
    ),
    "journal": Text(zh="日志：{path}", en="journal: {path}"),
    "verify-next": Text(
        zh="下一步：{command}",
        en="next: {command}",
    ),
    "verification": Text(zh="核对 {address}（MySQL {version}）", en="verification of {address} (MySQL {version})"),
    "verification-sum": Text(
        zh="相符 {ok}，不符 {failed}，未运行 {left}", en="{ok} as expected, {failed} not, {left} not run"
    ),
    "expected": Text(zh="应为：", en="expected: "),
    "seen": Text(zh="实为：", en="seen:     "),
    "status": Text(zh="{script}，日志 {path}", en="{script}, journal {path}"),
    "nothing": Text(
        zh="{root} 中没有日志：从这里没有执行过迁移。",
        en="{root} holds no journal: nothing was applied from here.",
    ),
    "nothing-of-it": Text(
        zh="{root} 中没有 {script} 的日志：从这里没有执行过它。"
        "别的脚本的日志：{count} 份，见 specproof migrate status。",
        en="{root} holds no journal of {script}: it was not applied from here. "
        "Journals of other scripts: {count}; `specproof migrate status` tells them.",
    ),
    "torn": Text(
        zh="    （最后半行没有写完，按未写处理）", en="    (a half-written last line counts as never written)"
    ),
}
_TRACES = {
    Trace.SCHEMA: Text(zh="改动结构：中断后能由结构查明", en="changes the structure, which tells whether it ran"),
    Trace.ROWS: Text(
        zh="改动数据：中断后结构无法说明是否执行过", en="changes rows: the structure cannot tell whether it ran"
    ),
    Trace.OUTSIDE: Text(
        zh="作用于结构之外：中断后无法查明是否执行过", en="works outside the structure: nothing tells whether it ran"
    ),
    Trace.SESSION: Text(zh="只关乎连接：续做时会重复", en="for the connection only; repeated by a resume"),
    Trace.READ: Text(zh="只读：续做时不再重复", en="only reads; a resume does not repeat it"),
    Trace.REFUSED: Text(zh="不予执行", en="will not be run"),
    Trace.UNSENT: Text(zh="客户端命令：不发给服务器", en="a client command: not sent to the server"),
}
_WORKS = {
    Work.COPY: Text(zh="逐行复制整张表，期间不能写", en="copies the table row by row; writes wait"),
    Work.REBUILD: Text(zh="在引擎内重建整张表", en="rebuilds the table inside the engine"),
    Work.REBUILD_OR_COPY: Text(
        zh="重建或复制整张表（用 --rows 演练可分清）", en="rebuilds or copies the table (--rows tells which)"
    ),
    Work.IN_PLACE: Text(zh="不重建表", en="does not rebuild the table"),
}
_HOWS = {
    "metadata": Text(zh="只改元数据", en="changes metadata only"),
    "in-place": Text(zh="就地修改，不重建表", en="in place, without a rebuild"),
    "rebuild": Text(
        zh="在引擎内重建整张表，另需一份磁盘", en="rebuilds the table inside the engine; needs its disk again"
    ),
    "partitions": Text(zh="按分区改动", en="works on partitions"),
    "copy": Text(zh="逐行复制整张表", en="copies the table row by row"),
    "unknown": Text(
        zh="在线等级未知：不知道这张表原来的样子（用 --server 或 --baseline 给出）",
        en="online class not known: the table's present definition is not (give --server or --baseline)",
    ),
}
_LOCKS = {
    "none": Text(zh="期间可读可写", en="reads and writes go on"),
    "shared": Text(zh="期间可读不可写", en="reads go on, writes wait"),
    "exclusive": Text(zh="期间不可读写", en="reads and writes wait"),
}
_BY = {
    "run": Text(zh="已执行", en="done"),
    "probe": Text(zh="由结构查明早已生效", en="found done by the structure"),
    "word": Text(zh="按 DBA 的说明视为已执行", en="done by the DBA's word"),
    "earlier": Text(zh="在中断之前已执行", en="done before the interruption"),
}
_OUTCOMES = {
    Outcome.OK: Text(zh="相符", en="ok"),
    Outcome.FAILED: Text(zh="不符", en="differs"),
    Outcome.NOT_RUN: Text(zh="未运行", en="not run"),
}
