"""What a refused place means elsewhere: constructs of later MySQL versions, of MariaDB and of other products.

Asked by the cursor when a production refuses; the table is `ddl/facts/constructs.yaml`. It only names a place and says
how far the construct reaches; it never turns a refusal into anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from specproof.ddl import words
from specproof.ddl.script import Token, TokenKind

_CLOSING = {"(": ")"}


@dataclass(frozen=True, slots=True)
class Found:
    """A construct at a place. `length` is the number of tokens that it covers from the refused one on."""

    construct: str
    since: str | None
    length: int
    resume: bool


@dataclass(frozen=True, slots=True)
class _Atom:
    kind: str  # word, name, number, string, any, start, parentheses, dquoted, function
    values: frozenset[str] = frozenset()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class _Pattern:
    construct: str
    since: str | None
    area: str | None
    stop: bool
    before: tuple[_Atom, ...]
    after: tuple[_Atom, ...]


class Tokens:
    """The tokens around a refused place, as patterns look at them."""

    def __init__(self, tokens: Sequence[Token], keys: Sequence[str], is_name: Callable[[int], bool]) -> None:
        self.tokens = tokens
        self.keys = keys
        self.is_name = is_name

    def find(self, index: int, area: str) -> Found | None:
        """The first construct of the table that fits the token at `index`."""
        for pattern in _patterns():
            if pattern.area and pattern.area != area and not area.endswith(" " + pattern.area):
                continue
            end = self._match(pattern.after, index)
            if end is not None and self._match_backwards(pattern.before, index):
                return Found(pattern.construct, pattern.since, end - index, not pattern.stop)
        return None

    def _match(self, atoms: tuple[_Atom, ...], index: int) -> int | None:
        """Where the tokens that fit all atoms end, each optional one taken where it fits."""
        if not atoms:
            return index
        first, rest = atoms[0], atoms[1:]
        end = self._fit(first, index)
        if end is not None:
            found = self._match(rest, end)
            if found is not None:
                return found
        return self._match(rest, index) if first.optional else None

    def _match_backwards(self, atoms: tuple[_Atom, ...], index: int) -> bool:
        if not atoms:
            return True
        last, rest = atoms[-1], atoms[:-1]
        if last.kind == "start":
            return index == 0
        start = self._fit_backwards(last, index)
        if start is not None and self._match_backwards(rest, start):
            return True
        return last.optional and self._match_backwards(rest, index)

    def _fit(self, atom: _Atom, index: int) -> int | None:
        if index >= len(self.tokens):
            return None
        if atom.kind == "parentheses":
            return self._closing(index, atom.values)
        return index + 1 if self._fits_one(atom, index) else None

    def _fit_backwards(self, atom: _Atom, index: int) -> int | None:
        if index <= 0:
            return None
        if atom.kind == "parentheses":
            return self._opening(index - 1)
        return index - 1 if self._fits_one(atom, index - 1) else None

    def _fits_one(self, atom: _Atom, index: int) -> bool:
        token = self.tokens[index]
        kind = atom.kind
        if kind == "word":
            return (self.keys[index] or token.text) in atom.values or token.text in atom.values
        if kind == "name":
            return self.is_name(index)
        if kind == "function":
            return token.kind is TokenKind.WORD and not self.is_name(index) and not words.is_reserved(self.keys[index])
        if kind == "number":
            return token.kind is TokenKind.NUMBER
        if kind == "string":
            return token.kind is TokenKind.STRING
        if kind == "dquoted":
            return token.kind is TokenKind.STRING and token.text[0] == '"'
        return True

    def _closing(self, index: int, wanted: frozenset[str]) -> int | None:
        if self.keys[index] != "(":
            return None
        depth = 0
        seen = not wanted
        for i in range(index, len(self.tokens)):
            key = self.keys[i]
            seen = seen or key in wanted
            if key == "(":
                depth += 1
            elif key == ")":
                depth -= 1
                if depth == 0:
                    return i + 1 if seen else None
        return None

    def _opening(self, index: int) -> int | None:
        if self.keys[index] != ")":
            return None
        depth = 0
        for i in range(index, -1, -1):
            key = self.keys[i]
            if key == ")":
                depth += 1
            elif key == "(":
                depth -= 1
                if depth == 0:
                    return i
        return None


@lru_cache(maxsize=1)
def _patterns() -> tuple[_Pattern, ...]:
    patterns: list[_Pattern] = []
    for entry in words.table("constructs")["constructs"]:
        for text in entry["match"]:
            before, after = text.split("^")
            patterns.append(
                _Pattern(
                    entry["construct"],
                    str(entry["since"]) if "since" in entry else None,
                    entry.get("area"),
                    entry.get("stop", False),
                    _atoms(before),
                    _atoms(after),
                )
            )
    return tuple(patterns)


def _atoms(text: str) -> tuple[_Atom, ...]:
    return tuple(_atom(word) for word in text.split())


def _atom(word: str) -> _Atom:
    optional = len(word) > 1 and word[0] == "[" and word[-1] == "]"
    body = word[1:-1] if optional else word.removeprefix("\\")
    if body.startswith("(*"):
        return _Atom("parentheses", frozenset(filter(None, (body.strip("(*)"),))), optional=optional)
    if body == '"name"':
        return _Atom("dquoted", optional=optional)
    if body in ("name", "number", "string", "any", "start", "function"):
        return _Atom(body, optional=optional)
    return _Atom("word", frozenset(filter(None, body.split("|"))) or frozenset("|"), optional=optional)
