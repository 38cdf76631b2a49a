"""Partitioning against its table: columns, keys, types, order of ranges, and the clauses that change partitions.

Part of the simulator. `partition_layout` reads and prints; here is what the server refuses.
Source: 5.7 manual, "Restrictions and Limitations on Partitioning"; the numbers were run on 5.7.22.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from specproof.ddl import types, words
from specproof.ddl.script import Token
from specproof.ddl.simulator import expressions, generated, partition_layout
from specproof.ddl.simulator.partition_layout import MAXVALUE, Layout, Part
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import OtherClause, Partition
from specproof.schema import Column, Table

# fmt: off
_ALLOWED = frozenset((
    "ABS", "CEIL", "CEILING", "DATEDIFF", "DAY", "DAYOFMONTH", "DAYOFWEEK", "DAYOFYEAR", "EXTRACT", "FLOOR", "HOUR",
    "MICROSECOND", "MINUTE", "MOD", "MONTH", "QUARTER", "SECOND", "TIME_TO_SEC", "TO_DAYS", "TO_SECONDS",
    "UNIX_TIMESTAMP", "WEEKDAY", "YEAR", "YEARWEEK",
))
# fmt: on
_COLUMN_TYPES = frozenset({*types.INTEGERS, "char", "varchar", "binary", "varbinary", "date", "datetime", "time"})


def layout(trial: Trial, partition: Partition | None) -> Layout | None:
    """The layout that PARTITION BY says."""
    if partition is None:
        return None
    return partition_layout.read_by(trial.tokens, partition.place, trial.text)


def check(trial: Trial, plan: Layout | None, table: Table, *, temporary: bool = False) -> None:
    """A layout against the table that it divides; a new one, or the old one after a change of the table."""
    if plan is None:
        return
    if temporary:
        trial.refuse("partitioned-temporary", plan.place, 1562)
    _check_names(trial, plan)
    _check_columns(trial, plan, table)
    _check_ranges(trial, plan)
    _check_keys(trial, plan, table)
    for column in table.columns:
        if types.parse(column.type).geometry:
            trial.refuse("partitioned-geometry", plan.place, 1178, column=column.name)
            break
    for index in table.indexes:
        if index.kind == "FULLTEXT":
            trial.refuse("partitioned-fulltext", plan.place, 1214, key=index.name)


def _check_names(trial: Trial, plan: Layout) -> None:
    limits = words.limits()
    most = limits["identifier_characters"]["partition"]
    seen = set[str]()
    for part in plan.parts:
        if len(part.name) > most:
            place, length = part.place, len(part.name)
            trial.refuse("identifier-too-long", place, 1059, name=part.name, length=length, most=most, what="partition")
        if part.name.lower() in seen:
            trial.refuse("duplicate-partition", part.place, 1517, name=part.name)
        seen.add(part.name.lower())
        longest = limits["comment_characters"]["partition"]
        if len(part.comment) > longest:
            trial.refuse("comment-too-long", part.place, 1793, length=len(part.comment), most=longest)
    _check_number(trial, plan)


def _check_number(trial: Trial, plan: Layout) -> None:
    most = words.limits()["server"]["partitions"]
    count = sum(max(1, len(p.subparts)) for p in plan.parts)
    if count > most:
        trial.refuse("too-many-partitions", plan.place, 1499, count=count, most=most)


def columns_of(plan: Layout) -> tuple[str, ...]:
    """The columns that decide where a row goes; none for KEY () over the primary key."""
    return generated.columns_of(plan.expression)[0]


def _check_columns(trial: Trial, plan: Layout, table: Table) -> None:
    names = columns_of(plan)
    for name in names:
        if table.column(name) is None:
            errno = 1488 if plan.by_columns else 1054
            trial.refuse("missing-column", plan.place, errno, column=name)
    found = [c for name in names if (c := table.column(name)) is not None]
    if plan.by_columns:
        _check_column_types(trial, plan, found)
    else:
        _check_expression(trial, plan, found)


def _check_column_types(trial: Trial, plan: Layout, columns: Sequence[Column]) -> None:
    for column in columns:
        kind = types.parse(column.type)
        if kind.blob:
            trial.refuse("partition-blob", plan.place, 1502, column=column.name)
        elif plan.method.endswith("COLUMNS") and kind.name not in _COLUMN_TYPES and _has_values(plan):
            trial.refuse("partition-column-type", plan.place, 1659, column=column.name, type=column.type)


def _has_values(plan: Layout) -> bool:
    """Whether a boundary needs the column's type: MAXVALUE alone does not."""
    return any(value != MAXVALUE for part in plan.parts for value in part.values or ())


