"""How much work the proofs of one file may take, so that every file is answered soon."""

from __future__ import annotations

from typing import Final

from clagdsl.lang.source import Place

STEPS: Final = 9_000_000
"""Steps for all proofs of a file, about a tenth of a microsecond each."""

TUPLES: Final = 1_000_000
"""The most combinations of figures that are gone through for one expression at one table."""


class TooMuchError(Exception):
    """A proof would take more than the budget allows; never a reason to skip it silently.

    `place` is the clause that is proved then, as far as that is known.
    """

    def __init__(self, place: Place | None = None) -> None:
        super().__init__()
        self.place = place


class Budget:
    """Counts down the steps that are left."""

    def __init__(self, left: int = STEPS) -> None:
        self.left = left

    def allows(self, combinations: int) -> bool:
        """Whether so many combinations are gone through for one expression."""
        return combinations <= TUPLES

    def allow(self, combinations: int) -> None:
        """Raise TooMuchError if so many combinations are not gone through for one expression."""
        if not self.allows(combinations):
            raise TooMuchError

    def spend(self, steps: int) -> None:
        """Take steps from what is left; raises TooMuchError when nothing is."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchError
