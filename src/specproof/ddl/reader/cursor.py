"""The reader's place among a statement's tokens, and how it refuses: the two seams that every grammar module shares.

Knows tokens, keywords, names and literals, no grammar. Refusal and doubt travel as exceptions inside the reader only;
they never leave `reader.read`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NoReturn

from specproof.ddl import words
from specproof.ddl.reader.constructs import Found, Tokens
from specproof.ddl.reader.numbers import INT32_MAX, whole
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.syntax import Name, Place, SyntaxProblem, TableName, Word

SYNTAX_ERROR = 1064
NOTHING = "\0"  # the key of a token that no production takes
_LONGEST_SHOWN = 40
_QUOTES = "'\""


class Refused(Exception):
    """The server would refuse the statement here. `index` is the token at which it would."""

    def __init__(self, problem: SyntaxProblem, index: int) -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.index = index


@lru_cache(maxsize=1)
def _glued_functions() -> frozenset[str]:
    return frozenset(words.table("words")["function_names_that_need_a_blank_or_quotes_before_parenthesis"])


class Cursor:
    """Tokens of one statement with a position. `end` is the offset at which the statement ends.

    `keys[i]` is what token i is as a keyword or symbol: upper-case, "" when it can only be a name or a literal.
    `area` is the part of the statement that is being read, by which constructs are told apart. `problems` are the
    refusals so far: the first is where the server stops, the others were met because the reader went on. `late` are
    those that the server only meets once it has read the whole statement. `passed` is the statement's.
    """

    __slots__ = (
        "_reserved",
        "area",
        "end",
        "i",
        "keys",
        "late",
        "passed",
        "problems",
        "size",
        "tokens",
        "unstable",
    )

    def __init__(self, tokens: Sequence[Token], end: int) -> None:
        self.tokens = tokens
        self.size = len(tokens)
        self.end = end
        self.i = 0
        self.area = "statement"
        self.passed = ""
        self.problems: list[SyntaxProblem] = []
        self.late: list[SyntaxProblem] = []
        # Whether an expression so far calls something whose result depends on more than its arguments.
        self.unstable = False
        self.keys = [_key(token) for token in tokens]
        self.keys.append("")
        self._reserved = words.reserved()
        self._names_around_dots()

    def _names_around_dots(self) -> None:
        """A word glued to a dot is a name, whatever it says: `t.select`, `select.t`."""
        tokens, keys = self.tokens, self.keys
        for i in range(self.size - 1):
            if keys[i] != "." or tokens[i + 1].kind is not TokenKind.WORD or tokens[i + 1].start != tokens[i].end:
                continue
            keys[i + 1] = ""
            if i and tokens[i - 1].kind is TokenKind.WORD and tokens[i - 1].end == tokens[i].start:
                keys[i - 1] = ""

    # --- looking -----------------------------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        return self.keys[self.i]

    def ahead(self, n: int) -> str:
        j = self.i + n
        return self.keys[j] if j < self.size else ""

    def at_end(self) -> bool:
        return self.i >= self.size

    def kind(self) -> TokenKind | None:
        return self.tokens[self.i].kind if self.i < self.size else None

    def start(self) -> int:
        """The offset of the current token, or of the statement's end."""
        return self.tokens[self.i].start if self.i < self.size else self.end

    def place(self, start: int) -> Place:
        """From `start` to the end of the token taken last."""
        return (start, self.tokens[self.i - 1].end if self.i else start)

    def glued(self) -> bool:
        """Whether an opening parenthesis follows the current token without a blank."""
        return self.ahead(1) == "(" and self.tokens[self.i + 1].start == self.tokens[self.i].end

    # --- taking ------------------------------------------------------------------------------------------------------

    def take(self, *keys: str) -> str:
        """Take the current token if it is one of these keywords or symbols; gives which, else an empty string."""
        key = self.keys[self.i]
        if key and key in keys:
            self.i += 1
            return key
        return ""

    def take_all(self, *keys: str) -> bool:
        """Take this sequence as a whole, or nothing of it."""
        if self.keys[self.i] == keys[0] and tuple(self.keys[self.i : self.i + len(keys)]) == keys:
            self.i += len(keys)
            return True
        return False

    def expect(self, *keys: str) -> str:
        return self.take(*keys) or self.refuse(*keys)

    def need(self, key: str, *others: str) -> None:
        """Take exactly `key`; `others` are what 5.7 reads here as well and what a caller has tried before."""
        if not self.take(key):
            self.refuse(key, *others)

    def expect_all(self, *keys: str) -> None:
        for key in keys:
            self.expect(key)

    def advance(self) -> Token:
        token = self.tokens[self.i]
        self.i += 1
        return token

    def equal(self) -> None:
        """An optional equals sign, as options take it."""
        self.take("=", ":=")

    # --- names -------------------------------------------------------------------------------------------------------

    def is_name(self) -> bool:
        if self.i >= self.size:
            return False
        kind, key = self.tokens[self.i].kind, self.keys[self.i]
        if kind is TokenKind.WORD:
            return not key or not (key in self._reserved or self._is_introducer(key) or self.is_glued_function())
        return kind is TokenKind.QUOTED or (kind is TokenKind.ODD and not key)

    def is_plain_name(self) -> bool:
        """A name that is no keyword at all: the only kind that a generic function or a parser plugin may have."""
        return self.is_name() and not (self.keys[self.i] and self.keys[self.i] in words.keywords())

    def is_glued_function(self) -> bool:
        """`COUNT(`, `NOW(` and their like are functions only without a blank before the parenthesis."""
        return self.keys[self.i] in _glued_functions() and self.glued()

    def is_introducer(self) -> bool:
        return self._is_introducer(self.keys[self.i])

    @staticmethod
    def _is_introducer(key: str) -> bool:
        return key[0] == "_" and (key == "_FILENAME" or words.charset(key[1:]) is not None) if key else False

    def name(self, what: str) -> Name:
        """An identifier. A reserved word without quotes is refused here, with its own construct."""
        if self.key == "IF" or (self.kind() is TokenKind.STRING and self.tokens[self.i].text[0] == '"'):
            self._name_of_another_dialect(what)
        if not self.is_name():
            self.refuse(what)
        token = self.advance()
        return Name(token.value, (token.start, token.end), quoted=token.kind is TokenKind.QUOTED)

    def _name_of_another_dialect(self, what: str) -> None:
        """IF EXISTS where 5.7 has none is passed over, and a name in double quotes taken, both on the record."""
        if self.key == "IF":
            self.pass_over(what)
            return
        self.record_here(what)
        token = self.tokens[self.i]
        self.tokens = (
            *self.tokens[: self.i],
            Token(TokenKind.QUOTED, token.text, token.start, token.end, token.value, token.version),
            *self.tokens[self.i + 1 :],
        )

    def table(self, what: str = "a table name") -> TableName:
        if self.take("."):  # an old spelling, still read
            return TableName(self.name(what))
        first = self.name(what)
        return TableName(self.name(what), first) if self.take(".") else TableName(first)

    def field(self, what: str = "a column name") -> Name:
        """A column or key name, which may be qualified by the table that the statement is about."""
        if self.take("."):
            return self.name(what)
        parts = [self.name(what)]
        while self.key == "." and len(parts) < len(("schema", "table", "column")):
            self.i += 1
            parts.append(self.name(what))
        return parts[-1]

    # --- literals ----------------------------------------------------------------------------------------------------

    def is_string(self) -> bool:
        """A string literal in plain quotes; N'...' is another kind of literal."""
        return self.i < self.size and self.tokens[self.i].kind is TokenKind.STRING and not self.is_national()

    def is_national(self) -> bool:
        return self.kind() is TokenKind.STRING and self.tokens[self.i].text[0] in "nN"

    def string(self, what: str = "a string") -> Word:
        """Exactly one string: where 5.7 wants a name, a comment or a path, two strings side by side are refused."""
        if not self.is_string():
            self.refuse(what)
        token = self.advance()
        return Word(token.value, (token.start, token.end))

    def name_or_string(self, what: str) -> Word:
        if self.is_string():
            return self.string()
        name = self.name(what)
        return Word(name.value, name.place)

    def number_kind(self) -> str:
        """What kind of number stands here: int, long, decimal, float, hex, bin; an empty string for no number.

        `int` fits 32 bits: only that is allowed for prefix lengths and precisions.
        """
        if self.i >= self.size:
            return ""
        token = self.tokens[self.i]
        if token.kind is TokenKind.BITS:
            return "hex" if token.text[0] in "xX" else "bin"
        if token.kind is not TokenKind.NUMBER:
            return ""
        text = token.text
        if text.isdigit():
            return "int" if whole(text) <= INT32_MAX else "long"
        if text[:2] in ("0x", "0b"):
            return "hex" if text[1] == "x" else "bin"
        return "float" if "e" in text or "E" in text else "decimal"

    def number(self, *kinds: str, what: str = "a number") -> Token:
        if self.number_kind() not in kinds:
            self.refuse(what)
        return self.advance()

    def integer(self, what: str = "a number") -> Word:
        """A number as most options take it: any notation, the fraction is cut off."""
        token = self.number("int", "long", "decimal", "float", "hex", what=what)
        return Word(token.text, (token.start, token.end))

    # --- refusing ----------------------------------------------------------------------------------------------------

    def refuse(
        self,
        *expected: str,
        message: str | None = None,
        errno: int = SYNTAX_ERROR,
        construct: str | None = None,
        at: int | None = None,
    ) -> NoReturn:
        """Refuse at the current token, or at token `at`: where the server would say "near"."""
        index = self.i if at is None else at
        if index < self.size:
            token = self.tokens[index]
            place = (token.start, token.end)
            found = f"`{_shown(token.text)}`"
        else:
            place = (self.end, self.end)
            found = "The statement's end"
        if message is None:
            message = f"{found} cannot stand here" + (f": 5.7 reads {_listed(expected)} here." if expected else ".")
        raise Refused(SyntaxProblem(message, place, errno, construct, None, tuple(expected)), index)

    def refuse_late(self, *expected: str, errno: int, construct: str, at: int) -> None:
        """Note what the server refuses after it has read the whole statement; reading goes on."""
        try:
            self.refuse(*expected, errno=errno, construct=construct, at=at)
        except Refused as refused:
            self.late.append(refused.problem)

    # --- going on after a refusal, so that one bad place hides no other ----------------------------------------------

    def record(self, refused: Refused) -> Found | None:
        """Put a refusal on the record, with the name of its construct if it has one.

        Behind the first refusal only those with a name are kept: an unnamed one may be a consequence.
        """
        problem = refused.problem
        found = self._find(refused.index)
        if problem.construct is None:
            construct = found.construct if found else self._reserved_word(refused)
            problem = replace(problem, construct=construct, since=found.since if found else None)
        if not self.problems or problem.construct is not None:
            self.problems.append(problem)
        return found

    def recover(self, refused: Refused) -> bool:
        """Record a refusal and pass over the construct behind it; False, with no trace, where that is not known."""
        found = self._find(refused.index)
        if found is None or not found.resume or not found.length:
            return False
        self.record(refused)
        self.i = refused.index + found.length
        return True

    def pass_over(self, *expected: str) -> bool:
        """Recover from the current token, which no production takes; False, with no trace, where it has no name."""
        return self.recover(self._refusal(*expected))

    def record_here(self, *expected: str) -> None:
        self.record(self._refusal(*expected))

    def skip_to_comma(self) -> None:
        """To the next comma or closing parenthesis of the list that is being read."""
        depth = 0
        while self.i < self.size:
            key = self.keys[self.i]
            if key == "(":
                depth += 1
            elif depth == 0 and key in (",", ")"):
                return
            elif key == ")":
                depth -= 1
            self.i += 1

    def _refusal(self, *expected: str) -> Refused:
        try:
            self.refuse(*expected)
        except Refused as refused:
            return refused

    def _find(self, index: int) -> Found | None:
        return Tokens(self.tokens, self.keys, self._is_name_at).find(index, self.area)

    def _is_name_at(self, index: int) -> bool:
        mark, self.i = self.i, index
        try:
            return self.is_name()
        finally:
            self.i = mark

    def _reserved_word(self, refused: Refused) -> str | None:
        """A reserved word where a name is due, told by what was expected."""
        index = refused.index
        named = any("name" in what or what == "an alias" for what in refused.problem.expected)
        if named and index < self.size and self.tokens[index].kind is TokenKind.WORD:
            return "reserved-word" if self.keys[index] in self._reserved else None
        return None


def _key(token: Token) -> str:
    kind = token.kind
    if kind is TokenKind.WORD:
        return token.text.upper()
    if kind is TokenKind.PUNCT:
        return token.text
    if kind is TokenKind.ODD:
        first = token.text[0]
        if token.text[-1] in _QUOTES:  # x'414', b'12'
            return NOTHING
        return NOTHING if first < "\x80" and not (first.isalnum() or first in "_$") else ""
    return ""


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


def _listed(expected: tuple[str, ...]) -> str:
    return expected[0] if len(expected) == 1 else ", ".join(expected[:-1]) + " or " + expected[-1]
