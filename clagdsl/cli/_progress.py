"""How far a long run is, and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import threading
import time
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, Final

from clagdsl.cli._signals import ENDING, Ended, status_of, takes_turns
from clagdsl.simulation.runs.watch import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Display

    from clagdsl.reviewing.reviewed import ReviewProgress

BAR: Final = 20
SECONDS_BETWEEN: Final = 0.1


class Interruption:
    """While it is entered, the first Ctrl-C only asks to stop; the second one ends the program.

    So do the signals that end a command as Ctrl-C does.  A Ctrl-C that is raised all the same, by
    what waits for other programs, ends the block alone.
    """

    def __init__(self) -> None:
        self.asked = False
        self.status = 128 + signal.SIGINT
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        """Listen, where a signal would have raised KeyboardInterrupt."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, *ENDING):
                if takes_turns(number):
                    self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Listen no more."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        first = isinstance(error, KeyboardInterrupt) and not self.asked
        if first and isinstance(error, KeyboardInterrupt):
            self.status = status_of(error)
        self.asked = self.asked or first
        return first

    def _ask(self, number: int, _frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)
        self.asked = True
        self.status = 128 + number


class ProgressLine:
    """How far a run is, on a terminal only."""

    def __init__(self) -> None:
        self._begun = self._told = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._display: Display | None = None
        self._compiling = False

    def show(self, progress: Progress) -> None:
        """Tell how many matches are done, the rate and the time left, not too often."""
        now = time.monotonic()
        if progress.done == progress.first:
            self._begun = self._told = now
        elif self._shown and now - self._told >= SECONDS_BETWEEN:
            self._told = now
            if self._display is None:
                self._display = _display()
            seconds = now - self._begun
            text = progress_text(progress.first, progress.done, progress.wanted, seconds)
            task = self._display.task_ids[0]
            self._display.update(
                task, completed=progress.done, total=max(progress.wanted, 1), description=text
            )
            self._display.refresh()

    def compiling(self) -> None:
        """Tell once why nothing is to be seen for a while."""
        if self._shown and not self._compiling:
            self._compiling = True
            say("what these matches need is compiled first: some ten seconds, only this once\n")

    def clear(self) -> None:
        """Leave the line as it was."""
        if self._display is not None:
            self._display.stop()
            self._display = None


class ReviewLine:
    """How far a review is, on a terminal only."""

    def __init__(self) -> None:
        self._told = time.monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._display: Display | None = None

    def show(self, progress: ReviewProgress) -> None:
        """Tell how many decisions are weighed, not too often."""
        now = time.monotonic()
        if self._shown and now - self._told >= SECONDS_BETWEEN:
            self._told = now
            if self._display is None:
                self._display = _display()
            text = f"{progress.done:,} of {progress.wanted:,} decisions"
            task = self._display.task_ids[0]
            total = max(progress.wanted, 1)
            self._display.update(task, completed=progress.done, total=total, description=text)
            self._display.refresh()

    def clear(self) -> None:
        """Leave the line as it was."""
        if self._display is not None:
            self._display.stop()
            self._display = None


def _display() -> Display:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Display

    bar, text = BarColumn(BAR), TextColumn("{task.description}", markup=False)
    console = Console(file=sys.stderr)
    display = Display(
        bar,
        text,
        console=console,
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    display.add_task("")
    display.start()
    return display


def progress_text(first: int, done: int, wanted: int, seconds: float) -> str:
    """How far a run is that began at a match and has taken so many seconds."""
    rate = (done - first) / max(seconds, 1e-9)
    left = (wanted - done) / max(rate, 1e-9)
    return f"{done:,} of {wanted:,} matches, {rate:,.0f} a second, {time_text(left)} left"


def time_text(seconds: float) -> str:
    """A time to wait: `12 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def say(text: str) -> None:
    """Write to standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(text)
        sys.stderr.flush()
