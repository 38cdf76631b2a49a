"""Text with its strikes: the parts of a cell's text in order, decoded, line breaks unified, a bit for each character.

How runs are cut does not show in the result. It refuses a strike whose value is no truth value, and half of a
surrogate pair that an escape leaves behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from specproof.reference.qbd.workbook.xml_part import Element
from specproof.reference.rejection import Rejected

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TRUE, _FALSE = ("1", "true", None), ("0", "false")

Piece = tuple[str, bool | None]  # the text of a run, and whether it is struck; None: as the cell's font is


@dataclass(frozen=True, slots=True)
class RichText:
    """`struck` are the maximal stretches of struck characters as [start, end), without line breaks."""

    text: str
    struck: tuple[tuple[int, int], ...] = ()

    def part(self, start: int, end: int) -> RichText:
        """The stretch from start to end, its strikes counted from its own start."""
        inside = ((max(a, start) - start, min(b, end) - start) for a, b in self.struck if a < end and b > start)
        return RichText(self.text[start:end], tuple(inside))

    def strikes(self) -> list[bool]:
        """For each character whether it is struck."""
        found = [False] * len(self.text)
        for start, end in self.struck:
            found[start:end] = [True] * (end - start)
        return found


def pieces(item: Element, space: str) -> tuple[Piece, ...]:
    """The runs of a shared or inline string, phonetic text left out."""
    found: list[Piece] = []
    for child in item:
        if child.tag == f"{space}t":
            found.append((child.text or "", None))
        elif child.tag == f"{space}r":
            found.append(_run(child, space))
    return tuple(found)


def flag(element: Element | None) -> bool:
    """Whether an element that stands for a truth value says yes; one that is absent says no."""
    if element is None:
        return False
    value = element.get("val")
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise Rejected("wrong-flag")


def joined(parts: Sequence[Piece], *, cell_struck: bool, longest: int) -> RichText:
    """The text of the parts as one; a part that does not say takes the strike of the cell's font.

    `longest` is how many characters it may have, counted as the file has them.
    """
    marks = [(_decoded_units(text), cell_struck if struck is None else struck) for text, struck in parts]
    if sum(len(text) for text, _ in marks) > longest:
        raise Rejected("text-too-long")
    if not any(struck for _, struck in marks):
        return RichText(_unified(_paired("".join(text for text, _ in marks))))
    return _marked(marks)


def _run(run: Element, space: str) -> Piece:
    properties = run.findall(f"{space}rPr")
    strikes = [one for each in properties for one in each.findall(f"{space}strike")]
    if len(strikes) > 1:
        raise Rejected("wrong-flag")
    text = "".join(one.text or "" for one in run.findall(f"{space}t"))
    return text, flag(strikes[0] if strikes else None) if properties else None


def _marked(marks: Iterable[tuple[str, bool]]) -> RichText:
    """Pairs of surrogates and line breaks may lie across the border of two parts, so that these are joined first."""
    texts, bits = [], []
    for text, struck in marks:
        texts.append(text)
        bits += [struck] * len(text)
    characters = list(_characters("".join(texts), bits))
    return RichText("".join(one for one, _ in characters), tuple(_stretches(characters)))


def _characters(text: str, bits: Sequence[bool]) -> Iterator[tuple[str, bool]]:
    at = 0
    while at < len(text):
        one, struck = text[at], bits[at]
        if one == "\r":
            at += 1 if text[at + 1 : at + 2] == "\n" else 0
            one = "\n"
        elif "\ud800" <= one <= "\udbff" and "\udc00" <= text[at + 1 : at + 2] <= "\udfff":
            one = (text[at] + text[at + 1]).encode("utf-16", "surrogatepass").decode("utf-16")
            at += 1
        elif "\ud800" <= one <= "\udfff":
            raise Rejected("lone-surrogate")
        yield one, struck
        at += 1


def _stretches(characters: Sequence[tuple[str, bool]]) -> Iterator[tuple[int, int]]:
    start = None
    for at, (one, struck) in enumerate(characters):
        if struck and one != "\n":
            start = at if start is None else start
        elif start is not None:
            yield start, at
            start = None
    if start is not None:
        yield start, len(characters)


def _decoded_units(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _paired(text: str) -> str:
    """With pairs of surrogates as the one character that they stand for."""
    if not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise Rejected("lone-surrogate") from None


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
