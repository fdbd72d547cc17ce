"""Shows the progress of a long run on a terminal, and handles its interruption with Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
import time
from shutil import get_terminal_size
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Final

from clagdsl.cli._signals import ENDING, EndedBySignal, is_interrupt, status_of
from clagdsl.simulation.runs.progress import Progress

if TYPE_CHECKING:
    from clagdsl.reviewing.review import ReviewProgress

# Columns of the bar.
BAR: Final = 20
CLEAR_REST: Final = "\x1b[K"
"""The terminal code that clears the rest of the line."""
# Shortest time between two updates of the line.
SECONDS_BETWEEN: Final = 0.1


class Interruption:
    """A context in which the first Ctrl-C requests a stop, and the second one ends the program.

    Signals that end a command count as Ctrl-C. If a KeyboardInterrupt is raised nevertheless, for
    example by a library that waits for other programs, it only ends the block.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self.status = 128 + signal.SIGINT
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        """Installs handlers for the signals that would raise KeyboardInterrupt."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, *ENDING):
                if is_interrupt(number):
                    self._before[number] = signal.signal(number, self._request)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Restores the previous handlers."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        first = isinstance(error, KeyboardInterrupt) and not self.is_requested
        if first and isinstance(error, KeyboardInterrupt):
            self.status = status_of(error)
        self.is_requested = self.is_requested or first
        return first

    def _request(self, number: int, _frame: FrameType | None) -> None:
        if self.is_requested:
            raise KeyboardInterrupt if number == signal.SIGINT else EndedBySignal(number)
        self.is_requested = True
        self.status = 128 + number


class StatusLine:
    """A progress bar with text on the last line of a terminal; hidden if stderr is redirected."""

    def __init__(self) -> None:
        self._updated = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._drawn = False

    def is_due(self, now: float) -> bool:
        """Returns whether the line is visible and due for an update."""
        return self._shown and now - self._updated >= SECONDS_BETWEEN

    def draw(self, now: float, done: int, total: int, text: str) -> None:
        """Draws the bar and the text."""
        self._updated, self._drawn = now, True
        filled = BAR * done // max(total, 1)
        line = f"[{'#' * filled:{BAR}}] {text}"
        write_status(f"\r{line[: get_terminal_size().columns - 1]}{CLEAR_REST}")

    def clear(self) -> None:
        """Removes the line."""
        if self._drawn:
            write_status(f"\r{CLEAR_REST}")
            self._drawn = False


class ProgressLine(StatusLine):
    """Shows the progress of a run, if standard error is a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = self._updated
        self._compiling = False

    def show(self, progress: Progress) -> None:
        """Shows the number of matches played, the rate and the time left, at most ten times per
        second.
        """
        now = time.monotonic()
        if progress.done == progress.first:
            self._begun = self._updated = now
        elif self.is_due(now):
            seconds = now - self._begun
            text = progress_text(progress.first, progress.done, progress.wanted, seconds)
            self.draw(now, progress.done, progress.wanted, text)

    def compiling(self) -> None:
        """Shows, once, that the delay is due to compilation."""
        if self._shown and not self._compiling:
            self._compiling = True
            write_status("compiling first: about ten seconds, this once only\n")


class ReviewLine(StatusLine):
    """Shows the progress of a review, if standard error is a terminal."""

    def show(self, progress: ReviewProgress) -> None:
        """Shows the number of decisions weighed, at most ten times per second."""
        now = time.monotonic()
        if self.is_due(now):
            text = f"{progress.done:,} of {progress.total:,} decisions"
            self.draw(now, progress.done, progress.total, text)


def progress_text(first: int, done: int, total: int, seconds: float) -> str:
    """Describes the progress of a run that began at match `first` and has taken `seconds`."""
    rate = (done - first) / max(seconds, 1e-9)
    left = (total - done) / max(rate, 1e-9)
    return f"{done:,} of {total:,} matches, {rate:,.0f} a second, {time_text(left)} left"


def time_text(seconds: float) -> str:
    """Returns a duration as text, such as `12 s`, `3 min 20 s` or `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def write_status(text: str) -> None:
    """Writes to standard error, unless it is missing."""
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()
