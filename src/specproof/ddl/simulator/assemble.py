"""A table put together: columns, keys, row and options checked in the order in which the server does it.

CREATE TABLE and every ALTER TABLE end here, as they do in the server, which makes a new definition each time. It
refuses to know statements; it gets drafts and gives a table, or conflicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from specproof.ddl import keybytes, rowbytes, words
from specproof.ddl.simulator import charsets, generated, key_drafts, keys, options
from specproof.ddl.simulator import columns as column_rules
from specproof.ddl.simulator.columns import Draft
from specproof.ddl.simulator.key_drafts import KeyDraft
from specproof.ddl.simulator.names import check_column_name
from specproof.ddl.simulator.options import Options
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import Place
from specproof.schema import Column, ForeignKey, Index, Table

_DOC_ID = "fts_doc_id"
_NO_BLOBS = frozenset({"MEMORY"})
_NO_NULLS = frozenset({"CSV"})
_KEYS_AT_MOST = {"CSV": 0, "ARCHIVE": 1}


@dataclass(frozen=True, slots=True)
class Blueprint:
    """Everything that makes a table. `collation` is its default, already found; `keys` come in the order of naming."""

    name: str
    place: Place
    columns: Sequence[Draft]
    keys: Sequence[KeyDraft]
    options: Options
    foreign_keys: tuple[ForeignKey, ...] = ()
    partitions: tuple[str, ...] = ()
    triggers: tuple[str, ...] = ()
    converted: bool = False
    complete: bool = True  # false: the table has columns that nobody told, so absence proves nothing
    exists: bool = False  # there is a table of this name already


def assemble(trial: Trial, plan: Blueprint) -> Table:
    """The table as information_schema prints it; what the server refuses is recorded in the trial."""
    drafts = column_rules.promote_first_timestamp(plan.columns, trial)
    columns, drafts = _columns(trial, plan, drafts)
    _counts(trial, plan, drafts)
    indexes, columns = _indexes(trial, plan, columns, drafts)
    _auto_increment(trial, plan, drafts, indexes)
    column_rules.check_zero_timestamps(trial, columns, drafts)
    if plan.exists:
        trial.refuse("table-exists", plan.place, 1050, table=plan.name)
    _comments(trial, plan, columns, drafts)
    _row(trial, plan, columns)
    columns = [
        c if column_rules.is_early_default(d) else column_rules.store_default(trial, c, d)
        for c, d in zip(columns, drafts, strict=True)
    ]
    trial.engine_speaks()
    _engine(trial, plan, columns, drafts, indexes)
    partitioned = bool(plan.partitions)
    return Table(
        name=plan.name,
        columns=tuple(columns),
        indexes=tuple(indexes),
        foreign_keys=tuple(sorted(plan.foreign_keys, key=lambda fk: fk.name.upper())),
        engine=plan.options.engine,
        collation=plan.options.collation,
        row_format=options.row_format(plan.options, columns, trial.session.default_row_format),
        create_options=plan.options.create_options(partitioned=partitioned),
        comment=plan.options.comment,
        partitions=plan.partitions,
        triggers=plan.triggers,
    )


def _columns(trial: Trial, plan: Blueprint, drafts: Sequence[Draft]) -> tuple[list[Column], list[Draft]]:
    columns, settled, seen = list[Column](), list[Draft](), set[str]()
    for one in drafts:
        column, one = column_rules.settle(trial, one, plan.options.collation, converted=plan.converted)  # noqa: PLW2901 - the same column, one step on
        if column_rules.is_early_default(one):
            column = column_rules.store_default(trial, column, one)
        check_column_name(trial, one.name, one.place)
        if one.name.lower() in seen:
            trial.refuse("duplicate-column", one.place, 1060, object=f"{trial.object}.{one.name}", column=one.name)
            continue
        seen.add(one.name.lower())
        columns.append(column)
        settled.append(one)
    generated.check(trial, settled, complete=plan.complete)
    return columns, settled


def _counts(trial: Trial, plan: Blueprint, drafts: Sequence[Draft]) -> None:
    counters = [d for d in drafts if d.auto_increment]
    if len(counters) > 1:
        trial.refuse("auto-increment", counters[1].place, 1075, column=counters[1].name)
    engine = plan.options.engine
    for one in drafts:
        if one.type.blob and engine in _NO_BLOBS:
            trial.refuse("engine-without-blobs", one.place, 1163, column=one.name, engine=engine)
            break


def _indexes(
    trial: Trial, plan: Blueprint, columns: list[Column], drafts: Sequence[Draft]
) -> tuple[list[Index], list[Column]]:
    engine = plan.options.engine
    row_format = options.innodb_format(plan.options, trial.session.default_row_format)
    budget = keybytes.budget(
        engine,
        row_format,
        large_prefix=trial.session.on("innodb_large_prefix"),
        explicit_format="row_format" in plan.options.values,
        release=trial.session.release,
    )
    wanted = key_drafts.without_redundant(plan.keys)
    most = _KEYS_AT_MOST.get(engine)
    if most is not None and len(wanted) > most:
        trial.refuse("too-many-keys", wanted[most].place, 1069, count=len(wanted), most=most)
    setting = keys.Setting(
        engine,
        budget,
        complete=plan.complete,
        maxlen=charsets.maxlen(plan.options.collation) or 1,
        kept=frozenset(d.name.lower() for d in drafts if d.kept is not None),
    )
    nulls = [d.name for d in drafts if d.explicit_null]
    return keys.build(trial, wanted, columns, nulls, setting)


def _auto_increment(trial: Trial, plan: Blueprint, drafts: Sequence[Draft], indexes: Sequence[Index]) -> None:
    """The counter must be the first part of a key; MyISAM also takes another part."""
    counter = next((d for d in drafts if d.auto_increment), None)
    if counter is None or not plan.complete:
        return
    name = counter.name.lower()
    first = {i.parts[0].column.lower() for i in indexes}
    anywhere = {p.column.lower() for i in indexes for p in i.parts}
    if name not in (anywhere if plan.options.engine == "MyISAM" else first):
        trial.refuse(
            "auto-increment", counter.place, 1075, object=f"{trial.object}.{counter.name}", column=counter.name
        )


def _comments(trial: Trial, plan: Blueprint, columns: Sequence[Column], drafts: Sequence[Draft]) -> None:
    options.check_comment(trial, plan.options, plan.place)
    most = words.limits()["comment_characters"]["column"]
    for column, one in zip(columns, drafts, strict=True):
        if len(column.comment) > most and trial.session.strict and one.kept is None:
            trial.refuse(
                "comment-too-long",
                one.place,
                1629,
                object=f"{trial.object}.{one.name}",
                length=len(column.comment),
                most=most,
            )


def _row(trial: Trial, plan: Blueprint, columns: Sequence[Column]) -> None:
    """The row in the server's own format, and the number of columns."""
    limits = words.limits()
    size, most = rowbytes.server_row(columns), limits["server"]["row_bytes"]
    if size > most:
        trial.refuse("row-too-large", plan.place, 1118, bytes=size, most=most)
    elif len(columns) > limits["server"]["frm_columns"]:
        trial.refuse("too-many-columns", plan.place, 1117, count=len(columns), most=limits["server"]["frm_columns"])


