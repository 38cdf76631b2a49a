"""ALTER TABLE with every clause of 5.7, the modifiers ALGORITHM and LOCK, and the administration of partitions.

Part of the strict reader. It keeps the order of clauses; what they do to a table is the simulator's affair.
"""

from __future__ import annotations

from collections.abc import Callable

from specproof.ddl.reader.alter_partitions import read_standalone
from specproof.ddl.reader.columns import read_column, read_definition
from specproof.ddl.reader.create_table import read_elements
from specproof.ddl.reader.cursor import Cursor, Refused
from specproof.ddl.reader.keys import KEY_STARTS, read_key
from specproof.ddl.reader.literals import signed_literal
from specproof.ddl.reader.options import charset_or_default, collation_or_default, read_option
from specproof.ddl.reader.partitions import read_partition_by
from specproof.ddl.reader.types import charset_words
from specproof.ddl.syntax import (
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterClause,
    AlterDefault,
    AlterTable,
    ChangeColumn,
    CheckDefinition,
    ColumnDefinition,
    ConvertCharset,
    DropColumn,
    DropForeignKey,
    DropKey,
    ForeignKeyDefinition,
    OtherClause,
    Partition,
    Position,
    RenameKey,
    RenameTo,
    SetOption,
    TableElement,
    Word,
)


def read_alter_table(c: Cursor) -> AlterTable:
    """The current token is TABLE."""
    c.expect("TABLE")
    table = c.table()
    alter = _Alter(c)
    alter.read()
    return AlterTable(table, tuple(alter.clauses), alter.algorithm, alter.lock)


class _Alter:
    def __init__(self, c: Cursor) -> None:
        self.c = c
        self.clauses: list[AlterClause] = []
        self.algorithm: Word | None = None
        self.lock: Word | None = None

    def read(self) -> None:
        """Clauses with commas between them; a partition clause stands alone, and only modifiers may precede it."""
        c = self.c
        if c.at_end():
            return
        if self._partitioning():
            return
        while self._modifier():
            if not c.take(","):
                self._partitioning()
                return
        alone = read_standalone(c)
        if alone is not None:
            self.clauses.append(alone)
            return
        while True:
            self._guarded_clause()
            while True:
                if not c.take(","):
                    if not self._partitioning() and not c.at_end() and c.pass_over(","):
                        continue
                    return
                if not self._modifier():
                    break

    def _guarded_clause(self) -> None:
        """One clause; where it is refused, the next one is looked for, so that one bad clause hides no other."""
        c = self.c
        c.area = "alter"
        try:
            self._clause()
        except Refused as refused:
            if not c.recover(refused):
                c.record(refused)
                c.skip_to_comma()

    # --- what is no clause of its own --------------------------------------------------------------------------------

    def _modifier(self) -> bool:
        c = self.c
        start = c.start()
        if c.key in ("ALGORITHM", "LOCK"):
            word = read_modifier(c)
            if word[0] == "ALGORITHM":
                self.algorithm = word[1]
            else:
                self.lock = word[1]
            return True
        if c.key in ("WITH", "WITHOUT"):
            kind = c.advance().text.lower()
            c.expect("VALIDATION")
            self.clauses.append(OtherClause(f"{kind} validation", c.place(start)))
            return True
        return False

    def _partitioning(self) -> bool:
        c = self.c
        start = c.start()
        if c.key == "PARTITION":
            partition = read_partition_by(c)
            self._other("partition by", start, partition)
            return True
        if c.take("REMOVE"):
            c.expect("PARTITIONING")
            self._other("remove partitioning", start)
            return True
        return False

    def _other(self, name: str, start: int, partition: Partition | None = None) -> None:
        self.clauses.append(OtherClause(name, self.c.place(start), partition))

    # --- clauses in a list -------------------------------------------------------------------------------------------

    def _clause(self) -> None:
        c = self.c
        reader = _CLAUSES.get(c.key)
        if reader is not None and c.key:
            start = c.start()
            c.i += 1
            reader(self, start)
            return
        self._options()

    def _options(self) -> None:
        c = self.c
        start = c.start()
        option = read_option(c)
        if option is None:
            c.refuse("a clause of ALTER TABLE")
        while option is not None:
            self.clauses.append(SetOption(option, c.place(start)))
            start = c.start()
            option = read_option(c)

    def add(self, start: int) -> None:
        c = self.c
        if c.key in KEY_STARTS:
            self._element(read_key(c), start)
            return
        c.take("COLUMN")
        if c.key == "(":
            for element in read_elements(c):
                self._element(element, start)
            return
        column = read_column(c)
        position = _position(c)
        self.clauses.append(AddColumn(column, c.place(start), position))

    def _element(self, element: TableElement, start: int) -> None:
        place = self.c.place(start)
        if isinstance(element, ColumnDefinition):
            self.clauses.append(AddColumn(element, place))
        elif isinstance(element, ForeignKeyDefinition):
            self.clauses.append(AddForeignKey(element, place))
        elif isinstance(element, CheckDefinition):
            self.clauses.append(AddCheck(element, place))
        else:
            self.clauses.append(AddKey(element, place))

    def change(self, start: int) -> None:
        c = self.c
        c.take("COLUMN")
        old = c.field()
        column = read_column(c, inline=False)
        position = _position(c)
        self.clauses.append(ChangeColumn(old, column, c.place(start), position))

    def modify(self, start: int) -> None:
        c = self.c
        c.take("COLUMN")
        column_start = c.start()
        old = c.field()
        column = read_definition(c, old, column_start, inline=False)
        position = _position(c)
        self.clauses.append(ChangeColumn(old, column, c.place(start), position, modify=True))

    def drop(self, start: int) -> None:
        c = self.c
        if c.take("PRIMARY"):
            c.expect("KEY")
            self.clauses.append(DropKey(None, c.place(start)))
        elif c.take("FOREIGN"):
            c.expect("KEY")
            name = c.field("the name of a foreign key")
            self.clauses.append(DropForeignKey(name, c.place(start)))
        elif c.take("KEY", "INDEX"):
            name = c.field("the name of an index")
            self.clauses.append(DropKey(name, c.place(start)))
        else:
            c.take("COLUMN")
            name = c.field()
            c.take("RESTRICT", "CASCADE")
            self.clauses.append(DropColumn(name, c.place(start)))

    def alter(self, start: int) -> None:
        c = self.c
        c.take("COLUMN")
        name = c.field()
        if c.expect("SET", "DROP") == "SET":
            c.expect("DEFAULT")
            value_start = c.start()
            default = signed_literal(c, value_start)
            self.clauses.append(AlterDefault(name, default, c.place(start)))
        else:
            c.expect("DEFAULT")
            self.clauses.append(AlterDefault(name, None, c.place(start)))

    def rename(self, start: int) -> None:
        c = self.c
        if c.take("KEY", "INDEX"):
            old = c.field("the name of an index")
            c.expect("TO")
            new = c.field("the name of an index")
            self.clauses.append(RenameKey(old, new, c.place(start)))
        else:
            c.take("TO", "=", "AS")
            table = c.table()
            self.clauses.append(RenameTo(table, c.place(start)))

    def convert(self, start: int) -> None:
        c = self.c
        c.expect("TO")
        if not charset_words(c):
            c.refuse("CHARACTER SET")
        charset = charset_or_default(c)
        collation = collation_or_default(c) if c.take("COLLATE") else None
        self.clauses.append(ConvertCharset(charset, collation, c.place(start)))

    def force(self, start: int) -> None:
        self._other("force", start)

    def order(self, start: int) -> None:
        c = self.c
        c.expect("BY")
        while True:
            self._order_column()
            c.take("ASC", "DESC")
            if not c.take(","):
                break
        self._other("order by", start)

    def _order_column(self) -> None:
        c = self.c
        if c.take("."):
            c.name("a table name")
            c.expect(".")
            c.name("a column name")
            return
        c.name("a column name")
        for _ in ("table", "column"):
            if c.take("."):
                c.name("a column name")

    def keys(self, start: int) -> None:
        c = self.c
        verb = c.keys[c.i - 1].lower()
        c.expect("KEYS")
        self._other(f"{verb} keys", start)

    def upgrade(self, start: int) -> None:
        self.c.expect("PARTITIONING")
        self._other("upgrade partitioning", start)


