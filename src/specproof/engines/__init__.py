"""Real database servers: found, started, reached, recognised, and let go again.

`open(name)` gives a server from the first provider that works, `find(name)` the engine to connect with. Callers see
`base` and never a driver.
"""

from specproof.engines.registry import address, all, find, open  # noqa: A004 - read as `engines.open(...)`

__all__ = ["address", "all", "find", "open"]
