"""What the pictures of a simulation show: plain figures, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PERCENTS: Final = (5, 25, 50, 75, 95)
"""The quantiles of `Spread`, in percent."""

FEW: Final = 30
"""A share of fewer contracts than this is drawn without a colour: it may well be chance."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How figures lie: so many percent of them are at most this, for each of PERCENTS."""

    low: float
    lower: float
    median: float
    upper: float
    high: float


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The final totals of one seat: their mean, how exact that is, how they lie.

    The interval of 95 percent goes `margin` to each side; None where one match tells nothing.
    """

    seat: int
    policy: str
    mean: float
    margin: float | None
    spread: Spread
    won: float
    """The share of matches won."""


@dataclass(frozen=True, slots=True)
class DealCourse:
    """One deal of the schedule."""

    number: int
    name: str
    cards: str
    mean: float
    """The mean of the points of a seat."""
    made: float | None
    """The share of contracts completed, None where none counts."""
    totals: Spread
    """The running totals after this deal, of all seats."""
    decides: float | None
    """The share of the variance of final totals; None where all final totals are the same."""
    leader_wins: float
    """How often the leader after this deal wins the match; of several leaders one by lot."""


@dataclass(frozen=True, slots=True)
class BidFigures:
    """The contracts of one bid with one number of cards."""

    cards: int
    bid: int
    made: int
    counted: int


@dataclass(frozen=True, slots=True)
class Third:
    """Some deals in a row, by their numbers, and the share of the variance that they decide."""

    name: str
    first: int
    last: int
    decides: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """All that the pictures and their page tell.  Shares are from 0 to 1."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """What was asked for: pairs of a word and its value."""
    seats: tuple[SeatScore, ...]
    deals: tuple[DealCourse, ...]
    bids: tuple[BidFigures, ...]
    thirds: tuple[Third, ...]
    beside: Report | None = None
    """A game that is drawn beside this one, on axes that reach as far."""


@dataclass(frozen=True, slots=True)
class Change:
    """How much more the first of two games has, with the interval as in `SeatScore`."""

    value: float
    margin: float | None

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out that there is no difference."""
        return self.margin is not None and abs(self.value) > self.margin

    @property
    def same_in_all(self) -> bool:
        """Whether it is the same in every match that was played."""
        return self.margin == 0


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The final totals of one seat, or of a seat over all of them; matches won, contracts made."""

    seat: int | None
    mean: Change
    won: Change | None
    made: Change | None


@dataclass(frozen=True, slots=True)
class DealChange:
    """The points of a seat and the contracts made in the deal of that number in both games."""

    number: int
    name: str
    other_name: str
    mean: Change
    made: Change | None


@dataclass(frozen=True, slots=True)
class TwoReports:
    """Two games that were played with the same packs; the title of each says which it is."""

    title: str
    settings: tuple[tuple[str, str], ...]
    """What was asked for of both."""
    first: Report
    other: Report
    seats: tuple[SeatChange, ...]
    """Every seat, then all of them."""
    deals: tuple[DealChange, ...]
    """The deals that stand in both games."""

    @property
    def only_both(self) -> bool:
        """Whether one of the games has deals that the other has not."""
        return len(self.first.deals) != len(self.other.deals)
