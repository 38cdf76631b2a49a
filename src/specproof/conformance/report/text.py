"""A run for people: what is red first, then what could not be run, then the sums; one line for each rule on demand.

Values are shown as JSON on one line. It refuses to let a subject write to the terminal.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from specproof.conformance.compare import ABSENT
from specproof.conformance.result import Report, Result, RuleResult
from specproof.conformance.verdict import Verdict
from specproof.report.frame import safe
from specproof.text import Language, Text

_PLACES = 10  # differences of one case that are shown
_WIDTH = 160  # characters of a value that are shown

_VERDICTS = {
    Verdict.PASS: Text(zh="通过", en="pass"),
    Verdict.FAIL: Text(zh="不符", en="fail"),
    Verdict.WRONG_CODE: Text(zh="代码不对", en="wrong code"),
    Verdict.CRASH: Text(zh="崩溃", en="crash"),
    Verdict.UNSUPPORTED: Text(zh="不支持", en="unsupported"),
    Verdict.NOT_RUN: Text(zh="未运行", en="not run"),
}
_HEAD = Text(zh="被测：{name} {version}；系统：{systems}", en="Subject {name} {version}, systems {systems}")
_RULES = Text(zh="规则：{rules}", en="rules: {rules}")
_EXPECTED = Text(zh="期望", en="expected")
_SEEN = Text(zh="实得", en="seen    ")
_NOTHING = Text(zh="（没有）", en="(nothing)")
_WHOLE = Text(zh="（整个结果）", en="(the whole result)")
_MORE = Text(zh="另有 {count} 处", en="{count} more places")
_MISSING = Text(zh="未运行 {count} 个：{why}", en="{count} not run: {why}")
_UNCOUNTED = Text(zh="不计入：", en="Not counted:")
_SUMS = Text(zh="共 {planned} 个：{sums}", en="{planned} planned: {sums}")
_HOLD = Text(zh="规则：{rules} 条里有 {hold} 条全部通过", en="Rules: {hold} of {rules} hold in every case")
_HOLD_SO_FAR = Text(
    zh="规则：{rules} 条里有 {hold} 条全部通过，另有 {more} 条在运行过的案例里全部通过",
    en="Rules: {hold} of {rules} hold in every case, {more} more in every case that was run",
)
_CHECK = Text(
    zh="自检：{case} 配上不可能的期望，结果是“{verdict}”，正该如此",
    en="Self-check: {case} with an impossible expectation came out as {verdict}, as it must",
)
_NO_CHECK = Text(zh="自检做不了：没有一个案例得到回答", en="No self-check: not one case was answered")
_RULE_LINE = Text(zh="{mark} {rule}  {passed}/{planned} 通过", en="{mark} {rule}  {passed} of {planned} pass")


def render(report: Report, language: Language, *, by_rule: bool = False) -> str:
    """The report with a final newline."""
    return "\n".join(_lines(report, language, by_rule=by_rule)) + "\n"


def reason(one: Result, language: Language) -> list[str]:
    """Why a result is what it is, the first line short enough for a headline."""
    lines = [one.judgement.why.pick(language)] if one.judgement.why else []
    for place in one.judgement.differences[:_PLACES]:
        lines += [
            place.path or _WHOLE.pick(language),
            f"  {_EXPECTED.pick(language)}  {_shown(place.expected, language)}",
            f"  {_SEEN.pick(language)}  {_shown(place.seen, language)}",
        ]
    hidden = len(one.judgement.differences) - _PLACES
    if hidden > 0:
        lines.append(_MORE.fill(language, {"count": hidden}))
    return [safe(line) for line in lines]


def _lines(report: Report, language: Language, *, by_rule: bool) -> Iterator[str]:
    head = {"name": report.subject, "version": report.version, "systems": ", ".join(report.systems)}
    yield safe(_HEAD.fill(language, head))
    for engine in report.engines:
        yield safe(f"  {engine.name}: {engine.product} {engine.version} ({engine.provider}, {engine.evidence})")
    yield ""
    red = [one for one in report.red if one.verdict is not Verdict.NOT_RUN]
    for one in red:
        yield from _told(one, language)
        yield ""
    missing = Counter(reason(one, language)[0] for one in report.results if one.verdict is Verdict.NOT_RUN)
    for why, count in missing.items():
        yield _MISSING.fill(language, {"count": count, "why": why})
    counted = (Verdict.PASS, Verdict.NOT_RUN)
    uncounted = [one for one in report.results if one.verdict not in counted and not one.judgement.red]
    if uncounted:
        yield _UNCOUNTED.pick(language)
        yield from (f"  {_name(one, language)}" for one in uncounted)
    if missing or uncounted:
        yield ""
    if by_rule:
        yield from (_rule(one, language) for one in report.rules)
        yield ""
    yield from _sums(report, language)


def _told(one: Result, language: Language) -> Iterator[str]:
    yield _name(one, language)
    yield f"  {one.case.title.pick(language)}"
    yield f"  {_RULES.fill(language, {'rules': ', '.join(one.case.rules)})}"
    yield from (f"  {line}" for line in reason(one, language))


def _name(one: Result, language: Language) -> str:
    place = ", ".join(filter(None, (one.profile, one.engine)))
    return f"{_VERDICTS[one.verdict].pick(language).upper()} {one.case.id} ({place})"


def _rule(one: RuleResult, language: Language) -> str:
    mark = "✗" if one.red else "✓" if one.holds else "·"
    values = {"mark": mark, "rule": one.rule, "passed": one.count(Verdict.PASS), "planned": len(one.results)}
    return _RULE_LINE.fill(language, values)


def _sums(report: Report, language: Language) -> Iterator[str]:
    counts = {verdict: report.count(verdict) for verdict in Verdict}
    order = sorted((v for v in counts if counts[v]), key=lambda verdict: verdict is Verdict.PASS)
    sums = ", ".join(f"{counts[verdict]} {_VERDICTS[verdict].pick(language)}" for verdict in order)
    yield _SUMS.fill(language, {"planned": len(report.results), "sums": sums})
    yield _held(report.rules, language)
    check = report.self_check
    if check is None:
        yield _NO_CHECK.pick(language)
    else:
        verdict = _VERDICTS[check.verdict].pick(language)
        yield _CHECK.fill(language, {"case": check.case, "verdict": verdict})


def _held(rules: Sequence[RuleResult], language: Language) -> str:
    hold = sum(one.holds for one in rules)
    more = sum(one.holds_so_far for one in rules) - hold
    return (_HOLD_SO_FAR if more else _HOLD).fill(language, {"rules": len(rules), "hold": hold, "more": more})


def _shown(value: Any, language: Language) -> str:
    if value is ABSENT:
        return _NOTHING.pick(language)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
