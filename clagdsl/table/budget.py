"""A budget of work, so that every file is answered soon, and in the same way on every machine.

Work is counted in steps, never in seconds: a proof that ends at its budget does so everywhere.
What the steps cost is in `lang.limits`.
"""

from __future__ import annotations

from clagdsl.lang.limits import MOST_COMBINATIONS, STEPS
from clagdsl.lang.source import Place


class TooMuchError(Exception):
    """Work would take more than its budget allows; never a reason to skip it silently.

    `place` is the clause that is proved then, as far as that is known.
    """

    def __init__(self, place: Place | None = None) -> None:
        super().__init__()
        self.place = place


class Budget:
    """Counts down the steps that are left."""

    def __init__(self, steps: int = STEPS) -> None:
        self.steps = self.left = steps

    def allows(self, combinations: int) -> bool:
        """Returns whether so many combinations are gone through for one expression."""
        return combinations <= MOST_COMBINATIONS

    def allow(self, combinations: int) -> None:
        """Raises TooMuchError if so many combinations are not gone through for one expression."""
        if not self.allows(combinations):
            raise TooMuchError

    def spend(self, steps: int) -> None:
        """Takes steps from what is left; raises TooMuchError when nothing is."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchError

    def portion(self, most: int) -> Budget:
        """Returns a budget of at most so many of the steps that are left."""
        return Budget(min(self.left, most))

    def settle(self, portion: Budget) -> None:
        """Takes what was spent of a portion."""
        self.left -= portion.steps - max(portion.left, 0)
