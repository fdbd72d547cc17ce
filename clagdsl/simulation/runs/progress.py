"""The progress of a run as reported to observers, and the callbacks that stop it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run, reported before the first block and after each block."""

    first: int
    """The number of matches that a resumed run starts with; 0 for a new run."""
    done: int
    most: int
    until: Fraction | None
    within: float | None
    """The largest half width of the intervals of mean totals, if `until` is set."""

    @property
    def wanted(self) -> int:
        """The number of matches that the run is expected to take."""
        if self.until is None or self.within is None:
            return self.most
        expected = self.done * (self.within / float(self.until)) ** 2
        return max(self.done, int(min(self.most, expected)))


@dataclass(frozen=True, slots=True)
class Watch:
    """An observer's callbacks."""

    progress: Callable[[Progress], object] = lambda _: None
    stopped: Callable[[], bool] = lambda: False
    """Called between blocks and during long waits, by any thread; True stops the run."""
    compiling: Callable[[], object] = lambda: None
    """Called before each compilation that takes up to a minute, possibly several times."""
    playing: AbstractContextManager[object] = field(default_factory=nullcontext)
    """A context manager that is active while matches are played."""
