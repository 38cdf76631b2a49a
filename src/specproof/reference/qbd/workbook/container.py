"""The zip around a workbook: its directory is judged before anything is unpacked, its members are unpacked in pieces.

Own code over `struct` and `zlib`, because the standard library takes the last of two members of one name and passes
over bytes around the zip. It refuses what two readers could take for two different files.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from specproof.reference.rejection import Rejected

_OLE = bytes.fromhex("D0CF11E0A1B11AE1")
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_LOCAL_SIZE, _CENTRAL_SIZE, _END_SIZE = 30, 46, 22
_ZIP64 = 0xFFFFFFFF
_STORED, _DEFLATED = 0, 8
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class _Member:
    method: int
    crc: int
    packed: int
    size: int
    offset: int


class Container:
    """The members of a zip by name. Raises Rejected with a refusal of profile.yaml."""

    def __init__(self, data: bytes, limits: Mapping[str, Any]) -> None:
        self._data = memoryview(data)
        self._limits = limits
        self._members = _directory(data, limits)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._members)

    def pieces(self, name: str, limit: str = "small_part_bytes") -> Iterator[bytes]:
        """The unpacked bytes of a member, piece by piece; what is wrong with it is told when it shows.

        `limit` is the one that its size has to keep.
        """
        member = self._members.get(name)
        if member is None:
            raise Rejected("missing-part")
        if member.size > self._limits[limit]:
            raise Rejected("part-too-large")
        size = crc = 0
        for piece in self._unpacked(member):
            size += len(piece)
            if size > member.size:
                raise Rejected("part-too-large")  # more than its directory says
            crc = zlib.crc32(piece, crc)
            yield piece
        if size != member.size:
            raise Rejected("part-too-large")
        if crc != member.crc:
            raise Rejected("damaged-zip")

    def _unpacked(self, member: _Member) -> Iterator[bytes]:
        head = bytes(self._data[member.offset : member.offset + _LOCAL_SIZE])
        if len(head) < _LOCAL_SIZE or head[:4] != _LOCAL:
            raise Rejected("damaged-zip")
        name, extra = struct.unpack_from("<HH", head, 26)
        start = member.offset + _LOCAL_SIZE + name + extra
        packed = self._data[start : start + member.packed]
        if len(packed) != member.packed:
            raise Rejected("damaged-zip")
        if member.method == _STORED:
            yield from (bytes(packed[at : at + _PIECE]) for at in range(0, len(packed), _PIECE))
            return
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            for at in range(0, len(packed), _PIECE):
                rest: bytes | memoryview = packed[at : at + _PIECE]
                while rest:
                    yield inflater.decompress(rest, _PIECE)
                    rest = inflater.unconsumed_tail
            yield inflater.flush()
        except zlib.error:
            raise Rejected("damaged-zip") from None
        if not inflater.eof:
            raise Rejected("damaged-zip")


def _directory(data: bytes, limits: Mapping[str, Any]) -> dict[str, _Member]:
    if len(data) > limits["file_bytes"]:
        raise Rejected("file-too-large")
    if data.startswith(_OLE):
        raise Rejected("encrypted-workbook" if _ENCRYPTED_PACKAGE in data else "old-or-foreign-binary")
    if not data.startswith(_LOCAL):
        raise Rejected("bytes-around-zip" if _LOCAL in data and _END in data else "not-a-zip")
    start, size = _end(data)
    return _members(data[start : start + size], limits)


def _end(data: bytes) -> tuple[int, int]:
    """Where the directory starts, and its size."""
    at = data.rfind(_END)
    if at < 0 or at + _END_SIZE > len(data):
        raise Rejected("damaged-zip")
    size, offset, comment = struct.unpack_from("<IIH", data, at + 12)
    if _ZIP64 in (size, offset) or offset + size > at:
        raise Rejected("damaged-zip")
    if at + _END_SIZE + comment != len(data) or offset + size != at:
        raise Rejected("bytes-around-zip")
    return offset, size


def _members(directory: bytes, limits: Mapping[str, Any]) -> dict[str, _Member]:
    found: dict[str, _Member] = {}
    twins: set[str] = set()
    at = total = 0
    while at < len(directory):
        if at + _CENTRAL_SIZE > len(directory) or directory[at : at + 4] != _CENTRAL:
            raise Rejected("damaged-zip")
        flags, method = struct.unpack_from("<HH", directory, at + 8)
        crc, packed, size, name_size, extra, comment = struct.unpack_from("<IIIHHH", directory, at + 16)
        (offset,) = struct.unpack_from("<I", directory, at + 42)
        name = directory[at + _CENTRAL_SIZE : at + _CENTRAL_SIZE + name_size].decode("utf-8", "replace")
        at += _CENTRAL_SIZE + name_size + extra + comment
        if flags & 1:
            raise Rejected("encrypted-member")
        if method not in (_STORED, _DEFLATED) or _ZIP64 in (packed, size, offset):
            raise Rejected("damaged-zip")
        twin = name.replace("\\", "/").lower()
        if twin in twins:
            raise Rejected("doubled-part")
        twins.add(twin)
        found[name] = _Member(method, crc, packed, size, offset)
        total += size
        if len(found) > limits["zip_members"]:
            raise Rejected("too-many-members")
        if total > limits["all_parts_bytes"]:
            raise Rejected("parts-too-large")
    return found
