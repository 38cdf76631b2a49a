"""What exists at one moment of a script: tables, views, databases, and what is not known about them.

Part of the simulator; every statement works on a copy and the copy replaces the world only if the server accepts. It
refuses to know SQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from specproof.ddl import words
from specproof.ddl.subject import State
from specproof.ddl.syntax import TableName
from specproof.schema import Schema, Table


@dataclass
class World:
    """Tables by key: the bare name in the script's own database, `database.name` elsewhere.

    `complete` tells that nothing exists beyond what stands here: there is a baseline, or the script made the database.
    `absent` are columns and keys that the script removed from tables it does not know, `empty` tables that it made and
    did not fill, `generated` the indexes made for foreign keys, as (table, index).
    """

    tables: dict[str, Table] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    views: set[str] = field(default_factory=set)
    temporary: dict[str, Table] = field(default_factory=dict)
    absent: set[tuple[str, str, str]] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)
    generated: set[tuple[str, str]] = field(default_factory=set)
    databases: dict[str, str | None] = field(default_factory=dict)  # collation by name
    fresh: set[str] = field(default_factory=set)  # databases that the script created itself
    complete: bool = False
    home: str | None = None
    current: str | None = None
    collation: str | None = None  # of the script's own database
    touched: bool = False  # a table was named without a database before any database was named
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, schema: Schema | None) -> World:
        """The world before the script: a baseline, or nothing known."""
        if schema is None:
            return cls()
        return cls(
            tables={t.name: t for t in schema.tables},
            complete=True,
            collation=schema.collation,
            others=schema.others,
        )

    def copy(self) -> World:
        return replace(
            self,
            **{
                name: getattr(self, name).copy()
                for name in (
                    "tables",
                    "unknown",
                    "dropped",
                    "views",
                    "temporary",
                    "absent",
                    "empty",
                    "generated",
                    "databases",
                    "fresh",
                )
            },
        )

    def state(self) -> State:
        collation = self.collation
        charset = words.charset_of(collation) if collation else None
        return State(
            schema=Schema(
                tables=tuple(self.tables[name] for name in sorted(self.tables)),
                charset=charset.name if charset else None,
                collation=collation,
                others=self.others,
            ),
            unknown=frozenset(self.unknown),
            dropped=frozenset(self.dropped),
        )

    # --- names --------------------------------------------------------------------------------------------------------

    def use(self, database: str) -> None:
        self._bind(database)
        self.current = database
        if database in self.databases and self.home == database:
            self.collation = self.databases[database]
            self.complete = self.complete or database in self.fresh

    def key(self, table: TableName) -> str:
        database = table.schema.value if table.schema else self.current
        if table.schema is not None:
            self._bind(table.schema.value)
        elif self.home is None:
            self.touched = True
        return table.name.value if database in {None, self.home} else f"{database}.{table.name.value}"

    def _bind(self, database: str) -> None:
        """The first database that a script names is taken to be its own, unless it already used one without a name."""
        if self.home is None and not self.touched:
            self.home = database
            if self.current is None:
                self.current = database

    def database_of(self, key: str) -> str | None:
        """The database of a key; None for the script's own without a name."""
        return key.split(".", 1)[0] if "." in key and key not in self.tables else self.home

    def default_collation(self, key: str) -> str | None:
        """The collation of the database in which a table of this key is made; None when nobody told."""
        database = key.split(".", 1)[0] if "." in key else None
        if database is None or database == self.home:
            return self.collation
        return self.databases.get(database)

    # --- existence ----------------------------------------------------------------------------------------------------

    def get(self, key: str) -> Table | None:
        return self.temporary.get(key) or self.tables.get(key)

    def surely_missing(self, key: str) -> bool:
        """Whether a table certainly does not exist: dropped by the script, or in a database that is fully known."""
        if key in self.tables or key in self.temporary or key in self.unknown:
            return False
        if key in self.dropped:
            return True
        database = key.split(".", 1)[0] if "." in key else None
        return self.complete if database is None else database in self.fresh

    def known(self, key: str) -> bool:
        """Whether all columns of a table are known."""
        return key in self.temporary or (key in self.tables and key not in self.unknown)

    def assume(self, key: str) -> Table:
        """A table that nobody defined, taken to exist: what the script told about it so far."""
        self.unknown.add(key)
        if key not in self.tables:
            self.tables[key] = Table(name=key, columns=(), collation=None, row_format=None)
        return self.tables[key]

    def put(self, key: str, table: Table) -> None:
        (self.temporary if key in self.temporary else self.tables)[key] = table

    def remove(self, key: str) -> None:
        """The table is gone; for the rest of the script its absence is certain."""
        if self.temporary.pop(key, None) is not None:
            return
        self.tables.pop(key, None)
        self.unknown.discard(key)
        self.dropped.add(key)
        self.forget(key)

    def forget(self, key: str) -> None:
        self.absent = {a for a in self.absent if a[0] != key}
        self.generated = {g for g in self.generated if g[0] != key}
        self.empty.discard(key)

    def referrers(self, key: str) -> Iterator[Table]:
        """Other tables with a foreign key to this one."""
        for name, table in self.tables.items():
            if table.foreign_keys and name != key and any(fk.ref_table == key for fk in table.foreign_keys):
                yield table
