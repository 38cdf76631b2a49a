"""Indexes: names that the server gives, checks in the server's order, and the order in which it keeps them.

Part of the simulator; works on the settled columns of one table. It refuses to know where keys come from: CREATE, ALTER
and foreign keys hand over the same drafts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from specproof.ddl import keybytes, types, words
from specproof.ddl.keybytes import KeyBudget
from specproof.ddl.simulator.key_drafts import PRIMARY, KeyDraft, KeyPartDraft
from specproof.ddl.simulator.trial import Trial
from specproof.schema import Column, Index, IndexPart

_INNODB_OWN = "gen_clust_index"
_PARSERS = frozenset({"ngram"})
_WIDE = frozenset({"ucs2", "utf16", "utf16le", "utf32"})  # no character in less than two bytes
_TINY_BYTES = 255  # a TINYTEXT has no more
_POINT_KEY_BYTES = 25  # an index over a POINT takes it whole


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table tells its keys."""

    engine: str
    budget: KeyBudget
    complete: bool = True  # false: a column that is not known may exist all the same
    maxlen: int = 1  # of the table's character set
    kept: frozenset[str] = frozenset()  # columns that were there before, lower-case


def build(
    trial: Trial,
    keys: Sequence[KeyDraft],
    columns: Sequence[Column],
    explicit_null: Iterable[str],
    setting: Setting,
) -> tuple[list[Index], list[Column]]:
    """The indexes in the server's order, and the columns with those of the primary key made NOT NULL."""
    limits = words.limits()["innodb"]
    _count(trial, keys, limits)
    work = _Work(trial, {c.name.lower(): c for c in columns}, frozenset(n.lower() for n in explicit_null), setting)
    indexes = list[tuple[KeyDraft, Index]]()
    for key in keys:
        index = work.index(key, [i for _, i in indexes])
        if index is not None:
            indexes.append((key, index))
    by_name = work.columns
    ordered = sorted(range(len(indexes)), key=lambda i: (*_rank(indexes[i][1], by_name), i))
    return [indexes[i][1] for i in ordered], [by_name[c.name.lower()] for c in columns]


def _count(trial: Trial, keys: Sequence[KeyDraft], limits: dict[str, int]) -> None:
    for key in keys:
        if len(key.parts) > limits["key_parts"]:
            trial.refuse("too-many-key-parts", key.place, 1070, count=len(key.parts), most=limits["key_parts"])
        if key.name is not None and key.kind != "primary" and key.name.upper() == PRIMARY:
            trial.refuse("wrong-index-name", key.place, 1280, name=key.name)
        if key.name is not None and len(key.name) > words.limits()["identifier_characters"]["index"]:
            trial.refuse(
                "identifier-too-long", key.place, 1059, name=key.name, length=len(key.name), most=64, what="index"
            )
    if len(keys) > limits["indexes_total_including_primary"]:
        most = limits["indexes_total_including_primary"]
        trial.refuse("too-many-keys", keys[most].place, 1069, count=len(keys), most=most)


def _rank(index: Index, columns: dict[str, Column]) -> tuple[int, ...]:
    """The server's order: unique ones first, of these the primary key, then without NULL, then without a prefix.

    FULLTEXT comes last.
    """
    if not index.unique:
        return (1, int(index.kind == "FULLTEXT"))
    known = [(columns[p.column.lower()], p) for p in index.parts if p.column.lower() in columns]
    nullable = any(column.nullable for column, _ in known)
    partial = any(p.prefix is not None and column.type != "point" for column, p in known)
    return (0, int(nullable), int(index.name != PRIMARY), int(partial))


