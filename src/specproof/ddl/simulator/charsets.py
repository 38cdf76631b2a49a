"""Character sets and collations as the server combines them from column, table and database.

Part of the simulator. A collation stands for both, because it implies its character set; None means that it comes from
a database default which the script does not tell.
"""

from __future__ import annotations

from specproof.ddl import words
from specproof.ddl.simulator.trial import Trial
from specproof.ddl.syntax import Word

NATIONAL = "utf8_general_ci"
BINARY = "binary"


def charset_name(collation: str | None) -> str | None:
    charset = words.charset_of(collation) if collation else None
    return charset.name if charset else None


def maxlen(collation: str | None) -> int | None:
    """Bytes of the longest character; None when the collation is not known."""
    charset = words.charset_of(collation) if collation else None
    return charset.maxlen if charset else None


def default_collation(charset: str) -> str | None:
    known = words.charset(charset)
    return known.default_collation if known else None


def binary_collation(collation: str | None) -> str | None:
    """What the BINARY attribute makes of a collation."""
    charset = charset_name(collation)
    return None if charset is None else BINARY if charset == BINARY else f"{charset}_bin"


def resolve(trial: Trial, charset: Word | None, collation: Word | None, *, implied: str | None = None) -> str | None:
    """The collation that CHARACTER SET and COLLATE of one declaration give; None when neither says anything.

    `implied` is the character set that the type brings along. Records 1115, 1273 and 1253.
    """
    chosen: str | None = default_collation(implied) if implied else None
    if charset is not None and charset.value.lower() != "default":
        chosen = default_collation(charset.value)
        if chosen is None:
            trial.refuse("unknown-charset", charset.place, 1115, charset=charset.value)
            return None
    if collation is None or collation.value.lower() == "default":
        return chosen
    known = words.collation(collation.value)
    if known is None:
        trial.refuse("unknown-collation", collation.place, 1273, collation=collation.value)
        return None
    if chosen is not None and charset_name(chosen) != charset_name(known):
        trial.refuse(
            "collation-charset-mismatch",
            collation.place,
            1253,
            collation=collation.value,
            charset=charset_name(chosen) or "",
        )
        return None
    return known
