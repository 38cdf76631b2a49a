"""Expressions as information_schema prints them: `a+1` becomes ``(`a` + 1)``.

Part of the simulator, for generated columns. Reads what such columns usually hold; anything else is `NotRead`, and the
caller keeps the text as written. It evaluates nothing.
Source: the printed forms were read from a 5.7.22 server, construct by construct.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from specproof.ddl.bits import raw_bits
from specproof.ddl.lexer import Lexer
from specproof.ddl.script import Token, TokenKind

# Binary operators by binding strength, and how the server prints them.
_LEVELS: tuple[dict[str, str], ...] = (
    {"OR": "or", "||": "or"},
    {"XOR": "xor"},
    {"AND": "and", "&&": "and"},
    {"=": "=", "<=>": "<=>", ">=": ">=", ">": ">", "<=": "<=", "<": "<", "<>": "<>", "!=": "<>"},
    {"|": "|"},
    {"&": "&"},
    {"<<": "<<", ">>": ">>"},
    {"+": "+", "-": "-"},
    {"*": "*", "/": "/", "%": "%", "DIV": "DIV", "MOD": "%"},
    {"^": "^"},
)
_NOT_LEVEL = 3  # NOT binds weaker than comparisons and stronger than AND
_COMPARISON = 3
_OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_OTHER_NAMES = {
    "ucase": "upper",
    "lcase": "lower",
    "substring": "substr",
    "mid": "substr",
    "character_length": "char_length",
    "octet_length": "length",
    "day": "dayofmonth",
    "ceil": "ceiling",
    "power": "pow",
    "sha1": "sha",
}
_CASTS = {"date": "date", "time": "time", "timestamp": "datetime"}
_SHIFTS = {"date_add": "+", "adddate": "+", "date_sub": "-", "subdate": "-"}
_SPECIAL = frozenset({"extract", "position", "group_concat", "get_format", "weight_string", "row"})
_WITH_UNIT = frozenset({"timestampadd", "timestampdiff"})


class NotRead(Exception):
    """An expression with something that this reader does not know."""


@lru_cache(maxsize=1024)
def printed(text: str, charset: str = "utf8mb4") -> str:
    """The expression as the server prints it; `charset` is what CAST ... AS CHAR gets. Raises NotRead."""
    reader = _Reader(tokens_of(text), charset)
    result = reader.level(0)
    if reader.i < len(reader.tokens):
        raise NotRead(text)
    return result


def tokens_of(text: str) -> tuple[Token, ...]:
    return tuple(Lexer(text).read(0).tokens)


def quote(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _string(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


class _Reader:
    def __init__(self, tokens: tuple[Token, ...], charset: str) -> None:
        self.tokens, self.charset, self.i = tokens, charset, 0

    # --- reading ------------------------------------------------------------------------------------------------------

    @property
    def word(self) -> str:
        token = self.tokens[self.i] if self.i < len(self.tokens) else None
        return (token.upper or token.text) if token else ""

    def take(self, *words: str) -> str:
        """The token if it is one of these; an empty string, and nothing taken, if not."""
        found = self.word
        if found in words and found and self.tokens[self.i].kind in {TokenKind.WORD, TokenKind.PUNCT}:
            self.i += 1
            return found
        return ""

    def need(self, *words: str) -> str:
        return self.take(*words) or self._stop()

    def _stop(self) -> str:
        raise NotRead(self.word)

    # --- operators ----------------------------------------------------------------------------------------------------

    def level(self, strength: int) -> str:
        if strength == len(_LEVELS):
            return self._unary()
        if strength == _NOT_LEVEL and self.take("NOT"):
            return self._negated()
        left = self.level(strength + 1)
        while True:
            if strength == _COMPARISON and (changed := self._predicate(left)) is not None:
                left = changed
                continue
            operator = self.take(*_LEVELS[strength])
            if not operator:
                return left
            printed_as = _LEVELS[strength][operator]
            if operator in {"+", "-"} and self.word == "INTERVAL":
                left = self._shift(left, operator)
            else:
                left = f"({left} {printed_as} {self.level(strength + 1)})"

    def _negated(self) -> str:
        """NOT over a comparison turns it round."""
        start = self.i
        inner = self.level(_NOT_LEVEL)
        reader = _Reader(self.tokens[start : self.i], self.charset)
        left = reader.level(_COMPARISON + 1)
        operator = _LEVELS[_COMPARISON].get(reader.take(*_LEVELS[_COMPARISON]), "")
        if operator in _OPPOSITE:
            right = reader.level(_COMPARISON + 1)
            if reader.i == len(reader.tokens):
                return f"({left} {_OPPOSITE[operator]} {right})"
        if " and " in inner or " or " in inner or inner.startswith(("isnull(", "(not")) or " is " in inner:
            raise NotRead("NOT over a condition")
        return f"(not({inner}))"

    def _predicate(self, left: str) -> str | None:
        """IS, BETWEEN, IN, LIKE, REGEXP behind their left side; None when none of them stands here."""
        if self.take("IS"):
            return self._is(left)
        negative = bool(self.take("NOT"))
        said = "not " if negative else ""
        if self.take("BETWEEN"):
            low = self.level(_COMPARISON + 1)
            self.need("AND")
            return f"({left} {said}between {low} and {self.level(_COMPARISON + 1)})"
        if self.take("IN"):
            items = self._list()
            if len(items) == 1:
                return f"({left} {'<>' if negative else '='} {items[0]})"
            return f"({left} {said}in ({','.join(items)}))"
        if self.take("LIKE"):
            found = f"({left} like {self._unary()})"
        elif self.take("REGEXP", "RLIKE"):
            found = f"({left} regexp {self.level(_COMPARISON + 1)})"
        elif negative:
            raise NotRead("NOT")
        else:
            return None
        return f"(not({found}))" if negative else found

    def _is(self, left: str) -> str:
        said = "not " if self.take("NOT") else ""
        what = self.need("NULL", "UNKNOWN", "TRUE", "FALSE")
        if what in {"NULL", "UNKNOWN"}:
            return f"({left} is not null)" if said else f"isnull({left})"
        return f"({left} is {said}{what.lower()})"

    def _shift(self, left: str, operator: str) -> str:
        self.need("INTERVAL")
        amount = self.level(0)
        unit = self.tokens[self.i].text.lower() if self.word else self._stop()
        self.i += 1
        return f"({left} {operator} interval {amount} {unit})"

    def _unary(self) -> str:
        sign = self.take("-", "~", "!", "+", "BINARY")
        if sign == "-":
            return f"-({self._unary()})"
        if sign == "~":
            return f"~({self._unary()})"
        if sign == "!":
            return f"(not({self._unary()}))"
        if sign == "BINARY":
            return f"cast({self._unary()} as char charset binary)"
        if sign == "+":
            return self._unary()
        value = self._primary()
        while self.take("COLLATE"):
            value = f"({value} collate {self.tokens[self.i].value.lower()})"
            self.i += 1
        return value

    # --- operands -----------------------------------------------------------------------------------------------------

    def _primary(self) -> str:
        if self.i >= len(self.tokens):
            raise NotRead("the end")
        token = self.tokens[self.i]
        if token.text == "(":
            items = self._list()
            return items[0] if len(items) == 1 else self._stop()
        if token.kind is TokenKind.STRING:
            self.i += 1
            return _string(token.value)
        if token.kind in {TokenKind.NUMBER, TokenKind.BITS}:
            self.i += 1
            raw = raw_bits(token.text)
            return token.text if raw is None else "0x" + raw.hex().upper()
        if token.kind not in {TokenKind.WORD, TokenKind.QUOTED}:
            raise NotRead(token.text)
        if token.upper in {"NULL", "TRUE", "FALSE"}:
            self.i += 1
            return token.upper
        if self.take("CASE"):
            return self._case()
        following = self.tokens[self.i + 1].text if self.i + 1 < len(self.tokens) else ""
        if following == "(":
            return self._call(token.value.lower())
        return self._column()

    def _list(self) -> list[str]:
        self.need("(")
        items = [self.level(0)]
        while self.take(","):
            items.append(self.level(0))
        self.need(")")
        return items

    def _column(self) -> str:
        name = self.tokens[self.i].value
        self.i += 1
        while self.take("."):
            name = self.tokens[self.i].value
            self.i += 1
        column = quote(name)
        arrow = self.take("->", "->>")
        if not arrow:
            return column
        path = _string(self.tokens[self.i].value)
        self.i += 1
        found = f"json_extract({column},{path})"
        return f"json_unquote({found})" if arrow == "->>" else found

    def _case(self) -> str:
        parts = ["case"]
        if self.word != "WHEN":
            parts.append(self.level(0))
        while self.take("WHEN"):
            condition = self.level(0)
            self.need("THEN")
            parts.append(f"when {condition} then {self.level(0)}")
        if self.take("ELSE"):
            parts.append(f"else {self.level(0)}")
        self.need("END")
        return f"({' '.join(parts)} end)"

    def _call(self, name: str) -> str:
        self.i += 1
        if name in {"cast", "convert"}:
            return self._cast(name)
        if name in _SPECIAL:
            raise NotRead(name)
        if name in _SHIFTS:
            return self._shifted(name)
        if self.tokens[self.i + 1].text == ")":
            self.i += 2
            return f"{_OTHER_NAMES.get(name, name)}()"
        if name in _WITH_UNIT:
            return self._with_unit(name)
        items = self._list()
        rewrite = _REWRITES.get((name, len(items)))
        if rewrite is not None:
            return rewrite(items)
        return f"{_OTHER_NAMES.get(name, name)}({','.join(items)})"

    def _shifted(self, name: str) -> str:
        self.need("(")
        left = self.level(0)
        self.need(",")
        if self.word == "INTERVAL":
            shifted = self._shift(left, _SHIFTS[name])
        else:
            shifted = f"({left} {_SHIFTS[name]} interval {self.level(0)} day)"
        self.need(")")
        return shifted

    def _with_unit(self, name: str) -> str:
        self.need("(")
        unit = self.tokens[self.i].text.upper()
        self.i += 1
        items = []
        while self.take(","):
            items.append(self.level(0))
        self.need(")")
        return f"{name}({','.join((unit, *items))})"

    def _cast(self, name: str) -> str:
        self.need("(")
        value = self.level(0)
        if name == "convert" and self.take("USING"):
            charset = self.tokens[self.i].value.lower()
            self.i += 1
            self.need(")")
            return f"convert({value} using {charset})"
        self.need("AS" if name == "cast" else ",")
        target = self._target()
        self.need(")")
        return f"cast({value} as {target})"

    def _target(self) -> str:
        kind = self.need("CHAR", "BINARY", "SIGNED", "UNSIGNED", "DECIMAL", "DATE", "DATETIME", "TIME", "JSON")
        if kind in {"SIGNED", "UNSIGNED"}:
            self.take("INTEGER")
        size = f"({','.join(self._list())})" if self.word == "(" else ""
        if kind == "BINARY":
            return f"char{size} charset binary"
        if kind != "CHAR":
            return f"{kind.lower()}{size}"
        charset = self.charset
        if self.take("CHARSET") or (self.take("CHARACTER") and self.need("SET")):
            charset = self.tokens[self.i].value.lower()
            self.i += 1
        return f"char{size} charset {charset}"


def _cast_as(kind: str) -> Callable[[list[str]], str]:
    return lambda items: f"cast({items[0]} as {kind})"


_REWRITES: dict[tuple[str, int], Callable[[list[str]], str]] = {
    ("mod", 2): lambda a: f"({a[0]} % {a[1]})",
    ("round", 1): lambda a: f"round({a[0]},0)",
    ("instr", 2): lambda a: f"locate({a[1]},{a[0]})",
    ("isnull", 1): lambda a: f"isnull({a[0]})",
    **{(name, 1): _cast_as(kind) for name, kind in _CASTS.items()},
}
