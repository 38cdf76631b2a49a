"""Where the body of a stored routine, trigger or event ends: the blocks of it that are still open at a given token.

Used by the splitter where a script defines a body without DELIMITER. It counts blocks and refuses to check them.
Source: MySQL 5.7 reference manual, sections 13.1 and 13.6.
"""

from __future__ import annotations

from collections.abc import Sequence

from specproof.ddl.script import Token, TokenKind

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
_CLOSED_BY_NAME = frozenset(("IF", "LOOP", "WHILE", "REPEAT", "CASE"))


def defines_routine(tokens: Sequence[Token]) -> bool:
    """Whether the tokens begin a CREATE of something that has a body."""
    if not tokens or tokens[0].upper != "CREATE":
        return False
    return any(token.upper in _OBJECTS for token in tokens[1:_HEAD])


def open_blocks(tokens: Sequence[Token]) -> int:
    """How many BEGIN, CASE, IF, LOOP, WHILE and REPEAT blocks are open after the last token."""
    depth = 0
    before = ""
    for token in tokens:
        word = token.upper or token.text
        if before == "END":
            # END IF closes the block that the IF opened; the IF itself opens none.
            before = "" if word in _CLOSED_BY_NAME else word
            if before in ("BEGIN", "CASE"):
                depth += 1
            continue
        if word == "END":
            depth -= 1
        elif (
            word in ("BEGIN", "CASE")
            or (word in ("WHILE", "LOOP") and token.kind is TokenKind.WORD)
            or (word in ("IF", "REPEAT") and (before in _BEFORE_STATEMENT or before[:1] in ("'", '"')))
        ):
            depth += 1
        before = word
    return max(depth, 0)