@dataclass
class _Work:
    trial: Trial
    columns: dict[str, Column]
    explicit_null: frozenset[str]
    setting: Setting

    def index(self, key: KeyDraft, before: Sequence[Index]) -> Index | None:
        """One index checked part by part, as the server goes: after the first part comes the name."""
        parts = list[IndexPart]()
        name: str | None = None
        total: int | None = 0
        if key.kind == "spatial" and len(key.parts) > 1:
            self.trial.refuse("too-many-key-parts", key.place, 1070, count=len(key.parts), most=1)
            return None
        for number, part in enumerate(key.parts):
            found = self._column_part(key, part, parts)
            if found is None:
                return None
            parts.append(found[0])
            total = None if total is None or found[1] is None else total + found[1]
            if number == 0 and (name := self._name(key, found[0].column, before)) is None:
                return None
        if name is None:
            return None
        most = self.setting.budget.total
        if total is not None and total > most:
            self.trial.refuse("key-too-long", key.place, 1071, key=name, bytes=total, most=most)
        self._finish(key, name)
        return Index(name, key.kind in {"primary", "unique"}, tuple(parts), self._kind(key), key.comment)

    def _column_part(
        self, key: KeyDraft, part: KeyPartDraft, before: Sequence[IndexPart]
    ) -> tuple[IndexPart, int | None] | None:
        """One part and its bytes; None when the server stops here, no bytes when they are not known."""
        column = self.columns.get(part.column.lower())
        if column is None and not self.setting.complete:
            return IndexPart(part.column, part.prefix), None
        if column is None:
            self.trial.refuse("missing-column", part.place, 1072, column=part.column)
            return None
        if any(p.column.lower() == part.column.lower() for p in before):
            self.trial.refuse("duplicate-column", part.place, 1060, column=part.column, key=key.name or "")
            return None
        if key.kind == "fulltext":
            return (IndexPart(column.name), 0) if self._fulltext(column, before, part) else None
        prefix, size = self._part(key, part, column)
        return IndexPart(column.name, prefix), size

    def _name(self, key: KeyDraft, first: str, before: Sequence[Index]) -> str | None:
        taken = {i.name.lower() for i in before}
        if key.kind == "primary":
            if PRIMARY.lower() in taken:
                self.trial.refuse("multiple-primary-key", key.place, 1068)
                return None
            return PRIMARY
        name = key.name or free_name(first, taken)
        if name.lower() in taken:
            self.trial.refuse("duplicate-key-name", key.place, 1061, key=name)
            return None
        return name

    def _fulltext(self, column: Column, before: Sequence[IndexPart], part: KeyPartDraft) -> bool:
        """Text columns only, all of one collation, none of a character set with wide characters."""
        kind = types.parse(column.type)
        fits = kind.name in {"char", "varchar"} or kind.name in types.TEXTS
        other = self.columns[before[0].column.lower()].collation if before else column.collation
        if not fits or column.charset in _WIDE or column.collation != other:
            self.trial.refuse("fulltext-column", part.place, 1283, column=column.name)
            return False
        if kind.name in {"char", "varchar"} and kind.length == 0:
            self.trial.refuse("wrong-key-column", part.place, 1167, column=column.name)
        self._generated("FULLTEXT", column, part)
        return True

    def _generated(self, what: str, column: Column, part: KeyPartDraft) -> None:
        if column.extra == "VIRTUAL GENERATED":
            self.trial.refuse("virtual-column-key", part.place, 3106, column=column.name, key=what)

    def _part(self, key: KeyDraft, part: KeyPartDraft, column: Column) -> tuple[int | None, int | None]:
        """Prefix as SUB_PART and bytes of one part."""
        trial, kind = self.trial, types.parse(column.type)
        prefix = part.prefix
        if kind.name == "json":
            trial.refuse("json-key", part.place, 3152, column=column.name)
            return None, 0
        if key.kind == "spatial":
            self._spatial(column, kind, part)
        elif kind.name == "point":
            prefix = _POINT_KEY_BYTES
        elif kind.blob and not prefix:
            trial.refuse("blob-key-without-length", part.place, 1170, column=column.name, type=column.type)
            return None, 0
        if self.setting.engine == "ARCHIVE":
            self._archive(column, part)
        if key.kind == "primary":
            self._generated(PRIMARY, column, part)
            self._not_null(column, part)
        return self._length(key, part, column, kind, prefix)

    def _spatial(self, column: Column, kind: types.ColumnType, part: KeyPartDraft) -> None:
        if part.prefix is not None:
            self.trial.refuse(
                "wrong-prefix", part.place, 1089, column=column.name, prefix=part.prefix, type=column.type
            )
        elif not kind.geometry:
            self.trial.refuse("spatial-column", part.place, 1687, column=column.name)
        elif column.nullable:
            self.trial.refuse("spatial-null", part.place, 1252, column=column.name)
        self._generated("SPATIAL", column, part)

    def _archive(self, column: Column, part: KeyPartDraft) -> None:
        """ARCHIVE keeps one index, over its counter."""
        if column.nullable:
            self.trial.refuse("engine-index-null", part.place, 1121, column=column.name, engine="ARCHIVE")
        elif "auto_increment" not in column.extra:
            self.trial.refuse("engine-index", part.place, 1030, column=column.name, engine="ARCHIVE")

    def _not_null(self, column: Column, part: KeyPartDraft) -> None:
        counts = "auto_increment" in column.extra  # which alone makes it NOT NULL, whatever else is written
        if (column.nullable or counts) and column.name.lower() in self.explicit_null:
            self.trial.refuse("primary-key-null", part.place, 1171, column=column.name)
        if not column.nullable:
            return
        self.columns[column.name.lower()] = replace(column, nullable=False)

    def _length(
        self, key: KeyDraft, part: KeyPartDraft, column: Column, kind: types.ColumnType, prefix: int | None
    ) -> tuple[int | None, int | None]:
        trial = self.trial
        whole = keybytes.part(column, None)
        if key.kind == "spatial":
            return 32, 0  # what information_schema prints for a bounding box
        if prefix is not None and not kind.blob:
            full = kind.length if kind.prefixable else whole
            given = prefix if kind.prefixable else prefix * self._assumed_maxlen(column, kind)
            if full is not None and (given > full or (given < full and not kind.prefixable)):
                trial.refuse("wrong-prefix", part.place, 1089, column=column.name, prefix=prefix, type=column.type)
                return None, 0
            prefix = None if given == full else prefix
        size = keybytes.part(column, prefix)
        if size == 0 and whole == 0 and not kind.blob:
            trial.refuse("wrong-key-column", part.place, 1167, column=column.name)
        return self._fit(key, part, column, prefix, size)

    def _assumed_maxlen(self, column: Column, kind: types.ColumnType) -> int:
        """By what the server multiplies a prefix on a type without prefixes, to see whether it is the whole column.

        A column that is just being defined has the table's character set until the server knows better.
        """
        if kind.name in types.TEMPORALS - {"year"} or column.name.lower() in self.setting.kept:
            return 1
        charset = words.charset(column.charset) if column.charset else None
        return charset.maxlen if charset else self.setting.maxlen

    def _fit(
        self, key: KeyDraft, part: KeyPartDraft, column: Column, prefix: int | None, size: int | None
    ) -> tuple[int | None, int | None]:
        """The part against the budget. Outside strict mode the server cuts a key that is not unique."""
        trial, budget = self.trial, self.setting.budget
        if size is None:
            self._perhaps(part, column, prefix)
            return prefix, None
        if column.type in {"tinytext", "tinyblob"}:
            budget = replace(budget, part=min(budget.part, _TINY_BYTES))
        if size > budget.part:
            if key.kind == "key" and not trial.session.strict:
                per = max(1, size // (prefix or types.parse(column.type).length or 1))
                trial.note("key-shortened", part.place, column=column.name, bytes=size, most=budget.part)
                prefix, size = budget.part // per, budget.part // per * per
                return self._fit_engine(part, column, prefix, size)
            trial.refuse("key-too-long", part.place, 1071, column=column.name, bytes=size, most=budget.part)
            return prefix, 0
        return self._fit_engine(part, column, prefix, size)

    def _fit_engine(self, part: KeyPartDraft, column: Column, prefix: int | None, size: int) -> tuple[int | None, int]:
        """The part against what InnoDB's row format leaves it, which no mode relaxes."""
        most = self.setting.budget.engine_part
        if size > most and self.setting.engine == "InnoDB":
            name = column.name
            self.trial.refuse("key-part-too-long", part.place, 1709, by_engine=True, column=name, bytes=size, most=most)
        return prefix, size

    def _perhaps(self, part: KeyPartDraft, column: Column, prefix: int | None) -> None:
        """A column of a character set that the database decides: perhaps too long with four bytes a character."""
        length = prefix or types.parse(column.type).length
        budget = min(self.setting.budget.part, self.setting.budget.engine_part)
        if length > budget:
            self.trial.refuse("key-too-long", part.place, 1071, column=column.name, bytes=length, most=budget)
        elif length * 4 > budget:
            self.trial.refuse(
                "key-too-long", part.place, 1071, column=column.name, bytes=length * 4, most=budget, certain=False
            )

    def _finish(self, key: KeyDraft, name: str) -> None:
        trial = self.trial
        if not name or name.endswith(" ") or (self.setting.engine == "InnoDB" and name.lower() == _INNODB_OWN):
            trial.refuse("wrong-index-name", key.place, 1280, name=name)
        if key.parser is not None and key.parser.value.lower() not in _PARSERS:
            trial.refuse("unknown-parser", key.parser.place, 1128, parser=key.parser.value)
        if key.algorithm == "rtree" and key.kind not in {"spatial", "fulltext"}:
            trial.refuse("rtree", key.place, 1210 if len(key.parts) % 2 else 1235, key=name)
        most = words.limits()["comment_characters"]["index"]
        if len(key.comment) > most and trial.session.strict:
            trial.refuse("comment-too-long", key.place, 1688, length=len(key.comment), most=most)

    def _kind(self, key: KeyDraft) -> str:
        if key.kind in {"fulltext", "spatial"}:
            return key.kind.upper()
        if self.setting.engine == "ARCHIVE":
            return "NONE"
        if self.setting.engine == "MEMORY":
            return "BTREE" if key.algorithm == "btree" else "HASH"
        return "BTREE"


def free_name(first: str, taken: set[str]) -> str:
    """The name of an index without one: its first column, with a number from 2 on where that is taken."""
    if first.lower() not in taken and first.upper() != PRIMARY:
        return first
    return next(f"{first}_{i}" for i in range(2, 100) if f"{first}_{i}".lower() not in taken)
