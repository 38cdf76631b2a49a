"""Which texts a collation takes for equal, as far as that can be told without the server's tables.

Part of the simulator, for members of ENUM and SET. Where only a table decides (accents, ligatures, kana outside the
plain cases), it answers None instead of guessing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_PLAIN_END = 0x250  # up to here utf8_general_ci drops every accent that Unicode decomposes
_HIRAGANA, _KATAKANA = range(0x3041, 0x3097), 0x60
_BMP_END = 0x10000
_LATIN_TRAPS = str.maketrans({"\u0131": "i", "ü": "y", "æ": "a", "ø": "o", "œ": "oe", "ð": "d", "þ": "th"})


def alike(one: str, other: str, collation: str | None) -> bool | None:
    """Whether the two are one value; None where that is not certain. Trailing blanks never count."""
    one, other = one.rstrip(" "), other.rstrip(" ")
    if one == other:
        return True
    if collation is None or collation.endswith("_bin") or collation == "binary":
        return False
    if _case(one, collation) == _case(other, collation):
        return True
    if one.isascii() and other.isascii():
        return False
    return None if _loose(one) & _loose(other) else False


def repeated(members: Sequence[str], collation: str | None) -> tuple[str, bool] | None:
    """The first member that is there twice, and whether that is certain."""
    seen = set[str]()
    for member in members:
        form = _case(member.rstrip(" "), collation or "binary")
        if form in seen:
            return member, True
        seen.add(form)
    perhaps = dict[str, str]()  # loose form, first member of it
    for member in members:
        for form in _loose(member.rstrip(" ")):
            if alike(perhaps.setdefault(form, member), member, collation) is None:
                return member, False
    return None


def _case(text: str, collation: str) -> str:
    """The text as every version of the collation folds it: case, and accents where they surely do not count."""
    if collation.endswith(("_bin", "_cs")) or collation == "binary":
        return text
    if text.isascii():
        return text.lower()
    general = collation.startswith(("utf8_general_ci", "utf8mb4_general_ci"))
    one_weight = general or collation.startswith(("utf8_unicode_ci", "utf8mb4_unicode_ci"))
    return "".join(_letter(char, general=general, one_weight=one_weight) for char in text)


def _letter(char: str, *, general: bool, one_weight: bool) -> str:
    if ord(char) >= _BMP_END:
        return "\ufffd" if one_weight else char
    if general and ord(char) < _PLAIN_END:
        char = "s" if char == "ß" else unicodedata.normalize("NFD", char)[0]
    upper = char.upper()
    lower = upper.lower() if len(upper) == 1 else char
    return lower if len(lower) == 1 else char


def _loose(text: str) -> set[str]:
    """Forms of which two texts share one whenever some collation takes them for equal."""
    if text.isascii():
        return {text.lower().replace("ss", "s")}
    plain = "".join(map(_katakana, _base(text).casefold()))
    ligatures = _base(unicodedata.normalize("NFC", text).lower().translate(_LATIN_TRAPS)).casefold()
    return {plain.replace("ss", "s"), ligatures}


def _base(text: str) -> str:
    """Without marks, invisible characters and the differences that compatibility forms make."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if unicodedata.category(c)[0] not in "MC")


def _katakana(char: str) -> str:
    if ord(char) in _HIRAGANA:
        return chr(ord(char) + _KATAKANA)
    return "\ufffd" if ord(char) >= _BMP_END else char
