"""A budget of work, so that every check ends soon and gives the same result on every machine.

Work is counted in steps, never in seconds: a proof that exhausts its budget does so everywhere. The
number of steps is in `lang.limits`.
"""

from __future__ import annotations

from clagdsl.lang.limits import MOST_COMBINATIONS, STEPS
from clagdsl.lang.source import Place


class TooMuchError(Exception):
    """Raised if work would exceed its budget; the work is never skipped silently.

    `place` is the clause being proved, if it is known.
    """

    def __init__(self, place: Place | None = None) -> None:
        super().__init__()
        self.place = place


class Budget:
    """A counter of the steps that are left."""

    def __init__(self, steps: int = STEPS) -> None:
        self.steps = self.left = steps

    def allows(self, combinations: int) -> bool:
        """Returns whether one expression may be evaluated for this many combinations."""
        return combinations <= MOST_COMBINATIONS

    def allow(self, combinations: int) -> None:
        """Raises TooMuchError if one expression may not be evaluated for this many combinations."""
        if not self.allows(combinations):
            raise TooMuchError

    def spend(self, steps: int) -> None:
        """Deducts steps from the budget; raises TooMuchError once it is exhausted."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchError

    def portion(self, most: int) -> Budget:
        """Returns a budget of at most `most` of the steps that are left."""
        return Budget(min(self.left, most))

    def settle(self, portion: Budget) -> None:
        """Deducts the steps that a portion has spent."""
        self.left -= portion.steps - max(portion.left, 0)
