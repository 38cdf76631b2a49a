"""Text of one statement to tokens and comments, by exactly the rules of a MySQL 5.7 server.

Used by the splitter, which tells it the delimiter and what sql_mode says about quotes. Versioned comments up to 50744
are opened, later ones skipped. It refuses to repair anything: what 5.7 takes for no token comes out as ODD, what never
ends as a Problem. Source: MySQL 5.7 reference manual, chapter 9 "Language Structure"; odd corners were run on a 5.7.22
server.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from specproof.ddl.patterns import (
    bulk_head_pattern,
    bulk_pattern,
    escape_pattern,
    name_pattern,
    rows_pattern,
    token_pattern,
)
from specproof.ddl.script import Comment, Problem, Token, TokenKind

TARGET_VERSION = 50744

_INSERTS = ("i", "I", "r", "R")
_BLANK = " \t\n\v\f\r"
_QUOTES = "'\"`"
_CUT_BY_DELIMITER = frozenset(("word", "digits", "number", "punct", "variable"))
_ESCAPES = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a", "%": "\\%", "_": "\\_"}

# Longer statements with other values are not lexed: they are data, whatever they hold.
_MOST_LEXED = 1 << 16


def unescape(body: str, quote: str) -> str:
    """The content of a string literal, `body` being what stands between its quotes."""

    def replace(match: re.Match[str]) -> str:
        letter = match[1]
        if letter is None:
            return quote if match[0][0] == quote else match[0]
        return _ESCAPES.get(letter, letter)

    return escape_pattern().sub(replace, body)


@lru_cache(maxsize=512)
def is_odd(char: str) -> bool:
    """Whether a character beyond ASCII looks like punctuation, a blank or a control character.

    In an identifier without quotes a server takes it as a letter, which is hardly ever meant.
    """
    if char < "\x80" or char.isalnum():
        return False
    import unicodedata  # noqa: PLC0415 -- only scripts with such characters pay for the table

    return unicodedata.category(char)[0] not in "LMN"


@dataclass(slots=True)
class Lexed:
    """What was read up to a terminator: its tokens and where reading goes on.

    `first` and `last` bound what the server reads; `first` is -1 when that is nothing. `command` is the place of a
    backslash command of the client that ended the reading, with nothing before it. `passed` says what was passed over
    as `Statement.passed` does.
    """

    tokens: list[Token] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    first: int = -1
    last: int = 0
    resume: int = 0
    terminator: str = ""
    command: int = -1
    passed: str = ""


class Lexer:
    """Reads one text piece by piece. `delimiter` may be changed between two calls of `read`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.delimiter = ";"
        self.names_in_double_quotes = False  # ANSI_QUOTES
        self.backslash_escapes = True  # not NO_BACKSLASH_ESCAPES
        self._out = Lexed()
        self._version: int | None = None
        self._opened_at = 0
        self._handlers: dict[str, Callable[[int, re.Match[str]], int]] = {
            "word": self._word,
            "digits": self._word,
            "punct": self._punct,
            "string": self._string,
            "quoted": self._quoted,
            "number": self._number,
            "line": self._line,
            "block": self._block,
            "opened": self._open,
            "closed": self._close,
            "variable": self._variable,
            "null": self._null,
            "national": self._national,
            "bits": self._bits,
            "badbits": self._bad,
        }

    def read(self, pos: int, *, resumed: Lexed | None = None) -> Lexed:
        r"""Everything from `pos` up to the delimiter, `\g` or `\G`, the end, or a client command before any token.

        Of INSERT and REPLACE there are no tokens behind the table's name where the values are rows of literals, or more
        than anyone reads. `resumed` is an earlier result whose statement goes on behind its delimiter.
        """
        text, size, delimiter = self.text, len(self.text), self.delimiter
        out = self._begin(resumed)
        if resumed is None and text[pos : pos + 1] in _INSERTS:
            if self._bulk(pos):
                return out
            out = self._begin(None)
        match_at = token_pattern(backslash=self.backslash_escapes).match
        handlers = self._handlers
        plain = delimiter == ";"
        while pos < size:
            if text.startswith(delimiter, pos):
                return self._end(pos, delimiter)
            match = match_at(text, pos)
            if match is None:
                if text[pos] == "\\" and self._backslash(pos):
                    return out
                pos = self._odd(pos)
                continue
            group = match.lastgroup or ""
            if group == "blank":
                pos = match.end()
                continue
            if not plain and group in _CUT_BY_DELIMITER:
                cut = text.find(delimiter, pos, match.end())
                match = (match_at(text, pos, cut) if cut > 0 else None) or match
                group = match.lastgroup or ""
            pos = handlers[group](pos, match)
        out.resume = size
        if self._version is not None:
            self._unclosed("comment", "This comment beginning with /*! is never closed.", self._opened_at)
        return out

    def _begin(self, resumed: Lexed | None) -> Lexed:
        self._version = None
        self._out = resumed or Lexed()
        self._out.terminator = ""
        return self._out

    # --- what ends a reading -----------------------------------------------------------------------------------------

    def _end(self, pos: int, terminator: str) -> Lexed:
        out = self._out
        out.terminator = terminator
        out.resume = pos + len(terminator)
        if self._version is not None:
            self._problem(
                "delimiter-in-comment",
                f"The delimiter {terminator} stands inside a comment that begins with /*!; the client cuts there.",
                pos,
                out.resume,
            )
        return out

    def _backslash(self, pos: int) -> bool:
        """Whether the backslash at `pos` ends the reading; if not, it is odd."""
        letter = self.text[pos + 1 : pos + 2]
        if letter in ("g", "G"):
            self._end(pos, "\\" + letter)
            return True
        if self._out.first < 0:
            self._out.command = self._out.resume = pos
            return True
        self._problem(
            "backslash-outside-string",
            f"A backslash outside a string: \\{letter} is a command of the client, and no server reads it.",
            pos,
            min(pos + 2, len(self.text)),
        )
        return False

    def _bulk(self, pos: int) -> bool:
        """Pass over an INSERT with values that are plain or very many; False, and nothing read, for any other."""
        text, size = self.text, len(self.text)
        head = bulk_head_pattern().match(text, pos)
        if head is None:
            return False
        out = self._out
        rows = rows_pattern(backslash=self.backslash_escapes).match(text, head.end("values"))
        end = last = rows.end() if rows else head.end("values")
        while end < size and text[end] in _BLANK:
            end += 1
        out.passed = "rows" if rows is not None and (end == size or self._ends_at(end)) else "data"
        if out.passed == "data":
            end = self._end_of_values(head.end("values"))
            if end - pos <= _MOST_LEXED:
                return False
            last = end
            while text[last - 1] in _BLANK:
                last -= 1
        comments, out.comments = out.comments, []
        self._bulk_tokens(head)
        out.comments = comments
        out.last = last
        out.resume = end
        if text.startswith(self.delimiter, end):
            self._end(end, self.delimiter)
        elif end < size:
            self._backslash(end)
        return True

    def _ends_at(self, pos: int) -> bool:
        return self.text.startswith(self.delimiter, pos) or self.text[pos : pos + 2] in ("\\g", "\\G")

    def _bulk_tokens(self, head: re.Match[str]) -> None:
        """The words in front of the values: the statement's own, options, and the table."""
        self._add(TokenKind.WORD, head[1], *head.span(1))
        if head[2]:
            for word in name_pattern().finditer(self.text, *head.span(2)):
                self._add(TokenKind.WORD, word[0], *word.span())
        if head[3]:
            self._add(TokenKind.WORD, head[3], *head.span(3))
        pos, end = head.span(4)
        match_at = token_pattern().match
        while pos < end:
            match = match_at(self.text, pos, end)
            assert match is not None  # a table's name is names and dots
            pos = self._handlers[match.lastgroup or ""](pos, match)

    def _end_of_values(self, pos: int) -> int:
        """Where the statement ends whose values begin at `pos`, comments on the way noted."""
        text, size = self.text, len(self.text)
        pattern = bulk_pattern(self.delimiter, backslash=self.backslash_escapes)
        while pos < size:
            match = pattern.match(text, pos)
            assert match is not None  # it may be empty, but it matches
            pos = match.end()
            if pos >= size or text.startswith(self.delimiter, pos):
                break
            step = token_pattern().match(text, pos)
            if step is None or step.lastgroup not in ("line", "block"):
                # A backslash ends the statement or belongs to none; all else is no plain data.
                break
            pos = self._handlers[step.lastgroup](pos, step)
        return pos

    # --- one handler per kind of token; each gives the offset where reading goes on ----------------------------------

    def _add(self, kind: TokenKind, written: str, start: int, end: int, value: str | None = None) -> int:
        out = self._out
        out.tokens.append(Token(kind, written, start, end, written if value is None else value, self._version))
        if out.first < 0:
            out.first = start
        out.last = end
        return end

    def _word(self, pos: int, match: re.Match[str]) -> int:
        text, size = self.text, len(self.text)
        end = match.end()
        self._add_word(pos, end)
        # A dot glued to a name makes whatever is glued to the dot a name as well: t.1, t.select.
        while end + 1 < size and text[end] == "." and (name := name_pattern().match(text, end + 1)):
            self._add(TokenKind.PUNCT, ".", end, end + 1)
            end = name.end()
            self._add_word(name.start(), end)
        return end

    def _add_word(self, start: int, end: int) -> None:
        written = self.text[start:end]
        kind = TokenKind.WORD if written.isascii() or not any(map(is_odd, written)) else TokenKind.ODD
        self._add(kind, written, start, end)

    def _punct(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.PUNCT, match[0], pos, match.end())

    def _string(self, pos: int, match: re.Match[str]) -> int:
        written = match[0]
        kind = TokenKind.QUOTED if self.names_in_double_quotes and written[0] == '"' else TokenKind.STRING
        return self._add(kind, written, pos, match.end(), self._content(written[1:-1], written[0], kind))

    def _content(self, body: str, quote: str, kind: TokenKind) -> str:
        if kind is TokenKind.STRING and self.backslash_escapes and "\\" in body:
            return unescape(body, quote)
        return body.replace(quote * 2, quote)

    def _national(self, pos: int, match: re.Match[str]) -> int:
        return self._add(
            TokenKind.STRING, match[0], pos, match.end(), self._content(match[0][2:-1], "'", TokenKind.STRING)
        )

    def _quoted(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.QUOTED, match[0], pos, match.end(), match[0][1:-1].replace("``", "`"))

    def _number(self, pos: int, match: re.Match[str]) -> int:
        written, end = match[0], match.end()
        # 1.e and .5e: the server begins an exponent and finds none.
        if "." in written and self.text[end : end + 1] in ("e", "E"):
            return self._add(TokenKind.ODD, self.text[pos : end + 1], pos, end + 1)
        return self._add(TokenKind.NUMBER, written, pos, end)

    def _bits(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.BITS, match[0], pos, match.end())

    def _bad(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.ODD, match[0], pos, match.end())

    def _variable(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.VARIABLE, match[0], pos, match.end())

    def _null(self, pos: int, match: re.Match[str]) -> int:
        return self._add(TokenKind.WORD, match[0], pos, match.end())

    def _odd(self, pos: int) -> int:
        """A character that begins no token: an unclosed quote takes the rest of the text, others stand alone."""
        char = self.text[pos]
        if char in _QUOTES:
            noun = "name in backquotes" if char == "`" else "string"
            self._unclosed("quoted-name" if char == "`" else "string", f"This {noun} is never closed.", pos)
            return self._add(TokenKind.ODD, self.text[pos:], pos, len(self.text))
        end = pos + 1
        if char in "=<>!" and self.text[end : end + 1] in ("=", "<", ">", "!"):
            end += 1
        return self._add(TokenKind.ODD, self.text[pos:end], pos, end)

    # --- comments ----------------------------------------------------------------------------------------------------

    def _line(self, pos: int, match: re.Match[str]) -> int:
        self._out.comments.append(Comment(match[0], pos, match.end()))
        return match.end()

    def _block(self, pos: int, match: re.Match[str]) -> int:
        end = self.text.find("*/", match.end())
        if end < 0:
            self._unclosed("comment", "This comment is never closed.", pos)
            end = len(self.text) - 2
        self._out.comments.append(Comment(self.text[pos : end + 2], pos, end + 2))
        return end + 2

    def _open(self, pos: int, match: re.Match[str]) -> int:
        out = self._out
        digits = self.text[match.end() : match.end() + 5]
        version = int(digits) if len(digits) == len("50744") and digits.isascii() and digits.isdigit() else 0
        if version > TARGET_VERSION:
            return self._skip(pos, version)
        if out.first < 0:
            out.first = pos
        self._version, self._opened_at = version, pos
        return match.end() + (5 if version or digits == "00000" else 0)

    def _skip(self, pos: int, version: int) -> int:
        """A comment for later servers: passed over, with at most one comment inside, as the server does."""
        text, out = self.text, self._out
        end = pos + 3
        while True:
            close, nested = text.find("*/", end), text.find("/*", end)
            if close < 0:
                self._unclosed("comment", "This comment beginning with /*! is never closed.", pos)
                end = len(text)
                break
            if nested < 0 or nested > close:
                end = close + 2
                break
            inner = text.find("*/", nested + 2)
            end = inner + 2 if inner >= 0 else len(text)
        out.comments.append(Comment(text[pos:end], pos, end, version, skipped=True))
        if out.first < 0:
            out.first = pos
        out.last = end
        return end

    def _close(self, pos: int, match: re.Match[str]) -> int:
        end = match.end()
        if self._version is None:
            return self._add(TokenKind.ODD, "*/", pos, end)
        start = self._opened_at
        self._out.comments.append(Comment(self.text[start:end], start, end, self._version))
        self._version = None
        self._out.last = end
        return end

    # --- problems ----------------------------------------------------------------------------------------------------

    def _problem(self, code: str, message: str, start: int, end: int) -> None:
        self._out.problems.append(Problem(code, message, start, end))

    def _unclosed(self, what: str, message: str, start: int) -> None:
        self._problem(f"unterminated-{what}", message, start, len(self.text))
