"""A script as bytes, text and statements with exact offsets: what the splitter gives and everything above works on.

Value objects only. Original slices are kept because they, and nothing regenerated, are what a migrator executes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from specproof.finding import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class TokenKind(StrEnum):
    WORD = "word"  # unquoted identifier or keyword
    QUOTED = "quoted"  # `identifier` (or "identifier" under ANSI_QUOTES)
    STRING = "string"  # '...' or "...", one token each; adjacent strings stay apart
    NUMBER = "number"  # 1, 1.5, 1e3, 0x1F, 0b01
    BITS = "bits"  # b'01', x'1F'
    VARIABLE = "variable"  # @x, @@session.x
    PARAMETER = "parameter"  # ?
    PUNCT = "punct"  # ( ) , ; . = and operators
    # A name without quotes that holds full-width punctuation, a no-break space or the like, which 5.7 takes for
    # letters; or a character that begins no token of 5.7.
    ODD = "odd"


class Token(NamedTuple):
    """One token. `start` and `end` are character offsets into the script's text, end exclusive.

    `value` is the unescaped content of a string or quoted identifier and the text itself for all others.
    `version` is the number of the `/*!NNNNN` comment that the token stands in, 0 for a bare `/*!`, None outside.
    A named tuple, because a script has hundreds of thousands and a frozen dataclass takes five times as long to make.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    value: str
    version: int | None = None

    @property
    def upper(self) -> str:
        """The keyword form of a WORD, and an empty string for every other kind, so that `'key'` never reads as KEY."""
        return self.text.upper() if self.kind is TokenKind.WORD else ""


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, with its text as it stands. `version` and `skipped` describe `/*!NNNNN` comments."""

    text: str
    start: int
    end: int
    version: int | None = None
    skipped: bool = False  # a versioned comment whose number is above the target's: the server reads nothing of it


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with the script as text: an unterminated string, a DELIMITER without value, ..."""

    code: str
    message: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement as the server would get it: the slice `text[start:end]`, without delimiter or surrounding blanks.

    `tokens` are those that a 5.7.44 server reads (versioned comments at or below 50744 opened, others skipped). Of
    INSERT and REPLACE there are none behind the table's name where the values were passed over: `passed` is "rows" for
    rows of literals, which are known to be right, and "data" for values too many to read. Of a statement that is
    nothing but a skipped comment there are none at all. `comments` are those in front of it, inside, and before its
    delimiter.
    `client` marks a line that only the mysql client understands (DELIMITER, USE without `;`, source and so on).
    """

    number: int
    start: int
    end: int
    tokens: tuple[Token, ...]
    comments: tuple[Comment, ...] = ()
    client: bool = False
    passed: str = ""


@dataclass(frozen=True)
class Script:
    """A whole script. `text` is the decoded bytes without a byte order mark; line ends are as they came."""

    path: str
    data: bytes
    text: str
    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...] = ()
    problems: tuple[Problem, ...] = ()

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        return Span(*self.position(start), *self.position(end))

    def sql(self, statement: Statement) -> str:
        """The statement exactly as written."""
        return self.text[statement.start : statement.end]
