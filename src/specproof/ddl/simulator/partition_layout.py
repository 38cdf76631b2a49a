"""The partitions of a table as text, both ways: from PARTITION BY and its definitions, and from information_schema.

Part of the simulator. One line per partition, as `engines` reads it from a live server: ``p0 RANGE (a) 10``. It refuses
to evaluate functions; a boundary that is no plain number or string stays as written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from specproof.ddl import words
from specproof.ddl.bits import raw_bits
from specproof.ddl.script import Token, TokenKind
from specproof.ddl.syntax import Place

MAXVALUE = "MAXVALUE"
_LINE = re.compile(r"(?P<name>.+?) (?P<method>(?:LINEAR )?(?:HASH|KEY)|(?:RANGE|LIST)(?: COLUMNS)?)(?: (?P<rest>.*))?")


@dataclass(frozen=True, slots=True)
class Part:
    """One partition. `values` are its boundary or list as printed; None for HASH and KEY."""

    name: str
    place: Place = (0, 0)
    values: tuple[str, ...] | None = None
    comment: str = ""
    subparts: tuple[str, ...] = ()

    @property
    def number(self) -> int | None:
        """The upper boundary of a RANGE partition, if it is a plain number."""
        if self.values and len(self.values) == 1 and re.fullmatch(r"-?\d+", self.values[0]):
            return int(self.values[0])
        return None


@dataclass(frozen=True, slots=True)
class Layout:
    """`method` upper-case, `expression` as it stands in its parentheses, `tokens` of it where they are at hand."""

    method: str
    expression: str
    parts: tuple[Part, ...]
    place: Place = (0, 0)
    tokens: tuple[Token, ...] = ()
    subpartition: str = ""  # "HASH (b)"

    @property
    def by_columns(self) -> bool:
        """Whether it names columns instead of an expression."""
        return self.method.endswith(("COLUMNS", "KEY"))

    def lines(self) -> tuple[str, ...]:
        return tuple(line for part in self.parts for line in self._lines(part))

    def _lines(self, part: Part) -> list[str]:
        words = [part.name, self.method]
        if self.expression:
            words.append(f"({self.expression})")
        if part.values is not None:
            words.append(",".join(part.values))
        whole = " ".join(words)
        comment = f" {part.comment!r}" if part.comment else ""
        if not part.subparts:
            return [whole + comment]
        return [f"{whole} / {sub} {self.subpartition}{comment}" for sub in part.subparts]


def of_lines(lines: Sequence[str]) -> Layout | None:
    """The layout of a table as it stands; None for one without partitions."""
    method = expression = subpartition = ""
    parts = list[Part]()
    for line in lines:
        whole, _, sub = line.partition(" / ")
        found = _LINE.fullmatch(whole)
        if found is None:
            return None
        method = found["method"]
        expression, rest = _balanced(found["rest"] or "")
        sub_name, _, subpartition = sub.partition(" ")
        if parts and parts[-1].name == found["name"]:
            parts[-1] = replace(parts[-1], subparts=(*parts[-1].subparts, sub_name))
            continue
        values = None if method.endswith(("HASH", "KEY")) else _split(rest)
        parts.append(Part(found["name"], values=values, subparts=(sub_name,) if sub_name else ()))
    return Layout(method, expression, tuple(parts), subpartition=subpartition) if parts else None


def _balanced(text: str) -> tuple[str, str]:
    """The content of the parentheses in front, and what follows them."""
    if not text.startswith("("):
        return "", text
    depth = 0
    for i, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return text[1:i], text[i + 1 :].strip()
    return text[1:], ""


def _split(text: str) -> tuple[str, ...]:
    """Values at their commas; a list in parentheses, or a string, is one."""
    parts, depth, quoted, current = list[str](), 0, False, ""
    for char in text:
        if char == "'":
            quoted = not quoted
        depth += 0 if quoted else (char == "(") - (char == ")")
        if char == "," and depth == 0 and not quoted:
            parts.append(current)
            current = ""
        else:
            current += char
    return (*parts, current) if current or parts else ()


# --- from tokens ------------------------------------------------------------------------------------------------------


def read_by(tokens: Sequence[Token], place: Place, text: str) -> Layout:
    """The layout of `PARTITION BY ...`; `tokens` are the statement's, `text` the script's."""
    reader = _Reader([t for t in tokens if place[0] <= t.start < place[1]], text)
    return reader.by(place)


def read_definitions(tokens: Sequence[Token], place: Place, text: str, method: str) -> tuple[Part, ...]:
    """The definitions in an ADD or REORGANIZE PARTITION clause of a table with this method."""
    inside = [t for t in tokens if place[0] <= t.start < place[1]]
    start = next((i for i, t in enumerate(inside) if t.text == "("), None)
    if start is None:
        return ()
    reader = _Reader(inside[start:], text)
    return reader.definitions(method, ())


class _Reader:
    def __init__(self, tokens: list[Token], text: str) -> None:
        self.tokens, self.text, self.i = tokens, text, 0

    @property
    def word(self) -> str:
        return (self.tokens[self.i].upper or self.tokens[self.i].text) if self.i < len(self.tokens) else ""

    def take(self, *words: str) -> str:
        found = self.word
        if found in words and found:
            self.i += 1
            return found
        return ""

    def group(self) -> list[Token]:
        """The tokens inside the parentheses that stand here."""
        self.take("(")
        depth, start = 1, self.i
        while self.i < len(self.tokens) and depth:
            depth += (self.word == "(") - (self.word == ")")
            self.i += 1
        return self.tokens[start : self.i - 1]

    def by(self, place: Place) -> Layout:
        self.take("PARTITION")
        self.take("BY")
        method, expression, inside = self._method()
        count = self._number("PARTITIONS")
        sub, sub_count = self._sub()
        parts: tuple[Part, ...]
        if self.word == "(":
            parts = self.definitions(method, ())
        else:
            parts = tuple(Part(f"p{i}", place) for i in range(count or 1))
        if sub:
            each = min(sub_count or 1, words.limits()["server"]["partitions"] // len(parts) + 1)
            parts = tuple(
                p if p.subparts else replace(p, subparts=tuple(f"{p.name}sp{i}" for i in range(each))) for p in parts
            )
        return Layout(method, expression, parts, place, tuple(inside), sub)

    def _method(self) -> tuple[str, str, list[Token]]:
        linear = "LINEAR " if self.take("LINEAR") else ""
        method = linear + self.take("RANGE", "LIST", "HASH", "KEY")
        if self.take("ALGORITHM"):
            self.i += 2
        if self.take("COLUMNS", "FIELDS"):
            method += " COLUMNS"
        inside = self.group()
        if method.endswith(("COLUMNS", "KEY")):
            return method, ",".join("`" + t.value + "`" for t in inside if t.text != ","), inside
        # The server keeps the text from behind the parenthesis up to the last token.
        behind = self.tokens[self.i - len(inside) - 2].end
        return method, self.text[behind : inside[-1].end] if inside else "", inside

    def _number(self, word: str) -> int:
        if not self.take(word):
            return 0
        self.i += 1
        return count(self.tokens[self.i - 1].text)

    def _sub(self) -> tuple[str, int]:
        if not self.take("SUBPARTITION"):
            return "", 0
        self.take("BY")
        method, expression, _ = self._method()
        return f"{method} ({expression})", self._number("SUBPARTITIONS")

    def definitions(self, method: str, before: Sequence[Part]) -> tuple[Part, ...]:
        self.take("(")
        parts = list(before)
        while self.take("PARTITION"):
            parts.append(self._definition(method))
            if not self.take(","):
                break
        self.take(")")
        return tuple(parts)

    def _definition(self, method: str) -> Part:
        token = self.tokens[self.i]
        self.i += 1
        values: tuple[str, ...] | None = None
        if self.take("VALUES"):
            self.take("LESS")
            self.take("THAN", "IN")
            values = (MAXVALUE,) if self.take(MAXVALUE) else _values(self.group())
            if method == "LIST" and "NULL" in values:
                values = ("NULL", *(v for v in values if v != "NULL"))
        comment, subparts = "", list[str]()
        while self.i < len(self.tokens) and self.word not in {",", ")"}:
            if self.take("COMMENT"):
                self.take("=")
                comment = self.tokens[self.i].value
                self.i += 1
            elif self.word == "(":
                subparts = [t.value for s, t in pairwise(self.group()) if s.upper == "SUBPARTITION"]
            else:
                self.i += 1
        return Part(token.value, (token.start, token.end), values, comment, tuple(subparts))


def _values(tokens: Sequence[Token]) -> tuple[str, ...]:
    groups, depth, current = list[list[Token]](), 0, list[Token]()
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "," and depth == 0:
            groups.append(current)
            current = []
        else:
            current.append(token)
    return tuple(_value(group) for group in (*groups, current) if group)


def _value(tokens: Sequence[Token]) -> str:
    """One value as printed: sums of whole numbers worked out, strings quoted, the rest as written."""
    if tokens[0].text == "(" and any(t.text == "," for t in tokens):
        return "(" + ",".join(_values(tokens[1:-1])) + ")"
    if len(tokens) == 1:
        token = tokens[0]
        if token.kind is TokenKind.STRING:
            return "'" + token.value.replace("'", "''") + "'"
        return token.upper or token.text
    text = "".join(t.text for t in tokens)
    if re.fullmatch(r"-?\d+([-+*]\d+)*", text):
        return str(_sum(text))
    return text


def _sum(text: str) -> int:
    total = 0
    for term in re.findall(r"[-+]?\d+(?:\*\d+)*", text):
        product = 1
        for factor in term.lstrip("+-").split("*"):
            product *= int(factor)
        total += -product if term.startswith("-") else product
    return total


def count(text: str) -> int:
    """A written number of partitions, cut off above the most that a table may have: nobody needs a list of billions."""
    most: int = words.limits()["server"]["partitions"] + 1
    raw = raw_bits(text)
    if raw is not None:
        return min(int.from_bytes(raw, "big"), most)
    digits = re.match(r"[0-9]*", text)
    return min(int((digits[0] if digits else "").lstrip("0")[: len(str(most)) + 1] or "0"), most)
