"""Text that may stand in an XML document: what several renderers need of XML beyond the standard library.

It refuses nothing and escapes nothing: characters that XML cannot hold at all are replaced.
"""

from __future__ import annotations

import re

# XML 1.0, production 2: no other character may stand in a document, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """The text with a replacement character for each that XML forbids."""
    return _FORBIDDEN.sub("\ufffd", text)
