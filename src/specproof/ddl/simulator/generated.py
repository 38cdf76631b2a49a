"""Generated columns: what 5.7 allows in their expressions, what depends on a column, and how they are printed.

Part of the simulator. Columns, functions and variables are found among the tokens of the expression; it refuses to
evaluate anything.
Source: 5.7 manual, "CREATE TABLE and Generated Columns"; the numbers were run on 5.7.22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from specproof.ddl import words
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.simulator import expressions
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import Generated, Place
from specproof.schema import Column, Table

if TYPE_CHECKING:
    from specproof.ddl.simulator.columns import Draft

# Functions that the grammar reads by rules of their own, so that they are in no list of native functions.
# fmt: off
_OWN_GRAMMAR = frozenset((
    "ADDDATE", "ASCII", "CAST", "CHAR", "CHARSET", "COALESCE", "COLLATION", "CONTAINS", "CONVERT", "DATE",
    "DATE_ADD", "DATE_SUB", "DAY", "EXTRACT", "FORMAT", "GEOMETRYCOLLECTION", "GET_FORMAT", "HOUR", "IF", "INSERT",
    "INTERVAL", "LEFT", "LINESTRING", "MICROSECOND", "MINUTE", "MID", "MOD", "MONTH", "MULTILINESTRING",
    "MULTIPOINT", "MULTIPOLYGON", "POINT", "POLYGON", "POSITION", "QUARTER", "REPEAT", "REPLACE", "REVERSE", "RIGHT",
    "ROW_COUNT", "SECOND", "SUBDATE", "SUBSTR", "SUBSTRING", "TIME", "TIMESTAMP", "TIMESTAMPADD", "TIMESTAMPDIFF",
    "TRIM", "TRUNCATE", "WEEK", "WEIGHT_STRING", "YEAR",
))
# fmt: on
# Stable for a partition, and forbidden here: they depend on the session's time zone or are no functions of their row.
_ALSO_FORBIDDEN = frozenset({"UNIX_TIMESTAMP", "FROM_UNIXTIME", "VALUES", "NAME_CONST", "SYSDATE", "MATCH"})
_NOW_WORDS = frozenset(
    {"CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_USER", "LOCALTIME", "LOCALTIMESTAMP"}
)
_CALL_LIKE = frozenset(
    {"SIGNED", "UNSIGNED", "DATETIME", "TIME", "CHARSET", "ESCAPE"}
)  # may stand before a parenthesis
_UNIT_FIRST = frozenset({"TIMESTAMPADD", "TIMESTAMPDIFF"})  # their first argument is a unit
_NAME_BEHIND = frozenset({"AS", "USING", "COLLATE", "SET", "CHARSET", "IS"})  # no column follows


def columns_of(text: str) -> tuple[tuple[str, ...], tuple[Token, ...]]:
    """The columns that an expression names, in order, and its tokens."""
    tokens = expressions.tokens_of(text)
    return tuple(_columns(tokens)), tokens


def _columns(tokens: Sequence[Token]) -> Iterator[str]:
    for i, token in enumerate(tokens):
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if following == "(" and token.kind is TokenKind.WORD:
            continue
        if following != "." and (token.kind is TokenKind.QUOTED or _is_column(tokens, i)):
            yield token.value


def _is_column(tokens: Sequence[Token], i: int) -> bool:
    """Whether a word without quotes is a column here: many are units, types or character sets elsewhere."""
    token = tokens[i]
    before = tokens[i - 1] if i else None
    if token.kind is not TokenKind.WORD or (before is not None and before.text == "."):
        return token.kind is TokenKind.WORD
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    introducer = token.text.startswith("_") and words.charset(token.text[1:]) is not None
    if words.is_reserved(token.upper) or introducer or (following is not None and _is_no_operator(following)):
        return False
    if before is None:
        return True
    if before.text == "(" and i > 1 and tokens[i - 2].upper in _UNIT_FIRST:
        return False
    return before.upper not in _NAME_BEHIND and not _is_operand(before)


def _is_no_operator(token: Token) -> bool:
    """What makes the word in front of it something else: DATE '2020-01-01', EXTRACT(DAY FROM d)."""
    return token.kind is TokenKind.STRING or token.upper == "FROM"


def _is_operand(token: Token) -> bool:
    """Behind an operand stands an operator, a unit or a keyword, but no column."""
    if token.kind is TokenKind.WORD:
        return not words.is_reserved(token.upper)
    return token.kind in {TokenKind.NUMBER, TokenKind.STRING, TokenKind.QUOTED, TokenKind.BITS} or token.text == ")"


def check(trial: Trial, drafts: Sequence[Draft], *, complete: bool) -> None:
    """Every generated column of a new definition. Records 1054, 3102, 3107 and 3109."""
    places = {d.name.lower(): i for i, d in enumerate(drafts)}
    for i, one in enumerate(drafts):
        text = _expression(one)
        if not text:
            continue
        names, tokens = columns_of(text)
        place = one.generated.place if one.generated else one.place
        forbidden = _forbidden(tokens) if one.kept is None else None
        if forbidden:
            trial.refuse("generated-expression", place, 3102, column=one.name, what=forbidden)
        for name in names:
            at = places.get(name.lower())
            if at is None:
                if complete and one.kept is None:
                    trial.refuse("missing-column", place, 1054, column=name)
                continue
            if drafts[at].auto_increment:
                trial.refuse("generated-from-counter", place, 3109, column=one.name, base=name)
            if at >= i and _expression(drafts[at]):
                trial.refuse("generated-forward", place, 3107, column=one.name, base=name)


def _expression(one: Draft) -> str:
    """The expression of a generated column, an empty text for others."""
    if one.generated is not None:
        return one.generated.expression.text
    return one.kept.generation if one.kept is not None else ""


def _forbidden(tokens: Sequence[Token]) -> str | None:
    """The first thing in an expression that no generated column may have."""
    for i, token in enumerate(tokens):
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.kind is TokenKind.VARIABLE or token.upper in {"SELECT", "ROW"} or token.upper in _NOW_WORDS:
            return token.text
        if token.kind is TokenKind.WORD and following == "(" and not _is_allowed(token, tokens[i + 2 :]):
            return token.text
        if token.text == "(" and _is_row(tokens, i):
            return "(...)"
    return None


def _is_allowed(token: Token, after: Sequence[Token]) -> bool:
    name = token.upper
    if name in _ALSO_FORBIDDEN:
        return False
    if name in _OWN_GRAMMAR or words.is_reserved(name) or name in _CALL_LIKE:
        return True
    return not words.is_unstable(name, _count(after))


def _count(after: Sequence[Token]) -> int:
    """The number of arguments of a call, from the tokens behind its parenthesis."""
    depth, count = 0, 0 if after and after[0].text == ")" else 1
    for token in after:
        if token.text == ")" and depth == 0:
            break
        depth += (token.text == "(") - (token.text == ")")
        count += token.text == "," and depth == 0
    return count


def _is_row(tokens: Sequence[Token], i: int) -> bool:
    """Whether a parenthesis opens a list that is no list of arguments and is compared with nothing: a bare row."""
    before = tokens[i - 1] if i else None
    if before is not None and (before.kind in {TokenKind.WORD, TokenKind.QUOTED} or before.text in {"=", "<>", "!="}):
        return False
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].text == "(") - (tokens[j].text == ")")
        if tokens[j].text == "," and depth == 1:
            end = _closing(tokens, i)
            return end + 1 >= len(tokens) or tokens[end + 1].text == ")"
        if depth == 0:
            return False
    return False


def _closing(tokens: Sequence[Token], i: int) -> int:
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].text == "(") - (tokens[j].text == ")")
        if depth == 0:
            return j
    return len(tokens)


def dependents(table: Table, column: Column) -> list[Column]:
    """The generated columns of a table that are computed from this one."""
    name = column.name.lower()
    return [c for c in table.columns if c.generation and name in {n.lower() for n in columns_of(c.generation)[0]}]


def check_drop(trial: Trial, table: Table, column: Column, place: Place) -> None:
    """A column that another is computed from stays, even when both are dropped; records 3108."""
    for other in dependents(table, column):
        trial.refuse("generated-needs-column", place, 3108, column=column.name, other=other.name)
        return


def check_change(trial: Trial, table: Table, column: Column, draft: Draft) -> None:
    """A column does not become virtual or stop being so, and keeps its name while others are computed from it.

    Records 3106 and 1054.
    """
    was_virtual = column.extra == "VIRTUAL GENERATED"
    is_virtual = draft.generated is not None and not draft.generated.stored
    if was_virtual != is_virtual:
        trial.refuse("generated-kind-change", draft.place, 3106, column=column.name)
    if draft.name.lower() != column.name.lower() and dependents(table, column):
        trial.refuse("missing-column", draft.place, 1054, column=column.name, renamed=True)


def printed(generated: Generated, charset: str | None) -> str:
    """GENERATION_EXPRESSION; as written where the expression holds something unusual."""
    try:
        return expressions.printed(generated.expression.text, charset or "utf8mb4")
    except expressions.NotRead:
        return generated.expression.text
