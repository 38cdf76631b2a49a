"""How long a failed publish waits for the next try.

Exact arithmetic, no clock, no chance. It refuses to overflow: beyond the cap nothing is multiplied any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from specproof.reference.delivery.law import SYSTEM
from specproof.reference.source import only


def seconds(said: Mapping[str, Any], failures_before: int) -> int:
    """Whole seconds after a failure that follows so many counted ones; `said` is `delivery.backoff`."""
    only(SYSTEM, said["exponent"], "retry-count-before")
    only(SYSTEM, said["rounding"], "up-to-whole-seconds")
    only(SYSTEM, said["jitter"], "none")
    cap = int(said["cap_seconds"])
    factor = Fraction(str(said["factor"]))
    wait = Fraction(str(said["base_seconds"]))
    for _ in range(failures_before):
        if wait >= cap or factor == 1:
            break
        wait *= factor
    return min(ceil(wait), cap)
