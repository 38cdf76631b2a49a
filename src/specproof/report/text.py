"""A check of scripts for people: source frame, what happens on the server, why, what to write instead, one summary.

Output is the same on every terminal; colour comes in as a function. Findings stand in the order of the script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from specproof.finding import DdlReport, Effect, FileReport, Finding, Prediction, Severity, Span, Status, Suppressed
from specproof.report.frame import Source, frame, safe, width
from specproof.text import Language, Text

Paint: TypeAlias = Callable[[str, str], str]  # (text, colour name) -> text

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_SEVERITY = {
    Severity.ERROR: Text(zh="错误", en="error"),
    Severity.WARNING: Text(zh="警告", en="warning"),
    Severity.INFO: Text(zh="提示", en="info"),
}
_EFFECT = {
    Effect.REJECTED: Text(zh="MySQL 5.7 会拒绝执行", en="MySQL 5.7 refuses it"),
    Effect.IGNORED: Text(zh="MySQL 5.7 接受但不生效", en="MySQL 5.7 accepts it and drops it without a word"),
    Effect.UNSAFE: Text(zh="对数据或可用性有风险", en="a risk to data or availability"),
    Effect.STYLE: Text(zh="MySQL 5.7 接受，违反本规约", en="MySQL 5.7 accepts it, the house rules do not"),
}
_STATUS = {
    Status.OK: Text(zh="通过", en="ok"),
    Status.VIOLATION: Text(zh="违规", en="violation"),
    Status.UNVERIFIED: Text(zh="未能核实", en="unverified"),
}
_PREDICTED = {
    Prediction.ACCEPTED: Text(zh="接受", en="accepted"),
    Prediction.REJECTED: Text(zh="拒绝", en="rejected"),
    Prediction.UNKNOWN: Text(zh="未知", en="unknown"),
}
_WORDS = {
    "effect": Text(zh="后果", en="effect"),
    "errno": Text(zh="{effect}（错误 {errno}）", en="{effect} (error {errno})"),
    "why": Text(zh="原因", en="why"),
    "as above": Text(zh="同第 {line} 行", en="as in line {line}"),
    "instead": Text(zh="改为", en="instead"),
    "more": Text(zh="详情", en="more"),
    "through": Text(zh="…… 直到第 {line} 行", en="... through line {line}"),
    "allowed": Text(zh="已放行", en="allowed"),
    "allowed_until": Text(zh="{reason}（至 {until}）", en="{reason} (until {until})"),
    "assumptions": Text(zh="假设（用 --baseline 消除）", en="Assumed, for want of a baseline"),
    "statements": Text(zh="语句", en="Statements"),
    "line": Text(zh="第 {line} 行", en="line {line}"),
    "unread": Text(zh="，另有 {count} 个未能读取", en=", {count} not read"),
    "counts": Text(
        zh="{files} 个文件（通过 {ok}，违规 {violation}，未能核实 {unverified}）{unread}："
        "{errors} 个错误，{warnings} 个警告，{infos} 个提示",
        en="{files} checked ({ok} ok, {violation} in violation, {unverified} unverified){unread}: "
        "{errors}, {warnings}, {infos}",
    ),
    "target": Text(zh="目标 {target}，规约 {policy}", en="target {target}, policy {policy}"),
}


def render(report: DdlReport, language: Language, *, verbose: bool = False, paint: Paint = lambda text, _: text) -> str:
    """The whole page with a final newline. `verbose` adds a table of all statements.

    Files that could not be read are only counted: the error about each goes to stderr.
    """
    lines: list[str] = []
    for file in report.files:
        lines += _file(file, language, paint, verbose=verbose)
    return "\n".join([*lines, summary(report, language)]) + "\n"


def summary(report: DdlReport, language: Language) -> str:
    """One line: how many files, how they stand, how many findings of each severity."""
    found = [f.severity for file in report.files for f in file.findings]
    counts = {
        name: found.count(severity) for name, severity in zip(("errors", "warnings", "infos"), Severity, strict=True)
    }
    unread = _WORDS["unread"].fill(language, {"count": len(report.unread)}) if report.unread else ""
    values: dict[str, object] = {
        "files": len(report.files),
        "unread": unread,
        **{status.value: report.count(status) for status in Status},
        **counts,
    }
    if language == "en":
        values |= {
            "files": _count(len(report.files), "file"),
            "errors": _count(counts["errors"], "error"),
            "warnings": _count(counts["warnings"], "warning"),
            "infos": f"{counts['infos']} info",
        }
    said = _WORDS["counts"].fill(language, values)
    target = _WORDS["target"].fill(language, {"target": report.target, "policy": report.policy})
    return f"{said}；{target}" if language == "zh" else f"{said}; {target}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _file(file: FileReport, language: Language, paint: Paint, *, verbose: bool) -> Iterator[str]:
    source = Source(file.source)
    told: dict[tuple[str, str, str], int] = {}  # what was explained already, and in which line
    for finding in file.findings:
        yield from _finding(file.path, source, finding, language, paint)
        yield from _explained(finding, language, told)
        yield ""
    for entry in file.suppressed:
        yield from _suppressed(file, entry, language, paint)
    if file.suppressed:
        yield ""
    if verbose:
        yield from _table(file, language)
        yield ""
    if file.assumptions:
        yield f"{safe(file.path)}: {_say('assumptions', language)}"
        yield from (f"  - {assumption}" for assumption in file.assumptions)
        yield ""
    if not file.findings and not verbose:
        yield f"{safe(file.path)}: {_STATUS[file.status].pick(language)}"


def _finding(path: str, source: Source, finding: Finding, language: Language, paint: Paint) -> Iterator[str]:
    span, colour = finding.span, _COLOURS[finding.severity]
    head = f"{_SEVERITY[finding.severity].pick(language)}[{finding.check}]"
    yield f"{safe(path)}:{span.line}:{span.column}: {paint(head, colour)} {safe(finding.message)}"
    bar, line, carets = frame(source, span)
    more = _WORDS["through"].fill(language, {"line": span.end_line}) if _goes_on(span) else ""
    yield from (bar, line, f"{_painted(carets, colour, paint)} {more}".rstrip())


def _explained(finding: Finding, language: Language, told: dict[tuple[str, str, str], int]) -> Iterator[str]:
    """What it leads to and what to write instead; a second time the line of the first is enough."""
    effect = _EFFECT[finding.effect].pick(language)
    if finding.errno:
        effect = _WORDS["errno"].fill(language, {"effect": effect, "errno": finding.errno})
    first = told.setdefault((finding.check, finding.why, finding.advice), finding.span.line)
    lines = [("effect", effect)]
    if first == finding.span.line:
        lines += [("why", finding.why), ("instead", finding.advice), ("more", finding.url)]
    else:
        lines.append(("why", _WORDS["as above"].fill(language, {"line": first})))
    gutter = " " * len(str(finding.span.line))
    colon = "：" if language == "zh" else ": "
    yield from (f"{gutter} = {_say(key, language)}{colon}{safe(text)}" for key, text in lines)


def _goes_on(span: Span) -> bool:
    """Whether the span reaches text on a further line; one that ends at the start of the next line does not."""
    return span.end_line > span.line + (span.end_column == 1)


def _painted(carets: str, colour: str, paint: Paint) -> str:
    at = carets.index("^")
    return carets[:at] + paint(carets[at:], colour)


def _suppressed(file: FileReport, entry: Suppressed, language: Language, paint: Paint) -> Iterator[str]:
    span = entry.finding.span
    reason = entry.reason
    if entry.until:
        reason = _WORDS["allowed_until"].fill(language, {"reason": reason, "until": entry.until})
    head = paint(f"{_say('allowed', language)}[{entry.finding.check}]", "blue")
    yield f"{safe(file.path)}:{span.line}:{span.column}: {head} {safe(reason)}"


def _table(file: FileReport, language: Language) -> Iterator[str]:
    yield f"{safe(file.path)}: {_say('statements', language)}"
    rows = [
        (
            str(s.number),
            _WORDS["line"].fill(language, {"line": s.line}),
            _STATUS[s.status].pick(language),
            _PREDICTED[s.predicted].pick(language) + (f" {s.errno}" if s.errno else ""),
            safe(" ".join((s.kind, s.object or "")).strip()),
        )
        for s in file.statements
    ]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(text + " " * (w - width(text)) for text, w in zip(row, widths, strict=True)).rstrip()


def _say(key: str, language: Language) -> str:
    return _WORDS[key].pick(language)
