"""What every HTML report has around it: one self-contained document, light and dark, printable; and tables.

No script, no font, no picture from elsewhere. Callers escape what they put in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from specproof.text import Language

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --good: #176b2c; --bad: #b3261e; --open: #8a5300; }
@media (prefers-color-scheme: dark) { :root { --good: #7fd692; --bad: #ff8a80; --open: #ffcc80; } }
body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif;
       max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
td.number { text-align: right; font-variant-numeric: tabular-nums; } code { overflow-wrap: anywhere; }
.ok { color: var(--good); } .failed, .findings { color: var(--bad); font-weight: 600; } .not_run { color: var(--open); }
@media print { body { margin: 0; max-width: none; font-size: 11px; } }
"""


def document(title: str, parts: Iterable[str], language: Language) -> str:
    """The whole page around parts of HTML; the caller writes it as UTF-8."""
    lines = [
        f'<!doctype html>\n<html lang="{"zh-CN" if language == "zh" else "en"}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>",
        *parts,
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(lines)


def table(heading: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers_from: int | None = None) -> str:
    """A heading and a table; cells are HTML, those from the column `numbers_from` on stand to the right."""
    first = len(heads) if numbers_from is None else numbers_from
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "\n".join(
        "<tr>"
        + "".join(f'<td class="number">{c}</td>' if n >= first else f"<td>{c}</td>" for n, c in enumerate(row))
        + "</tr>"
        for row in rows
    )
    title = f"<h2>{escape(heading)}</h2>"
    if not body:
        return title
    return f"{title}\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
