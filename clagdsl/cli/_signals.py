"""Handles requests to end a command: Ctrl-C, and signals sent when a shell or the system closes."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""The signals, in addition to Ctrl-C, that end a command.

On Windows, which has no SIGHUP, closing the window sends SIGBREAK.
"""


class EndedBySignal(KeyboardInterrupt):
    """Raised by a signal that ends the command like Ctrl-C: results are saved, and files are
    complete.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def status_of(interruption: KeyboardInterrupt) -> int:
    """Returns the exit status of an interrupted command, following the convention of shells."""
    return 128 + getattr(interruption, "number", signal.SIGINT)


def interruption_in(error: BaseException) -> KeyboardInterrupt | None:
    """Returns the interruption that Python has wrapped in an error, or None.

    This happens, for example, while a class is created.
    """
    cause = error.__cause__
    if cause is None or isinstance(cause, KeyboardInterrupt):
        return cause
    return interruption_in(cause)


@contextmanager
def ended_by_signals(*, last: bool = False) -> Iterator[None]:
    """Raises `EndedBySignal` at the first signal that would end the process, and ignores later
    ones.

    Signals that the parent process ignores or handles are left alone. `last` is True if the process
    ends with the command.
    """
    taken = []
    if threading.current_thread() is threading.main_thread():
        taken = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _raise_ended)
    try:
        yield
    finally:
        for number in taken:
            # a second signal must not end the process before it has returned its status
            if not (last and signal.getsignal(number) is signal.SIG_IGN):
                signal.signal(number, signal.SIG_DFL)


def _raise_ended(number: int, _frame: FrameType | None) -> None:
    for each in ENDING:
        if signal.getsignal(each) is _raise_ended:
            signal.signal(each, signal.SIG_IGN)
    raise EndedBySignal(number)


def is_interrupt(number: int) -> bool:
    """Returns whether a signal's handler ends the command like Ctrl-C and may be replaced."""
    return signal.getsignal(number) in (signal.default_int_handler, _raise_ended)
