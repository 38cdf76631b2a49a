"""Status: an apply's journal in words, with or without a server at hand.

Reads the journal and, when it can, the live structure; changes nothing. It tells where the migration stands and what
the next step is, and refuses to call anything done that neither journal nor structure shows.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from specproof.migrator import hint
from specproof.migrator.journal import Entry, Journal
from specproof.migrator.rehearsal import Scope, read_record
from specproof.migrator.standing import Fate, Standing, fate_of, standing
from specproof.migrator.state import StateFolder
from specproof.migrator.target import Database, identify
from specproof.schema import Schema
from specproof.text import Text


@dataclass(frozen=True, slots=True)
class Status:
    """`state`: done, abandoned, not-begun, part-way or uncertain. `events` is the journal, line by line, in words."""

    journal: Journal
    standing: Standing
    state: str
    summary: Text
    next_step: Text
    events: tuple[tuple[str, Text], ...]
    live: Text | None = None


def status(journal: Journal, live: Schema | None = None, scope: Scope | None = None) -> Status:
    """`live` and the rehearsal's `scope` are given when the server could be asked."""
    stands = standing(journal)
    state = _state(stands)
    values = _values(journal, stands)
    seen = None if live is None else _compare(journal, stands, (scope or Scope()).print_of(live))
    return Status(
        journal,
        stands,
        state,
        _filled(_SUMMARIES[state], values),
        _filled(_NEXT[state], values),
        tuple((e.at, _event(e, journal)) for e in journal.entries),
        seen,
    )


def of_live(journal: Journal, live: Database, folder: StateFolder) -> Status:
    """The same with the live structure's say, if the journal is the newest of this target.

    Raises EnvironmentProblem when the server cannot be reached.
    """
    with closing(live.open()) as session:
        target = identify(session, live)
        latest = folder.latest(target)
        if latest is None or latest.path != journal.path:
            return status(journal)
        record = folder.rehearsal(target, journal.plan)
        if not record.is_file():
            return status(journal)
        return status(journal, live.structure(session), read_record(record).scope)


def _state(stands: Standing) -> str:
    if stands.closing is not None:
        return stands.closing.kind
    if stands.open is not None:
        return "uncertain"
    return "part-way" if stands.done else "not-begun"


def _values(journal: Journal, stands: Standing) -> dict[str, object]:
    titles = journal.header["titles"]
    number = stands.open or min(stands.done + 1, len(titles))

    def again(name: str) -> str:
        return hint.command(name, str(journal.header["script"]), journal.target, journal.path.parent.parent)

    return {
        "done": stands.done,
        "total": len(titles),
        "number": number,
        "title": titles[number - 1],
        "because": stands.closing.data.get("because", "") if stands.closing else "",
        "resume": again("resume"),
        "apply": again("apply"),
        "verify": again("verify"),
    }


def _compare(journal: Journal, stands: Standing, live: str) -> Text:
    prints = [str(p) for p in journal.header["fingerprints"]]
    titles = journal.header["titles"]
    if stands.open is not None:
        fate = fate_of(stands.open, prints, live)
        return _filled(_LIVE_OPEN[fate], {"number": stands.open, "title": titles[stands.open - 1]})
    fits = live == prints[-1 if stands.finished else stands.done]
    return _filled(_LIVE_FITS if fits else _LIVE_DRIFT, {"done": len(titles) if stands.finished else stands.done})


def _event(entry: Entry, journal: Journal) -> Text:
    data = entry.data
    number = entry.statement
    values = {
        "number": number,
        "title": journal.header["titles"][number - 1] if number else "",
        "user": data.get("user", ""),
        "host": data.get("host", ""),
        "connection": data.get("connection", ""),
        "fate": data.get("fate", ""),
        "seconds": data.get("seconds", "-"),
        "because": data.get("because", ""),
        "said": data.get("said", ""),
        "version": journal.target.version,
    }
    key = entry.kind
    if key == "outcome":
        key = f"outcome {data['fate']}" + (" probe" if data.get("by") == "probe" else "")
    return _filled(_EVENTS.get(key, _OTHER), values)


def _filled(text: Text, values: dict[str, object]) -> Text:
    return Text(text.fill("zh", values), text.fill("en", values))