def _check_expression(trial: Trial, plan: Layout, columns: Sequence[Column]) -> None:
    tokens = expressions.tokens_of(plan.expression)
    functions = _functions(tokens)
    for name in functions:
        if name not in _ALLOWED:
            trial.refuse("partition-function", plan.place, 1564, function=name)
            return
    if any(c.type.startswith("timestamp") for c in columns) and "UNIX_TIMESTAMP" not in functions:
        trial.refuse("partition-unstable", plan.place, 1486)
        return
    if not columns and not columns_of(plan):
        trial.refuse("partition-unstable", plan.place, 1486)
    for column in columns:
        kind = types.parse(column.type)
        if not functions and not (kind.integer or kind.name in {"year", "bit"}):
            trial.refuse("partition-column-type", plan.place, 1659, column=column.name, type=column.type)
    _check_integers(trial, plan)


def _functions(tokens: Sequence[Token]) -> list[str]:
    return [t.upper for t, following in pairwise(tokens) if following.text == "(" and t.upper]


def _check_integers(trial: Trial, plan: Layout) -> None:
    for part in plan.parts:
        for value in part.values or ():
            if value.startswith("'") or re.fullmatch(r"-?\d*\.\d*", value):
                trial.refuse("partition-value-type", part.place, 1697, name=part.name, value=value)


def _check_ranges(trial: Trial, plan: Layout) -> None:
    """RANGE goes up and ends with MAXVALUE; a value of LIST stands in one partition."""
    if plan.method.startswith("LIST"):
        seen = set[str]()
        for part in plan.parts:
            for value in part.values or ():
                if value in seen:
                    trial.refuse("partition-list-duplicate", part.place, 1495, name=part.name, value=value)
                    return
                seen.add(value)
        return
    previous: Part | None = None
    for part in plan.parts:
        if part.values == ("NULL",):
            trial.refuse("partition-null", part.place, 1566, name=part.name)
        if previous is not None and not _follows(trial, previous, part):
            return
        previous = part


def _follows(trial: Trial, previous: Part, part: Part) -> bool:
    if previous.values == (MAXVALUE,):
        trial.refuse("partition-after-maxvalue", part.place, 1481, name=part.name)
        return False
    before, now = previous.number, part.number
    if before is not None and now is not None and now <= before:
        trial.refuse("partition-range-order", part.place, 1493, name=part.name)
        return False
    return True


def _check_keys(trial: Trial, plan: Layout, table: Table) -> None:
    """Every unique key holds all columns of the partitioning."""
    needed = {name.lower() for name in columns_of(plan)}
    if plan.method.endswith("KEY") and not needed and table.index("PRIMARY") is None and not _any_unique(table):
        trial.refuse("missing-column", plan.place, 1488, column="")
    for index in table.indexes:
        if index.unique and not needed <= {p.column.lower() for p in index.parts}:
            trial.refuse("partition-key-columns", plan.place, 1503, key=index.name)
            return


def _any_unique(table: Table) -> bool:
    return any(i.unique for i in table.indexes)


# --- ALTER TABLE ------------------------------------------------------------------------------------------------------


def after(trial: Trial, table: Table, clauses: Sequence[OtherClause], other: Table | None = None) -> Layout | None:
    """The layout after the partition clauses of an ALTER TABLE; `other` is the table that EXCHANGE names."""
    plan = partition_layout.of_lines(table.partitions)
    for clause in clauses:
        if clause.name == "partition by":
            plan = layout(trial, clause.partition)
        elif clause.name == "remove partitioning":
            if plan is None:
                _not_partitioned(trial, clause)
            plan = None
        elif clause.name.endswith(" partition") and clause.partition is not None:
            plan = _managed(trial, plan, clause, table, other)
    return plan


def _not_partitioned(trial: Trial, clause: OtherClause) -> None:
    trial.refuse("not-partitioned", clause.place, 1505)


