"""A run on one terminal page: steps, proofs, what was not run, where the report lies. Colour only when told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from unicodedata import east_asian_width

from specproof.evidence import EngineIdentity, Outcome, RunOutcome, RunReport
from specproof.text import Language, Text

Paint = Callable[[str, str], str]  # (text, colour name) -> text

_WORDS = {
    "ok": Text(zh="通过", en="ok"),
    "failed": Text(zh="失败", en="FAILED"),
    "not_run": Text(zh="未运行", en="not run"),
    "steps": Text(zh="步骤", en="Steps"),
    "engine": Text(zh="数据库", en="Engine"),
    "proofs": Text(zh="对照规范的证明", en="Proven against the law"),
    "not run": Text(zh="未运行的部分", en="Not run"),
    "how": Text(zh="如何运行", en="to have it run"),
    "reports": Text(zh="报告", en="Report"),
    "seen": Text(zh="期望 {expected}，实际 {seen}", en="expected {expected}, saw {seen}"),
    "evidence": Text(zh="证据级别", en="evidence"),
    "via": Text(zh="来源", en="provider"),
}
_VERDICT = {
    RunOutcome.OK: Text(zh="全部通过：{count} 个步骤，{proofs} 项证明", en="All clean: {count} steps, {proofs} proofs"),
    RunOutcome.FINDINGS: Text(zh="有差异，见上", en="Differences found, see above"),
    RunOutcome.FAILED: Text(zh="没有跑完，见上", en="Not finished, see above"),
}
_COLOURS = {Outcome.OK: "green", Outcome.FAILED: "red", Outcome.NOT_RUN: "yellow"}


def render(
    report: RunReport, language: Language, *, files: Sequence[str] = (), paint: Paint = lambda text, _: text
) -> str:
    """The page with a final newline; `files` are the paths where the whole report was written."""
    lines = [f"specproof {report.version}  {report.started}", ""]
    lines += _engines(report, language)
    lines += [_say("steps", language)]
    width = max((_width(s.step) for s in report.steps), default=0)
    for step in report.steps:
        mark = paint(_pad(_say(step.outcome, language), 8), _COLOURS[step.outcome])
        note = step.reason or step.detail or ""
        lines.append(f"  {mark}{_pad(step.step, width)}  {step.seconds:6.2f} s  {note}".rstrip())
    if report.proofs:
        lines += ["", _say("proofs", language)]
    for proof in report.proofs:
        mark = paint(_pad(_say(proof.outcome, language), 8), _COLOURS[proof.outcome])
        ids = f"  [{', '.join(proof.statements)}]" if proof.statements else ""
        lines.append(f"  {mark}{proof.what}{ids}")
        if proof.outcome is not Outcome.OK:
            seen = _WORDS["seen"].fill(language, {"expected": proof.expected, "seen": proof.seen})
            lines.append(f"          {seen}")
    if report.not_run:
        lines += ["", _say("not run", language)]
    for item in report.not_run:
        lines += [f"  {item.what}: {item.why}", f"    {_say('how', language)}: {item.how}"]
    if files:
        lines += ["", f"{_say('reports', language)}: {', '.join(files)}"]
    counts = {"count": len(report.steps), "proofs": len(report.proofs)}
    verdict = _VERDICT[report.outcome].fill(language, counts)
    lines += ["", paint(verdict, "green" if report.outcome is RunOutcome.OK else "red")]
    return "\n".join(lines) + "\n"


def _engines(report: RunReport, language: Language) -> list[str]:
    seen: dict[EngineIdentity, None] = {s.engine: None for s in report.steps if s.engine}
    lines = [
        f"{_say('engine', language)}: {e.name}  {e.product} {e.version}, {_say('via', language)} {e.provider}, "
        f"{_say('evidence', language)} {e.evidence}"
        for e in seen
    ]
    return [*lines, ""] if lines else []


def _say(key: str, language: Language) -> str:
    return _WORDS[key].pick(language)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int) -> str:
    return text + " " * max(width - _width(text), 0)
