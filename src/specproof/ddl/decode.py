"""Bytes of a script to text: UTF-8 and nothing else, a byte order mark taken off, line ends left as they came.

Stands in front of the splitter. It refuses to guess an encoding: other encodings are named as a likely cause, together
with the command that converts the file, and are never read.
"""

from __future__ import annotations

import codecs

from specproof.errors import UsageProblem

# Longest first: the mark of UTF-32 LE begins with that of UTF-16 LE.
_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)

# Enough to tell a pattern of zero bytes, or the bytes of a Chinese text, from an accident.
_SAMPLE = 4096


def decode(data: bytes, path: str) -> str:
    """The text of a script.

    Raises UsageProblem `script.empty` (nothing but blanks), `script.not-utf8` (with the byte offset, the likely
    encoding and the command that converts) or `script.nul-byte`.
    """
    body = data.removeprefix(codecs.BOM_UTF8)
    skipped = len(data) - len(body)
    wide = _wide_encoding(data)
    if wide:
        raise _not_utf8(path, 0, data[0], wide)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + skipped
        raise _not_utf8(path, offset, data[offset], _narrow_encoding(data, offset)) from None
    if not text.strip():
        raise UsageProblem(
            "script.empty",
            "The script holds nothing: no statement and no comment.",
            where=path,
            cause="The file is empty, or the step that should have written it failed.",
            next_step="Pass the file that holds the SQL statements.",
        )
    nul = text.find("\0")
    if nul >= 0:
        raise _nul(path, len(text[:nul].encode()) + skipped, text.count("\n", 0, nul) + 1)
    return text


def _wide_encoding(data: bytes) -> str | None:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    sample = data[:_SAMPLE]
    if sample.count(0) * 4 < len(sample):
        return None
    # SQL is mostly ASCII, so the zero bytes of a wide encoding fall on the same places of each unit.
    zeros = [sample[i::4].count(0) * 4 > len(sample) // 2 for i in range(4)]
    patterns = {
        (False, True, True, True): "UTF-32LE",
        (True, True, True, False): "UTF-32BE",
        (False, True, False, True): "UTF-16LE",
        (True, False, True, False): "UTF-16BE",
    }
    return patterns.get((zeros[0], zeros[1], zeros[2], zeros[3]))


def _narrow_encoding(data: bytes, offset: int) -> str:
    sample = data[max(0, offset - _SAMPLE) : offset + _SAMPLE]
    # A multi-byte character may be cut at the sample's ends; those few bytes prove nothing.
    for name in ("gb18030", "big5"):
        try:
            text = codecs.getincrementaldecoder(name)().decode(sample[min(offset, _SAMPLE) :])
        except UnicodeDecodeError:
            continue
        wide = [char for char in text if not char.isascii()]
        if wide and sum("\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\uffef" for char in wide) * 2 > len(wide):
            return "GBK" if name == "gb18030" else "BIG5"
    return "LATIN1"


def _not_utf8(path: str, offset: int, byte: int, encoding: str) -> UsageProblem:
    return UsageProblem(
        "script.not-utf8",
        f"The script is not UTF-8: the byte 0x{byte:02X} at offset {offset} does not belong there.",
        where=path,
        cause=f"The file was probably saved as {encoding}.",
        next_step=f"Convert it and check the result: iconv -f {encoding} -t UTF-8 '{path}' > converted.sql",
    )


def _nul(path: str, offset: int, line: int) -> UsageProblem:
    return UsageProblem(
        "script.nul-byte",
        f"The script holds a NUL byte at offset {offset}, line {line}.",
        where=path,
        cause="The file was damaged, or binary data was written into it.",
        next_step="Remove the byte; write binary values as hexadecimal literals such as x'00'.",
    )
