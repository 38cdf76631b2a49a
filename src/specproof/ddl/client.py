"""What the mysql command-line client keeps to itself: its command words, its backslash commands, and DELIMITER.

Used by the splitter. It knows only which stretch of text is a command of the client and refuses to carry any out.
Source: MySQL 5.7 reference manual, section 4.5.1.2 "mysql Client Commands", and runs of the client.
"""

from __future__ import annotations

from dataclasses import dataclass

# name -> (letter of the backslash form, takes an argument)
_COMMANDS: dict[str, tuple[str, bool]] = {
    "?": ("?", True),
    "charset": ("C", True),
    "clear": ("c", False),
    "connect": ("r", True),
    "delimiter": ("d", True),
    "edit": ("e", False),
    "ego": ("G", False),
    "exit": ("q", False),
    "go": ("g", False),
    "help": ("h", True),
    "nopager": ("n", False),
    "notee": ("t", False),
    "nowarning": ("w", False),
    "pager": ("P", True),
    "print": ("p", False),
    "prompt": ("R", True),
    "quit": ("q", False),
    "rehash": ("#", False),
    "resetconnection": ("x", False),
    "source": (".", True),
    "status": ("s", False),
    "system": ("!", True),
    "tee": ("T", True),
    "use": ("u", True),
    "warnings": ("W", False),
}
_LETTERS = {letter: name for name, (letter, _) in _COMMANDS.items() if name != "exit"}
_LONGEST = max(map(len, _COMMANDS))


@dataclass(frozen=True, slots=True)
class ClientCommand:
    name: str
    argument: str


def is_command(word: str) -> bool:
    return word.lower() in _COMMANDS


def command_line(line: str, delimiter: str) -> ClientCommand | None:
    r"""The command that a whole line stands for, given that no statement is open; None when it is SQL.

    A line that holds the delimiter or `\g` is read like SQL first, except a DELIMITER line.
    """
    if ("\\g" in line or delimiter in line) and line[: len("delimiter")].lower() != "delimiter":
        return None
    return command(line)


def command(text: str) -> ClientCommand | None:
    """The command that this text is, without its delimiter."""
    body = text.strip(" \t\r\n\f\v")
    word = body[: _LONGEST + 1].split(None, 1)[0] if body else ""
    name = word.lower()
    if name not in _COMMANDS:
        return None
    argument = body[len(word) :].strip(" \t")
    if argument and not _COMMANDS[name][1]:
        return None
    return ClientCommand(name, argument)


def backslash_command(letter: str) -> str | None:
    r"""The name of the command behind a backslash and this letter; None for `\N`, which is NULL, and unknown ones."""
    return _LETTERS.get(letter)


def takes_argument(name: str) -> bool:
    return _COMMANDS[name][1]


def delimiter_of(argument: str) -> str | None:
    """The delimiter that a DELIMITER command sets: its first word, unquoted. None when there is none to take.

    A backslash cannot be part of it.
    """
    quoted = argument[:1] in ("'", '"', "`")
    value = argument[1:].split(argument[0], 1)[0] if quoted else argument.split(" ", 1)[0].strip("\t\r")
    return value if value and "\\" not in value else None