def _managed(
    trial: Trial, plan: Layout | None, clause: OtherClause, table: Table, other: Table | None
) -> Layout | None:
    """ADD, DROP, COALESCE, REORGANIZE and the rest, which only need their partitions to be there."""
    if plan is None:
        _not_partitioned(trial, clause)
        return None
    assert clause.partition is not None
    verb = clause.name.removesuffix(" partition")
    names = [n.value for n in clause.partition.names]
    plan = replace(plan, place=clause.place)
    if verb == "add":
        return _added(trial, plan, clause)
    if verb == "coalesce":
        return _coalesced(trial, plan, clause)
    known = {p.name.lower() for p in plan.parts}
    if verb == "drop" and not plan.method.startswith(("RANGE", "LIST")):
        trial.refuse("partition-drop-hash", clause.place, 1512)
        return plan
    if verb != "reorganize" or names:
        missing = [n for n in names if n.lower() not in known]
        if missing:
            errno = 1507 if verb in {"drop", "reorganize"} else 1735
            trial.refuse("missing-partition", clause.place, errno, name=missing[0])
            return plan
    if verb == "drop":
        return _dropped(trial, plan, clause, names)
    if verb == "reorganize":
        return _reorganized(trial, plan, clause, names)
    if verb == "exchange" and other is not None:
        _check_exchange(trial, clause, table, other)
    return plan


def _added(trial: Trial, plan: Layout, clause: OtherClause) -> Layout:
    new = partition_layout.read_definitions(trial.tokens, clause.place, trial.text, plan.method)
    if not new:
        numbers = [t.text for t in trial.tokens if clause.place[0] <= t.start < clause.place[1] and t.text.isdigit()]
        start = len(plan.parts)
        new = tuple(
            Part(f"p{start + i}", clause.place) for i in range(partition_layout.count(numbers[-1]) if numbers else 1)
        )
    if plan.method.startswith("RANGE") and plan.parts[-1].values == (MAXVALUE,):
        trial.refuse("partition-after-maxvalue", clause.place, 1481, name=new[0].name)
        return plan
    plan = replace(plan, parts=(*plan.parts, *new))
    _check_number(trial, plan)
    return plan


def _coalesced(trial: Trial, plan: Layout, clause: OtherClause) -> Layout:
    if not plan.method.endswith(("HASH", "KEY")):
        trial.refuse("partition-coalesce", clause.place, 1509)
        return plan
    numbers = [t.text for t in trial.tokens if clause.place[0] <= t.start < clause.place[1] and t.text.isdigit()]
    fewer = partition_layout.count(numbers[-1]) if numbers else 1
    if fewer >= len(plan.parts):
        trial.refuse("partition-drop-all", clause.place, 1508)
        return plan
    return replace(plan, parts=plan.parts[: len(plan.parts) - fewer])


def _dropped(trial: Trial, plan: Layout, clause: OtherClause, names: Sequence[str]) -> Layout:
    gone = {n.lower() for n in names}
    kept = tuple(p for p in plan.parts if p.name.lower() not in gone)
    if not kept:
        trial.refuse("partition-drop-all", clause.place, 1508)
        return plan
    return replace(plan, parts=kept)


def _reorganized(trial: Trial, plan: Layout, clause: OtherClause, names: Sequence[str]) -> Layout:
    """Some neighbours replaced by others that cover the same range."""
    old = {n.lower() for n in names}
    new = partition_layout.read_definitions(trial.tokens, clause.place, trial.text, plan.method)
    places = [i for i, p in enumerate(plan.parts) if p.name.lower() in old]
    if not places or not new:
        return plan
    last = places[-1] == len(plan.parts) - 1
    before, now = plan.parts[places[-1]].number, new[-1].number
    moved = before is not None and now is not None and (now < before or (now > before and not last))
    if plan.method.startswith("RANGE") and moved:
        trial.refuse("partition-reorganize-range", clause.place, 1520)
        return plan
    return replace(plan, parts=(*plan.parts[: places[0]], *new, *plan.parts[places[-1] + 1 :]))


def _check_exchange(trial: Trial, clause: OtherClause, table: Table, other: Table) -> None:
    """The two tables have the same columns and keys."""
    mine, theirs = ([(c.name, c.type, c.nullable) for c in t.columns] for t in (table, other))
    if mine != theirs or table.indexes != other.indexes:
        trial.refuse("partition-exchange-differs", clause.place, 1736, table=other.name)


def exchanged_with(trial: Trial, clauses: Sequence[OtherClause]) -> str | None:
    """The table that EXCHANGE PARTITION ... WITH TABLE names."""
    for clause in clauses:
        if clause.name == "exchange partition":
            inside = [t for t in trial.tokens if clause.place[0] <= t.start < clause.place[1]]
            for token, following in pairwise(inside):
                if token.upper == "TABLE":
                    return following.value
    return None
