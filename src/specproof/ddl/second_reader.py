"""The second reader: sqlglot's opinion where the strict reader has no answer, or where much depends on it.

Stands beside the strict reader and below the judge. It is imported when first needed, never raises, never sees bulk
data, and its silence means nothing: only what it finds counts (decisions/0005-two-readers.md).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from specproof.ddl.script import Script, Statement
from specproof.ddl.subject import SecondOpinion
from specproof.ddl.syntax import Other, Place, Reading

_GAVE_UP = SecondOpinion(gave_up=True)
_MOST = 200_000  # characters: longer statements are data, and this parser is slow on them
_BULK = frozenset({"INSERT", "REPLACE", "LOAD", "UPDATE", "DELETE"})
_SIGNS = ("foreign", "references")


def wanted(statement: Statement, reading: Reading, script: Script) -> bool:
    """Whether a second opinion can add anything: the strict reader has no answer, or a foreign key may be there.

    sqlglot sees a foreign key only behind one of two words, so that their absence spares its import.
    """
    first = next((t.upper for t in statement.tokens), "")
    if first in _BULK or statement.client or statement.end - statement.start > _MOST:
        return False
    if reading.statement is None:
        return True
    if isinstance(reading.statement, Other):
        return False
    text = script.text[statement.start : statement.end].lower()
    return any(sign in text for sign in _SIGNS)


def opinion(statement: Statement, script: Script) -> SecondOpinion:
    """What sqlglot makes of one statement; `gave_up` when it cannot read it or reads it as a bare command."""
    try:
        tree = _parse(script.sql(statement))
    except Exception:  # noqa: BLE001 - a parser of others may fail in any way; its silence is an answer
        return _GAVE_UP
    if tree is None:
        return _GAVE_UP
    return SecondOpinion(
        foreign_keys=tuple(_foreign_keys(tree, statement)),
        columns=tuple(_columns(tree)),
        tree=tree,
    )


@lru_cache(maxsize=1)
def _sqlglot() -> Any:
    import sqlglot  # noqa: PLC0415 - a quarter of a second that most scripts never need

    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)  # it announces every fallback on its log
    return sqlglot


def _parse(sql: str) -> Any:
    sqlglot = _sqlglot()
    trees = [t for t in sqlglot.parse(sql, read="mysql") if t is not None]
    if len(trees) != 1 or trees[0].find(sqlglot.exp.Command):
        return None
    return trees[0]


def _foreign_keys(tree: Any, statement: Statement) -> Iterator[Place]:
    """Where foreign keys stand: from FOREIGN to the last parenthesis. An inline REFERENCES is none: 5.7 ignores it."""
    exp = _sqlglot().exp
    for found in tree.find_all(exp.ForeignKey):
        metas = [n.meta for n in found.find_all(exp.Identifier) if "start" in n.meta]
        if not metas:
            yield (statement.start, statement.end)
            continue
        first = statement.start + min(m["start"] for m in metas)
        last = statement.start + max(m["end"] for m in metas) + 1
        begins = [t.start for t in statement.tokens if t.upper == "FOREIGN" and t.start < first]
        closes = next((t.end for t in statement.tokens if t.start >= last and t.text == ")"), last)
        yield (begins[-1] if begins else first, closes)


def _columns(tree: Any) -> Iterator[str]:
    exp = _sqlglot().exp
    schema = tree.this if isinstance(tree, exp.Create) else tree
    if isinstance(schema, exp.Expression):
        for column in schema.find_all(exp.ColumnDef):
            yield column.name
