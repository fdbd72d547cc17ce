"""The progress of a run, for observers, and the callbacks that stop it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run, reported before the first block and after each."""

    first: int
    """The number of matches that a resumed run begins with; 0 for a new run."""
    done: int
    most: int
    until: Fraction | None
    within: float | None
    """The half width of the mean totals' intervals, if `until` is set."""

    @property
    def wanted(self) -> int:
        """An estimate of the number of matches the run takes."""
        if self.until is None or self.within is None:
            return self.most
        expected = self.done * (self.within / float(self.until)) ** 2
        return max(self.done, int(min(self.most, expected)))


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks of an observer of a run."""

    progress: Callable[[Progress], object] = lambda _: None
    stopped: Callable[[], bool] = lambda: False
    """Called between blocks and while waiting for a cluster or a long decision, by any thread."""
    compiling: Callable[[], object] = lambda: None
    """Called before a compilation that takes up to a minute; maybe several times."""
    playing: AbstractContextManager[object] = field(default_factory=nullcontext)
    """Entered while matches are played."""
