"""The rejection of an input that every reference gives: a value with a stable code and the place it speaks of.

Inside a function a rejection is thrown, at its edge it is a value. It refuses to carry prose: what a code means stands
in the law.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Rejection:
    """`code` is one of the law's, `path` a JSON pointer (RFC 6901) into the input, empty for all of it."""

    code: str
    path: str = ""


class Rejected(Exception):
    """Carries a rejection out of the depth of one function to its edge."""

    def __init__(self, code: str, path: Iterable[str | int] = ()) -> None:
        super().__init__(code)
        self.rejection = Rejection(code, pointer(path))

    @classmethod
    def of(cls, rejection: Rejection) -> Rejected:
        """Throws again what was a value already."""
        rejected = cls(rejection.code)
        rejected.rejection = rejection
        return rejected


def pointer(parts: Iterable[str | int]) -> str:
    """The JSON pointer of a path: each segment after a slash, `~` and `/` escaped.

    It ends before a key that holds half of a surrogate pair, which no output could carry.
    """
    spelt = (str(part).replace("~", "~0").replace("/", "~1") for part in parts)
    return "".join("/" + part for part in takewhile(lambda part: not _SURROGATE.search(part), spelt))
