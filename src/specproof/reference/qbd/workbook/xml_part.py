"""One XML part as a stream of finished elements, behind a guard that judges its bytes before the parser sees them.

Bounded in size by the container, in depth, length of a token and size of one element here; UTF-8 alone, no document
type and so no entities. It refuses to hand on what is not well-formed, and keeps nothing that was handed on.
"""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from specproof.reference.rejection import Rejected

Element = ET.Element
_DECLARED = (b"<!DOCTYPE", b"<!ENTITY")
_LONGEST = max(map(len, _DECLARED)) - 1
_ENCODING = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
_HEAD = 256
_BLOCK = 512
_MARK = re.compile(rb"</|<(?![!?])|/>")


def elements(
    pieces: Iterable[bytes], limits: Mapping[str, Any], roots: Collection[str], wanted: Collection[str]
) -> Iterator[Element]:
    """The wanted elements in the order of the document, each whole; those within a wanted one stay in it.

    `roots` are the names that the outermost element may have. Raises Rejected with a refusal of profile.yaml.
    """
    # Starts are asked for because the first one gives the root, from which everything finished is taken off again:
    # a part of any size then needs no more memory than its largest element.
    parser: ET.XMLPullParser[Any] = ET.XMLPullParser(("start",))
    root: Element | None = None
    waiting = _Waiting(limits)
    try:
        for piece in _guarded(pieces, limits):
            parser.feed(piece)
            root = _root(parser, root)
            if root is not None:
                yield from _finished(root, wanted)
                waiting.judge(root, piece, wanted)
        parser.close()
    except ET.ParseError:
        raise Rejected("not-well-formed") from None
    root = _root(parser, root)
    if root is not None:  # a part without one is not well-formed
        yield from _within(root, wanted)
    if root is None or root.tag not in roots:
        raise Rejected("foreign-namespace")


def _root(parser: ET.XMLPullParser[Any], root: Element | None) -> Element | None:
    """The outermost element once it has begun; other starts are dropped."""
    events: Any = parser.read_events()  # pairs of a word and an element
    if root is None:
        root = next((element for _, element in events), None)
    deque(events, maxlen=0)
    return root


def _finished(root: Element, wanted: Collection[str]) -> Iterator[Element]:
    """Takes off everything that has ended for certain, which is all but the last child at each level."""
    parent = root
    while len(parent) and parent.tag not in wanted:
        for child in parent[:-1]:
            if child.tag in wanted:
                yield child
            elif len(child):
                yield from _within(child, wanted)
        del parent[:-1]
        parent = parent[0]


def _within(parent: Element, wanted: Collection[str]) -> Iterator[Element]:
    for child in parent:
        if child.tag in wanted:
            yield child
        elif len(child):
            yield from _within(child, wanted)


class _Waiting:
    """The element that is not finished yet, and how much of the part it has taken so far."""

    def __init__(self, limits: Mapping[str, Any]) -> None:
        self._limits = limits
        self._element: Element | None = None
        self._bytes = self._marks = 0

    def judge(self, root: Element, piece: bytes, wanted: Collection[str]) -> None:
        last = root
        while len(last) and last.tag not in wanted:
            last = last[-1]
        if last is not self._element:
            self._element, self._bytes, self._marks = last, 0, 0
            return
        self._bytes += len(piece)
        self._marks += piece.count(b"<") - piece.count(b"</")
        if self._bytes > self._limits["item_bytes"] or self._marks > self._limits["item_elements"]:
            raise Rejected("item-too-large")


def _guarded(pieces: Iterable[bytes], limits: Mapping[str, Any]) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    tail, open_token, head = b"", 0, b""
    depth = _Depth(limits["xml_depth"])
    for piece in pieces:
        if len(head) < _HEAD:
            head = (head + piece)[:_HEAD]
            _utf8_declared(head)
        try:
            decoder.decode(piece)
        except UnicodeDecodeError:
            raise Rejected("not-utf-8") from None
        seam = tail + piece
        if b"<!" in seam and any(word in seam for word in _DECLARED):
            raise Rejected("document-type")
        tail = seam[-_LONGEST:]
        first = piece.find(b">")
        if open_token + (first if first >= 0 else len(piece)) > limits["token_bytes"]:
            raise Rejected("token-too-long")
        open_token = open_token + len(piece) if first < 0 else len(piece) - piece.rfind(b">") - 1
        depth.take(piece)
        yield piece


def _utf8_declared(head: bytes) -> None:
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\x00" in head[:4]:
        raise Rejected("not-utf-8")
    said = _ENCODING.search(head)
    if said and said[1].lower() not in (b"utf-8", b"utf8"):
        raise Rejected("not-utf-8")


class _Depth:
    """How deep the elements are nested, by their marks alone, which costs next to nothing beside the parser.

    Blocks are so small that an ordinary one cannot exceed the limit and is only counted; others are walked by marks.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._depth = 0
        self._rest = b""

    def take(self, piece: bytes) -> None:
        data = self._rest + piece
        end = _whole(data, len(data))
        self._rest = data[end:]
        start = 0
        while start < end:
            stop = _whole(data, start + _BLOCK) if start + _BLOCK < end else end
            self._block(data[start:stop])
            start = stop

    def _block(self, block: bytes) -> None:
        ends = block.count(b"</")
        opened = block.count(b"<") - ends - block.count(b"<!") - block.count(b"<?")
        if self._depth + opened > self._limit:
            self._walk(block)
        else:
            self._depth += opened - ends - block.count(b"/>")

    def _walk(self, block: bytes) -> None:
        for mark in _MARK.findall(block):
            self._depth += 1 if mark == b"<" else -1
            if self._depth > self._limit:
                raise Rejected("xml-too-deep")


def _whole(data: bytes, stop: int) -> int:
    """The last place up to there that cuts no mark in two."""
    for _ in range(2):  # no mark is longer
        if data[stop - 1 : stop] in (b"<", b"/"):
            stop -= 1
    return stop