def _position(c: Cursor) -> Position | None:
    start = c.start()
    if c.take("FIRST"):
        return Position(None, c.place(start))
    if c.take("AFTER"):
        after = c.name("a column name")
        return Position(after, c.place(start))
    return None


def read_modifier(c: Cursor) -> tuple[str, Word]:
    """ALGORITHM or LOCK with its value, which is any name: 5.7 refuses unknown ones with numbers of their own."""
    kind = c.expect("ALGORITHM", "LOCK")
    c.equal()
    if c.key == "DEFAULT":
        token = c.advance()
        return kind, Word("default", (token.start, token.end))
    name = c.name("DEFAULT" if kind == "LOCK" else "INPLACE")
    return kind, Word(name.value.lower(), name.place)


def read_index_modifiers(c: Cursor) -> tuple[Word | None, Word | None]:
    """Algorithm and lock behind CREATE INDEX and DROP INDEX: each once, in any order, without a comma."""
    found: dict[str, Word] = {}
    while c.key in ("ALGORITHM", "LOCK") and c.key not in found:
        kind, word = read_modifier(c)
        found[kind] = word
    return found.get("ALGORITHM"), found.get("LOCK")


_CLAUSES: dict[str, Callable[[_Alter, int], None]] = {
    "ADD": _Alter.add,
    "CHANGE": _Alter.change,
    "MODIFY": _Alter.modify,
    "DROP": _Alter.drop,
    "ALTER": _Alter.alter,
    "RENAME": _Alter.rename,
    "CONVERT": _Alter.convert,
    "FORCE": _Alter.force,
    "ORDER": _Alter.order,
    "DISABLE": _Alter.keys,
    "ENABLE": _Alter.keys,
    "UPGRADE": _Alter.upgrade,
}
