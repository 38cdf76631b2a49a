"""How many columns of a terminal a text takes, and how a text is shown so that it cannot steer the terminal.

Shared by everything that prints. It refuses to ask the terminal: Unicode's own tables decide.
"""

from __future__ import annotations

from unicodedata import category, east_asian_width

_TAB = "    "


def cells(char: str) -> int:
    """How many columns of a terminal a shown character takes."""
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    return sum(map(cells, text))


def shown(char: str) -> str:
    """What stands for a character: itself, four blanks for a tab, a visible sign for what would steer the terminal."""
    if char == "\t":
        return _TAB
    kind = category(char)
    if char < " ":
        return chr(ord("␀") + ord(char))
    return "\ufffd" if kind in ("Cc", "Cf", "Cs", "Zl", "Zp") else char


def safe(text: str) -> str:
    """Text from a script on one line, fit for a terminal."""
    return "".join(map(shown, text))
