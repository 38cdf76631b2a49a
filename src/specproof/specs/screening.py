"""What is refused before or instead of parsing: files out of reach, bytes that are not plain UTF-8, broken syntax.

Serves the loader with ready problems. It refuses to repair: no BOM is skipped, no tab is expanded.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from stat import S_ISREG
from typing import Any

from specproof.specs.problem import Problem

MAX_BYTES = 5 * 1024 * 1024
MAX_DEPTH = 100

_BOMS = (
    (codecs.BOM_UTF8, "yaml.bom", "The file starts with a byte order mark."),
    (codecs.BOM_UTF16_LE, "yaml.not-utf8", "The file is UTF-16, not UTF-8."),
    (codecs.BOM_UTF16_BE, "yaml.not-utf8", "The file is UTF-16, not UTF-8."),
)
# Control characters, and the line breaks that YAML 1.1 knows and YAML 1.2 does not. Spelt as escapes they are welcome.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

# What libyaml says, and what the writer most likely did.
_HINTS = (
    ("mapping values are not allowed", "Put the text in quotes: it holds a colon followed by a blank."),
    ("could not find expected ':'", "Write 'key: value'; text that goes on over lines needs quotes or a '|' block."),
    ("cannot start any token", "Put the text in quotes: a value cannot start with this character."),
    ("unexpected end of stream", "Close the quote or bracket that is open at this point."),
    ("expected <block end>", "Align the line with the other keys or items of its block."),
    ("expected key", "Align the line with the other keys of its block."),
    ("expected '-' indicator", "Align the line with the other items of its list."),
    ("expected ',' or", "Separate the items of the bracket with commas, and close it."),
    ("block sequence entries are not allowed", "Start the list on a line of its own."),
    ("unknown escape character", "Double the backslash, or use single quotes."),
    ("alphabetic or numeric character", "Put the text in quotes: a value cannot start with * or &."),
)


def fetch(path: Path, file: str) -> bytes | Problem:
    """The bytes of one file, or why they cannot be had."""
    try:
        if not S_ISREG(path.stat().st_mode):
            step = "Keep plain files only: reading a pipe or a device might never end."
            return Problem(file, 1, 1, "", "yaml.unreadable", "This is no regular file.", step)
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Problem(file, 1, 1, "", "yaml.unreadable", "There is no such file.", "Check the name.")
    except OSError as error:
        what = f"The file cannot be read: {error.strerror}."
        return Problem(file, 1, 1, "", "yaml.unreadable", what, "Check the kind of file and its permissions.")
    if len(data) > MAX_BYTES:
        return Problem(
            file,
            1,
            1,
            "",
            "yaml.too-large",
            f"The file is larger than {MAX_BYTES // 1024 // 1024} MiB.",
            "Split the file: no part of the law is that large.",
        )
    return data


def decode(data: bytes, file: str) -> str | Problem:
    """The text of the bytes, which must be UTF-8 without a mark."""
    step = "Save the file as UTF-8 without a byte order mark."
    for mark, code, what in _BOMS:
        if data.startswith(mark):
            return Problem(file, 1, 1, "", code, what, step)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = _position(before, len(before))
        what = f"The byte 0x{data[error.start]:02X} is not UTF-8."
        return Problem(file, line, column, "", "yaml.not-utf8", what, step)


def screen(text: str, file: str) -> tuple[Problem, ...]:
    """Characters that may not stand in a file: the first control character, and the first tab with their number."""
    problems = []
    if found := _FORBIDDEN.search(text):
        line, column = _position(text, found.start())
        problems.append(
            Problem(
                file,
                line,
                column,
                "",
                "yaml.control-character",
                f"The invisible character U+{ord(found.group()):04X} stands in the file.",
                'Remove it; where a text needs it, write it as an escape in double quotes ("\\u0000").',
            )
        )
    if (first := text.find("\t")) >= 0:
        line, column = _position(text, first)
        count = sum("\t" in one for one in text.split("\n"))
        more = f" ({count} lines have one)" if count > 1 else ""
        step = 'Use spaces; where a text needs a tab, write "\\t" in double quotes.'
        problems.append(Problem(file, line, column, "", "yaml.tab", f"A tab stands in the file{more}.", step))
    return tuple(problems)


def syntax_problem(error: Any, file: str, path: str) -> Problem:
    """A problem out of an error of the YAML parser."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    said = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "it cannot be read")
    if "nesting depth" in said:  # libyaml's own limit, met while it looks ahead
        return too_deep(file, line, column, path)
    context = f" ({error.context})" if getattr(error, "context", None) else ""
    hint = next((hint for part, hint in _HINTS if part in said), "Correct the line, or the one before it.")
    return Problem(file, line, column, path, "yaml.syntax", f"This is not YAML: {said}{context}.", hint)


def too_deep(file: str, line: int, column: int, path: str) -> Problem:
    what = f"Values are nested more than {MAX_DEPTH} deep."
    step = "Flatten the data: no file of this project needs such a depth."
    return Problem(file, line, column, path, "yaml.too-deep", what, step)


def _position(text: str, offset: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - start + 1
