"""Reviewable SQL: finds the query files of a folder, reads their headers, binds values, asks a session.

A file is a header of `-- key: value` lines and one SELECT; a DBA can read it and run it by hand. `:name` stands for a
value, `IN :name` for a list, `:name:rows(a, b)` for a small table of values. Nothing is ever pasted into the text:
values travel apart from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specproof import resources
from specproof.engines.base import Session
from specproof.errors import InternalProblem
from specproof.text import Text

_HEADER = re.compile(r"--\s+([a-z-]+(?:\.(?:zh|en))?):\s*(.*)")
_PLACE = re.compile(r"(?P<list>\bIN\s+)?(?<![:\w]):(?P<name>[a-z_]+)(?P<rows>:rows\((?P<columns>[a-z_, ]+)\))?")

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Query:
    """One query file. `gives` names its columns; `header` holds the lines that only some folders use."""

    slug: str
    asks: Text
    expects: str
    cost: str
    gives: tuple[str, ...]
    header: Mapping[str, str]
    sql: str

    def text(self, key: str) -> Text | None:
        """A header entry that comes in both languages."""
        if f"{key}.en" not in self.header:
            return None
        return Text(zh=self.header[f"{key}.zh"], en=self.header[f"{key}.en"])

    def bound(self, values: Values) -> tuple[str, tuple[object, ...]]:
        """The text with `%s` places, and the values for them in order."""
        found: list[object] = []
        if not _PLACE.search(self.sql):
            return self.sql, ()
        parts: list[str] = []
        at = 0
        for match in _PLACE.finditer(self.sql):
            parts += [_escaped(self.sql[at : match.start()]), _placed(match, values[match["name"]], found)]
            at = match.end()
        return "".join([*parts, _escaped(self.sql[at:])]), tuple(found)

    def ask(self, session: Session, values: Values) -> tuple[dict[str, object], ...]:
        """The rows as mappings from column to value. Raises SqlError."""
        sql, params = self.bound(values)
        return tuple(dict(zip(self.gives, row, strict=True)) for row in session.query(sql, params))


def load(folder: str) -> tuple[Query, ...]:
    """The queries of `migrator/queries/<folder>` by slug. Raises InternalProblem `queries.bad-header`."""
    files = sorted(resources.path("migrator", "queries", folder).glob("*.sql"))
    return tuple(parse(file) for file in files)


def parse(file: Path) -> Query:
    header: dict[str, str] = {}
    lines = file.read_text(encoding="utf-8").splitlines()
    at = 0
    while at < len(lines) and (match := _HEADER.fullmatch(lines[at])):
        header[match[1]] = match[2].strip()
        at += 1
    missing = [k for k in ("asks.zh", "asks.en", "expects", "cost", "gives") if k not in header]
    if missing:
        raise InternalProblem(
            "queries.bad-header",
            f"The query file lacks {', '.join(missing)} in its header.",
            where=str(file),
            next_step="Compare it with its neighbours.",
        )
    return Query(
        slug=file.stem,
        asks=Text(zh=header["asks.zh"], en=header["asks.en"]),
        expects=header["expects"],
        cost=header["cost"],
        gives=tuple(name.strip() for name in header["gives"].split(",")),
        header=header,
        sql="\n".join(lines[at:]).strip().rstrip(";"),
    )


def _escaped(text: str) -> str:
    # A statement with bound values reads %% as one per cent sign.
    return text.replace("%", "%%")


def _placed(match: re.Match[str], value: object, found: list[object]) -> str:
    if match["rows"]:
        return (match["list"] or "") + _table([c.strip() for c in match["columns"].split(",")], _many(value), found)
    if match["list"]:
        items = _many(value)
        found += items
        # IN () is no SQL; IN (NULL) holds for nothing.
        return f"{match['list']}({', '.join(['%s'] * len(items)) or 'NULL'})"
    found.append(value)
    return "%s"


def _table(columns: list[str], rows: Sequence[object], found: list[object]) -> str:
    if not rows:
        return "(SELECT " + ", ".join(f"NULL AS {c}" for c in columns) + " FROM DUAL WHERE FALSE)"
    selects: list[str] = []
    for row in rows:
        cells = row if isinstance(row, tuple) else (row,)
        found += cells
        names = [f"%s AS {c}" for c in columns] if not selects else ["%s"] * len(columns)
        selects.append("SELECT " + ", ".join(names))
    return "(" + " UNION ALL ".join(selects) + ")"


def _many(value: object) -> Sequence[object]:
    return value if isinstance(value, (tuple, list)) else (value,)


def written_out(query: Query, values: Values) -> str:
    """The text with its values as SQL literals: for people who run it by hand, never for us."""
    sql, params = query.bound(values)
    if not params:
        return sql
    return (
        sql.replace("%%", "\0")
        .replace("%s", "\1")
        .replace("\0", "%")
        .replace("\1", "{}")
        .format(*(_literal(p) for p in params))
    )


def _literal(value: object) -> str:
    if isinstance(value, int):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace("'", "''")
    return f"'{text}'"
