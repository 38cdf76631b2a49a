"""The coverage of the law as one self-contained HTML page: the work left first, then numbers per system and kind.

Renders the JSON form (`specproof/coverage/1`); no script, no font, no picture from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from specproof.report.coverage_text import WORDS, left, missing_text, rules
from specproof.report.html_frame import document, table
from specproof.text import Language, Text

_TITLE = Text(zh="规范的覆盖情况", en="Coverage of the law")
_HEADS = {
    "system": Text(zh="系统", en="System"),
    "kind": Text(zh="性质", en="Kind"),
    "missing": Text(zh="还欠", en="Missing"),
    "statements": Text(zh="条文", en="Statements"),
    "cases": Text(zh="案例", en="Cases"),
    "word": Text(zh="用语", en="Word"),
    "meaning": Text(zh="含义", en="Meaning"),
}
_COLUMNS = ("statements", "source", "mapped", "asked", "excused", "cased", "done")


def render(data: Mapping[str, Any], language: Language) -> str:
    """The whole page as text; the caller writes it as UTF-8."""
    title = _TITLE.pick(language)
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(WORDS['summary'].fill(language, data))}</p>",
        _left(data, language),
        _counts(data, language),
        _rules(data, language),
        _counting(data, language),
    ]
    return document(title, body, language)


def _left(data: Mapping[str, Any], language: Language) -> str:
    heading = WORDS["left" if data["open"] else "nothing"].fill(language, {**data, "open": len(data["open"])})
    rows = [
        [escape(system), escape(missing_text(missing, language)), escape(names)]
        for system, missing, names in left(data)
    ]
    return table(heading, [_HEADS[key].pick(language) for key in ("system", "missing", "statements")], rows)


def _counts(data: Mapping[str, Any], language: Language) -> str:
    engines = list(data["owed"])
    heads = [_HEADS[key].pick(language) for key in ("system", "kind")]
    heads += [WORDS[column].pick(language) for column in _COLUMNS]
    heads += [f"{WORDS['proven'].pick(language)}: {engine}" for engine in engines]
    rows = []
    for system in data["systems"]:
        rows.append([f"<strong>{escape(system['system'])}</strong>", "", *_cells(system, engines)])
        rows += [["", escape(kind["kind"]), *_cells(kind, engines)] for kind in system["kinds"]]
    rows.append([f"<strong>{escape(WORDS['total'].pick(language))}</strong>", "", *_cells(data, engines)])
    return table(WORDS["counts"].pick(language), heads, rows, numbers_from=2)


def _cells(counts: Mapping[str, Any], engines: list[str]) -> list[str]:
    plain = [str(counts.get(column, "")) for column in _COLUMNS]
    return [*plain, *(_share(counts["proven"].get(e, 0), counts["owed"].get(e, 0)) for e in engines)]


def _share(proven: int, owed: int) -> str:
    """What is proven of what is owed, with a bar that also prints without colours."""
    if not owed:
        return ""
    return f'{proven}/{owed} <progress max="{owed}" value="{proven}">{proven}/{owed}</progress>'


def _rules(data: Mapping[str, Any], language: Language) -> str:
    rows = [[escape(system), escape(line)] for system, line in rules(data, language)]
    return table(WORDS["rules"].pick(language), [_HEADS[key].pick(language) for key in ("system", "cases")], rows)


def _counting(data: Mapping[str, Any], language: Language) -> str:
    rows = [
        [f"<dfn>{escape(WORDS[key].pick(language))}</dfn>", escape(said[language])]
        for key, said in data["counting"].items()
    ]
    return table(WORDS["counting"].pick(language), [_HEADS[key].pick(language) for key in ("word", "meaning")], rows)
