"""XML of a message, as SIS sends it, read into the value that the JSON of a handler has: attributes become fields.

The other way in beside `strict_json`; `message` chooses by the first character. Which element stands for what is
assumed in wire.yaml, `input`, `xml`. It refuses every document type, and with it every entity but XML's own five.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn
from xml.parsers import expat

from specproof.reference.flight_state.law import COLLECTION, Law
from specproof.reference.rejection import Rejected
from specproof.reference.strict_json import Number

_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*<")
_ENCODING = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BLANK = " \t\r\n"
_Path = tuple[str | int, ...]


def is_xml(data: bytes) -> bool:
    return _BEGINS.match(data) is not None


def read(data: bytes, law: Law) -> dict[str, Any]:
    """The value that the same message in JSON has. Raises Rejected, whose path points into that value."""
    reader = _Reader(law)
    encoding = law.input["encoding"]
    _hold_to(encoding, data, reader)
    parser = expat.ParserCreate(encoding)
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        reader.refuse("not-xml")
    return reader.value


def _hold_to(encoding: str, data: bytes, reader: _Reader) -> None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        reader.refuse("not-utf-8")
    if "\0" in text:  # the parser would take it for UTF-16
        reader.refuse("not-utf-8")
    said = _ENCODING.match(data)
    if said and said[1].decode().lower() != encoding:
        reader.refuse("not-utf-8")


class _Reader:
    """Takes the events of the parser; `value` is complete when they end."""

    def __init__(self, law: Law) -> None:
        self.value: dict[str, Any] = {}
        self._law = law
        self._said = law.input["xml"]
        self._lists = {name for name, key in law.keys.items() if key.kind == COLLECTION}
        self._snapshots = law.envelope["flights"].kinds
        self._open: list[str] = []  # the names of the open elements
        self._fields: dict[str, Any] = {}  # of the flight that is being read
        self._path: _Path = ()  # to them

    def start(self, name: str, attributes: list[str]) -> None:
        said: dict[str, Any] = dict(zip(attributes[::2], attributes[1::2], strict=True))
        match len(self._open), self._snapshot:
            case 0, _:
                self._message(name, said)
            case 1, True:
                self._flight(name, said)
            case (1, False) | (2, True):
                self._key(name, said)
            case _:
                self.refuse("nested", *self._path, self._open[-1])
        self._open.append(name)

    def end(self, _name: str) -> None:
        self._open.pop()

    def text(self, text: str) -> None:
        if text.strip(_BLANK):
            self.refuse("text", *self._path)

    def doctype(self, *_said: object) -> None:
        self.refuse("doctype")

    def refuse(self, fault: str, *path: str | int) -> NoReturn:
        raise Rejected(self._said["refusals"][fault], path)

    @property
    def _snapshot(self) -> bool:
        return self.value.get("kind") in self._snapshots

    def _message(self, kind: str, said: dict[str, Any]) -> None:
        """The outermost element: its name is the kind; of an increment it is the flight as well."""
        self.value["kind"] = kind
        for name, part in self._law.envelope.items():
            if kind in part.kinds and part.type in ("text", "integer") and name != "kind" and name in said:
                text = said.pop(name)
                # What is no whole number in JSON's spelling stays text, which the envelope then refuses.
                self.value[name] = Number(text) if part.type == "integer" and _WHOLE.fullmatch(text) else text
        if not self._snapshot:
            self.value["fields"] = self._fields_of(said, "fields")
            return
        for name in said:
            self.refuse("envelope", name)
        self.value["flights"] = []

    def _flight(self, name: str, said: dict[str, Any]) -> None:
        flights: list[dict[str, Any]] = self.value["flights"]
        if name != self._said["flight"]:
            self.refuse("envelope", "flights", len(flights))
        flight = {"flid": said.pop("flid")} if "flid" in said else {}
        flights.append({**flight, "fields": self._fields_of(said, "flights", len(flights), "fields")})

    def _fields_of(self, said: dict[str, Any], *path: str | int) -> dict[str, Any]:
        self._fields, self._path = said, path
        return said

    def _key(self, name: str, said: dict[str, Any]) -> None:
        """An element inside a flight: one item of a collection, or the object of an exception."""
        if name not in self._fields:
            self._fields[name] = [said] if name in self._lists else said
        elif isinstance(self._fields[name], list):
            self._fields[name].append(said)
        else:
            self.refuse("repeated", *self._path, name)
