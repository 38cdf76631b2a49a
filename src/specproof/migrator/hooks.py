"""What a long run tells and asks while it works: progress, a brake, and a seam where tests make things go wrong.

Protocols with silent defaults. A run prints nothing by itself and reads no environment: whoever starts it passes what
it wants to hear and how it may be stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol

from specproof.migrator.journal import Clock, now


class Progress(Protocol):
    """Hears where a run is. `number` of `total` counts statements (or rows) as the report does."""

    def step(self, what: str, number: int = 0, total: int = 0) -> None: ...

    def waiting(self, why: str) -> None: ...


class Silent:
    """Tells nobody."""

    def step(self, what: str, number: int = 0, total: int = 0) -> None:
        pass

    def waiting(self, why: str) -> None:
        pass


class Brake(Protocol):
    """How a user stops a run. Asked between statements; `armed` lends it a way to end the one that is running."""

    @property
    def pressed(self) -> bool: ...

    def armed(self, end_statement: Callable[[], None]) -> AbstractContextManager[None]: ...


class NoBrake:
    pressed = False

    def armed(self, end_statement: Callable[[], None]) -> AbstractContextManager[None]:  # noqa: ARG002 - Protocol
        return nullcontext()


class Faults(Protocol):
    """Is told every point at which a crash would matter; the default does nothing, a test may end the process there.

    Points: before-intent, before-sending, before-outcome, after-outcome, in this order for each statement.
    """

    def reached(self, point: str, statement: int) -> None: ...


class NoFaults:
    def reached(self, point: str, statement: int) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Hooks:
    progress: Progress = field(default_factory=Silent)
    brake: Brake = field(default_factory=NoBrake)
    faults: Faults = field(default_factory=NoFaults)
    clock: Clock = now
