"""What checks walk over: the columns, keys, options and words of a statement, wherever the grammar lets them stand.

Two views of the same text. The structure is rich and missing where the reader gave up; tokens are always there, so what
must never be overlooked is looked for among them as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specproof.ddl.script import Statement, Token, TokenKind
from specproof.ddl.subject import Judged
from specproof.ddl.syntax import (
    AddCheck,
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterTable,
    ChangeColumn,
    CheckDefinition,
    ColumnDefinition,
    ConvertCharset,
    CreateIndex,
    CreateTable,
    ForeignKeyDefinition,
    KeyDefinition,
    Option,
    Place,
    SetOption,
    TableName,
    Word,
)

_VALUES = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.STRING, TokenKind.ODD)


def table_of(judged: Judged) -> TableName | None:
    """The table that a CREATE TABLE, ALTER TABLE or CREATE INDEX is about."""
    read = judged.reading.structure
    return read.table if isinstance(read, CreateTable | AlterTable | CreateIndex) else None


def columns(judged: Judged) -> Iterator[ColumnDefinition]:
    """Every column definition: of CREATE TABLE, ADD COLUMN, CHANGE and MODIFY."""
    read = judged.reading.structure
    if isinstance(read, CreateTable):
        yield from (e for e in read.elements if isinstance(e, ColumnDefinition))
    elif isinstance(read, AlterTable):
        yield from (c.column for c in read.clauses if isinstance(c, AddColumn | ChangeColumn))


def new_columns(judged: Judged) -> Iterator[ColumnDefinition]:
    """The same without those that only redefine a column under its old name."""
    read = judged.reading.structure
    kept = {
        id(c.column)
        for c in (read.clauses if isinstance(read, AlterTable) else ())
        if isinstance(c, ChangeColumn) and c.old.value.lower() == c.column.name.value.lower()
    }
    return (column for column in columns(judged) if id(column) not in kept)


def keys(judged: Judged) -> Iterator[KeyDefinition]:
    """Every index definition of its own; PRIMARY KEY and UNIQUE inside a column definition are not among them."""
    read = judged.reading.structure
    if isinstance(read, CreateTable):
        yield from (e for e in read.elements if isinstance(e, KeyDefinition))
    elif isinstance(read, AlterTable):
        yield from (c.key for c in read.clauses if isinstance(c, AddKey))
    elif isinstance(read, CreateIndex):
        yield read.key


def foreign_keys(judged: Judged) -> Iterator[ForeignKeyDefinition]:
    read = judged.reading.structure
    if isinstance(read, CreateTable):
        yield from (e for e in read.elements if isinstance(e, ForeignKeyDefinition))
    elif isinstance(read, AlterTable):
        yield from (c.foreign_key for c in read.clauses if isinstance(c, AddForeignKey))


def checks(judged: Judged) -> Iterator[Place]:
    """The places of CHECK constraints of the table and of columns."""
    read = judged.reading.structure
    if isinstance(read, CreateTable):
        yield from (e.place for e in read.elements if isinstance(e, CheckDefinition))
    elif isinstance(read, AlterTable):
        yield from (c.check.place for c in read.clauses if isinstance(c, AddCheck))
    yield from (column.check for column in columns(judged) if column.check)


def options(judged: Judged) -> Iterator[Option]:
    """The table options of CREATE TABLE and ALTER TABLE."""
    read = judged.reading.structure
    if isinstance(read, CreateTable):
        yield from read.options
    elif isinstance(read, AlterTable):
        yield from (c.option for c in read.clauses if isinstance(c, SetOption))


# --- tokens -----------------------------------------------------------------------------------------------------------


def changes_schema(statement: Statement) -> bool:
    """Whether the statement begins with CREATE or ALTER."""
    return bool(statement.tokens) and statement.tokens[0].upper in ("CREATE", "ALTER")


def sequences(tokens: Sequence[Token], *words: str) -> Iterator[int]:
    """The indexes at which these keywords and symbols follow each other."""
    first, rest = words[0], words[1:]
    for index, token in enumerate(tokens):
        # Nearly every token fails here, so that the rest of a sequence is hardly ever looked at.
        if token.upper == first and _follow(tokens, index + 1, rest):
            yield index


def _follow(tokens: Sequence[Token], start: int, words: Sequence[str]) -> bool:
    found = tokens[start : start + len(words)]
    return len(found) == len(words) and all(map(is_word, found, words))


def is_word(token: Token, word: str) -> bool:
    return token.upper == word or (token.kind is TokenKind.PUNCT and token.text == word)


def closing(tokens: Sequence[Token], index: int) -> int:
    """The index of the parenthesis that closes the one at `index`, or of the last token when none does."""
    depth = 0
    for position in range(index, len(tokens)):
        depth += is_word(tokens[position], "(") - is_word(tokens[position], ")")
        if depth == 0:
            return position
    return len(tokens) - 1


def charsets(judged: Judged) -> Iterator[Word]:
    """The character sets that a CREATE or ALTER names: of table, column, database, CONVERT TO."""
    read = judged.reading.statement
    if isinstance(read, CreateTable | AlterTable):
        yield from (option.value for option in options(judged) if option.name == "charset")
        yield from (column.type.charset for column in columns(judged) if column.type.charset)
        clauses = read.clauses if isinstance(read, AlterTable) else ()
        yield from (clause.charset for clause in clauses if isinstance(clause, ConvertCharset))
    elif changes_schema(judged.statement):
        yield from _written_charsets(judged.statement.tokens)


def names_charset(statement: Statement) -> bool:
    """Whether a statement names a character set or a collation anywhere, as far as its tokens tell."""
    return any(token.upper in ("CHARSET", "CHARACTER", "COLLATE") for token in statement.tokens)


def _written_charsets(tokens: Sequence[Token]) -> Iterator[Word]:
    for words in (("CHARSET",), ("CHARACTER", "SET"), ("CHAR", "SET")):
        for index in sequences(tokens, *words):
            value = index + len(words)
            # A column may be called charset; then its type follows.
            if not (len(words) == 1 and index and tokens[index - 1].text in ("(", ",") and not _equals(tokens, value)):
                yield from _value(tokens, value)


def collations(statement: Statement) -> Iterator[Word]:
    """The collations that a statement names after COLLATE, SET NAMES included."""
    tokens = statement.tokens
    for index in range(len(tokens)):
        if tokens[index].upper == "COLLATE":
            yield from _value(tokens, index + 1)


def _equals(tokens: Sequence[Token], index: int) -> bool:
    return index < len(tokens) and is_word(tokens[index], "=")


def _value(tokens: Sequence[Token], index: int) -> Iterator[Word]:
    index += _equals(tokens, index)
    if index < len(tokens) and tokens[index].kind in _VALUES and tokens[index].upper != "DEFAULT":
        token = tokens[index]
        yield Word(token.value, (token.start, token.end))


def covered(place: Place, places: Sequence[Place]) -> bool:
    """Whether a place overlaps one of these."""
    return any(start < place[1] and place[0] < end for start, end in places)
