"""A run as one self-contained HTML page: no script, no font, no picture from elsewhere, light and dark, printable."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from specproof.evidence import Outcome, RunReport
from specproof.report.html_frame import document
from specproof.text import Language, Text

_WORDS = {
    "title": Text(zh="specproof 证明报告", en="specproof: proof report"),
    "steps": Text(zh="步骤", en="Steps"),
    "proofs": Text(zh="对照规范的证明", en="Proven against the law"),
    "not_run": Text(zh="未运行的部分", en="Not run"),
    "inputs": Text(zh="输入文件", en="Inputs"),
    "nothing": Text(zh="无", en="none"),
    "step": Text(zh="步骤", en="Step"),
    "outcome": Text(zh="结果", en="Outcome"),
    "seconds": Text(zh="秒", en="Seconds"),
    "engine": Text(zh="数据库（产品、版本、来源、证据级别）", en="Engine (product, version, provider, evidence)"),
    "note": Text(zh="说明", en="Note"),
    "what": Text(zh="内容", en="What"),
    "law": Text(zh="条文", en="Statements"),
    "expected": Text(zh="期望", en="Expected"),
    "seen": Text(zh="实际", en="Seen"),
    "why": Text(zh="原因", en="Why"),
    "how": Text(zh="如何运行", en="To have it run"),
    "file": Text(zh="文件", en="File"),
}
_OUTCOMES = {
    "ok": Text(zh="通过", en="ok"),
    "failed": Text(zh="失败", en="failed"),
    "not_run": Text(zh="未运行", en="not run"),
    "findings": Text(zh="有差异", en="differences"),
}


def render(report: RunReport, language: Language) -> str:
    """The whole page as text; the caller writes it as UTF-8."""
    title = _say("title", language)
    parts = [
        f"<h1>{escape(title)}: {_outcome(report.outcome, language)}</h1>",
        f"<p>specproof {escape(report.version)}, <time>{escape(report.started)}</time></p>",
        _steps(report, language),
        _proofs(report, language),
        _not_run(report, language),
        _inputs(report, language),
    ]
    return document(title, parts, language)


def _steps(report: RunReport, language: Language) -> str:
    rows = []
    for step in report.steps:
        engine = step.engine
        told = f"{engine.product} {engine.version}, {engine.provider}, {engine.evidence}" if engine else ""
        note = step.reason or step.detail or ""
        rows.append(
            f"<td><code>{escape(step.step)}</code></td><td>{_outcome(step.outcome, language)}</td>"
            f'<td class="number">{step.seconds:.2f}</td><td>{escape(told)}</td><td>{escape(note)}</td>'
        )
    return _table("steps", ("step", "outcome", "seconds", "engine", "note"), rows, language)


def _proofs(report: RunReport, language: Language) -> str:
    rows = [
        f"<td>{escape(p.what)}</td><td>{escape(', '.join(p.statements))}</td><td>{_outcome(p.outcome, language)}</td>"
        f"<td>{escape(p.expected)}</td><td>{escape(p.seen)}</td>"
        for p in report.proofs
    ]
    return _table("proofs", ("what", "law", "outcome", "expected", "seen"), rows, language)


def _not_run(report: RunReport, language: Language) -> str:
    rows = [f"<td>{escape(n.what)}</td><td>{escape(n.why)}</td><td>{escape(n.how)}</td>" for n in report.not_run]
    return _table("not_run", ("what", "why", "how"), rows, language)


def _inputs(report: RunReport, language: Language) -> str:
    rows = [f"<td>{escape(n)}</td><td><code>{escape(d)}</code></td>" for n, d in report.inputs]
    return _table("inputs", ("file", "SHA-256"), rows, language)


def _table(heading: str, columns: Iterable[str], rows: list[str], language: Language) -> str:
    title = f"<h2>{escape(_say(heading, language))}</h2>"
    if not rows:
        return f"{title}\n<p>{escape(_say('nothing', language))}</p>"
    head = "".join(f'<th scope="col">{escape(_say(c, language))}</th>' for c in columns)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"{title}\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _outcome(outcome: Outcome | str, language: Language) -> str:
    return f'<span class="{outcome}">{escape(_OUTCOMES[str(outcome)].pick(language))}</span>'


def _say(key: str, language: Language) -> str:
    return _WORDS[key].pick(language) if key in _WORDS else key
