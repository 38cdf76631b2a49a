"""Damages a good workbook at random, in its bytes and in its parts: only typed refusals and valid results may come out.

Not a test of the suite: `nox -s fuzz` runs it for a bounded number of inputs. The seed is printed, so that a find is
found again. Usage: python tests/fuzz_workbooks.py [inputs] [seed]
"""

from __future__ import annotations

import io
import random
import sys
import zipfile
from collections import Counter

from specproof.conformance import workbooks
from specproof.reference.qbd.law import Law
from specproof.reference.qbd.parse import Attachment, Mail, parse

RECIPE = {
    "sheets": [
        {
            "rows": [
                {
                    "row": 4,
                    "cells": {
                        "C": "QBD-1",
                        "E": [{"struck": "5-7【A BF1.2】2"}, "\n5-8【A(Q10)8.5】2", {"bare": "【B】"}],
                        "H": "2026/8/3 AMD BOOKING",
                        "J": {"date": "2026-08-05"},
                    },
                }
            ],
            "merges": ["A1:B1"],
        }
    ]
}
_MARKS = b"<>/\"='0123456789abcrsvt&; -_x"


def main() -> None:
    inputs = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    sys.stdout.write(f"seed {seed}\n")
    dice, law, seen = random.Random(seed), Law(), Counter[str]()
    known = {one["id"] for one in law.profile["refusals"]}
    sender = law.profile["senders"]["registry"][0]["sender"]
    good = workbooks.build(RECIPE)
    with zipfile.ZipFile(io.BytesIO(good)) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    for number in range(inputs):
        data = _bytes(good, dice) if number % 2 else _parts(parts, dice)
        try:
            found = parse(law, Mail(sender, "m", "1", (Attachment("a", "QBD.xlsx", data),)))
        except Exception:
            sys.stdout.write(f"input {number} of seed {seed}: {data.hex()}\n")
            raise
        detail = found["issues"][0]["detail"] if found["issues"] else None
        assert detail is None or detail in known, detail
        seen[str(detail or found["applicability"])] += 1
    sys.stdout.write(", ".join(f"{count} {what}" for what, count in seen.most_common()) + "\n")


def _bytes(good: bytes, dice: random.Random) -> bytes:
    data = bytearray(good)
    for _ in range(dice.choice([1, 1, 2, 5])):
        _damage(data, dice, range(256))
    return bytes(data)


def _parts(parts: dict[str, bytes], dice: random.Random) -> bytes:
    """One part damaged, the zip around it sound."""
    name = dice.choice(list(parts))
    data = bytearray(parts[name])
    for _ in range(dice.choice([1, 2, 3])):
        _damage(data, dice, _MARKS)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for one, content in {**parts, name: bytes(data)}.items():
            made.writestr(one, content)
    return stream.getvalue()


def _damage(data: bytearray, dice: random.Random, pool: bytes | range) -> None:
    at, other = dice.randrange(len(data)), dice.randrange(len(data))
    match dice.randrange(4):
        case 0:
            data[at] = dice.choice(pool)
        case 1:
            del data[at : at + dice.randrange(1, 40)]
        case 2:
            data[at:at] = data[other : other + dice.randrange(1, 60)]
        case _:
            data[at : at + 8] = data[other : other + 8]


if __name__ == "__main__":
    main()
