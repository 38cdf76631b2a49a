"""Columns between text and information_schema: what one definition says, then what the table around it makes of it.

Two steps, as in the server: `draft` is what its parser checks before any table is opened, `settle` what it checks when
the whole table is put together. It refuses to know keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from specproof.ddl import types, words
from specproof.ddl.simulator import charsets, letters, values
from specproof.ddl.simulator.generated import printed
from specproof.ddl.simulator.moments import Unfit
from specproof.ddl.simulator.names import check_identifier, stored_text
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import ColumnDefinition, Default, Generated, Place
from specproof.ddl.types import ColumnType, TypeProblem
from specproof.schema import Column

_NOW_TYPES = frozenset({"datetime", "timestamp"})
_MAX_VARCHAR = 65535  # bytes
_NOWHERE: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Draft:
    """One column of a table in the making.

    `collation` is what its own definition says; `default` is as written, `kept` the column that a statement leaves as
    it is, `old` the one that it changes. `fixed` is the stored default of a kept or altered column.
    """

    name: str
    place: Place
    type: ColumnType
    nullable: bool
    collation: str | None = None
    binary: bool = False
    default: Default | None = None
    fixed: str | None = None
    on_update: str | None = None
    auto_increment: bool = False
    comment: str = ""
    generated: Generated | None = None
    kept: Column | None = None
    old: Column | None = None
    bare_timestamp: bool = False  # no default of any kind was written
    implied: bool = False  # the type fixes the character set: BINARY, JSON, geometry
    explicit_null: bool = False  # NULL or DEFAULT NULL was written
    no_default: bool = False  # DROP DEFAULT took it away


def draft(trial: Trial, written: ColumnDefinition) -> Draft | None:
    """What the server's parser makes of a definition, or None when it refuses the type."""
    name = written.name.value
    check_identifier(trial, written.name, "column")
    kind = written.type
    binary_type = (
        kind.name in {"json", "binary", "varbinary"} or kind.name in types.BLOBS or kind.name in types.GEOMETRIES
    )
    collation = charsets.resolve(
        trial,
        kind.charset,
        kind.collation,
        implied="binary" if binary_type else "utf8" if kind.national else None,
    )
    binary = collation == charsets.BINARY
    try:
        column_type = types.of(kind, binary=binary)
    except TypeProblem as problem:
        trial.refuse(problem.kind, kind.place, problem.errno, object=_path(trial, name), column=name, **problem.values)
        return None
    _check_attributes(trial, written, column_type)
    old_timestamp = kind.name == "timestamp" and trial.session.implicit_timestamps
    counter = bool(written.auto_increment) or kind.serial
    by_default = not (counter or written.key in {"primary", "key"} or old_timestamp)
    return Draft(
        name=stored_text(name),
        place=written.place,
        type=column_type,
        nullable=by_default if written.nullable is None else written.nullable and not counter,
        collation=collation,
        binary=kind.binary,
        default=written.default,
        on_update=_now(written.on_update) if written.on_update else None,
        auto_increment=counter,
        comment=stored_text(written.comment.value) if written.comment else "",
        generated=written.generated,
        bare_timestamp=kind.name == "timestamp" and written.default is None and written.generated is None,
        implied=binary_type,
        explicit_null=written.nullable is True or (written.default is not None and written.default.kind == "null"),
    )


def _check_attributes(trial: Trial, written: ColumnDefinition, kind: ColumnType) -> None:
    name, default = written.name.value, written.default
    path = _path(trial, name)
    fraction = kind.fraction
    not_null = written.nullable is False or written.key in {"primary", "key"}
    if kind.name == "timestamp" and trial.session.implicit_timestamps and written.nullable is None:
        not_null = True
    if default is not None:
        if default.kind == "now":
            wrong = kind.name not in _NOW_TYPES or (default.precision or 0) != fraction
            if wrong or written.auto_increment:
                trial.refuse("invalid-default", default.place, 1067, object=path, column=name, default=_shown(default))
        elif default.kind == "null":
            if not_null and not written.auto_increment:
                trial.refuse("invalid-default", default.place, 1067, object=path, column=name, default="NULL")
        elif written.auto_increment:
            trial.refuse("invalid-default", default.place, 1067, object=path, column=name, default=_shown(default))
        elif kind.blob and (default.value or default.kind != "string" or trial.session.strict):
            trial.refuse("blob-default", default.place, 1101, object=path, column=name, type=str(kind))
    update = written.on_update
    if update is not None and (kind.name not in _NOW_TYPES or (update.precision or 0) != fraction):
        trial.refuse("invalid-on-update", update.place, 1294, object=path, column=name)
    long = kind.name in {"varchar", "varbinary"} and kind.length > _MAX_VARCHAR
    if long and default is not None and default.kind != "null":
        trial.refuse(
            "length-too-big", written.type.place, 1074, object=path, column=name, length=kind.length, most=_MAX_VARCHAR
        )
    if written.auto_increment and not (kind.integer or kind.name in types.FLOATS):
        trial.refuse("auto-increment-type", written.auto_increment, 1063, object=path, column=name, type=str(kind))


