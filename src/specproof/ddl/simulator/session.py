"""The server settings that decide about DDL, and how SET statements of the script change them.

Starts from an unconfigured 5.7 server (`ddl/facts/server.yaml`) or from what the caller knows of his. A value that the
text does not decide (`SET sql_mode = @x` with an unknown @x) is remembered as doubtful instead of guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from specproof.ddl import words
from specproof.ddl.script import Token, TokenKind

_STRICT = frozenset({"STRICT_TRANS_TABLES", "STRICT_ALL_TABLES"})
_TRADITIONAL = frozenset(
    {
        "STRICT_TRANS_TABLES",
        "STRICT_ALL_TABLES",
        "NO_ZERO_IN_DATE",
        "NO_ZERO_DATE",
        "ERROR_FOR_DIVISION_BY_ZERO",
        "NO_AUTO_CREATE_USER",
        "NO_ENGINE_SUBSTITUTION",
    }
)
_ANSI = frozenset({"REAL_AS_FLOAT", "PIPES_AS_CONCAT", "ANSI_QUOTES", "IGNORE_SPACE", "ONLY_FULL_GROUP_BY"})
_FOREIGN = frozenset({"PIPES_AS_CONCAT", "ANSI_QUOTES", "IGNORE_SPACE"})
# Modes that stand for several, and those of each (manual: sql-mode, "Combination SQL Modes").
_COMBINED = {
    "TRADITIONAL": _TRADITIONAL,
    "ANSI": _ANSI,
    **dict.fromkeys(("DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL"), _FOREIGN),
}
# The modes by their bits, for `SET sql_mode = 4`; the fifth is not used.
_BY_BIT = (
    "REAL_AS_FLOAT",
    "PIPES_AS_CONCAT",
    "ANSI_QUOTES",
    "IGNORE_SPACE",
    "-",
    "ONLY_FULL_GROUP_BY",
    "NO_UNSIGNED_SUBTRACTION",
    "NO_DIR_IN_CREATE",
    "POSTGRESQL",
    "ORACLE",
    "MSSQL",
    "DB2",
    "MAXDB",
    "NO_KEY_OPTIONS",
    "NO_TABLE_OPTIONS",
    "NO_FIELD_OPTIONS",
    "MYSQL323",
    "MYSQL40",
    "ANSI",
    "NO_AUTO_VALUE_ON_ZERO",
    "NO_BACKSLASH_ESCAPES",
    "STRICT_TRANS_TABLES",
    "STRICT_ALL_TABLES",
    "NO_ZERO_IN_DATE",
    "NO_ZERO_DATE",
    "ALLOW_INVALID_DATES",
    "ERROR_FOR_DIVISION_BY_ZERO",
    "TRADITIONAL",
    "NO_AUTO_CREATE_USER",
    "HIGH_NOT_PRECEDENCE",
    "NO_ENGINE_SUBSTITUTION",
    "PAD_CHAR_TO_FULL_LENGTH",
)
# The names that 5.7 takes; the unused bit has one that cannot be set.
MODES = frozenset(_BY_BIT) - {"-"}
_ON = frozenset({"1", "on", "true", "yes"})
_NEWEST = "5.7.44"


@dataclass
class Session:
    """One connection's settings. Names are those of the server's variables, values their text in any case."""

    values: dict[str, str]
    version: str = _NEWEST
    user: dict[str, str | None] = field(default_factory=dict)  # @variables; None = known to be set, value not known
    doubtful: set[str] = field(default_factory=set)
    in_transaction: bool = False
    has_locks: bool = False  # LOCK TABLES

    @classmethod
    def start(cls, variables: Mapping[str, str] | None = None) -> Session:
        """An unconfigured server, with the caller's own values on top; `version` among them is the server's."""
        given = {name.lower(): str(value) for name, value in (variables or {}).items()}
        defaults = {name: str(value) for name, value in words.server_defaults().items()}
        return cls({**defaults, **given}, version=given.get("version", _NEWEST))

    def on(self, name: str) -> bool:
        return self.values.get(name, "").lower() in _ON

    def unsure(self, *names: str) -> bool:
        """Whether one of these settings was given a value that the text does not tell."""
        return not self.doubtful.isdisjoint(names)

    @property
    def modes(self) -> frozenset[str]:
        text = self.values.get("sql_mode", "").upper()
        if text.isascii() and text.isdecimal():
            bits = int(text[: len(_BY_BIT)])
            named = [mode for bit, mode in enumerate(_BY_BIT) if bits >> bit & 1]
        else:
            named = re.split(r"[,\s]+", text)
        return frozenset(filter(None, named)).union(*(_COMBINED.get(mode, ()) for mode in named))

    @property
    def strict(self) -> bool:
        return bool(self.modes & _STRICT)

    @property
    def implicit_timestamps(self) -> bool:
        """The old way of TIMESTAMP columns: NOT NULL and a default of their own unless told otherwise."""
        return not self.on("explicit_defaults_for_timestamp")

    @property
    def release(self) -> tuple[int, ...]:
        return tuple(int(part) for part in re.findall(r"\d+", self.version)[:3])

    @property
    def default_row_format(self) -> str:
        return self.values["innodb_default_row_format"].upper()

    def follow(self, kind: str) -> None:
        """Transactions and table locks of statements that are no DDL; DDL itself commits."""
        if kind == "start transaction":
            self.in_transaction, self.has_locks = True, False
        elif kind in {"commit", "rollback"}:
            self.in_transaction = False
        elif kind in {"lock tables", "unlock tables"}:
            self.in_transaction, self.has_locks = False, kind == "lock tables"

    def apply(self, tokens: Sequence[Token]) -> None:
        """Takes over what a SET statement says about this session; GLOBAL settings change no open session."""
        for name, value in _assignments(tokens):
            self._assign(name, value)

    def _assign(self, name: str, value: tuple[Token, ...]) -> None:
        text = self._evaluate(value, name)
        if name.startswith("@"):
            self.user[name] = text
        elif text is None:
            self.doubtful.add(name)
        else:
            self.values[name] = text
            self.doubtful.discard(name)

    def _evaluate(self, value: tuple[Token, ...], name: str) -> str | None:
        """The text of a literal, a variable or CONCAT of such; None for anything else."""
        if len(value) == 1:
            return self._one(value[0], name)
        if len(value) > 2 and value[0].upper == "CONCAT":  # noqa: PLR2004 - CONCAT ( ... )
            parts = [self._one(t, name) for t in value[2:-1] if t.text != ","]
            return None if None in parts else "".join(p for p in parts if p is not None)
        return None

    def _one(self, token: Token, name: str) -> str | None:
        if token.kind is TokenKind.VARIABLE:
            variable = token.text.lower()
            if not variable.startswith("@@"):
                return self.user.get(variable)
            variable = variable.removeprefix("@@").removeprefix("session.").removeprefix("local.")
            return None if variable in self.doubtful else self.values.get(variable)
        if token.upper == "DEFAULT":
            return str(words.server_defaults().get(name, ""))
        if token.kind in {TokenKind.STRING, TokenKind.NUMBER, TokenKind.WORD}:
            return token.value
        return None


def _assignments(tokens: Sequence[Token]) -> Iterator[tuple[str, tuple[Token, ...]]]:
    """Name and value tokens of each part of `SET a = 1, SESSION b := 2`; parts for GLOBAL are left out."""
    for part in _parts(tokens[1:]):
        scope, rest = ("", part)
        if part and part[0].upper in {"SESSION", "LOCAL", "GLOBAL"}:
            scope, rest = part[0].upper, part[1:]
        sign = next((i for i, token in enumerate(rest) if token.text in {"=", ":="}), None)
        if not sign or scope == "GLOBAL":
            continue
        name = "".join(token.text for token in rest[:sign]).lower().replace("`", "")
        if name.startswith("@@global."):
            continue
        for prefix in ("@@session.", "@@local.", "@@"):
            name = name.removeprefix(prefix)
        yield name, tuple(rest[sign + 1 :])


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    depth, part = 0, list[Token]()
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "," and depth == 0:
            yield part
            part = []
        else:
            part.append(token)
    yield part
