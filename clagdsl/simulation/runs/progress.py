"""How far a run is, for whoever watches it, and how it is stopped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: told before the first block and after each."""

    first: int
    """The matches that a resumed run begins with; 0 of a new one."""
    done: int
    most: int
    until: Fraction | None
    within: float | None
    """How exactly the mean totals are known, where that is asked for."""

    @property
    def wanted(self) -> int:
        """About how many matches it takes."""
        if self.until is None or self.within is None:
            return self.most
        expected = self.done * (self.within / float(self.until)) ** 2
        return max(self.done, int(min(self.most, expected)))


@dataclass(frozen=True, slots=True)
class Watch:
    """Who watches a run."""

    progress: Callable[[Progress], object] = lambda _: None
    stopped: Callable[[], bool] = lambda: False
    """Asked between blocks, and while a cluster or a long decision is waited for, by any thread."""
    compiling: Callable[[], object] = lambda: None
    """Told before something is compiled, which takes up to a minute; maybe several times."""
    playing: AbstractContextManager[object] = field(default_factory=nullcontext)
    """Entered while matches are played."""