_SUMMARIES = {
    "done": Text(
        zh="迁移已完成：{total} 句全部就位。", en="The migration is finished: all {total} statements are in place."
    ),
    "abandoned": Text(
        zh="迁移已放弃，第 {done} 句及以前已就位。原因：{because}",
        en="The migration was given up with statements up to {done} in place. Reason: {because}",
    ),
    "not-begun": Text(
        zh="没有语句生效；实际结构未被改动。", en="No statement took effect; the live structure was not changed."
    ),
    "part-way": Text(
        zh="迁移停在中途：共 {total} 句，第 {done} 句及以前已完成，下一句是第 {number} 句（{title}）。",
        en="The migration stopped part-way: {done} of {total} statements are done; the next one is {number} ({title}).",
    ),
    "uncertain": Text(
        zh="迁移停在第 {number} 句（{title}）上：发出之后没有得到结果。第 {done} 句及以前已完成。",
        en="The migration stopped at statement {number} ({title}), whose outcome was not heard; {done} were done.",
    ),
}
_NEXT = {
    "done": Text(zh="核对结果：{verify}", en="Verify the result: {verify}"),
    "abandoned": Text(
        zh="把余下的语句写成新脚本，演练后再执行。", en="Write what is left as a new script, rehearse and apply it."
    ),
    "not-begun": Text(zh="重新开始：{apply}", en="Begin again: {apply}"),
    "part-way": Text(zh="续做：{resume}", en="Go on: {resume}"),
    "uncertain": Text(
        zh="续做：{resume}；它先查明这一句是否生效，再决定做什么。",
        en="Go on: {resume}; it first finds out whether that statement took effect.",
    ),
}
_LIVE_OPEN = {
    Fate.DONE: Text(
        zh="实际结构表明第 {number} 句（{title}）已生效。",
        en="The live structure shows statement {number} ({title}) done.",
    ),
    Fate.NOT_DONE: Text(
        zh="实际结构表明第 {number} 句（{title}）没有生效（或仍在执行）。",
        en="The live structure shows statement {number} ({title}) not done (or still running).",
    ),
    Fate.AMBIGUOUS: Text(
        zh="实际结构无法说明第 {number} 句（{title}）是否生效。",
        en="The live structure cannot tell whether statement {number} ({title}) took effect.",
    ),
}
_LIVE_FITS = Text(
    zh="实际结构正是第 {done} 句之后演练出的结构。",
    en="The live structure is the one rehearsed after statement {done}.",
)
_LIVE_DRIFT = Text(
    zh="实际结构不是第 {done} 句之后演练出的结构：有人改动过。",
    en="The live structure is not the one rehearsed after statement {done}: somebody changed it.",
)
_EVENTS = {
    "header": Text(
        zh="{user}@{host} 开始执行，服务器 {version}，连接 {connection}",
        en="begun by {user}@{host} on server {version}, connection {connection}",
    ),
    "resume": Text(zh="{user}@{host} 续做，连接 {connection}", en="resumed by {user}@{host}, connection {connection}"),
    "session": Text(
        zh="第 {number} 句（{title}）：只关乎连接", en="statement {number} ({title}): for the connection only"
    ),
    "intent": Text(zh="第 {number} 句（{title}）：即将发出", en="statement {number} ({title}): about to be sent"),
    "outcome done": Text(zh="第 {number} 句：完成，{seconds} 秒", en="statement {number}: done in {seconds} s"),
    "outcome done probe": Text(
        zh="第 {number} 句：由结构查明已完成", en="statement {number}: found done by the structure"
    ),
    "outcome not-done": Text(zh="第 {number} 句：没有生效", en="statement {number}: took no effect"),
    "outcome not-done probe": Text(
        zh="第 {number} 句：由结构查明没有生效", en="statement {number}: found not done by the structure"
    ),
    "outcome unknown": Text(zh="第 {number} 句：结果未知", en="statement {number}: outcome not known"),
    "outcome ambiguous": Text(
        zh="第 {number} 句：结构无法说明是否生效", en="statement {number}: the structure cannot tell"
    ),
    "assumed": Text(
        zh="第 {number} 句：{user}@{host} 声明为 {fate}。原因：{because}",
        en="statement {number}: {fate} by the word of {user}@{host}. Reason: {because}",
    ),
    "stop": Text(zh="停下：{said}", en="stopped: {said}"),
    "done": Text(zh="全部完成", en="all done"),
    "abandoned": Text(zh="{user}@{host} 放弃。原因：{because}", en="given up by {user}@{host}. Reason: {because}"),
}
_OTHER = Text(zh="（这个版本不认识的一行）", en="(a line that this version does not know)")