def keep(column: Column, place: Place) -> Draft:
    """A column that a statement leaves as it is."""
    kind = types.parse(column.type)
    return Draft(
        name=column.name,
        place=place,
        type=kind,
        nullable=column.nullable,
        collation=column.collation,
        fixed=column.default,
        on_update=column.extra.removeprefix("on update ") if column.extra.startswith("on update") else None,
        auto_increment="auto_increment" in column.extra,
        comment=column.comment,
        kept=column,
        old=column,
        bare_timestamp=kind.name == "timestamp" and column.default is None and not (column.nullable or column.extra),
    )


def promote_first_timestamp(drafts: Sequence[Draft], trial: Trial) -> list[Draft]:
    """The first TIMESTAMP that says nothing about its value gets the current time, unless it may be NULL.

    Source: 5.7 manual, section "Automatic Initialization and Updating for TIMESTAMP and DATETIME".
    """
    result = list(drafts)
    first = next((i for i, d in enumerate(drafts) if d.type.name == "timestamp"), None)
    if first is None or not trial.session.implicit_timestamps:
        return result
    column = drafts[first]
    if column.bare_timestamp and not column.nullable and column.on_update is None:
        now = _now_text(column.type.fraction)
        fixed = None if column.no_default else now
        result[first] = replace(column, fixed=fixed, on_update=now, bare_timestamp=False, kept=None)
    return result


def settle(trial: Trial, one: Draft, table_collation: str | None, *, converted: bool = False) -> tuple[Column, Draft]:
    """The column as information_schema prints it, its default not yet stored (`store_default` does that).

    `converted` means that CONVERT TO CHARACTER SET overrules what the column had.
    """
    if one.kept is not None and not converted:
        return one.kept, one
    kind, collation = one.type, _collation(one, table_collation, converted=converted)
    charset = charsets.charset_name(collation)
    if charset == charsets.BINARY:
        kind = replace(kind, name=types.BINARIES.get(kind.name, kind.name))
    size = charsets.maxlen(collation)
    if (
        converted
        and one.kept is not None
        and kind.name in types.TEXTS
        and size
        and (old := charsets.maxlen(one.collation))
    ):
        kind = types.recharged(kind, old, size)
    kind = types.sized(kind, size or 1)
    kind = _shortened(trial, one, kind, size)
    kind = _members(trial, one, kind, charset, collation)
    if kind.text is False:
        charset = collation = None
    generated = one.generated
    extra = f"on update {one.on_update}" if one.on_update else "auto_increment" if one.auto_increment else ""
    if generated:
        extra = "STORED GENERATED" if generated.stored else "VIRTUAL GENERATED"
    column = Column(
        name=one.name,
        type=str(kind),
        nullable=one.nullable,
        extra=one.kept.extra if one.kept else extra,
        charset=charset,
        collation=collation,
        comment=one.comment,
        generation=one.kept.generation
        if one.kept
        else printed(generated, charsets.charset_name(table_collation))
        if generated
        else "",
    )
    return column, replace(one, type=kind, collation=collation)


def _collation(one: Draft, table_collation: str | None, *, converted: bool) -> str | None:
    if not one.type.text and not one.implied:
        return None
    own = None if converted and one.collation != charsets.BINARY else one.collation
    collation = own or table_collation
    return charsets.binary_collation(collation) if one.binary else collation


def _shortened(trial: Trial, one: Draft, kind: ColumnType, size: int | None) -> ColumnType:
    """A VARCHAR over 65535 bytes: refused, or outside strict mode turned into a TEXT."""
    if kind.name not in {"varchar", "varbinary"}:
        return kind
    per_character = (size or 1) if kind.name == "varchar" else 1
    total = kind.length * per_character
    if total <= _MAX_VARCHAR:
        return kind
    if trial.session.strict or one.default is not None or one.fixed is not None:
        most = _MAX_VARCHAR // per_character
        trial.refuse(
            "length-too-big",
            one.place,
            1074,
            object=_path(trial, one.name),
            column=one.name,
            length=kind.length,
            most=most,
        )
        return kind
    trial.note("varchar-becomes-text", one.place, object=_path(trial, one.name), column=one.name, length=kind.length)
    return ColumnType(types.smallest(total, text=kind.name == "varchar"))