def _engine(
    trial: Trial, plan: Blueprint, columns: Sequence[Column], drafts: Sequence[Draft], indexes: Sequence[Index]
) -> None:
    """What only the engine knows: NULL, options, the record in its page."""
    engine = plan.options.engine
    if engine in _NO_NULLS:
        for column, one in zip(columns, drafts, strict=True):
            if column.nullable:
                trial.refuse("engine-without-nulls", one.place, 1178, column=column.name, engine=engine)
                break
    if engine == "InnoDB":
        options.check_innodb(trial, plan.options, plan.place)
        options.check_tablespace(trial, plan.options)
        _innodb(trial, plan, columns, drafts, indexes)


def _innodb(
    trial: Trial, plan: Blueprint, columns: Sequence[Column], drafts: Sequence[Draft], indexes: Sequence[Index]
) -> None:
    most = words.limits()["innodb"]["columns"]
    if len(columns) > most:
        trial.refuse("too-many-columns", plan.place, 1117, count=len(columns), most=most)
    for column, one in zip(columns, drafts, strict=True):
        document_id = column.name.lower() == _DOC_ID and any(i.kind == "FULLTEXT" for i in indexes)
        if document_id and (column.name != _DOC_ID.upper() or column.type != "bigint(20) unsigned" or column.nullable):
            trial.refuse("reserved-column-name", one.place, 1166, column=column.name)
    row_format = options.innodb_format(plan.options, trial.session.default_row_format)
    size, limit = rowbytes.clustered_record(columns, indexes, row_format), rowbytes.record_limit(row_format)
    if size >= limit and trial.session.on("innodb_strict_mode") and row_format != "COMPRESSED":
        trial.refuse("row-too-large", plan.place, 1118, bytes=size, most=limit - 1, page=True)
