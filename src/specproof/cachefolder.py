"""Where the cache lies: the one folder, chosen by the environment, for what can be made again at any time.

Sits beside `resources`, so that every room keeps its things in the same place. It refuses to create or touch the
folder: who keeps something there decides what happens when it cannot be written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def wanted(environment: Mapping[str, str]) -> Path:
    """SPECPROOF_CACHE, else XDG_CACHE_HOME/specproof, else ~/.cache/specproof; absolute, and it need not exist."""
    if environment.get("SPECPROOF_CACHE"):
        return Path(environment["SPECPROOF_CACHE"]).expanduser().absolute()
    base = environment.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser().absolute() / "specproof"