def _members(trial: Trial, one: Draft, kind: ColumnType, charset: str | None, collation: str | None) -> ColumnType:
    """ENUM and SET members as stored: without trailing spaces, each once."""
    if kind.name not in {"enum", "set"}:
        return kind
    path = _path(trial, one.name)
    written = [_member(m, charset) for m in kind.members]
    members = tuple(map(stored_text, written))
    if kind.name == "set":
        for member in members:
            if "," in member:
                trial.refuse("set-member-comma", one.place, 1367, object=path, column=one.name, member=member)
        if len(members) > words.limits()["server"]["set_members"]:
            trial.refuse("too-many-members", one.place, 1097, object=path, column=one.name, count=len(members))
    if trial.session.strict and (twice := letters.repeated(written, collation)):
        member, sure = twice
        trial.refuse("duplicate-enum", one.place, 1291, object=path, certain=sure, column=one.name, member=member)
    return replace(kind, members=members)


def _member(text: str, charset: str | None) -> str:
    text = text.rstrip(" ")
    return text if values.writable(text, charset) else "".join(c if values.writable(c, charset) else "?" for c in text)


def check_zero_timestamps(trial: Trial, columns: Sequence[Column], drafts: Sequence[Draft]) -> None:
    """A further TIMESTAMP without a default: the server gives it the zero date, which NO_ZERO_DATE refuses."""
    if "NO_ZERO_DATE" not in trial.session.modes:
        return
    sure = not trial.session.unsure("sql_mode", "explicit_defaults_for_timestamp")
    for column, one in zip(columns, drafts, strict=True):
        if _gets_zero(trial, column, one):
            trial.refuse(
                "invalid-default",
                one.place,
                1067,
                object=_path(trial, one.name),
                certain=sure,
                column=one.name,
                default=_zero(one),
                implicit=True,
            )


def _gets_zero(trial: Trial, column: Column, one: Draft) -> bool:
    bare = one.bare_timestamp and one.fixed is None and one.default is None
    return bare and not (column.nullable or one.no_default) and trial.session.implicit_timestamps


def _zero(one: Draft) -> str:
    return "0000-00-00 00:00:00" + ("." + "0" * one.type.fraction if one.type.fraction else "")


def store_default(trial: Trial, column: Column, one: Draft) -> Column:
    """The column with its default as stored, or the refusal of a default that the type cannot hold."""
    kind, default = one.type, one.default
    if one.fixed is not None and one.fixed.startswith("CURRENT_TIMESTAMP") and kind.name in _NOW_TYPES:
        return replace(column, default=one.fixed)
    if default is not None and default.kind == "now":
        return replace(column, default=_now(default))
    if default is None and one.fixed is None:
        return replace(column, default=_zero(one) if _gets_zero(trial, column, one) else None)
    text = one.fixed if default is None else default.value
    shape = default.kind if default else "bits" if kind.name == "bit" else "string"
    if shape == "null" or text is None or kind.blob:
        if default is not None and one.old is not None and not column.nullable and not one.auto_increment:
            trial.refuse(
                "invalid-default", default.place, 1067, object=_path(trial, one.name), column=one.name, default="NULL"
            )
        return replace(column, default=None)
    try:
        stored = values.stored(shape, text, kind, column.charset, column.collation, trial.session.modes)
    except Unfit as unfit:
        _refuse_default(trial, one, unfit, text)
        return replace(column, default=text if unfit.stored is None else unfit.stored)
    return replace(column, default=stored_text(stored))


def _refuse_default(trial: Trial, one: Draft, unfit: Unfit, text: str) -> None:
    sure = unfit.sure and (not trial.session.unsure("sql_mode") or one.type.name not in types.TEMPORALS)
    trial.refuse(
        "invalid-default",
        one.default.place if one.default else one.place,
        unfit.errno,
        object=_path(trial, one.name),
        certain=sure,
        late=unfit.stored is not None,
        column=one.name,
        default=_shown(one.default) if one.default else text,
        type=str(one.type),
    )


def is_early_default(one: Draft) -> bool:
    """Whether the server looks at this default while it reads the columns, before keys: ENUM and SET."""
    return one.type.name in {"enum", "set"}


def _now(default: Default) -> str:
    return _now_text(default.precision or 0)


def _now_text(fraction: int) -> str:
    return f"CURRENT_TIMESTAMP({fraction})" if fraction else "CURRENT_TIMESTAMP"


def _shown(default: Default) -> str:
    """A default as one writes it, for messages."""
    if default.kind == "now":
        return _now(default)
    if default.kind == "null":
        return "NULL"
    return f"'{default.value}'" if default.kind == "string" else str(default.value)


def _path(trial: Trial, column: str) -> str:
    return f"{trial.object}.{column}"
