"""The coverage of the law for a terminal: the work left first, then the numbers, then how they are counted.

Renders the JSON form (`specproof/coverage/1`) and nothing else, so that both say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from specproof.report.table import aligned
from specproof.text import Language, Text

WORDS = {
    "left": Text(zh="还欠的：{open} / {statements} 条", en="Work left: {open} of {statements} statements"),
    "nothing": Text(zh="不欠什么", en="Nothing is left to do"),
    "counts": Text(zh="数量", en="Counts"),
    "counting": Text(zh="怎样计数", en="How it is counted"),
    "results": Text(zh="运行结果取自", en="Results taken from"),
    "total": Text(zh="合计", en="total"),
    "statements": Text(zh="条文", en="statements"),
    "source": Text(zh="源文", en="source"),
    "mapped": Text(zh="有归处", en="mapped"),
    "asked": Text(zh="在问", en="asked"),
    "excused": Text(zh="不可测", en="excused"),
    "cased": Text(zh="有案例", en="cased"),
    "done": Text(zh="不欠", en="done"),
    "rule": Text(zh="规则", en="rule"),
    "case": Text(zh="案例", en="case"),
    "proven": Text(zh="已证", en="proven"),
    "rules": Text(zh="欠案例的规则", en="Rules that owe cases"),
    "rules_line": Text(
        zh="{owed} 条，{any} 条有案例，其中 {accepting_and_refusing} 条既有接受的也有拒绝的",
        en="{owed}, of which {any} have one and {accepting_and_refusing} both one that accepts and one that refuses",
    ),
    "summary": Text(
        zh="{mapped} / {statements} 条有归处（源文计 {source} 条），{dangling} 个引用悬空",
        en="{mapped} of {statements} statements mapped ({source} counted on the sources), {dangling} references dangle",
    ),
}
_COLUMNS = ("statements", "source", "mapped", "asked", "excused", "cased", "done")


def render(data: Mapping[str, Any], language: Language) -> str:
    """The whole report with a final newline."""
    return "\n".join(_lines(data, language)) + "\n"


def left(data: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """What is left, grouped: (system, what is missing, the statements in ranges)."""
    order = {one["statement"]: one for one in data["open"]}
    for system in data["systems"]:
        prefix = system["prefix"]
        own = [one for name, one in order.items() if name.startswith(f"{prefix}-")]
        for missing, group in groupby(sorted(own, key=lambda one: one["missing"]), key=lambda one: one["missing"]):
            yield system["system"], tuple(missing), ranges(one["statement"] for one in group)


def ranges(names: Iterable[str]) -> str:
    """`FS-001..003, FS-007` for neighbours of one prefix."""
    runs: list[list[str]] = []
    for name in sorted(names):
        number = int(name.rpartition("-")[2])
        if runs and number == int(runs[-1][-1].rpartition("-")[2]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}..{run[-1].rpartition('-')[2]}" for run in runs)


def rules(data: Mapping[str, Any], language: Language) -> list[tuple[str, str]]:
    """A line for each system: how many of its rules owe cases, and have them."""
    return [(one["system"], WORDS["rules_line"].fill(language, one["rules_with_cases"])) for one in data["systems"]]


def missing_text(missing: Iterable[str], language: Language) -> str:
    return " + ".join(WORDS[one].pick(language) if one in WORDS else one for one in missing)


def _lines(data: Mapping[str, Any], language: Language) -> Iterator[str]:
    values = {**data, "open": len(data["open"])}
    yield WORDS["left" if data["open"] else "nothing"].fill(language, values)
    for system, group in groupby(left(data), key=lambda one: one[0]):
        yield f"  {system}"
        rows = [(missing_text(missing, language), names) for _, missing, names in group]
        yield from aligned(rows, indent="    ")
    yield from ("", WORDS["counts"].pick(language))
    yield from _table(data, language)
    yield from ("", WORDS["rules"].pick(language))
    yield from aligned(rules(data, language))
    if data["results"]:
        yield from ("", WORDS["results"].pick(language), *(f"  {name}" for name in data["results"]))
    yield from ("", WORDS["counting"].pick(language))
    said = [(WORDS[key].pick(language), text[language]) for key, text in data["counting"].items()]
    yield from aligned(said)
    yield from ("", WORDS["summary"].fill(language, data))


def _table(data: Mapping[str, Any], language: Language) -> Iterator[str]:
    engines = list(data["owed"])
    rows = [["", *(WORDS[column].pick(language) for column in _COLUMNS), *engines, ""]]
    for system in data["systems"]:
        rows.append([system["system"], *_cells(system, engines), ""])
        rows += [[f"  {kind['kind']}", *_cells(kind, engines), ""] for kind in system["kinds"]]
    rows.append([WORDS["total"].pick(language), *_cells(data, engines), ""])
    yield from aligned(rows, right=frozenset(range(1, len(rows[0]) - 1)))


def _cells(counts: Mapping[str, Any], engines: list[str]) -> list[str]:
    """Numbers of one row; for an engine what is proven of what is owed."""
    plain = [str(counts.get(column, "")) for column in _COLUMNS]
    return [
        *plain,
        *(f"{counts['proven'].get(e, 0)}/{counts['owed'][e]}" if counts["owed"].get(e) else "" for e in engines),
    ]
