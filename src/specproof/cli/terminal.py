"""Progress on a terminal, and a brake: what a run of the migrator is lent by the command line.

Progress goes to stderr, only when that is a terminal. The brake turns Ctrl-C into a request, so that a run can finish
what it is at and say where it stands; it refuses to let one keystroke leave a statement half watched.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from specproof.text import Language, Text

_ERASE = "\r\x1b[K"
_PRESSES = (
    Text(
        zh="收到：这一句结束后停下。再按一次：在服务器上结束这一句（它会被撤销）；第三次：立刻离开。",
        en="Will stop after this statement. Again: end it on the server, which undoes it. A third time: leave at once.",
    ),
    Text(zh="正在服务器上结束这一句……", en="Ending the statement on the server ..."),
)
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class TerminalProgress:
    """One line on stderr that is written over; silent when stderr is no terminal."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def step(self, what: str, number: int = 0, total: int = 0) -> None:
        self._show(f"[{number}/{total}] {what}" if total else what)

    def waiting(self, why: str) -> None:
        self._show(why)

    def clear(self) -> None:
        self._show("")

    def _show(self, text: str) -> None:
        if self._shown:
            sys.stderr.write(_ERASE + text)
            sys.stderr.flush()


class SignalBrake:
    """Ctrl-C, SIGTERM and SIGHUP as requests: stop after the statement, end the statement, leave."""

    def __init__(self, language: Language, say: Callable[[str], None] | None = None) -> None:
        self.presses = 0
        self._end: Callable[[], None] | None = None
        self._language = language
        self._say = say or _to_stderr

    @property
    def pressed(self) -> bool:
        return self.presses > 0

    @contextmanager
    def armed(self, end_statement: Callable[[], None]) -> Iterator[None]:
        self._end = end_statement
        try:
            yield
        finally:
            self._end = None

    @contextmanager
    def installed(self) -> Iterator[SignalBrake]:
        """The brake in place of the signals' usual handling."""
        with _handled(_SIGNALS, self._press):
            yield self

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        self.presses += 1
        if self.presses > len(_PRESSES):
            raise KeyboardInterrupt
        self._say(_PRESSES[self.presses - 1].pick(self._language))
        if self.presses == len(_PRESSES) and self._end is not None:
            self._end()


@contextmanager
def stopped_softly() -> Iterator[None]:
    """SIGTERM and SIGHUP end the block as Ctrl-C does, so that it can take away what it made."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with _handled((signal.SIGTERM, signal.SIGHUP), stop):
        yield


@contextmanager
def _handled(signals: Sequence[signal.Signals], handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """A handler for signals, except those that whoever started us wants ignored (nohup, a background job)."""
    before: dict[signal.Signals, Any] = {
        s: signal.signal(s, handler) for s in signals if signal.getsignal(s) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _to_stderr(text: str) -> None:
    # A signal may arrive in the middle of a buffered write: this one goes around the buffer.
    # The terminal may be gone (SIGHUP): that must not break what the signal interrupts.
    with suppress(OSError):
        os.write(2, f"\n{text}\n".encode())
