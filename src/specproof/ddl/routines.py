"""Where the body of a stored routine, trigger or event ends: the blocks of it that are still open at a given token.

Used by the splitter where a script defines a body without DELIMITER. It counts blocks and refuses to check them.
Source: MySQL 5.7 reference manual, sections 13.1 and 13.6.
"""

from __future__ import annotations

from collections.abc import Sequence

from specproof.ddl.script import Token

_OBJECTS = frozenset(("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"))
_HEAD = 16  # CREATE DEFINER = `user` @ `host` TRIGGER: the object's word comes early

# Words after which a statement of the body begins, so that IF and REPEAT there open a block and are no functions.
_BEFORE_STATEMENT = frozenset(
    (
        ";",
        ":",
        ")",
        "BEGIN",
        "THEN",
        "ELSE",
        "DO",
        "LOOP",
        "REPEAT",
        "ROW",
        "DETERMINISTIC",
        "SQL",
        "DATA",
        "DEFINER",
        "INVOKER",
        "ENABLE",
        "DISABLE",
        "SLAVE",
        "PRESERVE",
    )
)
_OPENERS = frozenset(("BEGIN", "CASE", "WHILE", "LOOP"))
_CLOSED_BY_NAME = frozenset(("IF", "LOOP", "WHILE", "REPEAT", "CASE"))


def defines_routine(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin a CREATE of something that has a body."""
    if not tokens or tokens[0].upper != "CREATE":
        return False
    return any(token.upper in _OBJECTS for token in tokens[1:_HEAD])


class Blocks:
    """Counts the BEGIN, CASE, IF, LOOP, WHILE and REPEAT blocks that are open while a body is read."""

    def __init__(self) -> None:
        self.depth = 0
        self._before = ""
        self._seen = 0

    def open_after(self, tokens: Sequence[Token]) -> bool:
        """Whether a block is open behind the last token; `tokens` are those of the call before and more."""
        for token in tokens[self._seen :]:
            self._count(token.upper or token.text)
        self._seen = len(tokens)
        return self.depth > 0

    def _count(self, word: str) -> None:
        if self._before == "END" and word in _CLOSED_BY_NAME:
            # END IF closes the block that the IF opened; the IF itself opens none.
            self._before = ""
            return
        if word == "END":
            self.depth = max(self.depth - 1, 0)
        elif word in _OPENERS or (
            word in ("IF", "REPEAT") and (self._before in _BEFORE_STATEMENT or self._before[:1] in ("'", '"'))
        ):
            self.depth += 1
        self._before = word
